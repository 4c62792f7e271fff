// Solves a mesh by the rooms directly: what the tests of whole bodies have in common.
#pragma once

#include <cmath>
#include <vector>

#include "basis/rwg_space.hpp"
#include "excitation/plane_wave.hpp"
#include "linalg/dense_matrix.hpp"
#include "observables/far_field.hpp"
#include "observables/plane_wave_moments.hpp"
#include "operators/dense_assembly.hpp"
#include "reference/mie.hpp"

namespace solved {

using namespace pace;

struct Wave {
  double theta, phi;
  int polarization;
};

/// What tests the MFIE: the dual functions where there are any, or the RWG functions everywhere.
enum class MagneticTesting { buffa_christiansen, rwg };

inline constexpr double wavenumber_of_unit = 2.0 * pi;  ///< k for a wavelength of 1 m

/// Far field [direction][wave] of a mesh with one α a part.
inline std::vector<std::vector<FarFieldAmplitude>> far_field_of(
    const Mesh& mesh, double k, const std::vector<double>& part_alpha, const std::vector<Wave>& waves,
    const std::vector<Direction>& directions, MagneticTesting testing = MagneticTesting::buffa_christiansen) {
  const RwgSpace space(mesh, analyse(mesh));
  const std::vector<double> alpha = cfie_weights(space, part_alpha);
  const DualSpace dual_space(space);
  const DualSpace* dual = testing == MagneticTesting::buffa_christiansen ? &dual_space : nullptr;
  LuFactors lu(assemble_dense(space, dual, k, alpha, QuadratureChoice{}));
  Columns columns(space.size(), static_cast<int>(waves.size()));
  for (std::size_t w = 0; w < waves.size(); ++w)
    excite(space, dual, k, plane_wave(waves[w].theta, waves[w].phi, waves[w].polarization), alpha,
           columns.column(w));
  lu.solve(columns);
  return far_field(space, k, directions, columns);
}

/// Directions that no symmetry of a body prefers.
inline std::vector<Direction> scattered_directions(int count) {
  std::vector<Direction> directions;
  for (int i = 0; i < count; ++i)
    directions.push_back({std::acos(1.0 - 2.0 * (i + 0.5) / count), std::fmod(2.399963 * i, 2.0 * pi)});
  return directions;
}

struct Difference {
  double complex_relative;  ///< ‖E − E_ref‖ / ‖E_ref‖ over all directions, both components
  double mean_db;           ///< mean |ΔdB| of the total power
};

template <class Reference>
Difference difference(const std::vector<std::vector<FarFieldAmplitude>>& fields, int wave,
                      const Reference& reference) {
  double error = 0.0, norm = 0.0, db = 0.0;
  for (std::size_t d = 0; d < fields.size(); ++d) {
    const auto& e = fields[d][wave];
    const auto& r = reference[d];
    error += std::norm(e.theta - r.theta) + std::norm(e.phi - r.phi);
    const double power = std::norm(r.theta) + std::norm(r.phi);
    norm += power;
    db += std::abs(10.0 * std::log10((std::norm(e.theta) + std::norm(e.phi)) / power));
  }
  return {std::sqrt(error / norm), db / fields.size()};
}

inline std::vector<MieFarField> mie_of(const Sphere& sphere, double k, const Wave& wave,
                                       const std::vector<Direction>& directions) {
  std::vector<std::pair<double, double>> angles;
  for (const Direction& d : directions) angles.emplace_back(d.theta, d.phi);
  return mie_far_field(sphere, k * speed_of_light / (2.0 * pi), wave.theta, wave.phi,
                       wave.polarization == 1 ? 1.0 : 0.0, wave.polarization == 0 ? 1.0 : 0.0, angles);
}

/// Of a perfect conductor.
inline std::vector<MieFarField> mie_of(double radius, const Vec3& centre, double k, const Wave& wave,
                                       const std::vector<Direction>& directions) {
  Sphere sphere;
  sphere.core_radius_m = radius;
  sphere.center_m = centre;
  return mie_of(sphere, k, wave, directions);
}

}  // namespace solved
