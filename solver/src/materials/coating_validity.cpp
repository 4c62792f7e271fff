#include "materials/coating_validity.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <map>
#include <optional>

namespace pace {
namespace {

constexpr const char* offer = " Program type 3 (Composite) solves the layers themselves.";

__attribute__((format(printf, 1, 2))) std::string text_of(const char* format, ...) {
  char text[700];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

std::string name_of(const Part& part) {
  const std::string number = std::to_string(part.number);
  return "Surface " + number +
         (part.name.empty() || part.name == "Part " + number ? "" : " (" + part.name + ")");
}

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
/// edges of a coating change was 3 to 7 dB below this on one plate: docs/theory/coated-edges.md.
double edge_strip_dbsm(const Coating& coating, double length_m, double frequency_hz) {
  const double area = measures_of(coating.layers, frequency_hz).thickness_m * length_m;
  return 10.0 * std::log10(4.0 * pi * std::pow(area * frequency_hz / speed_of_light, 2));
}

/// Keeps of every code the sentence of its worst frequency.
class Worst {
 public:
  explicit Worst(int surface) : surface_(surface) {}
  void tell(const char* code, double badness, double frequency_hz, const std::string& sentence) {
    auto& entry = entries_[code];
    if (entry && entry->first >= badness) return;
    entry = {badness, {code, sentence, surface_, frequency_hz}};
  }
  void append_to(std::vector<CoatingFinding>& findings) const {
    for (const auto& [code, entry] : entries_) findings.push_back(entry->second);
  }

 private:
  int surface_;
  std::map<std::string, std::optional<std::pair<double, CoatingFinding>>> entries_;
};

void check_stack(Worst& worst, const std::string& name, const Coating& coating,
                 const PartCurvature& curvature, double frequency_hz) {
  using namespace coating_limit;
  const double lambda = speed_of_light / frequency_hz, ghz = frequency_hz / 1e9;
  const StackMeasures m = measures_of(coating.layers, frequency_hz);
  if (m.wavelengths_inside > thickness_wavelengths && m.loss_db < opaque_db)
    worst.tell(
        "COATING_THICK", m.wavelengths_inside, frequency_hz,
        text_of(
            "%s: the coating is %.3g mm thick, %.2g wavelengths inside its materials at %.6g GHz (%.2g dB one "
            "way); above %.2g a wave also travels along the coating, which a surface impedance leaves out.%s",
            name.c_str(), 1e3 * m.thickness_m, m.wavelengths_inside, ghz, m.loss_db, thickness_wavelengths,
            offer));
  if (m.least_refraction < refraction && m.thickness_m > thin_wavelengths * lambda && m.loss_db < opaque_db)
    worst.tell(
        "COATING_REFRACTION", 1.0 / m.least_refraction, frequency_hz,
        text_of(
            "%s: a layer has |εμ| = %.3g at %.6g GHz, below %.2g, and the stack takes %.2g dB one way; an "
            "oblique wave is not bent towards the normal there, as a surface impedance assumes.%s",
            name.c_str(), m.least_refraction, ghz, refraction, m.loss_db, offer));
  if (coating.backing == Backing::vacuum && m.loss_db < opaque_db)
    worst.tell(
        "COATING_TRANSPARENT", -m.loss_db, frequency_hz,
        text_of(
            "%s: there is no conductor behind its layers, which take only %.2g dB one way at %.6g GHz; what "
            "passes through them is lost to the impedance model. Switch PEC Back on if there is metal.%s",
            name.c_str(), m.loss_db, ghz, offer));
  const double radius = curvature.radius_m;
  if (radius < radius_wavelengths * lambda || m.thickness_m > thickness_over_radius * radius)
    worst.tell(
        "COATING_CURVED", std::max(lambda / radius, m.thickness_m / radius), frequency_hz,
        text_of(
            "%s: its radius of curvature goes down to %.3g mm, %.2g wavelengths at %.6g GHz and %.3g times the "
            "thickness of the coating; a surface impedance takes it as flat (from %.2g wavelengths and %.3g "
            "thicknesses on).%s",
            name.c_str(), 1e3 * radius, radius / lambda, ghz, radius / m.thickness_m, radius_wavelengths,
            1.0 / thickness_over_radius, offer));
  const AngleError angle = angle_error(coating, frequency_hz);
  if (angle.error > reflection_error)
    worst.tell(
        "COATING_ANGLE", angle.error, frequency_hz,
        text_of(
            "%s: at %.3g° from the normal (%s) the stack reflects %.3g dB at %.6g GHz, its surface impedance "
            "%.3g dB (difference of the coefficients %.2g); trust the result near normal incidence only.%s",
            name.c_str(), angle_deg, angle.polarization, angle.exact_db, ghz, angle.model_db, angle.error,
            offer));
}

}  // namespace

std::vector<CoatingFinding> coating_findings(const Job& job, const Mesh& mesh, const Topology& topology,
                                             const std::vector<double>& frequencies_hz) {
  const std::vector<PartCurvature> curvature = curvature_of_parts(mesh, topology);
  std::vector<Worst> worst;
  for (const Part& part : mesh.parts) worst.emplace_back(part.number);
  for (const double frequency_hz : frequencies_hz) {
    const SurfaceImpedances impedances = surface_impedances(job, mesh, frequency_hz);
    for (std::size_t p = 0; p < mesh.parts.size(); ++p) {
      const std::string name = name_of(mesh.parts[p]);
      const double ghz = frequency_hz / 1e9;
      const auto source = impedances[p].source;
      if (source == SurfaceImpedance::Source::no_layers)
        worst[p].tell(
            "COATING_NO_LAYERS", 0.0, frequency_hz,
            name +
                " has no layers and no impedance of its own: it is solved with 0.001 + j0 ohm, as good as "
                "metal. Give it layers or an impedance if it is coated.");
      if (source == SurfaceImpedance::Source::interpolated)
        worst[p].tell(
            "COATING_INTERPOLATED", 0.0, frequency_hz,
            text_of("%s: the impedance table has no entry at %.6g GHz; %.5g %+.5gj ohm is taken from its "
                    "neighbours in frequency. Calculate the impedances again for these frequencies.",
                    name.c_str(), ghz, impedances[p].ohm.real(), impedances[p].ohm.imag()));
      const Complex of_layers = impedances[p].of_layers_ohm;
      if (source == SurfaceImpedance::Source::typed)
        worst[p].tell(
            "COATING_TYPED", std::abs(impedances[p].ohm - of_layers), frequency_hz,
            text_of(
                "%s: the impedance table says %.5g %+.5gj ohm at %.6g GHz, its layers %.5g %+.5gj ohm. The "
                "table is used and the layers are not; remove the entry to solve the layers.",
                name.c_str(), impedances[p].ohm.real(), impedances[p].ohm.imag(), ghz, of_layers.real(),
                of_layers.imag()));
      if (source == SurfaceImpedance::Source::default_ignored)
        worst[p].tell(
            "COATING_DEFAULT", std::abs(of_layers), frequency_hz,
            text_of("%s: the impedance table has the default of %.5g ohm at %.6g GHz, its layers say %.5g "
                    "%+.5gj ohm. The layers are used; give 0 ohm for metal.",
                    name.c_str(), default_impedance_ohm.real(), ghz, of_layers.real(), of_layers.imag()));
      // What is said of layers is said of runs that use them.
      if (source == SurfaceImpedance::Source::typed) continue;
      if (!has_layers(job.materials, mesh.parts[p].number)) continue;
      const Coating coating = coating_at(job.materials, mesh.parts[p].number, frequency_hz);
      if (coating.layers.empty()) continue;  // PEC
      check_stack(worst[p], name, coating, curvature[p], frequency_hz);
      if (curvature[p].sharp_edges_m > 0.0) {
        const double strip = edge_strip_dbsm(coating, curvature[p].longest_sharp_edge_m, frequency_hz);
        worst[p].tell(
            "COATING_EDGES", 1e3 + strip, frequency_hz,
            text_of(
                "%s has %.3g mm of sharp edges (bent by more than %.0f°): within about a thickness of them the "
                "coating is no flat stack. What that returns is about, or below, that of a strip one thickness wide "
                "along the longest, %.3g mm: %.1f dBsm at %.6g GHz. Where the curve is 10 dB above that it may "
                "be wrong by 2.4 dB, at 20 dB by 0.8 dB, at 30 dB by 0.3 dB.%s",
                name.c_str(), 1e3 * curvature[p].sharp_edges_m, sharp_edge_angle * 180.0 / pi,
                1e3 * curvature[p].longest_sharp_edge_m, strip, ghz, offer));
      }
    }
  }
  std::vector<CoatingFinding> findings;
  for (const Worst& w : worst) w.append_to(findings);
  return findings;
}

}  // namespace pace
