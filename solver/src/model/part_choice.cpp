#include "model/part_choice.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/types.hpp"
#include "input/limits.hpp"

namespace pace {
namespace {

constexpr int by_rule = 0, by_optics = 1;

}  // namespace

PartVerdict verdict_of(const PartShape& shape, double wavelength) {
  if (shape.extent_m < limit("hybridExtentWavelengths") * wavelength ||
      shape.area_m2 < limit("hybridAreaWavelengths2") * wavelength * wavelength)
    return PartVerdict::small;
  if (shape.smooth_m < limit("hybridSmoothWavelengths") * wavelength) return PartVerdict::curved;
  return PartVerdict::optics;
}

bool all_by_optics(const Job& job) {
  const auto& asked = job.input.part_methods;
  return !asked.empty() && std::all_of(asked.begin(), asked.end(), [](int m) { return m == by_optics; });
}

bool by_optics_alone(const Job& job) {
  return job.input.solver == SolverType::physical_optics ||
         (job.program_type == 1 && job.input.solver == SolverType::hybrid && all_by_optics(job));
}

std::vector<char> parts_by_optics(const Job& job, const Mesh& mesh, const Topology& topology,
                                  double lowest_frequency_hz) {
  const std::size_t parts = mesh.parts.size();
  std::vector<int> asked = job.input.part_methods;
  if (asked.empty()) asked.assign(parts, by_rule);
  if (asked.size() == 1) asked.assign(parts, asked[0]);
  if (asked.size() != parts)
    throw InputError(Message{"PART_METHODS_COUNT", {{"values", asked.size()}, {"parts", parts}}},
                     "/solverInput/partmethods");
  const std::vector<PartShape> shapes = shapes_of_parts(mesh, topology);
  std::vector<char> optics(parts, 0);
  for (std::size_t p = 0; p < parts; ++p)
    optics[p] = asked[p] == by_optics ||
                (asked[p] == by_rule &&
                 verdict_of(shapes[p], speed_of_light / lowest_frequency_hz) == PartVerdict::optics);
  if (std::all_of(optics.begin(), optics.end(), [](char c) { return c; }))
    for (std::size_t p = 0; p < parts; ++p)
      if (asked[p] == by_rule) optics[p] = 0;
  return optics;
}

}  // namespace pace
