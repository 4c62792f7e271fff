#include "run/run_record.hpp"

#include <algorithm>
#include <fstream>

#include "output/result_files.hpp"
#include "parallel/threads.hpp"

namespace pace {

using nlohmann::json;

RunRecord::RunRecord(RunResult result, std::filesystem::path folder, EventStream& events, Progress& progress,
                     Communicator& ranks)
    : result_(std::move(result)),
      folder_(std::move(folder)),
      events_(events),
      progress_(progress),
      ranks_(ranks) {
  for (const Notice& n : result_.notices) events_.notice(n);
}

void RunRecord::resume(std::span<const double> in_order,
                       const std::function<bool(double, int)>& is_accurate_enough) {
  std::optional<EarlierRun> earlier = earlier_run(
      earlier_file("result.json"), earlier_file("monostatic.json"), result_.fingerprint, in_order,
      static_cast<int>(result_.illuminations.size()), result_.adaptive.has_value(), is_accurate_enough);
  if (!earlier) return;
  result_.frequencies = std::move(earlier->frequencies);
  result_.partial = earlier->partial;
  monostatic_ = std::move(earlier->records);
  for (MonostaticRecord& r : monostatic_) r.computed.reset();
  earlier_seconds_ = earlier->seconds;
  earlier_processor_seconds_ = earlier->processor_seconds;
  earlier_memory_ = earlier->memory_bytes;
}

/// A file of the folder as it was, on every rank; discarded if there is none.
json RunRecord::earlier_file(const char* name) const {
  std::string text;
  if (ranks_.is_first()) {
    std::ifstream file(folder_ / name);
    text.assign(std::istreambuf_iterator<char>(file), {});
  }
  ranks_.broadcast(text);
  return json::parse(text, nullptr, false);
}

void RunRecord::add(const Notice& notice) {
  result_.notices.push_back(notice);
  events_.notice(notice);
}

void RunRecord::add(std::span<const MonostaticRecord> records) {
  monostatic_.insert(monostatic_.end(), records.begin(), records.end());
}

std::vector<MonostaticRecord> RunRecord::returns_of(double frequency_hz) const {
  std::vector<MonostaticRecord> found;
  std::copy_if(monostatic_.begin(), monostatic_.end(), std::back_inserter(found),
               [&](const MonostaticRecord& r) { return r.frequency_hz == frequency_hz; });
  return found;
}

void RunRecord::set_errors(double frequency_hz, std::vector<std::vector<FieldError>> errors) {
  auto next = errors.begin();
  for (MonostaticRecord& r : monostatic_)
    if (r.frequency_hz == frequency_hz && next != errors.end()) r.error = std::move(*next++);
}

void RunRecord::set_corrections(double frequency_hz,
                                const std::vector<std::vector<FieldCorrection>>& corrections) {
  auto next = corrections.begin();
  for (MonostaticRecord& r : monostatic_) {
    if (r.frequency_hz != frequency_hz || next == corrections.end()) continue;
    r.corrected.clear();
    for (std::size_t w = 0; w < r.field.size(); ++w) {
      const auto& [shift, error] = next->at(w);
      r.corrected.push_back({{r.field[w].theta + shift.theta, r.field[w].phi + shift.phi}, error});
    }
    ++next;
  }
}

void RunRecord::add(FrequencyResult frequency) {
  // Ascending, in whatever order they are solved.
  const auto at =
      std::find_if(result_.frequencies.begin(), result_.frequencies.end(),
                   [&](const FrequencyResult& f) { return f.frequency_hz > frequency.frequency_hz; });
  result_.frequencies.insert(at, std::move(frequency));
  result_.partial.reset();
}

void RunRecord::set_optics_seconds(double setup, double fields) {
  result_.physical_optics->setup_seconds = setup;
  result_.physical_optics->fields_seconds = fields;
}

void RunRecord::set_adaptive(RunResult::Adaptive adaptive, std::vector<MonostaticRecord> rows) {
  result_.adaptive = std::move(adaptive);
  interpolated_ = std::move(rows);
  if (interpolated_.empty()) return;
  // A frequency that an earlier pass began may not be asked for by another tolerance.
  std::erase_if(monostatic_, [&](const MonostaticRecord& r) { return !has(r.frequency_hz); });
  result_.partial.reset();
}

std::vector<MonostaticRecord> RunRecord::rows() const {
  std::vector<MonostaticRecord> rows = monostatic_;
  if (result_.adaptive)
    for (MonostaticRecord& r : rows) r.computed = true;
  rows.insert(rows.end(), interpolated_.begin(), interpolated_.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.frequency_hz < b.frequency_hz; });
  return rows;
}

bool RunRecord::has(double frequency_hz) const {
  return std::any_of(result_.frequencies.begin(), result_.frequencies.end(),
                     [&](const FrequencyResult& f) { return f.frequency_hz == frequency_hz; });
}

void RunRecord::save() {
  result_.seconds = earlier_seconds_ + progress_.seconds();
  result_.processor_seconds =
      earlier_processor_seconds_ +
      1e-6 * static_cast<double>(ranks_.sum(static_cast<std::int64_t>(1e6 * processor_seconds())));
  result_.memory_bytes =
      std::max(ranks_.sum(static_cast<std::int64_t>(peak_memory_bytes())), earlier_memory_);
  if (!ranks_.is_first()) return;
  write_json(folder_ / "monostatic.json", monostatic_file(rows(), result_.converged()));
  write_json(folder_ / "result.json", result_);
}

void RunRecord::finish() {
  result_.finished = true;
  save();
  progress_.stage(stage::finished, 1.0);
  events_.say({{"event", "finished"},
               {"converged", result_.converged()},
               {"seconds", progress_.seconds()},
               {"memoryBytes", result_.memory_bytes}});
}

}  // namespace pace
