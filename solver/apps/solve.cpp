#include "solve.hpp"

#include <csignal>
#include <functional>
#include <iostream>
#include <memory>
#include <new>

#include "core/cancel.hpp"
#include "parallel/communicator.hpp"
#include "run/accuracy.hpp"
#include "run/driver.hpp"

namespace pace {
namespace {

void request_stop(int) { stop_requested().store(true); }

/// How long a rank that failed waits for the others, which may have failed alike.
constexpr std::chrono::seconds patience{5};

/// Ranks that fail alike leave the word to the first. One that fails alone says so and ends all.
template <class Say>
int ended(int exit_code, const Say& say) {
  Communicator& ranks = Communicator::world();
  const bool alike = ranks.all_arrive(patience);
  EventStream words(stdout);
  if (ranks.is_first() || !alike) say(words);
  if (!alike) RankSession::abort(exit_code);
  return exit_code;
}

/// Runs `work`; whatever goes wrong becomes the last event and an exit code, never a stack.
int guarded(const std::function<void()>& work) {
  try {
    work();
    return exit_done;
  } catch (const InputError& e) {
    return ended(e.code() == "MEMORY" ? exit_memory : exit_bad_input, [&](EventStream& events) {
      events.error({e.code(), e.message()}, e.where());
    });
  } catch (const Cancelled&) {
    return ended(exit_cancelled, [](EventStream& events) { events.notice(Message{"CANCELLED"}); });
  } catch (const std::bad_alloc&) {
    return ended(exit_memory, [](EventStream& events) { events.error(Message{"MEMORY.machine"}); });
  } catch (const std::exception& e) {
    return ended(exit_failed, [&](EventStream& events) {
      events.error(Message{"SOLVER_FAILED", {{"reason", e.what()}}});
    });
  }
}

}  // namespace

void add_solve_commands(CLI::App& app, int& exit_code) {
  struct Options {
    std::string job, folder = "results";
    int ranks = 0;
    bool parts = false;
  };
  auto options = std::make_shared<Options>();

  CLI::App* solve_verb =
      app.add_subcommand("solve", "Solve a job and write its results; events go to stdout");
  solve_verb->add_option("job", options->job, "job.json (contract/schema/job.schema.json)")->required();
  solve_verb->add_option("--out", options->folder, "Folder of the results")->capture_default_str();
  solve_verb->callback([options, &exit_code] {
    std::signal(SIGTERM, request_stop);
    std::signal(SIGINT, request_stop);
    // mpirun passes this one on and waits; after SIGTERM it kills its ranks in a moment.
    std::signal(SIGUSR1, request_stop);
    Communicator& ranks = Communicator::world();
    EventStream events(ranks.is_first() ? stdout : nullptr);
    exit_code = guarded([&] { solve(read_job(options->job), options->folder, events, ranks); });
  });

  CLI::App* estimate_verb =
      app.add_subcommand("estimate", "Unknowns, memory and time of a job, as one JSON object");
  estimate_verb->add_option("job", options->job, "job.json")->required();
  estimate_verb
      ->add_option("--ranks", options->ranks, "Also what every rank of 1, 2, 4 … so many would hold and send")
      ->check(CLI::Range(1, 1 << 20));
  estimate_verb->add_flag("--parts", options->parts, "Also what memory and time are sums of");
  estimate_verb->callback([options, &exit_code] {
    EventStream events(stdout);
    exit_code = guarded([&] {
      const Job job = read_job(options->job);
      const CostEstimate cost = estimate(job);
      nlohmann::json answer = event_of(cost);
      if (options->parts)
        answer["parts"] = {{"memoryBytes", cost.memory_parts}, {"coreSeconds", cost.core_seconds_parts}};
      if (options->ranks > 0) answer["distribution"] = estimate_ranks(job, options->ranks);
      events.say(answer);
      require_memory(cost, job.memory_limit_bytes);
    });
  });

  struct AccuracyOptions {
    std::string job;
    int rows = 200, digits = 3, levels = 0;
  };
  auto asked = std::make_shared<AccuracyOptions>();
  CLI::App* accuracy_verb =
      app.add_subcommand("accuracy", "Error of the fast matrix product on a job's mesh, against exact rows");
  accuracy_verb->add_option("job", asked->job, "job.json")->required();
  accuracy_verb->add_option("--rows", asked->rows, "Rows computed exactly")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000));
  accuracy_verb->add_option("--digits", asked->digits, "Asked of the product")
      ->capture_default_str()
      ->check(CLI::Range(2, 4));
  accuracy_verb
      ->add_option("--levels", asked->levels, "Divisions of the box around the model, 0 for automatic")
      ->capture_default_str();
  accuracy_verb->callback([asked, &exit_code] {
    EventStream events(stdout);
    exit_code = guarded([&] {
      const ProductAccuracy a =
          product_accuracy(read_job(asked->job), asked->rows, asked->digits, asked->levels);
      events.say({{"unknowns", a.unknowns},
                  {"rows", a.rows},
                  {"digits", a.digits},
                  {"levels", a.levels},
                  {"leafWavelengths", a.leaf_wavelengths},
                  {"nearEntriesPerUnknown", a.near_entries_per_unknown},
                  {"nearBytesPerUnknown", a.near_bytes_per_unknown},
                  {"errorRandom", a.random},
                  {"errorWave", a.wave}});
    });
  });
}

}  // namespace pace
