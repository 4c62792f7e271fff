// The part of the matrix that is tested with RWG functions, a test triangle at a time.
#pragma once

#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "basis/dual_space.hpp"
#include "operators/block.hpp"
#include "operators/curved_batch.hpp"
#include "operators/curved_pair.hpp"
#include "operators/matrix_sink.hpp"
#include "operators/near_pair.hpp"
#include "operators/pair_kernel.hpp"
#include "operators/source_columns.hpp"

namespace pace {

class RwgRows {
 public:
  /// @param dual        rows that have a g leave the part tested with it to others; null: no row does
  /// @param neighbours  triangles closer than choice.middle_distance, by triangle
  RwgRows(const RwgSpace& space, const DualSpace* dual, Complex k, std::span<const double> alpha, Block block,
          const QuadratureChoice& choice, const std::vector<std::vector<int>>& neighbours);

  /// What one thread works with.
  struct Workspace {
    explicit Workspace(const RwgSpace& space) : columns(space) {}
    SourceColumns columns;
    std::tuple<HalfValues<double>, HalfValues<float>> values;
    std::vector<int> rows;
    std::vector<double> factors;
    std::vector<int> block_columns;
    std::vector<Complex> block_values;
  };

  /// Everything that triangle p tests by Gauss rules, and the near pairs (p, q ≥ p) both ways.
  void add(int p, MatrixSink& sink, Workspace& work) const;

 private:
  struct Needs {
    bool electric = false;  ///< the rows weighted with α
    bool magnetic = false;  ///< the rows weighted with 1 − α
    bool any() const { return electric || magnetic; }
  };
  struct TestRow;

  std::vector<TestRow> test_rows(int p) const;
  double magnetic_weight(int function) const;
  bool is_near(int p, int q) const;
  template <class Real>
  void add_regular(int p, std::span<const TestRow> rows, MatrixSink& sink, Workspace& work) const;
  template <class Real>
  void store(int p, std::span<const TestRow> rows, const BatchBlockOf<Real>& block, const auto& position,
             HalfValues<Real>& values) const;
  template <class Real>
  void evaluate(Needs needs, const TestTriangle<Real>& test, const TriangleBatch<Real>& sources,
                std::span<const TrianglePoint> rule, BatchBlockOf<Real>& block) const;
  template <class Real>
  void evaluate(Needs needs, const CurvedTest<Real>& test, const FormBatch<Real>& sources,
                std::span<const TrianglePoint> rule, BatchBlockOf<Real>& block) const;
  NearBlocks near_blocks(int p, int q, bool single) const;
  void add_near(int p, MatrixSink& sink, Workspace& work) const;
  void add_identity(int p, MatrixSink& sink) const;
  void add_block(const PairBlock& block, int p, int q, MatrixSink& sink, Workspace& work) const;

  const RwgSpace& space_;
  const DualSpace* dual_;
  Complex k_;
  std::span<const double> alpha_;
  Block block_;
  QuadratureChoice choice_;
  const std::vector<std::vector<int>>& neighbours_;
  NearIntegrator near_;
  std::optional<CurvedPairIntegrator> curved_;  ///< only if there are bent triangles
  std::vector<Needs> needs_;                    ///< by triangle
};

}  // namespace pace
