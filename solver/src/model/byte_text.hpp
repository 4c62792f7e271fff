// Amounts of memory in words.
#pragma once

#include <utility>

#include "core/message.hpp"

namespace pace {

/// "1.0 GB", in units of 1024 smaller ones as in the interface.
Message byte_text(double bytes);

/// "1.02 GB" and "1.01 GB", in the same way: the unit of the smaller, and as
/// many decimals as it takes to tell them apart.
std::pair<Message, Message> bytes_told_apart(double a, double b);

}  // namespace pace
