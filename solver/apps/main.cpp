// pace: the numerical kernel as one program. `pace --help` lists its verbs.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "backprojection.hpp"
#include "check.hpp"
#include "core/version.hpp"
#include "impedance.hpp"
#include "linalg/blas_kernels.hpp"
#include "linalg/machine_speed.hpp"
#include "maps.hpp"
#include "mie.hpp"
#include "parallel/communicator.hpp"
#include "parallel/threads.hpp"
#include "regions.hpp"
#include "solve.hpp"

int main(int argc, char** argv) {
  pace::restart_with_wide_kernels(argv);
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
  pace::add_maps_command(app, exit_code);
  pace::add_backprojection_command(app, exit_code);
  pace::add_mie_command(app, exit_code);
  int bound_threads = 0;
  auto* about = app.add_subcommand("about", "Version and what is in this build, as one JSON object");
  about->add_option("--bounds", bound_threads, "Measure memory and arithmetic of so many threads, too")
      ->check(CLI::PositiveNumber);
  about->callback([&bound_threads] {
    const std::string mpi = pace::RankSession::library();
    nlohmann::json said{{"version", pace::version},
                        {"mpi", mpi.empty() ? nlohmann::json(nullptr) : nlohmann::json(mpi)}};
    if (bound_threads > 0) {
      pace::set_threads(bound_threads);
      const pace::MachineBounds bounds = pace::measure_bounds(bound_threads);
      said["bytesPerSecond"] = bounds.bytes_per_second;
      said["flopsPerSecond"] = bounds.flops_per_second;
    }
    std::cout << said << "\n";
  });
  CLI11_PARSE(app, argc, argv);
  return exit_code;
}
