// An inner Krylov solution with a cheaper matrix of low accuracy as the preconditioner of an outer one.
#pragma once

#include <functional>
#include <memory>

#include "krylov/block_gcr.hpp"

namespace pace {

/// y ≈ A⁻¹ x by some rounds of block GCR on an A of low accuracy [inner–outer FGMRES: Saad 1993, SIAM J. Sci.
/// Comput. 14; Malas, Ergül & Gürel 2007, "Sequential and parallel preconditioners for large-scale
/// integral-equation problems"].
class InnerSolve : public LinearOperator {
 public:
  struct Options {
    double tolerance = 0.1;
    int most_iterations = 12;
  };
  InnerSolve(LinearOperator& low_accuracy, LinearOperator& preconditioner, const Options& options,
             Communicator& ranks = Communicator::alone());
  std::size_t size() const override { return low_accuracy_.size(); }
  void apply(const ComplexF* x, ComplexF* y, int columns) override;
  long products() const { return products_; }  ///< columns multiplied by that matrix

 private:
  LinearOperator& low_accuracy_;
  LinearOperator& preconditioner_;
  Options options_;
  Communicator& ranks_;
  long products_ = 0;
};

enum class InnerChoice { automatic, never, always };

/// A preconditioner that becomes an inner solution with itself inside when the outer one would need more
/// directions than its memory holds: then each outer direction has to be worth more.
class GrowingPreconditioner : public LinearOperator {
 public:
  using MakeInner = std::function<std::unique_ptr<InnerSolve>()>;
  /// @param simple  outlives this  @param make  is called when the inner solution is first needed
  GrowingPreconditioner(LinearOperator& simple, MakeInner make, InnerChoice choice);
  std::size_t size() const override { return simple_.size(); }
  void apply(const ComplexF* x, ComplexF* y, int columns) override;

  /// To be called after every round of the outer solution.
  /// @param kept, capacity  directions
  /// @return  whether it has become another one
  bool watch(const KrylovProgress& progress, double tolerance, int kept, int capacity);
  /// A new solution begins.
  void restart() { history_.clear(); }

  bool uses_inner_solve() const { return inner_ != nullptr; }
  long inner_products() const { return inner_ ? inner_->products() : 0; }

 private:
  static constexpr int window_ = 15;  ///< rounds over which the speed is checked
  LinearOperator& simple_;
  MakeInner make_;
  InnerChoice choice_;
  std::unique_ptr<InnerSolve> inner_;
  std::vector<double> history_;
};

}  // namespace pace
