// Two amounts of memory in words that differ.
#pragma once

#include <utility>

#include "core/message.hpp"

namespace pace {

/// "1.02 GB" and "1.01 GB", of 1024 smaller units each as in the interface: the unit of the smaller, and as
/// many decimals as it takes to tell them apart.
std::pair<Message, Message> bytes_told_apart(double a, double b);

}  // namespace pace
