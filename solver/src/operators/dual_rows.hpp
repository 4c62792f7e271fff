// The part of the matrix that is tested with dual functions, a dual cell at a time.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "basis/dual_space.hpp"
#include "operators/block.hpp"
#include "operators/curved_dual_rows.hpp"
#include "operators/dual_pairs.hpp"
#include "operators/matrix_sink.hpp"
#include "operators/source_columns.hpp"

namespace pace {

/// (1 − α) η [½ ⟨n × g, f⟩ − ∫ g·(∇G × f)]. With D = r − r', ∇G = −h D and the half function f ∝ r' − w,
///   −∫ g·(∇G × f) ∝ ∫ g·(X × (r − w)) dS,   X(r) = ∫ h D dS'   (D × (r' − w) = D × (r − w)),
/// and on a sub-triangle with centroid c, where g = v + σ(r − c), two integrals serve every row and every
/// corner:
///   ∫ g·(X × (r − w)) dS = v·P + (c − w)·(v × M − σP),   M = ∫ X dS,   P = ∫ X × (r − c) dS.
/// So a row sums a scalar S and a vector V over its sub-triangles; its three values are S + (o − w)·V, o the
/// cell's vertex. The term of a triangle with itself is zero (coplanar). The Green's functions of a
/// sub-triangle serve all rows of its cell.
///
/// Crossed rows are (1 − α) jkη ⟨g, L f⟩. With the potentials of a source Φ = ∫ G dS' and A = ∫ G (r' − o)
/// dS',
///   ∫∫ [g·(r' − w) − ∇·g ∇·f/k²] G = ∫ g·A − 4σ/k² ∫ Φ + (o − w)·∫ g Φ,
/// so they sum to the same S + (o − w)·V.
class DualRows {
 public:
  /// @param k  k' − jk'' [1/m]
  DualRows(const RwgSpace& space, const DualSpace& dual, Complex k, std::span<const double> alpha,
           Block block, const QuadratureChoice& choice, const std::vector<std::vector<int>>& neighbours);

  struct Row;
  template <class Real>
  struct PairQueue;
  template <class Real>
  struct Integrals;
  /// What one thread works with.
  struct Workspace {
    explicit Workspace(const RwgSpace& space);
    ~Workspace();
    SourceColumns columns;
    std::vector<SubTriangle> subs;  ///< of the cell
    std::vector<Row> all_rows;      ///< those of the cell, and after them the memory of larger cells
    std::size_t row_count = 0;
    std::span<const Row> rows() const;
    std::vector<int> functions, candidates;
    std::vector<char> is_candidate;  ///< of the list of sources
    std::vector<int> near;           ///< positions of the near sources in the list
    std::vector<double> weights;
    std::vector<DualCell::Row> curved_rows;
    CurvedDualRows::Workspace curved;
    template <class Real>
    Integrals<Real>& of();
    std::tuple<std::unique_ptr<Integrals<double>>, std::unique_ptr<Integrals<float>>> integrals;
  };

  /// What the sub-triangles of a cell test: its part of every row of the cell.
  void add(int cell, MatrixSink& sink, Workspace& work) const;

 private:
  template <class Real>
  struct TestPoints;

  void add_kite_points(const DualCell& cell, const DualCell::Row& of, std::span<const SubTriangle> subs,
                       Row& row) const;
  void prepare_rows(const DualCell& cell, bool bent, Workspace& work) const;
  template <class Real>
  void add_rows(const DualCell& cell, bool bent, MatrixSink& sink, Workspace& work) const;
  template <bool with_first, class Real, class Position>
  void integrate(const VectorOf<Real>& vertex, const TestPoints<Real>& test,
                 const TriangleBatch<Real>& sources, std::span<const TrianglePoint> rule,
                 const Position& position, Integrals<Real>& work) const;
  template <Block block, bool with_first, bool lossy, class Real>
  void evaluate(const VectorOf<Real>& origin, const TestPoints<Real>& test,
                const TriangleBatch<Real>& sources, std::span<const TrianglePoint> rule,
                Integrals<Real>& into) const;
  template <Block block, bool with_first, class Real, class Position>
  void combine(const VectorOf<Real>& vertex, int groups, const TriangleBatch<Real>& sources,
               const Position& position, Integrals<Real>& work) const;
  template <class Real>
  static void set_coefficients(bool at_kite_points, Workspace& work);
  void find_candidates(const DualCell& cell, Workspace& work) const;
  template <class Real>
  void add_close(const DualCell& cell, Workspace& work) const;
  template <class Real>
  void add_curved(const DualCell& cell, Workspace& work) const;
  template <class Real>
  void add_near(const DualCell& cell, const VectorOf<Real>& vertex, Workspace& work) const;
  template <class Real>
  void add_identity(const DualCell& cell, Workspace& work) const;

  const RwgSpace& space_;
  const DualSpace& dual_;
  Complex k_;
  std::span<const double> alpha_;
  Block block_;
  QuadratureChoice choice_;
  const std::vector<std::vector<int>>& neighbours_;
  DualPairIntegrator near_;
  std::optional<CurvedDualRows> curved_;  ///< only if there are bent triangles
  bool by_kites_;  ///< the far rule: three points a kite, else a rule on each sub-triangle
};

}  // namespace pace
