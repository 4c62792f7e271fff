// Values of unknowns that belong to other ranks, where each region is divided over the ranks on its own.
#pragma once

#include <span>
#include <vector>

#include "systems/rank_part.hpp"

namespace pace {

/// Vectors of a rank hold its own unknowns; those of other ranks that its functions stand for follow them in
/// an extended vector.
class UnknownHalo {
 public:
  /// All ranks make theirs at the same time.
  /// @param part    of the tree of the unknowns
  /// @param used    unknowns that the rank uses, in any order and any number of times
  UnknownHalo(const RankPart& part, std::vector<int> used);

  std::size_t own() const { return own_; }
  std::size_t extended() const { return extended_; }
  /// Of every unknown in an extended vector; −1: not there.
  std::span<const int> places() const { return places_; }
  /// [column][own place] → [column][extended place]; all ranks call it. The result lives until the next call.
  const ComplexF* extend(const ComplexF* x, int columns);
  /// The reverse: y gets what all ranks have for its unknowns. @param extended  [column][extended place]
  /// @param y  [column][own place]
  void collect(const ComplexF* extended, ComplexF* y, int columns);

 private:
  struct Peer {
    int rank;
    std::vector<int> places;  ///< own ones that it uses
    Range ghosts;             ///< places here of what it has
  };
  Communicator& ranks_;
  std::size_t own_, extended_;
  std::vector<int> places_;
  std::vector<Peer> peers_;
  std::vector<ComplexF> values_, of_own_, of_ghosts_;
};

}  // namespace pace
