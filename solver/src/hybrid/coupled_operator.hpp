// The full-wave equations with physical optics eliminated: A11 + A12 P21.
#pragma once

#include "fmm/far_product.hpp"
#include "hybrid/line_of_sight.hpp"
#include "hybrid/near_coupling.hpp"
#include "hybrid/optics_currents.hpp"
#include "krylov/linear_operator.hpp"

namespace pace {

/// One application: the full-wave currents radiate to everything; what arrives on physical optics becomes its
/// current, J2 = P21 J1; that radiates back to the full wave. Two ways through the tree, the first with a
/// column for each group of the line of sight.
class CoupledOperator : public LinearOperator {
 public:
  struct Pieces {
    const PartDivision* division;
    const LineOfSight* sight;
    const OpticsCurrents* currents;
    const NearCoupling* near;
    const Octree* tree;             ///< of all functions
    const std::vector<int>* order;  ///< full-wave index at each place of the vectors
  };
  /// @param far  of all functions; null: everything is near
  CoupledOperator(const Pieces& pieces, FarProduct* far);

  std::size_t size() const override { return p_.order->size(); }
  void apply(const ComplexF* x, ComplexF* y, int columns) override;

  /// P21 J1. @param full_wave  coefficients, rows by PartDivision::index  @return rows by PartDivision::index
  Eigen::MatrixXcd induced(const Eigen::MatrixXcd& full_wave);
  /// A12 J2: what currents of physical optics put into the full-wave equations; rows as above.
  Eigen::MatrixXcd returned(const Eigen::MatrixXcd& optics);

  double seconds = 0.0;
  long products = 0;  ///< columns that went through

 private:
  /// Full-wave rows of A11 J1 into `own`, P21 J1 returned.
  Eigen::MatrixXcd there(const Eigen::MatrixXcd& full_wave, Eigen::MatrixXcd* own);
  void multiply(const FloatColumns& x, FloatColumns& y, bool to_optics);

  Pieces p_;
  FarProduct* far_;
};

}  // namespace pace
