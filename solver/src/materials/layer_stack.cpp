#include "materials/layer_stack.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace pace {
namespace {

constexpr double open_circuit_ohm = 1e15;

/// An impedance as a quotient, so that an open circuit (a quarter wave over a conductor) is a number like any
/// other.
struct Quotient {
  Complex above, below;
};

/// √(εμ − sin²θ): normal component of the wave vector in units of k₀, decaying inward.
Complex normal_component(const Medium& medium, double angle_deg) {
  const double sine = std::sin(angle_deg * pi / 180.0);
  return passive_root(medium.relative_permittivity * medium.relative_permeability - sine * sine);
}

/// γ = j k₀ √(εμ − sin²θ) [1/m]
Complex propagation(const Medium& medium, const Incidence& incidence) {
  const double k0 = 2.0 * pi * incidence.frequency_hz / speed_of_light;
  const Complex normal = normal_component(medium, incidence.angle_deg);
  return {-normal.imag() * k0, normal.real() * k0};
}

/// Ratio of the tangential fields of a wave: TE η₀ μ/n, TM η₀ n/ε with n = √(εμ − sin²θ).
Complex wave_impedance(const Medium& medium, const Incidence& incidence) {
  const Complex normal = normal_component(medium, incidence.angle_deg);
  return vacuum_impedance * (incidence.polarization == WavePolarization::te
                                 ? medium.relative_permeability / normal
                                 : normal / medium.relative_permittivity);
}

/// 1 − eᵃ, to full precision for small a too.
Complex one_minus_exponential(Complex a) {
  const double size = std::exp(a.real()), sine = std::sin(a.imag() / 2.0);
  return {2.0 * size * sine * sine - std::expm1(a.real()), -size * std::sin(a.imag())};
}

/// The same quotient with parts of ordinary size.
Quotient normalized(const Quotient& q) {
  const double size = std::max(std::abs(q.above) / vacuum_impedance, std::abs(q.below));
  return size > 0.0 ? Quotient{q.above / size, q.below / size} : q;
}

/// One layer carries Z = N/D to Z' = η (Z + η tanh γd)/(η + Z tanh γd), with tanh γd = (1 − e)/(1 + e), e =
/// e^{−2γd}:
///   N' = η [N (1 + e) + η D (1 − e)],  D' = η D (1 + e) + N (1 − e).
/// Only the decaying exponential is formed, so thick and lossy layers do not overflow.
Quotient face_quotient(std::span<const Layer> layers, Backing backing, const Incidence& incidence) {
  Quotient face = backing == Backing::pec ? Quotient{0.0, 1.0} : Quotient{wave_impedance({}, incidence), 1.0};
  for (std::size_t i = layers.size(); i-- > 0;) {
    const Complex eta = wave_impedance(layers[i].medium, incidence);
    const Complex exponent = -2.0 * layers[i].thickness_m * propagation(layers[i].medium, incidence);
    const Complex sum = 1.0 + std::exp(exponent), difference = one_minus_exponential(exponent);
    face = normalized({eta * (face.above * sum + eta * face.below * difference),
                       eta * face.below * sum + face.above * difference});
  }
  return face;
}

Complex reflection(const Quotient& face, const Incidence& incidence) {
  const Complex outside = wave_impedance({}, incidence) * face.below;
  return (face.above - outside) / (face.above + outside);
}

}  // namespace

Complex stack_impedance(std::span<const Layer> layers, Backing backing, const Incidence& incidence) {
  const Quotient face = face_quotient(layers, backing, incidence);
  return std::abs(face.below) * open_circuit_ohm > std::abs(face.above) ? face.above / face.below
                                                                        : open_circuit_ohm;
}

namespace {

constexpr double slope_angle_deg = 60.0;
/// Of each layer: the error of the slope falls with their square, to 5e-5 of it in thin layers, 3e-3 at a
/// quarter wave.
constexpr int curved_slices = 16;
constexpr double curvature_step = 1e-4;  ///< thickness · (κ₁ − κ₂)

/// The impedance along the first principal direction. With x outward from the face and h = 1 + κx, e = h₁E₁
/// and g = h₂H₂ obey e' = −jωμ (h₁/h₂) g, g' = −jωε (h₂/h₁) e: a flat stack of μ (1 + δx), ε (1 − δx), δ = κ₁
/// − κ₂.
Complex curved_impedance(std::span<const Layer> layers, Backing backing, double frequency_hz, double delta) {
  std::vector<Layer> slices;
  double x = 0.0;
  for (const auto& [medium, thickness] : layers)
    for (int i = 0; i < curved_slices; ++i) {
      const double width = thickness / curved_slices;
      const double stretch = 1.0 + delta * (x - 0.5 * width);
      Medium here = medium;
      here.relative_permeability *= stretch, here.relative_permittivity /= stretch;
      slices.push_back({here, width});
      x -= width;
    }
  return stack_impedance(slices, backing, {frequency_hz});
}

}  // namespace

ImpedanceSlopes impedance_slopes(std::span<const Layer> layers, Backing backing, double frequency_hz) {
  const Complex normal = stack_impedance(layers, backing, {frequency_hz});
  const double square = std::pow(std::sin(slope_angle_deg * pi / 180.0), 2);
  const auto slope = [&](WavePolarization polarization) {
    const Incidence oblique{frequency_hz, slope_angle_deg, polarization};
    const Complex there = stack_impedance(layers, backing, oblique), outside = wave_impedance({}, oblique);
    return (there - normal) / square * ((normal + outside) / (there + outside));
  };
  double thickness = 0.0;
  for (const Layer& layer : layers) thickness += layer.thickness_m;
  ImpedanceSlopes slopes{slope(WavePolarization::te), slope(WavePolarization::tm)};
  if (thickness > 0.0) {
    const double delta = curvature_step / thickness;
    slopes.curvature = (curved_impedance(layers, backing, frequency_hz, delta) -
                        curved_impedance(layers, backing, frequency_hz, -delta)) /
                       (2.0 * delta);
  }
  return slopes;
}

Complex stack_reflection(std::span<const Layer> layers, Backing backing, const Incidence& incidence) {
  return reflection(face_quotient(layers, backing, incidence), incidence);
}

Complex impedance_reflection(Complex impedance, const Incidence& incidence) {
  return reflection({impedance, 1.0}, incidence);
}

}  // namespace pace
