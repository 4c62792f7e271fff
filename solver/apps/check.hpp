// The verb `check`: the import doctor on the command line.
#pragma once

#include <CLI/CLI.hpp>

namespace pace {

/// Adds the verb
///   check MODEL.unv [--unit-scale M] [--frequency HZ] [--merge M] [--merge-seams] [--merged FILE]
///     [--json FILE|-] [--geometry FILE] [--mend FILE]
/// @param exit_code  set when the verb has run: 0 fine or warnings, 2 bad input, 3 the mesh has errors
void add_check_command(CLI::App& app, int& exit_code);

}  // namespace pace
