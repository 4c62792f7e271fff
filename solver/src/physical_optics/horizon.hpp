// Which facets can be shadowed at all: the others need no rays.
#pragma once

#include <array>
#include <vector>

#include "physical_optics/facets.hpp"

namespace pace {

/// By facet and side (0: along the normal, 1: against it): is any vertex in front of the facet's plane?
/// @param tolerance  closer vertices do not count [m]
std::vector<std::array<bool, 2>> has_something_in_front(const FacetSurface& surface, double tolerance);

}  // namespace pace
