// Exact series for the plane wave scattered by a sphere in vacuum: perfect conductor, impedance sphere,
// dielectric and magnetic ball, each under any number of concentric layers. The reference that every other
// method is tested against.
//
// Conventions: e^{+jωt}, ε = ε' - jε'', μ = μ' - jμ'', outgoing h_n^(2); a wave (θ, φ) arrives FROM that
// direction, k̂ = -r̂(θ, φ); the far field is F(r̂) = lim r e^{jkr} E_scat, so that σ = 4π|F|² for |E_inc| = 1
// V/m.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/types.hpp"

namespace pace {

/// A homogeneous shell, or the innermost ball of a dielectric sphere.
struct SphereLayer {
  double outer_radius_m;
  Complex relative_permittivity;  ///< ε' - jε'', ε'' ≥ 0
  Complex relative_permeability;  ///< μ' - jμ'', μ'' ≥ 0
};

/// A sphere described from the inside outwards.
struct Sphere {
  enum class Core { pec, impedance, dielectric };

  Core core = Core::pec;
  double core_radius_m = 0.0;  ///< of the PEC or impedance core; 0 for Core::dielectric
  Complex surface_impedance_ohm{
      0.0, 0.0};  ///< Core::impedance: Z_s = R + jX, R ≥ 0, E_tan = Z_s n × H, n outwards
  std::vector<SphereLayer>
      layers{};  ///< ascending radii; layers[0] is the innermost ball of Core::dielectric
  Vec3 center_m = Vec3::Zero();
};

/// Scattering coefficients of the electric (a, TM to r) and magnetic (b, TE to r) multipoles of the vacuum
/// outside; element i belongs to order n = i + 1. They are the complex conjugates of a_n and b_n of Bohren &
/// Huffman 1983.
struct MieCoefficients {
  std::vector<Complex> a, b;
};

/// Far-field amplitude along θ̂ and φ̂ of the observation direction [V].
struct MieFarField {
  Complex theta, phi;
};

struct MieCrossSections {
  double extinction_m2;   ///< by the optical theorem; extinction - scattering is what the sphere absorbs
  double scattering_m2;   ///< scattered power over incident power density
  double backscatter_m2;  ///< monostatic radar cross section σ, the same for both linear polarizations
};

/// Scattering coefficients for all orders that matter in double precision. Independent of center_m.
/// Tested for outer size parameters 1e-3 to 500. Digits are lost where the physics is ill-conditioned: size
/// parameters inside the materials are exact to rounding only, and a core hundreds of times smaller than a
/// transparent coating is seen through the rounding of the coating's own, larger, waves.
/// @param frequency_hz  > 0
/// @throws InputError   for a radius that is not positive, layers that do not ascend, an active or vanishing
/// material,
///                      a dielectric sphere without layers, a frequency that is not positive, or a sphere of
///                      more than 10⁶ radians of size parameter in any of its materials. Codes
///                      FREQUENCY_INVALID and JOB_INVALID; where() is a JSON pointer into Sphere, or
///                      /frequency_hz
MieCoefficients mie_coefficients(const Sphere& sphere, double frequency_hz);

/// Complex far field of the plane wave E_inc = (e_theta θ̂ + e_phi φ̂) e^{-jk k̂·r}, unit vectors at the arrival
/// direction, phase zero at the origin of coordinates (not at the centre of the sphere).
/// Polarization codes: 0 horizontal (0, 1), 1 vertical (1, 0), 2 right-hand circular (-j, 1)/√2,
/// 3 left-hand circular (j, 1)/√2, each as (e_theta, e_phi) in V/m.
/// @param theta_inc_rad, phi_inc_rad     direction the wave comes FROM
/// @param observation_theta_phi_rad      (θ, φ) of each observation direction
/// @return                               one far field per observation direction, in the same order
/// @throws InputError                    as mie_coefficients
std::vector<MieFarField> mie_far_field(const Sphere& sphere, double frequency_hz, double theta_inc_rad,
                                       double phi_inc_rad, Complex e_theta, Complex e_phi,
                                       std::span<const std::pair<double, double>> observation_theta_phi_rad);

/// Extinction, scattering and backscatter cross sections.
/// @throws InputError  as mie_coefficients
MieCrossSections mie_cross_sections(const Sphere& sphere, double frequency_hz);

}  // namespace pace
