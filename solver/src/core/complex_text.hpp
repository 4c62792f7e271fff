// Complex numbers as values of messages.
#pragma once

#include <complex>

#include "core/message.hpp"

namespace pace {

/// "392.11 − j113.05", as every page writes it, or "377" where nothing is imaginary.
Message complex_text(std::complex<double> value, int digits);

}  // namespace pace
