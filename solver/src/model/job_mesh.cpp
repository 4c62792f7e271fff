#include "model/job_mesh.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/error.hpp"
#include "excitation/sweep.hpp"
#include "mesh/doctor.hpp"
#include "mesh/drawing.hpp"
#include "mesh/rounding.hpp"
#include "mesh/unv.hpp"
#include "model/part_choice.hpp"

namespace pace {

namespace {

struct JobFile {
  UnvFile file;
  bool is_drawing;
  LengthUnit unit;
};

JobFile read_file(const Job& job) {
  JobFile read{{}, false, {1.0}};
  if (std::optional<Mesh> drawing = read_drawing(job.mesh)) {
    read.file.mesh = std::move(*drawing);
    read.file.metres_per_unit = 1.0;
    read.is_drawing = true;
  } else {
    read.file = read_unv(job.mesh);
  }
  read.unit = length_unit(read.file, job.input.metres_per_unit);
  if (read.unit.source == LengthUnit::Source::assumed)
    throw InputError(Message{"UNITS_UNKNOWN.scale", {{"file", job.mesh.filename().string()}}},
                     "/solverInput/scalefactor");
  return read;
}

/// The file's mesh itself, in metres, rounded and wound as the job says.
Mesh in_metres(JobFile&& read, const Job& job) {
  scale(read.file.mesh, read.unit.metres_per_unit);
  refuse_absurd_size(read.file.mesh, read.unit.metres_per_unit);
  if (job.input.rounding_deg > 0.0 && !read.is_drawing)
    round_smooth_parts(read.file.mesh, job.input.rounding_deg);
  if (job.input.change_normal)
    for (std::size_t t = 0; t < read.file.mesh.triangles.size(); ++t)
      flip(read.file.mesh, static_cast<int>(t));
  return std::move(read.file.mesh);
}

/// Findings that a run says in words of its own: TURNED_TRIANGLES, MESH_COARSE.
constexpr std::array<std::string_view, 2> said_otherwise{finding_code::normals_inconsistent,
                                                         finding_code::edges_too_long};

/// What only matters where integrals over neighbouring triangles are solved for. Facets of Physical Optics
/// need no shared edges, but one that is there twice returns twice.
constexpr std::array<std::string_view, 9> of_full_wave_alone{
    finding_code::slivers,        finding_code::coincident_vertices, finding_code::folded,
    finding_code::small_gap,      finding_code::one_sided,           finding_code::surfaces_cross,
    finding_code::surfaces_touch, finding_code::unmerged_seam,       finding_code::curved_distorted};

template <std::size_t count>
bool is_one_of(const std::string& code, const std::array<std::string_view, count>& codes) {
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

/// @throws InputError the first error that matters to who uses the mesh
void refuse_errors(const Report& report, MeshUser user) {
  for (const Finding& f : report.findings)
    if (f.severity == Severity::error &&
        (user == MeshUser::full_wave || !is_one_of(f.code, of_full_wave_alone)))
      throw InputError(static_cast<const Statement&>(f), f.where);
}

}  // namespace

Mesh read_in_metres(const Job& job) { return in_metres(read_file(job), job); }

ExaminedMesh examined_mesh(const Job& job) {
  JobFile read = read_file(job);
  if (read.is_drawing && by_optics_alone(job)) {
    ExaminedMesh examined{in_metres(std::move(read), job), {}, {}};
    examined.topology = analyse(examined.mesh);
    return examined;
  }
  const double highest = job.input.frequencies_hz.back();
  Examination examination =
      diagnose(read.file, read.unit, highest, read.is_drawing ? 0.0 : job.input.rounding_deg);
  refuse_errors(examination.report, by_optics_alone(job) ? MeshUser::physical_optics : MeshUser::full_wave);
  ExaminedMesh examined{in_metres(std::move(read), job), std::move(examination.topology),
                        std::move(examination.report)};
  if (job.input.change_normal) examined.topology = analyse(examined.mesh);
  return examined;
}

bool touches_run(const Finding& finding, MeshUser user) {
  if (finding.severity == Severity::info || is_one_of(finding.code, said_otherwise)) return false;
  return user == MeshUser::full_wave || !is_one_of(finding.code, of_full_wave_alone);
}

}  // namespace pace
