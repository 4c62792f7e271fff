// How much of a test is done.
#pragma once

#include <cstdlib>

/// Whether tests solve all their bodies by all their equations (`npm test -- "solver, in full"`). Else, as in
/// `npm test`, of those that differ in a material or an equation alone one or two, so that each kind of
/// error is still found.
inline bool in_full() { return std::getenv("PACE_TESTS_IN_FULL") != nullptr; }
