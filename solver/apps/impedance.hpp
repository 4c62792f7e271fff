// The verb `impedance`: what the surfaces of a coating job are at every frequency.
#pragma once

#include <CLI/CLI.hpp>

namespace pace {

/// Adds `impedance JOB.json [--frequency HZ]`; prints one JSON object. @param exit_code set when the verb has
/// run
void add_impedance_command(CLI::App& app, int& exit_code);

}  // namespace pace
