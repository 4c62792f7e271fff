#include "materials/coating_validity.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/complex_text.hpp"
#include "mesh/part_name.hpp"

namespace pace {
namespace {

struct StackMeasures {
  double thickness_m = 0.0, wavelengths_inside = 0.0, loss_db = 0.0, least_refraction = 1e300;
};

StackMeasures measures_of(const std::vector<Layer>& layers, double frequency_hz) {
  StackMeasures m;
  for (const auto& [medium, thickness] : layers) {
    const Complex k = medium.wavenumber(frequency_hz);
    m.thickness_m += thickness;
    m.wavelengths_inside += thickness * std::fabs(k.real()) / (2.0 * pi);
    m.loss_db -= 20.0 * std::log10(std::exp(1.0)) * thickness * k.imag();
    m.least_refraction =
        std::min(m.least_refraction, std::abs(medium.relative_permittivity * medium.relative_permeability));
  }
  return m;
}

struct AngleError {
  double error = 0.0;
  const char* polarization = "TE";
  double exact_db = 0.0, model_db = 0.0;
};

double decibels(Complex r) { return std::max(-200.0, 20.0 * std::log10(std::abs(r))); }

/// Reflection of the stack at 60° against that of its impedance at normal incidence.
AngleError angle_error(const Coating& coating, double frequency_hz) {
  const Complex z = stack_impedance(coating.layers, coating.backing, {frequency_hz});
  AngleError worst;
  for (const auto polarization : {WavePolarization::te, WavePolarization::tm}) {
    const Incidence incidence{frequency_hz, coating_limit::angle_deg, polarization};
    const Complex exact = stack_reflection(coating.layers, coating.backing, incidence);
    const Complex model = impedance_reflection(z, incidence);
    if (std::abs(exact - model) > worst.error)
      worst = {std::abs(exact - model), polarization == WavePolarization::te ? "TE" : "TM", decibels(exact),
               decibels(model)};
  }
  return worst;
}

/// RCS 4π(dℓ/λ)² of a strip of the coating's thickness along an edge of length ℓ, met square on. What sharp
/// edges of a coating change was 2 to 7 dB below this on one plate: docs/theory/coated-edges.md.
double edge_strip_dbsm(const Coating& coating, double length_m, double frequency_hz) {
  const double area = measures_of(coating.layers, frequency_hz).thickness_m * length_m;
  return 10.0 * std::log10(4.0 * pi * std::pow(area * frequency_hz / speed_of_light, 2));
}

/// Keeps of every code the message of its worst frequency.
class Worst {
 public:
  explicit Worst(const Part& part) : part_(part) {}
  /// The values get the name of the surface and, of findings at a frequency, that.
  void report(const char* code, double badness, double frequency_hz, nlohmann::json values) {
    auto& entry = entries_[code];
    if (entry && entry->first >= badness) return;
    if (!values.empty()) values["ghz"] = significant(frequency_hz / 1e9, 6);
    values["name"] = capital(name_of(part_));
    entry.emplace(badness, CoatingFinding({code, std::move(values)}, part_.number, frequency_hz));
  }
  void append_to(std::vector<CoatingFinding>& findings) const {
    for (const auto& [code, entry] : entries_) findings.push_back(entry->second);
  }

