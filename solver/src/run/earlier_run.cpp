#include "run/earlier_run.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace pace {
namespace {

using nlohmann::json;

/// Anything but what a run writes.
struct Foreign {};

double number(const json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object.at(key).is_number()) throw Foreign();
  const double value = object.at(key).get<double>();
  if (!std::isfinite(value)) throw Foreign();
  return value;
}

/// Of a cost that may be missing.
double amount(const json& object, const char* key) {
  return object.contains(key) ? std::max(0.0, number(object, key)) : 0.0;
}

int whole(const json& object, const char* key, int least, int most) {
  const double value = number(object, key);
  if (std::floor(value) != value || value < least || value > most) throw Foreign();
  return static_cast<int>(value);
}

bool flag(const json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object.at(key).is_boolean()) throw Foreign();
  return object.at(key).get<bool>();
}

const json& list(const json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object.at(key).is_array()) throw Foreign();
  return object.at(key);
}

std::map<double, json> records_by_frequency(const json& monostatic) {
  std::map<double, json> records;
  for (const json& record : list(monostatic, "monoStaticRcs")) {
    for (const char* key :
         {"angleTheta", "anglePhi", "e_Theta_Real", "e_Theta_Imag", "e_Phi_Real", "e_Phi_Imag"})
      number(record, key);
    json& of_frequency = records[number(record, "frequency")];
    if (of_frequency.is_null()) of_frequency = json::array();
    of_frequency.push_back(record);
  }
  return records;
}

EarlierRun read(const json& result, const json& monostatic, std::span<const double> frequencies_hz,
                int illuminations, const std::function<bool(double, int)>& is_accurate_enough) {
  EarlierRun earlier;
  earlier.finished = flag(result, "finished");
  earlier.seconds = amount(result, "seconds");
  earlier.processor_seconds = amount(result, "processorSeconds");
  earlier.memory_bytes = amount(result, "memoryBytes");
  const std::map<double, json> records = records_by_frequency(monostatic);
  // What was given up as it was stays until the finished run is continued.
  const auto stays = [&](const json& solved) {
    constexpr int most_digits = 16;
    const double error = number(solved, "backwardError");
    return flag(solved, "converged") ? is_accurate_enough(error, whole(solved, "digits", 0, most_digits))
                                     : !earlier.finished;
  };
  const auto keep = [&](const json& solved, int count) {
    const double frequency = number(solved, "frequencyHz");
    const auto found = records.find(frequency);
    if (!stays(solved) || found == records.end() || static_cast<int>(found->second.size()) < count ||
        std::find(frequencies_hz.begin(), frequencies_hz.end(), frequency) == frequencies_hz.end())
      return false;
    for (const json& other : earlier.frequencies)
      if (other.at("frequencyHz") == frequency) return false;
    for (int i = 0; i < count; ++i) earlier.records.push_back(found->second[static_cast<std::size_t>(i)]);
    return true;
  };
  for (const json& frequency : list(result, "frequencies"))
    if (keep(frequency, illuminations)) earlier.frequencies.push_back(frequency);
  if (!earlier.finished && result.contains("partial")) {
    const json& partial = result.at("partial");
    const auto missing = std::find_if(frequencies_hz.begin(), frequencies_hz.end(), [&](double frequency) {
      return std::none_of(earlier.frequencies.begin(), earlier.frequencies.end(),
                          [&](const json& f) { return f.at("frequencyHz") == frequency; });
    });
    // The run goes on at the first frequency that is missing; another one is begun anew.
    if (missing != frequencies_hz.end() && number(partial, "frequencyHz") == *missing &&
        keep(partial, whole(partial, "illuminations", 1, illuminations)))
      earlier.partial = partial;
  }
  return earlier;
}

}  // namespace

std::optional<EarlierRun> earlier_run(const json& result, const json& monostatic,
                                      const std::string& fingerprint, std::span<const double> frequencies_hz,
                                      int illuminations,
                                      const std::function<bool(double, int)>& is_accurate_enough) {
  if (!result.is_object() || !result.contains("fingerprint") || result.at("fingerprint") != fingerprint)
    return std::nullopt;
  try {
    return read(result, monostatic, frequencies_hz, illuminations, is_accurate_enough);
  } catch (const Foreign&) {
    return std::nullopt;
  }
}

}  // namespace pace
