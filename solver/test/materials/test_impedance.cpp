#include <doctest/doctest.h>

#include <cmath>

#include "coating_job.hpp"
#include "core/error.hpp"
#include "materials/surface_impedance.hpp"

using namespace pace;
using coating::f;
using coating::impedance;
using coating::Json;
using coating::lambda;
using coating::layer;
using coating::material;
using Source = SurfaceImpedance::Source;

namespace {

bool near(Complex a, Complex b, double relative = 1e-12) { return std::abs(a - b) <= relative * std::abs(b); }

Mesh parts(int count) {
  shapes::Builder builder;
  for (int p = 1; p <= count; ++p) builder.triangle(Vec3(p, 0, 0), Vec3(p + 0.5, 0, 0), Vec3(p, 0.5, 0), p);
  return builder.mesh;
}

SurfaceImpedance one(const Json& materials, double frequency = f) {
  return surface_impedances(coating::job(materials), parts(1), frequency).at(0);
}

/// Thickness that is `share` wavelengths in the medium.
double share_of(const Medium& m, double share) { return share * lambda / m.refractive_index().real(); }

}  // namespace

TEST_CASE("a lossless layer over a conductor is j η tan kd, thin or thick") {
  const Medium medium{{4.0, 0.0}, {2.0, 0.0}};
  for (const double share : {1e-9, 1e-4, 0.05, 0.1, 0.2, 0.3, 0.45}) {
    const Layer coat{medium, share_of(medium, share)};
    CAPTURE(share);
    CHECK(near(stack_impedance({&coat, 1}, Backing::pec, {f}),
               imaginary_unit * medium.impedance() * std::tan(2.0 * pi * share)));
  }
}

TEST_CASE("a layer cut in two is the same layer, at any angle and polarization") {
  const Medium medium{{9.0, -3.0}, {2.0, -1.0}};
  for (const double angle : {0.0, 35.0, 80.0})
    for (const auto polarization : {WavePolarization::te, WavePolarization::tm})
      for (const Backing backing : {Backing::pec, Backing::vacuum}) {
        const std::vector<Layer> whole = {{medium, 3e-3}}, cut = {{medium, 1e-3}, {medium, 2e-3}};
        const Incidence incidence{f, angle, polarization};
        CHECK(near(stack_impedance(cut, backing, incidence), stack_impedance(whole, backing, incidence)));
        CHECK(near(stack_reflection(cut, backing, incidence), stack_reflection(whole, backing, incidence)));
      }
}

TEST_CASE(
    "an oblique wave on a half-space reflects as Fresnel says, and a Salisbury screen is dark at its null") {
  const Medium half{{4.0, -0.5}, 1.0};
  const double theta = 50.0 * pi / 180.0;
  const Complex n = passive_root(half.relative_permittivity - std::sin(theta) * std::sin(theta));
  const std::vector<Layer> deep = {{half, 10.0}};  // nothing comes back through 10 m
  CHECK(near(stack_reflection(deep, Backing::pec, {f, 50.0, WavePolarization::te}),
             (std::cos(theta) - n) / (std::cos(theta) + n)));
  const Complex tm =
      (n - half.relative_permittivity * std::cos(theta)) / (n + half.relative_permittivity * std::cos(theta));
  CHECK(near(stack_reflection(deep, Backing::pec, {f, 50.0, WavePolarization::tm}), tm));
  // Sheet of 377 Ω/□: σ d = 1/η₀, ε'' = σ/(ωε₀)
  const double d = 1e-6, loss = 1.0 / (vacuum_impedance * d * 2.0 * pi * f * vacuum_permittivity);
  const std::vector<Layer> salisbury = {{{{1.0, -loss}, 1.0}, d}, {{}, lambda / 4.0}};
  CHECK(std::abs(stack_reflection(salisbury, Backing::pec, {f})) < 1e-3);
}

