// backprojection.json (docs/run-folder.md); the image is in a file like maps.bin, see map_files.hpp.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/types.hpp"

namespace pace {

struct BackProjectionRecord {
  std::string fingerprint;  ///< of the results
  int polarization = 0;     ///< code of the incident wave: 0 H, 1 V, 2 right, 3 left circular
  std::string received;     ///< "V" or "H"
  std::array<double, 2> frequency_hz{};
  int frequencies = 0, illuminations = 0;
  /// Shortest distance of two resolved places, without weights [m]; nothing where
  /// the sweep has one value.
  std::optional<double> down_range_m, theta_m, phi_m;
  double radius_m = 0.0;  ///< around a hot spot there is no other one
  struct Spot {
    int triangle = 0, part = 0;  ///< of the mesh, from 0
    Vec3 position_m = Vec3::Zero();
    double rcs_m2 = 0.0;
  };
  std::vector<Spot> spots;  ///< strongest first
  double seconds = 0.0;
};

nlohmann::json back_projection_file(const BackProjectionRecord& record);

}  // namespace pace
