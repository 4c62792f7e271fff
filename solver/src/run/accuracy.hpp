// Does the fast product keep its promise? The answer for a job's own mesh, against exact entries of sampled
// rows.
#pragma once

#include <array>
#include <vector>

#include "equations/current_equations.hpp"
#include "fmm/shared_tree.hpp"
#include "input/job.hpp"
#include "model/model.hpp"

namespace pace {

struct ProductAccuracy {
  int unknowns, rows;  ///< rows: sampled
  int digits, levels;
  double leaf_wavelengths;
  double near_entries_per_unknown, near_bytes_per_unknown;  ///< bytes: after compression
  bool is_interpolated;                                     ///< near entries are those of other wave numbers
  double random;  ///< ‖y_fast − y‖ / ‖y‖ for random coefficients
  double wave;    ///< the same for coefficients of a plane wave's tangential field, which are smooth
};

/// @param rows    how many rows of the matrix are computed exactly
/// @param digits  asked of the product, 2 … 4
ProductAccuracy product_accuracy(const Job& job, int rows, int digits, int manual_levels);

/// Some rows of the matrix times random coefficients and times those of a plane wave's tangential field: what
/// products are held against.
struct ExactProducts {
  std::vector<int> rows;
  std::array<std::vector<Complex>, 2> coefficients;  ///< random, wave
  std::array<std::vector<Complex>, 2> products;      ///< [coefficients][row]
};
ExactProducts exact_products(const Model& model, double k, int rows);

/// Wave numbers whose products share a tree.
struct SharedProducts {
  SharedWaves waves;
  SharedTrees* trees;
};

/// The same for a prepared model. @param leaf_scale  multiplies the size of the leaves, for tests
/// @param shared  with products of other wave numbers; by default none
ProductAccuracy product_accuracy(const Model& model, double k, const ExactProducts& exact, int digits,
                                 int manual_levels, double leaf_scale = 1.0,
                                 const SharedProducts& shared = {{}, nullptr});

}  // namespace pace
