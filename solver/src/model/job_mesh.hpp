// The mesh that a job names.
#pragma once

#include "input/job.hpp"
#include "mesh/mesh.hpp"
#include "mesh/report.hpp"
#include "mesh/topology.hpp"

namespace pace {

/// The job's mesh, a universal file or a drawing, in metres, smooth parts of a file rounded and all wound the
/// other way round where the job says so.
/// @throws InputError UNITS_UNKNOWN, UNITS_BAD_SCALE, UNV_… codes, DRAWING_INVALID
Mesh read_in_metres(const Job& job);

struct ExaminedMesh {
  Mesh mesh;  ///< as of read_in_metres
  Topology topology;
  Report report;  ///< of the doctor, sizes checked at the job's highest frequency; without errors
};

/// The same with what `pace check` says of it. An error there is an error here, in the same words.
/// A drawing is examined only for the full wave: it is a picture's triangles, which physical optics takes as
/// they are.
/// @throws InputError  as read_in_metres; the code and sentence of the first finding that is an error
ExaminedMesh examined_mesh(const Job& job);

/// What solves a job, as far as the mesh is concerned.
enum class MeshUser { full_wave, physical_optics };

/// Does a run repeat the finding as a notice? Warnings are repeated, but for those that a run says in words
/// of its own and those that do not matter to what solves it.
bool touches_run(const Finding& finding, MeshUser user);

}  // namespace pace
