// Products with the matrix of the EFIE of a conductor, whatever equation its currents were solved from.
#pragma once

#include <memory>

#include "linalg/dense_matrix.hpp"
#include "planning/fast_plan.hpp"
#include "systems/frequency_system.hpp"

namespace pace {

class EfieProduct {
 public:
  virtual ~EfieProduct() = default;
  /// Z X, rows and columns all RWG functions in their order [V·m].
  virtual Columns multiply(const Columns& x) = 0;
  /// Error of a product to expect, relative to its norm.
  virtual double error() const = 0;
};

/// The whole matrix, 16 bytes an entry. @param k  wavenumber of vacuum [1/m]
std::unique_ptr<EfieProduct> dense_efie(const RwgSpace& space, double k, const OnSetup& on_setup);
/// By MLFMA, to the digits of the demand, but three at least.
std::unique_ptr<EfieProduct> fast_efie(const RwgSpace& space, double k, const FastDemand& demand,
                                       const OnSetup& on_setup);
/// Of currents by the EFIE alone: the matrix that they were solved with.
/// @param system  not factorised  @param digits  of its product
std::unique_ptr<EfieProduct> solved_efie(std::unique_ptr<FrequencySystem> system, int digits);

}  // namespace pace
