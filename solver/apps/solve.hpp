// The verbs `solve` and `estimate`.
#pragma once

#include <CLI/CLI.hpp>

namespace pace {

/// Exit codes of the program (docs/run-folder.md).
enum ExitCode {
  exit_done = 0,
  exit_failed = 1,
  exit_bad_input = 2,
  exit_model_errors = 3,
  exit_cancelled = 4,
  exit_memory = 5
};

/// Adds `solve JOB.json --out DIR` and `estimate JOB.json`. @param exit_code set when a verb has run
void add_solve_commands(CLI::App& app, int& exit_code);

}  // namespace pace
