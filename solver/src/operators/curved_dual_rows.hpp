// Rows tested with dual functions where the cell or the source is bent.
#pragma once

#include <span>
#include <tuple>
#include <vector>

#include "basis/dual_space.hpp"
#include "operators/block.hpp"
#include "operators/curved_batch.hpp"
#include "operators/curved_pair.hpp"
#include "operators/source_columns.hpp"

namespace pace {

/// The rows of DualRows, before their weight. A test is Σ value·F + charge·Φ over points of the cell: for
/// sources far away at three points of each kite, at which the field is interpolated linearly, closer at the
/// points of a rule on each sub-triangle. Near sources are integrated by CurvedPairIntegrator, sub-triangle
/// by sub-triangle, divided where only a part of one side touches the other.
class CurvedDualRows {
 public:
  CurvedDualRows(const RwgSpace& space, const DualSpace& dual, Complex k, Block block,
                 const QuadratureChoice& choice);

  /// What one thread works with.
  struct Workspace {
    std::tuple<std::vector<CurvedPotentials<double>>, std::vector<CurvedPotentials<float>>> potentials;
  };

  bool is_bent(const DualCell& cell) const;

  /// Replaces the values of all sources if the cell is bent, else of those that are bent.
  /// @param rows   of the cell, one a slot of `values`
  /// @param close  sources that may be nearer than choice.middle_distance, of the list
  template <class Real>
  void replace(const DualCell& cell, std::span<const DualCell::Row> rows, std::span<const int> close,
               SourceColumns& columns, HalfValues<Real>& values, Workspace& work) const;
  /// ½ ⟨n × g, f⟩ over the sub-triangles of the bent triangles. The bend drops out of it.
  template <class Real>
  void add_identity(const DualCell& cell, std::span<const DualCell::Row> rows, const SourceColumns& columns,
                    HalfValues<Real>& values) const;

 private:
  struct Cell;
  struct Test;

  Test far_test(const Cell& cell) const;
  Test test_by_rule(const Cell& cell, std::span<const TrianglePoint> rule) const;
  /// @param position  of the lanes, as HalfValues::store
  template <class Real, class Position>
  void integrate(const Test& test, const Vec3& origin, const FormBatch<Real>& sources,
                 std::span<const TrianglePoint> rule, const Position& position, HalfValues<Real>& values,
                 Workspace& work) const;
  template <class Real>
  void set_near(const Cell& cell, int source, int position, HalfValues<Real>& values) const;
  bool is_smooth(int p, int q) const;
  template <class Part>
  void add_near(const Part& part, const CurvedPatch& whole, int source, bool smooth, PairBlock& sum) const;

  const RwgSpace& space_;
  const DualSpace& dual_;
  Complex k_;
  Block block_;
  QuadratureChoice choice_;
  CurvedPairIntegrator near_;
  std::vector<std::array<Vec3, 3>> normals_;  ///< by triangle, at its corners
};

}  // namespace pace
