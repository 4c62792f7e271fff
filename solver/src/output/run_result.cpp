#include "output/run_result.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/version.hpp"

namespace pace {
namespace {

using nlohmann::json;

/// A finite number. @throws std::exception
double number(const json& object, const char* key) {
  const double value = object.at(key).get<double>();
  if (!std::isfinite(value)) throw std::domain_error(key);
  return value;
}

/// @throws std::exception
int whole_number(const json& object, const char* key, int least, int most) {
  const double value = number(object, key);
  if (std::floor(value) != value || value < least || value > most) throw std::domain_error(key);
  return static_cast<int>(value);
}

constexpr int most_digits = 16;

/// Of a count that may be missing. @throws std::exception
std::int64_t count_or_none(const json& object, const char* key) {
  if (!object.contains(key)) return 0;
  const double value = number(object, key);
  if (std::floor(value) != value || value < 0.0 || value > 1e15) throw std::domain_error(key);
  return static_cast<std::int64_t>(value);
}

/// Of a list that may be missing. @throws std::exception
std::vector<double> numbers_or_none(const json& object, const char* key) {
  return object.contains(key) ? object.at(key).get<std::vector<double>>() : std::vector<double>{};
}

/// A run writes no null. @throws std::exception
void refuse_null(const json& value) {
  if (value.is_null()) throw std::domain_error("null");
  if (value.is_structured())
    for (const json& child : value) refuse_null(child);
}

json object_of(const FrequencyResult::Extinction& e) {
  return {{"points", e.points}, {"illuminations", e.illuminations}, {"fieldInside", e.field_inside}};
}

json object_of(const FrequencyResult& f, const std::string& method) {
  if (!f.as_written.is_null()) return f.as_written;
  json object{{"frequencyHz", f.frequency_hz}, {"converged", f.converged}};
  if (f.full_wave) {
    const StageSeconds& s = f.full_wave->seconds;
    object.update(
        {{"backwardError", f.full_wave->backward_error},
         {"digits", f.full_wave->digits},
         {"seconds",
          {{"near", s.near}, {"fields", s.fields}, {"solution", s.solution}, {"output", s.output}}}});
  }
  if (f.extinction) object["extinction"] = object_of(*f.extinction);
  if (f.error_estimate)
    object["errorEstimate"] = {{"equation", f.error_estimate->equation},
                               {"discretisation", f.error_estimate->discretisation},
                               {"geometry", f.error_estimate->geometry},
                               {"seconds", f.error_estimate->seconds}};
  if (f.error_estimate && !f.error_estimate->receivers.empty())
    object["errorEstimate"]["receivers"] = f.error_estimate->receivers;
  if (f.error_estimate && f.error_estimate->layers)
    object["errorEstimate"]["layers"] = *f.error_estimate->layers;
  if (f.error_estimate && f.error_estimate->corrected)
    object["errorEstimate"]["corrected"] = *f.error_estimate->corrected;
  if (f.error_estimate && f.error_estimate->map)
    object["errorEstimate"]["map"] = {{"file", f.error_estimate->map->file},
                                      {"sum", f.error_estimate->map->sum},
                                      {"rootSumOfSquares", f.error_estimate->map->root_sum_of_squares}};
  if (f.iterative)
    object.update({{"products", f.iterative->products},
                   {"rank", f.iterative->rank},
                   {"productsOneByOneAtLeast", f.iterative->products_one_by_one},
                   {method, f.iterative->report}});
  return object;
}

json object_of(const PartialResult& p) {
  json object{{"frequencyHz", p.frequency_hz},
              {"illuminations", p.illuminations},
              {"backwardError", p.backward_error},
              {"converged", p.converged},
              {"digits", p.digits},
              {"cancellation", p.cancellation},
              {"returnUncertainty", p.rcs_uncertainty},
              {"products", p.products},
              {"rank", p.rank},
              {"productsOneByOneAtLeast", p.products_one_by_one}};
  if (p.extinction) object["extinction"] = object_of(*p.extinction);
  return object;
}

json object_of(const RunResult::Prediction& p) {
  json object{{"seconds", p.seconds}, {"memoryBytes", p.memory_bytes}};
  if (p.iterative)
    object.update({{"secondsPerProduct", p.iterative->seconds_per_product},
                   {"products", p.iterative->products},
                   {"nearEntries", p.iterative->near_entries},
                   {"levels", p.iterative->levels}});
  if (p.iterative && p.iterative->disk_bytes > 0) object["diskBytes"] = p.iterative->disk_bytes;
  return object;
}

json object_of(const RunResult::Adaptive& a) {
  json object{{"toleranceDb", a.tolerance_db},
              {"steps", json::array()},
              {"interpolated", json::array()},
              {"narrowResonances", json::array()}};
  for (const auto& step : a.steps) {
    object["steps"].push_back({{"frequencyHz", step.frequency_hz}});
    if (step.error_of_prediction) object["steps"].back()["errorOfPrediction"] = *step.error_of_prediction;
  }
  for (const auto& i : a.interpolated)
    object["interpolated"].push_back({{"frequencyHz", i.frequency_hz}, {"relativeError", i.relative_error}});
  for (const auto& r : a.narrow_resonances)
    object["narrowResonances"].push_back({{"frequencyHz", r.frequency_hz}, {"quality", r.quality}});
  return object;
}

}  // namespace

void to_json(json& object, const Notice& notice) {
  object = static_cast<const Statement&>(notice);
  if (!notice.where.empty()) object["where"] = notice.where;
}

bool RunResult::converged() const {
  return std::all_of(frequencies.begin(), frequencies.end(),
                     [](const FrequencyResult& f) { return f.converged; });
}

void to_json(json& object, const RunResult& r) {
  object = {{"schema", "pace-result-1"},      {"version", version},
            {"programType", r.program_type},  {"method", r.method},
            {"reason", english(r.reason)},    {"reasonMessage", r.reason},
            {"triangles", r.triangles},       {"threads", r.threads},
            {"polarization", r.polarization}, {"frequenciesHz", r.frequencies_hz},
            {"illuminations", json::array()}, {"converged", r.converged()},
            {"finished", r.finished},         {"notices", r.notices},
            {"frequencies", json::array()},   {"predicted", object_of(r.predicted)},
            {"seconds", r.seconds},           {"processorSeconds", r.processor_seconds},
            {"memoryBytes", r.memory_bytes}};
  for (const Illumination& i : r.illuminations)
    object["illuminations"].push_back({{"thetaDeg", i.theta_deg}, {"phiDeg", i.phi_deg}});
  for (const FrequencyResult& f : r.frequencies) object["frequencies"].push_back(object_of(f, r.method));
  if (!r.formulation.empty()) object["formulation"] = r.formulation;
  if (!r.fingerprint.empty()) object["fingerprint"] = r.fingerprint;
  if (r.unknowns) {
    object["unknowns"] = *r.unknowns;
    object["bytesPerUnknown"] = static_cast<double>(r.memory_bytes) / static_cast<double>(*r.unknowns);
  }
  if (r.partial) object["partial"] = object_of(*r.partial);
  if (r.adaptive) object["adaptive"] = object_of(*r.adaptive);
  if (const auto& optics = r.physical_optics)
    object["physicalOptics"] = {
        {"reflections", optics->reflections},
        {"edgeDiffraction", optics->edge_diffraction},
        {"sharpEdges", optics->sharp_edges},
        {"seconds", {{"setup", optics->setup_seconds}, {"fields", optics->fields_seconds}}}};
}

FrequencyResult frequency_result_of(const json& entry) {
  refuse_null(entry);
  FrequencyResult result;
  result.frequency_hz = number(entry, "frequencyHz");
  result.converged = entry.at("converged").get<bool>();
  result.full_wave = {.backward_error = number(entry, "backwardError"),
                      .digits = whole_number(entry, "digits", 0, most_digits),
                      .seconds = {}};
  result.as_written = entry;
  return result;
}

PartialResult partial_result_of(const json& object) {
  refuse_null(object);
  PartialResult result;
  result.frequency_hz = number(object, "frequencyHz");
  result.illuminations = whole_number(object, "illuminations", 1, 1 << 30);
  result.backward_error = number(object, "backwardError");
  result.converged = object.at("converged").get<bool>();
  result.digits = whole_number(object, "digits", 0, most_digits);
  if (object.contains("extinction")) {
    const json& e = object.at("extinction");
    result.extinction = {whole_number(e, "points", 0, 1 << 30), whole_number(e, "illuminations", 0, 1 << 30),
                         number(e, "fieldInside")};
  }
  result.cancellation = numbers_or_none(object, "cancellation");
  result.rcs_uncertainty = numbers_or_none(object, "returnUncertainty");
  result.products = count_or_none(object, "products");
  result.rank = count_or_none(object, "rank");
  result.products_one_by_one = count_or_none(object, "productsOneByOneAtLeast");
  return result;
}

}  // namespace pace
