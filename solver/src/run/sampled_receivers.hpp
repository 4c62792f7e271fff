// Bars of whole cuts from receivers in some of their directions.
#pragma once

#include <span>
#include <vector>

#include "observables/cuts.hpp"
#include "observables/far_field.hpp"
#include "output/field_files.hpp"

namespace pace {

/// Each cut has receivers at its ends and evenly in between.
class SampledReceivers {
 public:
  /// @param intervals  between receivers of a cut, at most
  SampledReceivers(const std::vector<Cut>& cuts, std::size_t intervals);

  const std::vector<Direction>& directions() const { return directions_; }
  /// The larger bar of the two receivers beside a direction; larger by as much as the field there is larger
  /// than at both (docs/theory/error-estimate.md). @param sampled  [receiver][wave]
  /// @param fields  [direction of the cuts][wave]  @return  [direction of the cuts][wave]
  std::vector<std::vector<FieldError>> spread(std::span<const std::vector<FieldError>> sampled,
                                              std::span<const FieldOfWaves> fields) const;

 private:
  /// Receivers beside a direction of a cut; twice the same where it has one.
  struct Beside {
    std::size_t before, after;
  };
  std::vector<Direction> directions_;
  std::vector<std::size_t> numbers_;  ///< [receiver], of its direction in the cuts
  std::vector<Beside> beside_;        ///< [direction of the cuts]
};

}  // namespace pace
