// pace: the numerical kernel as one program. `pace --help` lists its verbs.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "check.hpp"
#include "core/version.hpp"
#include "impedance.hpp"
#include "mie.hpp"
#include "parallel/communicator.hpp"
#include "regions.hpp"
#include "solve.hpp"

int main(int argc, char** argv) {
  const pace::RankSession ranks;
  // Only a solution is shared; everything else is done, and said, once.
  if (!pace::Communicator::world().is_first() && (argc < 2 || std::string_view(argv[1]) != "solve")) return 0;
  CLI::App app{"Full-wave radar cross section"};
  app.set_version_flag("--version", pace::version);
  app.require_subcommand(1);
  int exit_code = 0;
  pace::add_solve_commands(app, exit_code);
  pace::add_check_command(app, exit_code);
  pace::add_impedance_command(app, exit_code);
  pace::add_regions_command(app, exit_code);
  pace::add_mie_command(app, exit_code);
  app.add_subcommand("about", "Version and what is in this build, as one JSON object")->callback([] {
    const std::string mpi = pace::RankSession::library();
    std::cout << nlohmann::json{{"version", pace::version}, {"mpi", mpi.empty() ? nlohmann::json(nullptr) : nlohmann::json(mpi)}} << "\n";
  });
  CLI11_PARSE(app, argc, argv);
  return exit_code;
}
