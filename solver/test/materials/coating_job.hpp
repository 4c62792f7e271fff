// Jobs and small coated bodies for the tests of this room.
#pragma once

#include <nlohmann/json.hpp>

#include "../mesh/shapes.hpp"
#include "input/job.hpp"

namespace coating {

constexpr double f = 10e9, lambda = pace::speed_of_light / f;  ///< [Hz], [m]

using Json = nlohmann::json;

inline Json complex(double real, double imaginary) { return {{"real", real}, {"imaginary", imaginary}}; }

inline Json material(const char* name, double frequency, pace::Complex eps, pace::Complex mu = 1.0) {
  return {{"id", name},
          {"name", name},
          {"frequency", frequency},
          {"permitivity", complex(eps.real(), eps.imag())},
          {"permeability", complex(mu.real(), mu.imag())}};
}

inline Json layer(int surface, int index, const char* name, double metres) {
  return {{"id", index},
          {"materialName", name},
          {"surface", surface},
          {"surfaceIndex", index},
          {"thickness", metres}};
}

inline Json impedance(double frequency, int surface, double real, double imaginary) {
  return {{"frequency", frequency},
          {"params",
           {{{"impedanceSurface", surface}, {"impedanceReal", real}, {"impedanceImaginary", imaginary}}}}};
}

inline pace::Job job(const Json& materials) {
  return pace::parse_job({{"schema", "pace-job-1"},
                          {"programType", 2},
                          {"mesh", "mesh.unv"},
                          {"solverInput", Json::object()},
                          {"materials", materials}},
                         "/run");
}

}  // namespace coating
