#include "model/size_question.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
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

/// @returns the message with what both questions say of the model
Message question(const char* key, const Report& report, nlohmann::json values) {
  const double size = report.box_m.size().maxCoeff();
  values["hertz"] = significant(*report.frequency_hz, 6);
  values["size"] = significant(size, 3);
  values["wavelengths"] = significant(size / *report.wavelength_m, 3);
  return {key, std::move(values)};
}

double machine_bytes() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

}  // namespace

void question_small_size(const Job& job, const Report& report) {
  if (job.input.size_confirmed || !report.wavelength_m) return;
  if (report.box_m.size().maxCoeff() >= plausible::smallest_body_wavelengths * *report.wavelength_m) return;
  throw InputError(question("SIZE_UNUSUAL.small", report, {{"limit", plausible::smallest_body_wavelengths}}),
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
  throw InputError(
      question("SIZE_UNUSUAL.large", report,
               {{"unknowns", significant(unknowns, 2)}, {"needed", needed}, {"allowed", allowed}}),
      "/solverInput/sizeconfirmed");
}

}  // namespace pace
