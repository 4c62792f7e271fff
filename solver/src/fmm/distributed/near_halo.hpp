// What the near part needs of other ranks: values of functions, and matrix entries, in leaves around a rank's
// own.
#pragma once

#include <span>
#include <vector>

#include "fmm/distributed/value_halo.hpp"
#include "fmm/far_product.hpp"
#include "fmm/near_matrix.hpp"
#include "linalg/float_columns.hpp"

namespace pace {

/// Values of functions in near leaves of other ranks, in the order of the rank's tree.
class NearHalo : public ValueHalo {
 public:
  NearHalo(const Octree& tree, const RankShare& share);
};

/// Entries of a matrix between the places of small cuts of it, on one of several ranks.
class CutEntries {
 public:
  virtual ~CutEntries() = default;
  /// Fetches what other ranks keep of these cuts (rows and columns the same places, ascending). All ranks
  /// call it until it says that none of them had a cut.
  virtual bool fetch(std::span<const std::vector<int>> cuts) = 0;
  /// The cut of this number among those last fetched, row-major; from any thread.
  virtual void gather(int cut, std::span<const int> places, ComplexF* out) const = 0;
};

/// Near entries between any functions, though each rank keeps the rows of its own functions alone.
class NearEntriesOfFunctions {
 public:
  NearEntriesOfFunctions(const NearMatrix& near, const RankShare& share) : near_(near), share_(share) {}

  /// Fetches the rows of other ranks for these cuts. All ranks call it.
  /// @param cuts  functions; those of one leaf follow each other
  void fetch(std::vector<std::vector<int>> cuts);
  /// The cut of this number, row-major; from any thread.
  void gather(int cut, ComplexF* out) const;

 private:
  struct Fetched {
    int rank, first_row, rows;  ///< rows of the cut that a rank has sent
    std::size_t at;
  };
  /// What this rank knows of a block, the rest 0. @param rows  its own functions
  void known_entries(std::span<const int> rows, std::span<const int> columns, ComplexF* out) const;
  std::vector<std::vector<ComplexF>> answer(const std::vector<std::vector<int>>& questions) const;

  const NearMatrix& near_;
  const RankShare& share_;
  std::vector<std::vector<int>> cuts_;
  std::vector<std::vector<Fetched>> fetched_;   ///< of each cut
  std::vector<std::vector<ComplexF>> entries_;  ///< of each rank
};

/// Near entries between any places of the rank's tree.
class NearEntries : public CutEntries {
 public:
  NearEntries(const NearMatrix& near, const RankShare& share) : share_(share), of_functions_(near, share) {}
  bool fetch(std::span<const std::vector<int>> cuts) override;
  void gather(int cut, std::span<const int>, ComplexF* out) const override { of_functions_.gather(cut, out); }

 private:
  const RankShare& share_;
  NearEntriesOfFunctions of_functions_;
};

}  // namespace pace
