// Formulas: Bohren & Huffman 1983, chapter 4 and §8.1, conjugated to e^{+jωt}. A layered sphere is solved by
// carrying the wave admittance of each multipole from the core outwards, as Wu & Wang 1991 and Yang 2003 do
// with logarithmic derivatives. Here the derivative and the value are carried apart, in scaled arithmetic:
// neither the poles of the logarithmic derivative, nor a perfect conductor, nor strong loss needs a case of
// its own.
#include "reference/mie.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/complex_text.hpp"
#include "core/error.hpp"
#include "reference/riccati_bessel.hpp"

namespace pace {

namespace {

/// Above this size parameter the series is a mistake of units, not a question.
constexpr double largest_size_parameter = 1e6;

[[noreturn]] void reject(Message message, const std::string& where) {
  throw InputError(
      Statement(where == "/frequency_hz" ? "FREQUENCY_INVALID" : "JOB_INVALID", std::move(message)), where);
}

nlohmann::json shown(double number) { return significant(number, 6); }

bool is_finite(Complex z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }

void check_material(Complex value, const char* name, const std::string& where) {
  const nlohmann::json values{{"name", Message{name}}, {"value", complex_text(value, 6)}};
  if (!is_finite(value) || value == 0.0) reject({"sphere.badLayer", values}, where);
  if (value.imag() > 0.0) reject({"sphere.activeLayer", values}, where);
}

void check_core(const Sphere& sphere) {
  if (sphere.core == Sphere::Core::dielectric) {
    if (sphere.core_radius_m != 0.0)
      reject({"sphere.dielectricCore", {{"radius", shown(sphere.core_radius_m)}}}, "/core_radius_m");
    if (sphere.layers.empty()) reject({"sphere.noLayers"}, "/layers");
    return;
  }
  if (!(sphere.core_radius_m > 0.0) || !std::isfinite(sphere.core_radius_m))
    reject({"sphere.radius", {{"radius", shown(sphere.core_radius_m)}}}, "/core_radius_m");
  if (sphere.core == Sphere::Core::impedance) {
    const Complex z = sphere.surface_impedance_ohm;
    if (!is_finite(z) || z.real() < 0.0)
      reject({"sphere.impedance", {{"impedance", complex_text(z, 6)}}}, "/surface_impedance_ohm");
  }
}

/// Refractive index √(εμ) on the branch that decays outwards, Im ≤ 0.
Complex refractive_index(const SphereLayer& layer) {
  const Complex m = std::sqrt(layer.relative_permittivity) * std::sqrt(layer.relative_permeability);
  if (m.imag() > 0.0) return -m;
  return m;
}

void check_sphere(const Sphere& sphere, double frequency_hz) {
  if (!(frequency_hz > 0.0) || !std::isfinite(frequency_hz))
    reject({"sphere.frequency", {{"hertz", shown(frequency_hz)}}}, "/frequency_hz");
  check_core(sphere);
  if (!sphere.center_m.allFinite()) reject({"sphere.center"}, "/center_m");

  const double k = 2.0 * pi * frequency_hz / speed_of_light;
  double radius = sphere.core_radius_m;
  double size = k * radius;
  for (std::size_t i = 0; i < sphere.layers.size(); ++i) {
    const SphereLayer& layer = sphere.layers[i];
    const std::string where = "/layers/" + std::to_string(i);
    if (!(layer.outer_radius_m > radius) || !std::isfinite(layer.outer_radius_m))
      reject({"sphere.layerRadius",
              {{"layer", i + 1}, {"radius", shown(layer.outer_radius_m)}, {"least", shown(radius)}}},
             where);
    check_material(layer.relative_permittivity, "permittivity", where);
    check_material(layer.relative_permeability, "permeability", where);
    radius = layer.outer_radius_m;
    size = std::max(size, k * radius * std::max(1.0, std::abs(refractive_index(layer))));
  }
  if (size > largest_size_parameter)
    reject({"sphere.large", {{"size", shown(size)}, {"most", largest_size_parameter}}}, "/frequency_hz");
}

/// Number of multipole orders for size parameter x. Wiscombe 1980 stops at x + 4.05 x^{1/3} + 2, where the
/// amplitudes have fallen to about 1e-7; the constants here take them below 1e-16 (a test measures that).
int number_of_orders(double x) { return static_cast<int>(std::ceil(x + 7.5 * std::cbrt(x) + 8.0)); }

/// A quotient that may be infinite.
struct Quotient {
  ScaledComplex numerator, denominator;
};

/// What one multipole order sees at a radius, looking inwards, with u(kr) the Riccati–Bessel radial function
/// of the medium outside that radius, η its impedance relative to vacuum and n̂ outwards. Both are continuous
/// across an interface:
///   TM: u'/u · η   = j Z/η0,   TE: u'/u / η   = j η0/Z,   where E_tan = Z n̂ × H.
/// (An outgoing wave in vacuum, u'/u = -j, has E_tan = -η0 n̂ × H.)
struct Load {
  Quotient tm, te;
};

Load impedance_load(Complex surface_impedance_ohm) {
  return {{imaginary_unit * surface_impedance_ohm, vacuum_impedance},
          {imaginary_unit * vacuum_impedance, surface_impedance_ohm}};
}

/// u'/u at the outer radius of a shell from u'/u at its inner radius: u = Aψ + Bc fitted inside, evaluated
/// outside. The Wronskian scales both and is left out.
Quotient across_shell(const Quotient& inner, const RiccatiFunction& psi_inner, const RiccatiFunction& c_inner,
                      const RiccatiFunction& psi_outer, const RiccatiFunction& c_outer, int n) {
  const auto& [slope, value] = inner;
  const ScaledComplex A = c_inner.derivative[n] * value - c_inner.value[n] * slope;
  const ScaledComplex B = psi_inner.value[n] * slope - psi_inner.derivative[n] * value;
  return {A * psi_outer.derivative[n] + B * c_outer.derivative[n],
          A * psi_outer.value[n] + B * c_outer.value[n]};
}

Quotient times(const Quotient& q, Complex numerator, Complex denominator) {
  return {q.numerator * numerator, q.denominator * denominator};
}

/// Loads seen from the outside of the ball of this material, orders 0..N.
std::vector<Load> ball_loads(const SphereLayer& ball, double k, int max_order) {
  const Complex m = refractive_index(ball), mu = ball.relative_permeability;
  const RiccatiFunction psi = riccati_regular(m * k * ball.outer_radius_m, max_order);
  std::vector<Load> loads(max_order + 1);
  for (int n = 0; n <= max_order; ++n) {
    const Quotient inside{psi.derivative[n], psi.value[n]};
    loads[n] = {times(inside, mu, m), times(inside, m, mu)};  // η = μ/m
  }
  return loads;
}

/// Replaces the loads at the inner radius of a shell by those at its outer radius.
void add_shell(std::vector<Load>& loads, const SphereLayer& shell, double inner_radius_m, double k) {
  const Complex m = refractive_index(shell), mu = shell.relative_permeability;
  const int max_order = static_cast<int>(loads.size()) - 1;
  const Complex inner = m * k * inner_radius_m, outer = m * k * shell.outer_radius_m;
  const RiccatiFunction psi_inner = riccati_regular(inner, max_order),
                        c_inner = riccati_second(inner, max_order);
  const RiccatiFunction psi_outer = riccati_regular(outer, max_order),
                        c_outer = riccati_second(outer, max_order);
  const auto across = [&](const Quotient& q, int n) {
    return across_shell(q, psi_inner, c_inner, psi_outer, c_outer, n);
  };
  for (int n = 0; n <= max_order; ++n)
    loads[n] = {times(across(times(loads[n].tm, m, mu), n), mu, m),
                times(across(times(loads[n].te, mu, m), n), m, mu)};
}

std::vector<Load> core_loads(const Sphere& sphere, double k, int max_order) {
  switch (sphere.core) {
    case Sphere::Core::dielectric:
      return ball_loads(sphere.layers.front(), k, max_order);
    case Sphere::Core::impedance:
      return std::vector<Load>(max_order + 1, impedance_load(sphere.surface_impedance_ohm));
    case Sphere::Core::pec:
      break;
  }
  return std::vector<Load>(max_order + 1, impedance_load(0.0));
}

/// a or b of u = ψ - aζ outside, ζ = ψ + jχ, from the load. Written so that a real load, a lossless sphere,
/// gives Re a = |a|² to rounding even where |a| is tiny.
Complex scattering_coefficient(const Quotient& load, const RiccatiFunction& psi, const RiccatiFunction& chi,
                               int n) {
  const ScaledComplex regular = psi.derivative[n] * load.denominator - psi.value[n] * load.numerator;
  const ScaledComplex second = chi.derivative[n] * load.denominator - chi.value[n] * load.numerator;
  return (regular / (regular + second * imaginary_unit)).value();
}

/// The two amplitudes of Bohren & Huffman (4.74), conjugated: S1 for E across the scattering plane, S2 for E
/// in it.
struct ScatteringAmplitudes {
  Complex across, in_plane;
};

ScatteringAmplitudes scattering_amplitudes(const MieCoefficients& c, double cosine) {
  ScatteringAmplitudes s{0.0, 0.0};
  double pi_before = 0.0, pi_n = 1.0;  // π_{n-1}, π_n of Bohren & Huffman (4.47)
  for (std::size_t i = 0; i < c.a.size(); ++i) {
    const double n = static_cast<double>(i + 1);
    const double tau_n = n * cosine * pi_n - (n + 1.0) * pi_before;
    const double weight = (2.0 * n + 1.0) / (n * (n + 1.0));
    s.across += weight * (c.a[i] * pi_n + c.b[i] * tau_n);
    s.in_plane += weight * (c.a[i] * tau_n + c.b[i] * pi_n);
    const double pi_next = ((2.0 * n + 1.0) * cosine * pi_n - (n + 1.0) * pi_before) / n;
    pi_before = pi_n;
    pi_n = pi_next;
  }
  return s;
}

struct Direction {
  Vec3 r_hat, theta_hat, phi_hat;
};

Direction direction_of(double theta, double phi) {
  const double st = std::sin(theta), ct = std::cos(theta), sp = std::sin(phi), cp = std::cos(phi);
  return {{st * cp, st * sp, ct}, {ct * cp, ct * sp, -st}, {-sp, cp, 0.0}};
}

/// Unit normal of the plane of incidence and observation; any direction across k̂ where the two are parallel,
/// where the amplitudes no longer depend on it. The projection restores k̂·n̂ = 0 when the cross product is
/// mostly rounding.
Vec3 scattering_plane_normal(const Vec3& k_hat, const Vec3& r_hat) {
  constexpr double parallel = 1e-12;  // of the sine; the field's error by calling it zero is of the same size
  const Vec3 cross = k_hat.cross(r_hat);
  if (cross.norm() < parallel) return k_hat.unitOrthogonal();
  const Vec3 normal = cross.normalized();
  return (normal - k_hat * k_hat.dot(normal)).normalized();
}

}  // namespace

MieCoefficients mie_coefficients(const Sphere& sphere, double frequency_hz) {
  check_sphere(sphere, frequency_hz);
  const double k = 2.0 * pi * frequency_hz / speed_of_light;
  const bool is_ball = sphere.core == Sphere::Core::dielectric;
  const double outer_radius =
      sphere.layers.empty() ? sphere.core_radius_m : sphere.layers.back().outer_radius_m;
  const double x = k * outer_radius;
  const int max_order = number_of_orders(x);

  std::vector<Load> loads = core_loads(sphere, k, max_order);
  double radius = is_ball ? sphere.layers.front().outer_radius_m : sphere.core_radius_m;
  for (std::size_t i = is_ball ? 1 : 0; i < sphere.layers.size(); ++i) {
    add_shell(loads, sphere.layers[i], radius, k);
    radius = sphere.layers[i].outer_radius_m;
  }

  const RiccatiFunction psi = riccati_regular(x, max_order), chi = riccati_second(x, max_order);
  MieCoefficients coefficients;
  for (int n = 1; n <= max_order; ++n) {
    coefficients.a.push_back(scattering_coefficient(loads[n].tm, psi, chi, n));
    coefficients.b.push_back(scattering_coefficient(loads[n].te, psi, chi, n));
  }
  return coefficients;
}

std::vector<MieFarField> mie_far_field(const Sphere& sphere, double frequency_hz, double theta_inc_rad,
                                       double phi_inc_rad, Complex e_theta, Complex e_phi,
                                       std::span<const std::pair<double, double>> observation_theta_phi_rad) {
  const MieCoefficients coefficients = mie_coefficients(sphere, frequency_hz);
  const double k = 2.0 * pi * frequency_hz / speed_of_light;
  const Direction arrival = direction_of(theta_inc_rad, phi_inc_rad);
  const Vec3 k_hat = -arrival.r_hat;
  const CVec3 e_inc = e_theta * arrival.theta_hat.cast<Complex>() + e_phi * arrival.phi_hat.cast<Complex>();

  std::vector<MieFarField> fields;
  fields.reserve(observation_theta_phi_rad.size());
  for (const auto& [theta, phi] : observation_theta_phi_rad) {
    const Direction observation = direction_of(theta, phi);
    const Vec3& r_hat = observation.r_hat;
    const auto [across, in_plane] =
        scattering_amplitudes(coefficients, std::clamp(k_hat.dot(r_hat), -1.0, 1.0));

    // Bohren & Huffman (4.75), conjugated: F = (S2 E_∥ ê_∥ + S1 E_⊥ ê_⊥)/(jk), with ê_⊥ the plane's normal.
    const Vec3 normal = scattering_plane_normal(k_hat, r_hat);
    const Complex e_in_plane = normal.cross(k_hat).cast<Complex>().dot(e_inc);
    const Complex e_across = normal.cast<Complex>().dot(e_inc);
    const CVec3 far = in_plane * e_in_plane * normal.cross(r_hat).cast<Complex>() +
                      across * e_across * normal.cast<Complex>();

    // Incident phase at the centre, and the path from the centre to the observer.
    const double phase = k * (r_hat - k_hat).dot(sphere.center_m);
    const Complex factor = std::polar(1.0, phase) / (imaginary_unit * k);
    fields.push_back({factor * observation.theta_hat.cast<Complex>().dot(far),
                      factor * observation.phi_hat.cast<Complex>().dot(far)});
  }
  return fields;
}

MieCrossSections mie_cross_sections(const Sphere& sphere, double frequency_hz) {
  const MieCoefficients c = mie_coefficients(sphere, frequency_hz);
  const double k = 2.0 * pi * frequency_hz / speed_of_light;
  double extinction = 0.0, scattering = 0.0;
  Complex backscatter = 0.0;
  for (std::size_t i = 0; i < c.a.size(); ++i) {
    const double weight = 2.0 * static_cast<double>(i) + 3.0;  // 2n + 1
    extinction += weight * (c.a[i] + c.b[i]).real();
    scattering += weight * (std::norm(c.a[i]) + std::norm(c.b[i]));
    backscatter += (i % 2 == 0 ? -weight : weight) * (c.a[i] - c.b[i]);
  }
  return {2.0 * pi / (k * k) * extinction, 2.0 * pi / (k * k) * scattering,
          pi / (k * k) * std::norm(backscatter)};
}

}  // namespace pace
