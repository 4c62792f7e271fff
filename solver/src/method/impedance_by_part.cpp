#include "core/error.hpp"
#include "method/formulation.hpp"

namespace pace {

ImpedanceByPart impedance_by_part(const Job& job, const Mesh& mesh) {
  return [&job, &mesh](double frequency_hz) {
    std::vector<Complex> z(mesh.parts.size(), Complex(0.001));
    double best = -1.0;
    for (const auto& entry : job.materials["impedances"]) {
      const double distance = std::abs(entry["frequency"].get<double>() - frequency_hz);
      if (best >= 0.0 && distance >= best) continue;
      best = distance;
      for (const auto& p : entry["params"])
        for (std::size_t i = 0; i < mesh.parts.size(); ++i)
          if (mesh.parts[i].number == p["impedanceSurface"].get<int>())
            z[i] = Complex(p["impedanceReal"].get<double>(), p["impedanceImaginary"].get<double>());
    }
    return z;
  };
}

}  // namespace pace
