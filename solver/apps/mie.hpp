// The verb `mie`: exact sphere series, the reference of the tests.
#pragma once

#include <CLI/CLI.hpp>

namespace pace {

/// Adds `mie --radius M --frequency HZ …`; prints CSV in three cuts. @param exit_code set when the verb has
/// run
void add_mie_command(CLI::App& app, int& exit_code);

}  // namespace pace