TEST_CASE(
    "the slopes of a stack: oblique waves of a thin layer, and a cylinder's two modes without variation") {
  const Medium medium{{3.0, -0.4}, {2.0, -0.7}};
  const Layer thin{medium, 1e-6 * lambda};
  const Complex z = stack_impedance({&thin, 1}, Backing::pec, {f});
  const ImpedanceSlopes of_thin = impedance_slopes({&thin, 1}, Backing::pec, f);
  // Z = jωμd across the plane of incidence, times 1 − sin²θ/εμ in it.
  CHECK(std::abs(of_thin.te) < 1e-5 * std::abs(z));
  CHECK(near(of_thin.tm, -z / (medium.relative_permittivity * medium.relative_permeability), 1e-5));
  CHECK(near(of_thin.curvature, -0.5 * thin.thickness_m * z, 1e-3));

  const double epsilon = 3.0, mu = 2.0, k0 = 2.0 * pi / lambda, k = k0 * std::sqrt(epsilon * mu);
  const Layer lossless{{{epsilon, 0.0}, {mu, 0.0}}, 0.07 * lambda};
  const Complex flat = stack_impedance({&lossless, 1}, Backing::pec, {f});
  const Complex slope = impedance_slopes({&lossless, 1}, Backing::pec, f).curvature;
  const double outer = 8.0 * lambda, inner = outer - lossless.thickness_m;
  const auto j = [](int n, double x) { return std::cyl_bessel_j(n, x); };
  const auto y = [](int n, double x) { return std::cyl_neumann(n, x); };
  // E along the axis, zero at the core: E/H_φ = jωμ E/E'. E around it, H' zero at the core: H'/(jωε H).
  const auto along = [&](int n) {
    return j(n, k * outer) * y(0, k * inner) - y(n, k * outer) * j(0, k * inner);
  };
  const auto around = [&](int n) {
    return j(n, k * outer) * y(1, k * inner) - y(n, k * outer) * j(1, k * inner);
  };
  const Complex axial = imaginary_unit * k0 * vacuum_impedance * mu * along(0) / (-k * along(1));
  const Complex azimuthal = -k * around(1) * vacuum_impedance / (imaginary_unit * k0 * epsilon * around(0));
  CHECK(std::abs(flat - axial) > 0.004 * std::abs(flat));
  CHECK(near(axial - flat, -slope / outer, 0.02));
  CHECK(near(azimuthal - flat, slope / outer, 0.02));
}

TEST_CASE("layers go outermost first by their surface index, not by their place in the list") {
  const Json list = {material("A", 0, {4.0, -1.0}), material("B", 0, {9.0, -0.1}, {2.0, -1.0})};
  const SurfaceImpedance z =
      one({{"inputMaterials", list}, {"thicknesses", {layer(1, 1, "B", 2e-3), layer(1, 0, "A", 1e-3)}}});
  const std::vector<Layer> stack = {{{{4.0, -1.0}, 1.0}, 1e-3}, {{{9.0, -0.1}, {2.0, -1.0}}, 2e-3}};
  CHECK(near(z.ohm, stack_impedance(stack, Backing::pec, {f})));
  CHECK(z.source == Source::layers);
}

TEST_CASE("a coating of PEC is a conductor, Z = 0 exactly, and ends the stack beneath other layers") {
  const Json list = {material("A", 0, {4.0, -1.0}), material("PEC", 0, 1.0)};
  const SurfaceImpedance bare =
      one({{"pecBack", false}, {"inputMaterials", list}, {"thicknesses", {layer(1, 0, "PEC", 1e-3)}}});
  CHECK(bare.is_pec());
  const SurfaceImpedance covered =
      one({{"pecBack", false},
           {"inputMaterials", list},
           {"thicknesses", {layer(1, 0, "A", 1e-3), layer(1, 1, "pec", 1e-3), layer(1, 2, "A", 5e-3)}}});
  const Layer coat{{{4.0, -1.0}, 1.0}, 1e-3};
  CHECK(near(covered.ohm, stack_impedance({&coat, 1}, Backing::pec, {f})));
  CHECK_FALSE(covered.is_pec());
}

