// Values of unknowns that belong to other ranks, where each region is divided over the ranks on its own.
#pragma once

#include <span>
#include <vector>

#include "systems/rank_part.hpp"

namespace pace {

/// Values of unknowns of other ranks that a rank's functions stand for.
class UnknownHalo : public ValueHalo {
 public:
  /// All ranks make theirs at the same time.
  /// @param part  of the tree of the unknowns
  /// @param used  unknowns that the rank uses, in any order and any number of times
  UnknownHalo(const RankPart& part, std::vector<int> used);

  /// Of every unknown in an extended vector; −1: not there.
  std::span<const int> places() const { return places_; }

 private:
  std::vector<int> places_;
};

}  // namespace pace
