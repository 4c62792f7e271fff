// The mesh that a job names.
#pragma once

#include "input/job.hpp"
#include "mesh/mesh.hpp"

namespace pace {

/// The job's mesh, a universal file or a drawing, in metres, wound the other way round where the job says so.
/// @throws InputError UNITS_UNKNOWN, UNV_… codes, DRAWING_INVALID
Mesh read_in_metres(const Job& job);

}  // namespace pace
