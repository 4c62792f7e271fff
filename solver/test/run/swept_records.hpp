// Records of sweeps of both polarizations held against each other.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace pace {

/// Re and Im of the scattering matrix.
inline const std::vector<std::string> matrix_names{"s_VV_Real", "s_VV_Imag", "s_HH_Real", "s_HH_Imag",
                                                   "s_VH_Real", "s_VH_Imag", "s_HV_Real", "s_HV_Imag"};

/// ‖a − b‖ / ‖b‖ of some numbers of the records of a frequency in two files of returns.
inline double difference(const nlohmann::json& a, const nlohmann::json& b, double frequency_hz,
                         const std::vector<std::string>& names = matrix_names) {
  const auto rows = [&](const nlohmann::json& file) {
    std::vector<nlohmann::json> found;
    for (const nlohmann::json& row : file.at("monoStaticRcs"))
      if (row.at("frequency").get<double>() == frequency_hz) found.push_back(row);
    return found;
  };
  const auto of_a = rows(a), of_b = rows(b);
  REQUIRE(of_a.size() == of_b.size());
  REQUIRE(of_a.size() > 0);
  double error = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < of_a.size(); ++i)
    for (const std::string& name : names) {
      const double x = of_a[i].at(name), y = of_b[i].at(name);
      error += (x - y) * (x - y), norm += y * y;
    }
  return std::sqrt(error / norm);
}

}  // namespace pace
