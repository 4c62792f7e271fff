// The verb `regions`: what a composite model is made of.
#pragma once

#include <CLI/CLI.hpp>

namespace pace {

/// Adds `regions JOB.json`; prints one JSON object. @param exit_code set when the verb has run: 0 fine or
/// warnings, 2 bad input, 3 the regions have errors
void add_regions_command(CLI::App& app, int& exit_code);

}  // namespace pace
