// The matrix of MLFMA as a product, in tree order; of several ranks, the rows of this one.
#pragma once

#include <vector>

#include "fmm/distributed/near_halo.hpp"
#include "fmm/far_interactions.hpp"
#include "fmm/near_matrix.hpp"
#include "krylov/linear_operator.hpp"
#include "linalg/dense_matrix.hpp"
#include "parallel/communicator.hpp"

namespace pace {

class FastOperator : public LinearOperator {
 public:
  /// All outlive this. @param halo  null: one rank
  FastOperator(const NearMatrix& near, FarInteractions& far, std::size_t size, Communicator& ranks,
               NearHalo* halo)
      : near_(near), far_(far), size_(size), ranks_(ranks), halo_(halo) {}
  std::size_t size() const override { return size_; }
  /// @throws Cancelled
  void apply(const ComplexF* x, ComplexF* y, int columns) override;

  double near_seconds = 0.0, far_seconds = 0.0;
  long products = 0;
  std::uint64_t bytes_sent = 0;

 private:
  void multiply_near(const ComplexF* x, ComplexF* y, int columns);

  const NearMatrix& near_;
  FarInteractions& far_;
  std::size_t size_;
  Communicator& ranks_;
  NearHalo* halo_;
  std::vector<ComplexF> extended_;
};

}  // namespace pace
