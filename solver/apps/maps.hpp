// The verb `maps`: what the currents of a finished run say of parts, coatings and the shape.
#pragma once

#include <CLI/CLI.hpp>

namespace pace {

/// Adds `maps JOB.json --results DIR --theta T --phi P …`; writes maps.json and maps.bin.
/// @param exit_code set when the verb has run
void add_maps_command(CLI::App& app, int& exit_code);

}  // namespace pace
