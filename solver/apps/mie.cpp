#include "mie.hpp"

#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <numbers>

#include "core/error.hpp"
#include "observables/cuts.hpp"
#include "reference/mie.hpp"
#include "solve.hpp"

namespace pace {
namespace {

struct MieOptions {
  std::string core = "pec";
  double radius = 0.0, frequency = 0.0, theta = 180.0, phi = 180.0;
  int polarization = 0, points = 360;
  std::vector<double> impedance{0.0, 0.0}, center{0.0, 0.0, 0.0}, layers;
};

Sphere sphere_of(const MieOptions& o) {
  Sphere sphere;
  sphere.core = o.core == "pec"         ? Sphere::Core::pec
                : o.core == "impedance" ? Sphere::Core::impedance
                                        : Sphere::Core::dielectric;
  sphere.core_radius_m = o.radius;
  sphere.surface_impedance_ohm = {o.impedance[0], o.impedance[1]};
  sphere.center_m = {o.center[0], o.center[1], o.center[2]};
  for (std::size_t i = 0; i + 4 < o.layers.size(); i += 5)
    sphere.layers.push_back(
        {o.layers[i], {o.layers[i + 1], o.layers[i + 2]}, {o.layers[i + 3], o.layers[i + 4]}});
  return sphere;
}

/// (E_θ, E_φ) of the polarization codes.
std::pair<Complex, Complex> amplitudes(int polarization) {
  const double half = 1.0 / std::numbers::sqrt2;
  switch (polarization) {
    case 0:
      return {0.0, 1.0};
    case 1:
      return {1.0, 0.0};
    case 2:
      return {Complex(0.0, -half), half};
    default:
      return {Complex(0.0, half), half};
  }
}

void print(const MieOptions& o) {
  constexpr double degree = std::numbers::pi / 180.0;
  const auto [e_theta, e_phi] = amplitudes(o.polarization);
  std::puts("plane,theta_deg,phi_deg,e_theta_real,e_theta_imag,e_phi_real,e_phi_imag,rcs_dbsm");
  std::vector<Cut> cuts = far_field_cuts(o.points, 0);
  cuts.push_back({"back", {o.theta}, {o.phi}});
  for (const Cut& cut : cuts) {
    std::vector<std::pair<double, double>> directions;
    for (std::size_t i = 0; i < cut.theta_deg.size(); ++i)
      directions.emplace_back(cut.theta_deg[i] * degree, cut.phi_deg[i] * degree);
    const auto fields = mie_far_field(sphere_of(o), o.frequency, o.theta * degree, o.phi * degree, e_theta,
                                      e_phi, directions);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto& f = fields[i];
      const double sigma = 4.0 * std::numbers::pi * (std::norm(f.theta) + std::norm(f.phi));
      std::printf("%s,%.10g,%.10g,%.15g,%.15g,%.15g,%.15g,%.9f\n", cut.plane.c_str(), cut.theta_deg[i],
                  cut.phi_deg[i], f.theta.real(), f.theta.imag(), f.phi.real(), f.phi.imag(),
                  10.0 * std::log10(sigma));
    }
  }
}

}  // namespace

void add_mie_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<MieOptions>();
  CLI::App* verb =
      app.add_subcommand("mie", "Exact far field of a sphere: PEC, impedance or dielectric, with layers");
  verb->add_option("--core", options->core, "pec, impedance or dielectric (then the layers are all)")
      ->check(CLI::IsMember({"pec", "impedance", "dielectric"}))
      ->capture_default_str();
  verb->add_option("--radius", options->radius, "Radius of the core [m], 0 for dielectric");
  verb->add_option("--frequency", options->frequency, "[Hz]")->required();
  verb->add_option("--impedance", options->impedance, "Surface impedance R X [ohm]")->expected(2);
  verb->add_option("--layer", options->layers,
                   "Outer radius [m], eps', -eps'', mu', -mu''; once a layer, inside first")
      ->expected(5)
      ->take_all();
  verb->add_option("--theta", options->theta, "The wave comes from here [deg]")->capture_default_str();
  verb->add_option("--phi", options->phi, "[deg]")->capture_default_str();
  verb->add_option("--polarization", options->polarization,
                   "0 horizontal, 1 vertical, 2 right, 3 left circular")
      ->check(CLI::Range(0, 3))
      ->capture_default_str();
  verb->add_option("--points", options->points, "Points of each cut (xy, xz, yz)")
      ->check(CLI::Range(0, 36000))
      ->capture_default_str();
  verb->add_option("--center", options->center, "Centre x y z [m]")->expected(3);
  verb->callback([options, &exit_code] {
    try {
      print(*options);
      exit_code = exit_done;
    } catch (const InputError& e) {
      std::cerr << e.what() << '\n';
      exit_code = exit_bad_input;
    }
  });
}

}  // namespace pace
