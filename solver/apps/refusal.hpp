// How a verb ends that may refuse its input.
#pragma once

#include <iostream>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "error_json.hpp"
#include "solve.hpp"

namespace pace {

/// Runs a verb. A refusal is said in words on stderr, and as JSON for programs on stdout.
/// @param work  returns the exit code  @return  that one, or exit_bad_input
template <typename Work>
int exit_code_of(const Work& work) {
  try {
    return work();
  } catch (const InputError& error) {
    std::cerr << error.code() << ": " << error.what() << "\n";
    std::cout << error_json(error).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
    return exit_bad_input;
  }
}

}  // namespace pace
