// Products with the symmetric matrix of α = 1, whatever equations the currents were solved from.
#pragma once

#include <memory>

#include "equations/current_equations.hpp"
#include "fmm/shared_tree.hpp"
#include "linalg/dense_matrix.hpp"
#include "planning/fast_plan.hpp"
#include "systems/frequency_system.hpp"

namespace pace {

class ReactionProduct {
 public:
  virtual ~ReactionProduct() = default;
  /// Z X, rows all unknowns in their order [V·m]. Of several ranks all call it, each with columns of its own.
  virtual Columns multiply(const Columns& x) = 0;
  /// Error of a product to expect, relative to its norm.
  virtual double error() const = 0;
};

/// Of the EFIE of a conductor: the whole matrix, 16 bytes an entry. @param k  wavenumber of vacuum [1/m]
std::unique_ptr<ReactionProduct> dense_efie(const RwgSpace& space, double k, const OnSetup& on_setup);
/// By MLFMA, to the digits of the demand, but three at least. @param shared  of this frequency and others;
/// null: it is alone  @param ranks  that have the matrix, each its part; the same digits on all
std::unique_ptr<ReactionProduct> fast_efie(const RwgSpace& space, double k, const FastDemand& demand,
                                           SharedTrees* shared, Communicator& ranks, const OnSetup& on_setup);
/// Of electric and magnetic currents, as `equations` have their rows. @param equations  outlive the product
std::unique_ptr<ReactionProduct> dense_multi_region_product(const CurrentEquations& equations,
                                                            const OnSetup& on_setup);
/// As `fast_efie`.
std::unique_ptr<ReactionProduct> fast_multi_region_product(const CurrentEquations& equations,
                                                           const FastDemand& demand, SharedTrees* shared,
                                                           Communicator& ranks, const OnSetup& on_setup);
/// The matrix that currents were solved with. @param system  not factorised  @param digits  of its product
/// @param ranks  of the system
std::unique_ptr<ReactionProduct> solved_product(std::unique_ptr<FrequencySystem> system, int digits,
                                                Communicator& ranks);

}  // namespace pace
