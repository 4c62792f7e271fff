// What the near part needs of other ranks: values of functions, and matrix entries, in leaves around a rank's
// own.
#pragma once

#include <span>
#include <vector>

#include "fmm/far_product.hpp"
#include "fmm/near_matrix.hpp"
#include "linalg/float_columns.hpp"

namespace pace {

/// Vectors of a rank hold its own functions; near leaves of other ranks follow them in an extended vector.
class NearHalo {
 public:
  NearHalo(const Octree& tree, const RankShare& share);

  std::size_t own() const { return own_; }
  std::size_t extended() const { return extended_; }
  /// [column][own place] → [column][place of the rank's tree]; all ranks call it. The result lives until the
  /// next call.
  const ComplexF* extend(const ComplexF* x, int columns);

 private:
  struct Peer {
    int rank;
    std::vector<int> places;  ///< own ones that it needs
    Range ghosts;             ///< places here of what it holds
  };
  Communicator& ranks_;
  std::size_t own_, extended_;
  std::vector<Peer> peers_;
  std::vector<ComplexF> values_, sent_, received_;
};

/// Near entries between any places of the rank's tree, though the rows of other ranks' functions are kept by
/// those.
class NearEntries {
 public:
  NearEntries(const NearMatrix& near, const RankShare& share) : near_(near), share_(share) {}

  /// Brings the rows of other ranks for the first of these cuts of the matrix (rows and columns the same
  /// places, ascending). All ranks call it until it says that all are done.
  /// @return how many cuts can be gathered now; −1: every rank has had all of its cuts
  int fetch(std::span<const std::vector<int>> cuts);
  /// The cut of this number among those last fetched, row-major.
  void gather(int cut, std::span<const int> places, ComplexF* out) const;

 private:
  struct Fetched {
    int rank, first_row, rows;  ///< rows of the cut that a rank has sent
    std::size_t at;
  };
  std::vector<std::vector<ComplexF>> answer(const std::vector<std::vector<int>>& questions) const;

  const NearMatrix& near_;
  const RankShare& share_;
  std::vector<std::vector<Fetched>> fetched_;   ///< of each cut
  std::vector<std::vector<ComplexF>> entries_;  ///< of each rank
};

}  // namespace pace
