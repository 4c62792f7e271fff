// What stands in the matrix beside the operators of the regions.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "basis/linear_remainder.hpp"
#include "equations/current_spaces.hpp"
#include "linalg/float_columns.hpp"

namespace pace {

/// Values beside what regions contribute [Ω·m²], row by row; 12 bytes each.
class LocalTerms {
 public:
  struct Term {
    int column;
    ComplexF value;
  };
  LocalTerms() = default;
  /// @param rows  of each unknown, each column once
  explicit LocalTerms(const std::vector<std::vector<Term>>& rows);

  bool empty() const { return terms_.empty(); }
  /// Unknowns that have a row here; 0 where there are no terms.
  int rows() const { return first_.empty() ? 0 : static_cast<int>(first_.size()) - 1; }
  std::span<const Term> row(int unknown) const {
    return {terms_.data() + first_[unknown], terms_.data() + first_[unknown + 1]};
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<Term> terms_;
};

/// What RWG functions leave out of smooth currents, by triangle; none on bare conductor.
/// @param part_impedance  Z [ohm] by part; 0 on bare conductor
std::vector<std::optional<LinearRemainder>> impedance_remainders(const RwgSpace& space,
                                                                 const std::vector<Complex>& part_impedance);

/// Those of impedance surfaces: α·½Z⟨f, f'⟩ between functions of J and α·½(η₀²/Z)⟨f, f'⟩ between those of
/// M/η₀, α that of the row. The remainders δ of J and of the current J* of a receiver there put an error of
/// ½Z∫δ·δ* into the far field, which falls as h² alone; so ⟨f, f'⟩ is taken less by ∫δ·δ'
/// (docs/theory/several-currents.md).
LocalTerms impedance_terms(const RegionBoundary& outside, const std::vector<Complex>& part_impedance);

}  // namespace pace
