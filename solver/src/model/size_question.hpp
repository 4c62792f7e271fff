// A size that is a slip of units more often than not has to be confirmed before it is solved or estimated.
#pragma once

#include <span>

#include "input/job.hpp"
#include "mesh/report.hpp"

namespace pace {

/// Is the model far smaller than a wavelength at the job's highest frequency?
/// @throws InputError SIZE_UNUSUAL, unless the job confirms its size
void question_small_size(const Job& job, const Report& report);

/// Is the mesh of the full wave far too coarse, and would one that is fine enough take more than the job may
/// use or the machine has?
/// @param part_by_optics  of a hybrid; empty if the full wave has all parts
/// @throws InputError SIZE_UNUSUAL, unless the job confirms its size
void question_large_size(const Job& job, const Report& report, std::span<const char> part_by_optics);

}  // namespace pace
