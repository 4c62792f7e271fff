// The verb `pace backprojection`.
#pragma once

#include <CLI/CLI.hpp>

namespace pace {

void add_backprojection_command(CLI::App& app, int& exit_code);

}  // namespace pace
