#include "output/solve_report.hpp"

namespace pace {
namespace {

using nlohmann::json;

json object_of(const ProductBytes& bytes) {
  return {{"near", bytes.near},
          {"preconditioner", bytes.preconditioner},
          {"patterns", bytes.patterns},
          {"fields", bytes.fields},
          {"translators", bytes.translators}};
}

json object_of(const SolveReport::Seconds& seconds) {
  json object{{"nearMatrix", seconds.near_matrix},
              {"solution", seconds.solution},
              {"perProduct", seconds.per_product}};
  if (seconds.patterns) object["patterns"] = *seconds.patterns;
  if (seconds.preconditioner) object["preconditioner"] = *seconds.preconditioner;
  if (seconds.near_per_product) object["nearPerProduct"] = *seconds.near_per_product;
  if (seconds.far_per_product) object["farPerProduct"] = *seconds.far_per_product;
  return object;
}

json object_of(const RankReport& rank) {
  json bytes = object_of(rank.bytes);
  bytes["tree"] = rank.tree_bytes;
  return {{"unknowns", rank.unknowns},
          {"bytes", std::move(bytes)},
          {"bytesSentPerProduct", rank.bytes_sent_per_product},
          {"nearSecondsPerProduct", rank.near_seconds_per_product},
          {"farSecondsPerProduct", rank.far_seconds_per_product},
          {"waitSecondsPerProduct", rank.wait_seconds_per_product}};
}

}  // namespace

void to_json(json& object, const SolveReport& report) {
  object = {{"digits", report.digits},
            {"levels", report.levels},
            {"bytesPerUnknown", object_of(report.bytes_per_unknown)},
            {"seconds", object_of(report.seconds)},
            {"preconditioner", report.uses_inner_solve ? "inner" : "near"},
            {"innerProducts", report.inner_products}};
  if (report.near_interpolated) object["nearInterpolated"] = *report.near_interpolated;
  if (report.leaf_wavelengths) object["leafWavelengths"] = *report.leaf_wavelengths;
  if (report.degrees) object["degrees"] = *report.degrees;
  for (const SolveReport::Region& r : report.regions)
    object["regions"].push_back(
        {{"functions", r.functions}, {"levels", r.levels}, {"leafWavelengths", r.leaf_wavelengths}});
  if (report.hybrid) {
    object.update({{"fullWaveUnknowns", report.hybrid->full_wave_unknowns},
                   {"opticsFunctions", report.hybrid->optics_functions},
                   {"collarTriangles", report.hybrid->collar_triangles},
                   {"groups", report.hybrid->groups}});
    object["bytesPerUnknown"]["projection"] = report.hybrid->projection_bytes_per_unknown;
  }
  for (const ProductStage& s : report.stages)
    object["stages"][s.name] = {{"coreSeconds", s.core_seconds}, {"flops", s.flops}, {"bytes", s.bytes}};
  if (report.flops_per_product) object["flopsPerProduct"] = *report.flops_per_product;
  for (const RankReport& r : report.ranks) object["ranks"].push_back(object_of(r));
}

}  // namespace pace
