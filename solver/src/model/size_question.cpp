#include "model/size_question.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "core/error.hpp"
#include "core/types.hpp"
#include "mesh/findings.hpp"
#include "model/byte_text.hpp"

namespace pace {
namespace {

/// A mesh of edges above half a wavelength is no mesh of the full wave; one of a fifth is the coarsest.
constexpr double hopeless_edge_wavelengths = 0.5;
/// Less than any run took (docs/benchmarks.md); a question is asked of what is far beyond.
constexpr double least_bytes_an_unknown = 2000.0;

std::string text(double value, const char* format = "%.3g") {
  std::array<char, 40> digits{};
  std::snprintf(digits.data(), digits.size(), format, value);
  return digits.data();
}

std::string beginning(const Report& report) {
  const double size = report.box_m.size().maxCoeff();
  return "At " + text(*report.frequency_hz, "%.6g") + " Hz the model, " + text(size) +
         " m across, measures " + text(size / *report.wavelength_m) + " wavelengths";
}

constexpr const char* question =
    " Are the frequency, in hertz, and the unit of length right? If both are meant, set sizeconfirmed to 1.";

double machine_bytes() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

}  // namespace

void question_small_size(const Job& job, const Report& report) {
  if (job.input.size_confirmed || !report.wavelength_m) return;
  if (report.box_m.size().maxCoeff() >= plausible::smallest_body_wavelengths * *report.wavelength_m) return;
  throw InputError(
      "SIZE_UNUSUAL",
      beginning(report) + ", less than " + text(plausible::smallest_body_wavelengths) + "." + question,
      "/solverInput/sizeconfirmed");
}

void question_large_size(const Job& job, const Report& report, std::span<const char> part_by_optics) {
  if (job.input.size_confirmed || !report.wavelength_m) return;
  const double wavelength = *report.wavelength_m;
  if (report.edge_m.mean <= hopeless_edge_wavelengths * wavelength) return;
  double area = 0.0;
  for (std::size_t p = 0; p < report.parts.size(); ++p)
    if (part_by_optics.empty() || !part_by_optics[p]) area += report.parts[p].area_m2;
  const double edge = plausible::longest_edge_wavelengths * wavelength;
  const double unknowns = 1.5 * area / (0.25 * std::sqrt(3.0) * edge * edge);
  const double bytes = unknowns * least_bytes_an_unknown;
  const double most = job.memory_limit_bytes
                          ? std::min(machine_bytes(), static_cast<double>(*job.memory_limit_bytes))
                          : machine_bytes();
  if (bytes <= most) return;
  const auto [needed, allowed] = bytes_told_apart(bytes, most);
  throw InputError("SIZE_UNUSUAL",
                   beginning(report) + ": a mesh of 1/5 of a wavelength would have about " +
                       text(unknowns, "%.2g") + " unknowns, which take " + needed + " or more, and " +
                       allowed + " may be used." + question,
                   "/solverInput/sizeconfirmed");
}

}  // namespace pace