TEST_CASE(
    "an impedance given by hand at the frequency wins over the layers, which win over other frequencies") {
  const Json list = {material("A", 0, {4.0, -1.0})};
  Json materials = {{"inputMaterials", list},
                    {"thicknesses", {layer(1, 0, "A", 1e-3)}},
                    {"impedances", {impedance(f, 1, 50, 400)}}};
  CHECK(one(materials).ohm == Complex(50, 400));
  CHECK(one(materials).source == Source::typed);
  const Layer coat{{{4.0, -1.0}, 1.0}, 1e-3};
  CHECK(near(one(materials).of_layers_ohm, stack_impedance({&coat, 1}, Backing::pec, {f})));
  CHECK(one(materials, 2 * f).source == Source::layers);
  CHECK(one({{"impedances", {impedance(f, 1, 0, 0)}}}).is_pec());
}

TEST_CASE("a table that says what the layers say, in five decimals, is no value typed over them") {
  const Layer coat{{{4.0, -1.0}, 1.0}, 1e-3};
  const Complex z = stack_impedance({&coat, 1}, Backing::pec, {f});
  const auto rounded = [](double x) { return std::round(x * 1e5) / 1e5; };
  const SurfaceImpedance given =
      one({{"inputMaterials", {material("A", 0, {4.0, -1.0})}},
           {"thicknesses", {layer(1, 0, "A", 1e-3)}},
           {"impedances", {impedance(f, 1, rounded(z.real()), rounded(z.imag()))}}});
  CHECK(given.source == Source::table);
  CHECK(given.ohm == Complex(rounded(z.real()), rounded(z.imag())));
}

TEST_CASE("the default of 0.001 Ω in the table does not turn a coated surface into metal; 0 Ω does") {
  Json materials = {{"inputMaterials", {material("A", 0, {4.0, -1.0})}},
                    {"thicknesses", {layer(1, 0, "A", 1e-3)}},
                    {"impedances", {impedance(f, 1, 0.001, 0)}}};
  const Layer coat{{{4.0, -1.0}, 1.0}, 1e-3};
  CHECK(near(one(materials).ohm, stack_impedance({&coat, 1}, Backing::pec, {f})));
  CHECK(one(materials).source == Source::default_ignored);
  materials["impedances"] = {impedance(f, 1, 0, 0)};
  CHECK(one(materials).is_pec());
  CHECK(one(materials).source == Source::typed);
}

TEST_CASE("without layers the table is a straight line over frequency, and its ends hold outside") {
  const Json materials = {{"impedances", {impedance(2e9, 1, 200, -100), impedance(1e9, 1, 100, 0)}}};
  CHECK(near(one(materials, 1.25e9).ohm, {125.0, -25.0}));
  CHECK(one(materials, 1.25e9).source == Source::interpolated);
  CHECK(one(materials, 9e9).ohm == Complex(200, -100));
}

TEST_CASE(
    "a surface that nothing is known of has 0.001 Ω and says so, also when the screen wrote that into the table") {
  CHECK(one(Json::object()).ohm == Complex(0.001, 0.0));
  CHECK(one(Json::object()).source == Source::no_layers);
  CHECK(one({{"impedances", {impedance(f, 1, 0.001, 0)}}}).source == Source::no_layers);
  CHECK(surface_impedances(parse_job({{"schema", "pace-job-1"},
                                      {"programType", 2},
                                      {"mesh", "m.unv"},
                                      {"solverInput", Json::object()}},
                                     "/"),
                           parts(3), f)
            .size() == 3);
}

TEST_CASE(
    "a negative resistance is refused with its surface; what rounding leaves of a lossless one is not") {
  try {
    one({{"impedances", {impedance(f, 1, -5, 20)}}});
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(error.code() == "IMPEDANCE_ACTIVE");
    CHECK(std::string(error.what()).find("Surface 1") == 0);
  }
  CHECK(one({{"impedances", {impedance(f, 1, -1e-13, 20)}}}).ohm == Complex(0, 20));
}
