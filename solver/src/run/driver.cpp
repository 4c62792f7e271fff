#include "run/driver.hpp"

#include "core/version.hpp"
#include "model/part_choice.hpp"
#include "parallel/threads.hpp"
#include "run/full_wave_sweep.hpp"
#include "run/optics_sweep.hpp"

namespace pace {
namespace {

using nlohmann::json;

Message one_rank(int started) { return {"ONE_RANK", {{"idle", started - 1}, {"started", started}}}; }

std::unique_ptr<Sweep> sweep_of(const Job& job, const std::filesystem::path& folder, EventStream& events,
                                Communicator& ranks) {
  if (by_optics_alone(job)) return optics_sweep(job, folder);
  return full_wave_sweep(job, folder, events, ranks);
}

RunResult::Prediction prediction_of(const CostEstimate& cost) {
  RunResult::Prediction prediction{
      .seconds = cost.seconds, .memory_bytes = cost.memory_bytes, .iterative = {}};
  if (is_iterative(cost.method))
    prediction.iterative = {cost.seconds_per_product, cost.products, cost.near_entries, cost.levels,
                            cost.disk_bytes};
  return prediction;
}

/// From the refusal of what does not fit to the last event, whatever the method.
/// @param ranks    that share the run
/// @param started  ranks, of which the others wait
void drive(const Job& job, Sweep& sweep, const std::filesystem::path& folder, EventStream& events,
           Progress& progress, Communicator& ranks, int started) {
  const CostEstimate& cost = sweep.cost();
  if (ranks.is_first()) std::filesystem::create_directories(folder);
  require_memory(cost, job.memory_limit_bytes);
  require_disk(cost, folder);
  events.say(event_of(cost));
  RunResult result = sweep.beginning();
  result.program_type = job.program_type;
  result.method = name_of(cost.method);
  result.reason = cost.reason;
  result.threads = job.threads;
  result.polarization = job.input.polarization();
  result.predicted = prediction_of(cost);
  if (started > ranks.size()) result.notices.emplace_back(one_rank(started));
  RunRecord record(std::move(result), folder, events, progress, ranks);
  sweep.execute(record, progress);
  record.finish();
}

}  // namespace

json estimate_ranks(const Job& job, int ranks) {
  json divisions;
  if (!by_optics_alone(job)) divisions = divisions_over_ranks(job, ranks);
  if (divisions.is_null()) {
    json answer = Statement(one_rank(ranks));
    answer.update({{"ranksUsed", 1}, {"divisions", json::array()}});
    return answer;
  }
  return {{"ranksUsed", ranks}, {"divisions", std::move(divisions)}};
}

json event_of(const CostEstimate& cost) {
  json event{{"event", "estimate"},     {"unknowns", cost.unknowns},      {"memoryBytes", cost.memory_bytes},
             {"seconds", cost.seconds}, {"method", name_of(cost.method)}, {"reason", english(cost.reason)}};
  event["reasonMessage"] = cost.reason;
  if (is_iterative(cost.method))
    event.update({{"nearEntries", cost.near_entries},
                  {"levels", cost.levels},
                  {"secondsPerProduct", cost.seconds_per_product},
                  {"products", cost.products}});
  if (cost.disk_bytes > 0) event["diskBytes"] = cost.disk_bytes;
  return event;
}

CostEstimate estimate(const Job& job) {
  EventStream silent(nullptr);
  return sweep_of(job, {}, silent, Communicator::alone())->cost();
}

void solve(const Job& job, const std::filesystem::path& folder, EventStream& events, Communicator& ranks) {
  set_threads(job.threads);
  Progress progress(events);
  if (ranks.size() > 1 && !by_optics_alone(job)) {
    const auto sweep = sweep_of(job, folder, events, ranks);
    if (sweep->cost().method == Method::mlfma)
      return drive(job, *sweep, folder, events, progress, ranks, ranks.size());
  }
  // One rank does what the others cannot help with.
  if (ranks.is_first()) {
    Communicator& alone = Communicator::alone();
    drive(job, *sweep_of(job, folder, events, alone), folder, events, progress, alone, ranks.size());
  }
  if (ranks.size() > 1) ranks.wait_idle();
}

}  // namespace pace
