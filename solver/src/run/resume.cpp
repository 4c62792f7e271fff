#include "run/resume.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace pace {
namespace {

using nlohmann::json;

/// Of a cost that may be missing. @throws std::exception if it is no number
double amount(const json& object, const char* key) {
  return object.contains(key) ? std::max(0.0, object.at(key).get<double>()) : 0.0;
}

/// @throws std::exception if it is not what a run writes
EarlierRun read(const json& result, const json& monostatic, std::span<const double> frequencies_hz,
                int illuminations, bool in_any_order,
                const std::function<bool(double, int)>& is_accurate_enough) {
  EarlierRun earlier;
  earlier.finished = result.at("finished").get<bool>();
  earlier.seconds = amount(result, "seconds");
  earlier.processor_seconds = amount(result, "processorSeconds");
  earlier.memory_bytes = static_cast<std::int64_t>(std::min(amount(result, "memoryBytes"), 1e18));
  std::map<double, std::vector<MonostaticRecord>> records;
  for (const MonostaticRecord& r : monostatic_records_of(monostatic))
    if (r.computed.value_or(true)) records[r.frequency_hz].push_back(r);
  // What was given up as it was stays until the finished run is continued.
  const auto stays = [&](bool converged, double error, int digits) {
    return converged ? is_accurate_enough(error, digits) : !earlier.finished;
  };
  const auto is_kept = [&](double frequency_hz) {
    return std::any_of(earlier.frequencies.begin(), earlier.frequencies.end(),
                       [&](const FrequencyResult& f) { return f.frequency_hz == frequency_hz; });
  };
  /// Takes the records of the first illuminations over, if all of them are there.
  const auto keep = [&](double frequency_hz, int count) {
    const auto found = records.find(frequency_hz);
    if (found == records.end() || static_cast<int>(found->second.size()) < count ||
        std::find(frequencies_hz.begin(), frequencies_hz.end(), frequency_hz) == frequencies_hz.end() ||
        is_kept(frequency_hz))
      return false;
    earlier.records.insert(earlier.records.end(), found->second.begin(), found->second.begin() + count);
    return true;
  };
  for (const json& entry : result.at("frequencies")) {
    FrequencyResult f = frequency_result_of(entry);
    if (stays(f.converged, f.full_wave->backward_error, f.full_wave->digits) &&
        keep(f.frequency_hz, illuminations))
      earlier.frequencies.push_back(std::move(f));
  }
  if (!earlier.finished && result.contains("partial")) {
    const PartialResult partial = partial_result_of(result.at("partial"));
    // The run goes on at the first frequency that is missing; another one is begun anew.
    const auto missing =
        std::find_if(frequencies_hz.begin(), frequencies_hz.end(), [&](double f) { return !is_kept(f); });
    if (partial.illuminations <= illuminations && missing != frequencies_hz.end() &&
        (in_any_order || partial.frequency_hz == *missing) &&
        stays(partial.converged, partial.backward_error, partial.digits) &&
        keep(partial.frequency_hz, partial.illuminations))
      earlier.partial = partial;
  }
  return earlier;
}

}  // namespace

std::optional<EarlierRun> earlier_run(const json& result, const json& monostatic,
                                      const std::string& fingerprint, std::span<const double> frequencies_hz,
                                      int illuminations, bool in_any_order,
                                      const std::function<bool(double, int)>& is_accurate_enough) {
  if (!result.is_object() || !result.contains("fingerprint") || result.at("fingerprint") != fingerprint)
    return std::nullopt;
  try {
    return read(result, monostatic, frequencies_hz, illuminations, in_any_order, is_accurate_enough);
  } catch (const std::exception&) {
    return std::nullopt;  // not what a run writes
  }
}

}  // namespace pace
