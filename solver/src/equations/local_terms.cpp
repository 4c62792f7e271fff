#include "equations/local_terms.hpp"

#include <algorithm>

namespace pace {
namespace {

/// As good as a conductor, without a division by zero [ohm].
constexpr double bare_ohm = 1e-6;

/// ∫ f_i·f_j over a triangle.
double product(const SurfaceTriangle& t, const HalfFunction& a, const HalfFunction& b) {
  return a.sign * b.sign * t.edge_length[a.corner] * t.edge_length[b.corner] *
         arm_product(t, a.corner, b.corner) / (4.0 * t.area);
}

/// Sums the values of each column.
void add(std::vector<LocalTerms::Term>& row, int column, Complex value) {
  for (LocalTerms::Term& term : row)
    if (term.column == column) {
      term.value += ComplexF(value);
      return;
    }
  row.push_back({column, ComplexF(value)});
}

}  // namespace

LocalTerms::LocalTerms(const std::vector<std::vector<Term>>& rows) {
  first_.assign(rows.size() + 1, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) first_[i + 1] = first_[i] + rows[i].size();
  terms_.reserve(first_.back());
  for (const std::vector<Term>& row : rows) terms_.insert(terms_.end(), row.begin(), row.end());
}

std::vector<std::optional<LinearRemainder>> impedance_remainders(const RwgSpace& space,
                                                                 const std::vector<Complex>& part_impedance) {
  const auto are_alike = [&](int a, int b) { return part_impedance[a] == part_impedance[b]; };
  std::vector<std::optional<LinearRemainder>> remainders(space.triangles().size());
#pragma omp parallel for schedule(dynamic, 256)
  for (std::size_t t = 0; t < remainders.size(); ++t)
    if (part_impedance[space.triangles()[t].part] != 0.0)
      remainders[t] = linear_remainder(space, static_cast<int>(t), are_alike);
  return remainders;
}

LocalTerms impedance_terms(const RegionBoundary& outside, const std::vector<Complex>& part_impedance) {
  const RwgSpace& space = outside.space;
  const auto remainders = impedance_remainders(space, part_impedance);
  std::vector<std::vector<int>> with_function(space.size());  // triangles whose remainder it is among
  for (std::size_t t = 0; t < remainders.size(); ++t)
    if (remainders[t])
      for (const int f : remainders[t]->function)
        if (with_function[f].empty() || with_function[f].back() != static_cast<int>(t))
          with_function[f].push_back(static_cast<int>(t));
  int unknowns = 0;
  for (const auto* of : {&outside.electric, &outside.magnetic})
    for (const Unknown& u : *of) unknowns = std::max(unknowns, u.index + 1);

  std::vector<std::vector<LocalTerms::Term>> rows(unknowns);
#pragma omp parallel for schedule(dynamic, 256)
  for (int f = 0; f < space.size(); ++f) {
    const auto add_overlap = [&](int triangle, int other, double overlap) {
      const Complex z = part_impedance[space.triangles()[triangle].part];
      // Of a part that is coated at another frequency and bare at this one M has to vanish too.
      const Complex for_magnetic = z == 0.0 ? Complex(bare_ohm) : z;
      const double weighted = 0.5 * outside.alpha[f] * overlap;
      const auto add_to = [&](const std::vector<Unknown>& of, Complex value) {
        if (of[f].index >= 0 && of[other].index >= 0) add(rows[of[f].index], of[other].index, value);
      };
      add_to(outside.electric, weighted * z);
      add_to(outside.magnetic, weighted * vacuum_impedance * vacuum_impedance / for_magnetic);
    };
    for (const int t : space.sides()[f])
      for (const HalfFunction& test : space.halves(t))
        if (test.function == f)
          for (const HalfFunction& source : space.halves(t))
            add_overlap(t, source.function, product(space.triangles()[t], test, source));
    for (const int t : with_function[f]) {
      const LinearRemainder& remainder = *remainders[t];
      for (int i = 0; i < 9; ++i)
        if (remainder.function[i] == f)
          for (int j = 0; j < 9; ++j) add_overlap(t, remainder.function[j], -remainder.overlap(i, j));
    }
  }
  return LocalTerms(rows);
}

}  // namespace pace
