// The import doctor: measures a mesh as read and says in sentences what is wrong with it and what to do.
#pragma once

#include <optional>

#include "mesh/report.hpp"
#include "mesh/topology.hpp"
#include "mesh/unv.hpp"

namespace pace {

/// The unit to read the file in: the user's if given, else the file's own, else one metre, assumed.
/// @throws InputError UNITS_BAD_SCALE if the user's is not a positive finite number
LengthUnit length_unit(const UnvFile& file, std::optional<double> users_metres_per_unit);

/// Beyond these sizes squares and volumes leave the range of numbers, long after a body has lost its meaning.
inline constexpr double smallest_size_m = 1e-9, largest_size_m = 1e12;

/// @param mesh  in metres
/// @throws InputError UNITS_BAD_SCALE of a size outside these, or no number
void refuse_absurd_size(const Mesh& mesh, double metres_per_unit);

struct Examination {
  Mesh mesh;  ///< in metres, duplicate triangles removed, rounded if asked for, winding as in the file
  Topology topology;
  Report report;
};

/// @param unit          length of a file unit; a plain number counts as the user's word
/// @param frequency_hz  if known, sizes are also checked against the wavelength
/// @param rounding_deg  above 0 the mesh is rounded first (rounding.hpp); the file stays as it is
/// @throws InputError UNITS_BAD_SCALE, also as refuse_absurd_size; FREQUENCY_NOT_POSITIVE
Examination diagnose(const UnvFile& file, const LengthUnit& unit, std::optional<double> frequency_hz,
                     double rounding_deg = 0.0);

/// The same after the nodes of a torn seam (UNMERGED_SEAM) were merged in `file.mesh`: the report says then
/// how many (SEAMS_MERGED). Where there is no such seam the file stays as it is.
Examination diagnose_merged(UnvFile& file, const LengthUnit& unit, std::optional<double> frequency_hz,
                            double rounding_deg = 0.0);

/// The report of `diagnose` alone.
Report examine(const UnvFile& file, const LengthUnit& unit, std::optional<double> frequency_hz = {});

/// Below this radius ratio a triangle is a sliver: heights of about 1/40 of the sides, where the singular
/// integrals and the condition of the system start to suffer.
inline constexpr double sliver_quality = 0.05;
inline constexpr std::size_t listed_slivers = 20;

/// How far a middle node may be from the middle of its side, as part of the chord. A circle cut into four has
/// its middles at 0.21, into three at 0.29, into two at 0.5. From the first on it is warned of: integrals are
/// promised for what four make, yet the tip of a cone is often meshed with three. From the second on it is
/// refused: a side beyond a semicircle, or a slip.
inline constexpr double steep_middle = 0.25, far_middle = 0.5;

/// Scaled Jacobians (min J / max J over the triangle, see jacobian_range) below the first count as zero: near
/// such a point the charge of a basis function, which goes as 1/J, grows without bound. Below the second the
/// triangle is usable and lopsided.
inline constexpr double least_scaled_jacobian = 0.01, distorted_scaled_jacobian = 0.2;

/// Vertices closer than this part of the body's diagonal (and a tenth of the shortest edge) are coincident.
inline constexpr double coincidence_relative = 1e-6;

}  // namespace pace
