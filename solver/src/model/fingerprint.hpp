// Whether two jobs are the same computation.
#pragma once

#include <set>
#include <string>

#include "input/job.hpp"
#include "mesh/mesh.hpp"

namespace pace {

/// JSON pointers into a job of what does not make it another computation: where it runs, how it is solved and
/// how accurate it is to be (each frequency keeps its error and its digits, `earlier_run`). Everything else
/// of a job does, also what a later version of the contract adds.
const std::set<std::string>& left_out_of_fingerprint();

/// Of the job with its defaults filled in, the mesh and what the solver chose: only results with the same
/// fingerprint are resumed.
/// @param mesh    [m], as it is solved
/// @param chosen  what the job leaves to the solver: method, equations between media, levels
std::string fingerprint(const Job& job, const Mesh& mesh, const nlohmann::json& chosen);

}  // namespace pace
