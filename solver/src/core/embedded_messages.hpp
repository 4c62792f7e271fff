// The English catalogue of contract/messages, compiled in (embedded_messages.cmake).
#pragma once

namespace pace {

extern const char* const english_messages_text;  ///< en.json

}  // namespace pace
