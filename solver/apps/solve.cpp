#include "solve.hpp"

#include <csignal>
#include <functional>
#include <iostream>
#include <memory>
#include <new>

#include "core/cancel.hpp"
#include "method/solve.hpp"

namespace pace {
namespace {

void request_stop(int) { stop_requested().store(true); }

/// Runs `work`; whatever goes wrong becomes the last event and an exit code, never a stack.
int guarded(EventStream& events, const std::function<void()>& work) {
  try {
    work();
    return exit_done;
  } catch (const InputError& e) {
    events.error(e.code(), e.what(), e.where());
    return e.code() == "MEMORY" ? exit_memory : exit_bad_input;
  } catch (const Cancelled& e) {
    events.notice("CANCELLED", e.what());
    return exit_cancelled;
  } catch (const std::bad_alloc&) {
    events.error("MEMORY", "The machine ran out of memory; use a coarser mesh or a lower frequency.", {});
    return exit_memory;
  } catch (const std::exception& e) {
    events.error("SOLVER_FAILED", e.what(), {});
    return exit_failed;
  }
}

}  // namespace

void add_solve_commands(CLI::App& app, int& exit_code) {
  struct Options {
    std::string job, folder = "results";
  };
  auto options = std::make_shared<Options>();

  CLI::App* solve_verb = app.add_subcommand("solve", "Solve a job and write its results; events go to stdout");
  solve_verb->add_option("job", options->job, "job.json (contract/schema/job.schema.json)")->required();
  solve_verb->add_option("--out", options->folder, "Folder of the results")->capture_default_str();
  solve_verb->callback([options, &exit_code] {
    std::signal(SIGTERM, request_stop);
    std::signal(SIGINT, request_stop);
    EventStream events(stdout);
    exit_code = guarded(events, [&] { solve(read_job(options->job), options->folder, events); });
  });

  CLI::App* estimate_verb = app.add_subcommand("estimate", "Unknowns, memory and time of a job, as one JSON object");
  estimate_verb->add_option("job", options->job, "job.json")->required();
  estimate_verb->callback([options, &exit_code] {
    EventStream events(stdout);
    exit_code = guarded(events, [&] {
      events.say(event_of(estimate(read_job(options->job))));
    });
  });
}

}  // namespace pace
