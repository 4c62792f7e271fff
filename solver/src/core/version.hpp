#pragma once

namespace pace {
inline constexpr const char* version = "0.1.0";
}