 private:
  const Part& part_;
  std::map<std::string, std::optional<std::pair<double, CoatingFinding>>> entries_;
};

void check_stack(Worst& worst, const Coating& coating, const PartCurvature& curvature, double frequency_hz) {
  using namespace coating_limit;
  const double lambda = speed_of_light / frequency_hz;
  const StackMeasures m = measures_of(coating.layers, frequency_hz);
  if (m.wavelengths_inside > thickness_wavelengths && m.loss_db < opaque_db)
    worst.report("COATING_THICK", m.wavelengths_inside, frequency_hz,
                 {{"mm", significant(1e3 * m.thickness_m, 3)},
                  {"inside", significant(m.wavelengths_inside, 2)},
                  {"loss", significant(m.loss_db, 2)},
                  {"limit", thickness_wavelengths}});
  if (m.least_refraction < refraction && m.thickness_m > thin_wavelengths * lambda && m.loss_db < opaque_db)
    worst.report("COATING_REFRACTION", 1.0 / m.least_refraction, frequency_hz,
                 {{"refraction", significant(m.least_refraction, 3)},
                  {"limit", refraction},
                  {"loss", significant(m.loss_db, 2)}});
  if (coating.backing == Backing::vacuum && m.loss_db < opaque_db)
    worst.report("COATING_TRANSPARENT", -m.loss_db, frequency_hz, {{"loss", significant(m.loss_db, 2)}});
  const double radius = curvature.radius_m;
  if (radius < radius_wavelengths * lambda || m.thickness_m > thickness_over_radius * radius)
    worst.report("COATING_CURVED", std::max(lambda / radius, m.thickness_m / radius), frequency_hz,
                 {{"mm", significant(1e3 * radius, 3)},
                  {"wavelengths", significant(radius / lambda, 2)},
                  {"thicknesses", significant(radius / m.thickness_m, 3)},
                  {"limit", radius_wavelengths},
                  {"limitThicknesses", significant(1.0 / thickness_over_radius, 3)}});
  const AngleError angle = angle_error(coating, frequency_hz);
  if (angle.error > reflection_error)
    worst.report("COATING_ANGLE", angle.error, frequency_hz,
                 {{"angle", angle_deg},
                  {"polarization", angle.polarization},
                  {"exact", significant(angle.exact_db, 3)},
                  {"model", significant(angle.model_db, 3)},
                  {"difference", significant(angle.error, 2)}});
}

}  // namespace

std::vector<CoatingFinding> coating_findings(const Job& job, const Mesh& mesh, const Topology& topology,
                                             const std::vector<double>& frequencies_hz) {
  const std::vector<PartCurvature> curvature = curvature_of_parts(mesh, topology);
  std::vector<Worst> worst;
  for (const Part& part : mesh.parts) worst.emplace_back(part);
  for (const double frequency_hz : frequencies_hz) {
    const SurfaceImpedances impedances = surface_impedances(job, mesh, frequency_hz);
    for (std::size_t p = 0; p < mesh.parts.size(); ++p) {
      const auto source = impedances[p].source;
      if (source == SurfaceImpedance::Source::no_layers)
        worst[p].report("COATING_NO_LAYERS", 0.0, frequency_hz, nlohmann::json::object());
      if (source == SurfaceImpedance::Source::interpolated)
        worst[p].report("COATING_INTERPOLATED", 0.0, frequency_hz,
                        {{"impedance", complex_text(impedances[p].ohm, 5)}});
      const Complex of_layers = impedances[p].of_layers_ohm;
      if (source == SurfaceImpedance::Source::typed)
        worst[p].report(
            "COATING_TYPED", std::abs(impedances[p].ohm - of_layers), frequency_hz,
            {{"impedance", complex_text(impedances[p].ohm, 5)}, {"layers", complex_text(of_layers, 5)}});
      if (source == SurfaceImpedance::Source::default_ignored)
        worst[p].report(
            "COATING_DEFAULT", std::abs(of_layers), frequency_hz,
            {{"ohm", significant(default_impedance_ohm.real(), 5)}, {"layers", complex_text(of_layers, 5)}});
      // What is said of layers is said of runs that use them.
      if (source == SurfaceImpedance::Source::typed) continue;
      if (!has_layers(job.materials, mesh.parts[p].number)) continue;
      const Coating coating = coating_at(job.materials, mesh.parts[p].number, frequency_hz);
      if (coating.layers.empty()) continue;  // PEC
      check_stack(worst[p], coating, curvature[p], frequency_hz);
      if (curvature[p].sharp_edges_m > 0.0) {
        const double strip = edge_strip_dbsm(coating, curvature[p].longest_sharp_edge_m, frequency_hz);
        worst[p].report("COATING_EDGES", 1e3 + strip, frequency_hz,
                        {{"mm", significant(1e3 * curvature[p].sharp_edges_m, 3)},
                         {"angle", decimals(sharp_edge_angle * 180.0 / pi, 0)},
                         {"longest", significant(1e3 * curvature[p].longest_sharp_edge_m, 3)},
                         {"dbsm", decimals(strip, 1)}});
      }
    }
  }
  std::vector<CoatingFinding> findings;
  for (const Worst& w : worst) w.append_to(findings);
  return findings;
}

}  // namespace pace
