#include "output/back_projection_file.hpp"

#include <cmath>

namespace pace {

using nlohmann::json;

json back_projection_file(const BackProjectionRecord& record) {
  json file{{"schema", "pace-backprojection-1"},
            {"fingerprint", record.fingerprint},
            {"polarization", record.polarization},
            {"received", record.received},
            {"frequenciesHz", record.frequency_hz},
            {"frequencies", record.frequencies},
            {"illuminations", record.illuminations},
            {"resolution_m", json::object()},
            {"radius_m", record.radius_m},
            {"spots", json::array()},
            {"seconds", record.seconds}};
  const auto add = [&](const char* name, const std::optional<double>& metres) {
    if (metres) file["resolution_m"][name] = *metres;
  };
  add("downRange", record.down_range_m);
  add("theta", record.theta_m);
  add("phi", record.phi_m);
  for (const BackProjectionRecord::Spot& spot : record.spots)
    file["spots"].push_back({{"triangle", spot.triangle + 1},
                             {"part", spot.part + 1},
                             {"position_m", {spot.position_m.x(), spot.position_m.y(), spot.position_m.z()}},
                             {"rcs_dBsm", 10.0 * std::log10(spot.rcs_m2)}});
  return file;
}

}  // namespace pace
