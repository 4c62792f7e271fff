// The error terms of a reaction of all currents of a body: J and M/η₀ on the boundaries of all regions.
#pragma once

#include <optional>
#include <vector>

#include "accuracy/error_bar.hpp"
#include "accuracy/local_reaction.hpp"

namespace pace {

/// The boundary of a region and the forms of its currents in the symmetric equations.
struct RegionForms {
  const RwgSpace* space;
  ReactionForm electric;
  std::optional<ReactionForm> magnetic;  ///< none on bare conductors
  std::vector<Mat3> bending = {};        ///< as uneven_curvatures; for the layers of the forms
};

/// Of one region, a coefficient a function; empty where there is no such current.
struct RegionCoefficients {
  std::vector<Complex> electric;  ///< J
  std::vector<Complex> magnetic;  ///< M/η₀
};

/// What the terms need of a current.
struct ReactionValues {
  struct OfCurrent {
    CornerValues missing;
    MiddleValues middle;
  };
  struct OfRegion {
    OfCurrent electric, magnetic;
  };
  std::vector<OfRegion> regions;
};

class CurrentReaction {
 public:
  /// @param triangles  of the mesh
  CurrentReaction(std::vector<RegionForms> regions, std::size_t triangles);

  /// @param values  its memory is used again
  void values(const std::vector<RegionCoefficients>& of, ReactionValues& values) const;
  /// Replaces `terms` by those of the reaction of two currents.
  void terms(const ReactionValues& own, const ReactionValues& adjoint, TriangleTerms& terms) const;

  std::size_t triangles() const { return triangles_; }
  /// Of `ReactionValues`.
  double bytes() const;

 private:
  std::vector<RegionForms> regions_;
  std::vector<LocalReaction> local_;
  std::size_t triangles_;
};

}  // namespace pace
