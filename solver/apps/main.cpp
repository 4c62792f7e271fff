// pace: the numerical kernel as one program. `pace --help` lists its verbs.
#include <CLI/CLI.hpp>

#include "check.hpp"
#include "core/version.hpp"
#include "impedance.hpp"
#include "mie.hpp"
#include "regions.hpp"
#include "solve.hpp"

int main(int argc, char** argv) {
  CLI::App app{"Full-wave radar cross section"};
  app.set_version_flag("--version", pace::version);
  app.require_subcommand(1);
  int exit_code = 0;
  pace::add_solve_commands(app, exit_code);
  pace::add_check_command(app, exit_code);
  pace::add_impedance_command(app, exit_code);
  pace::add_regions_command(app, exit_code);
  pace::add_mie_command(app, exit_code);
  CLI11_PARSE(app, argc, argv);
  return exit_code;
}
