// How a frequency would be solved by MLFMA, from the actual octree: what `pace estimate` answers and the run
// then does.
#pragma once

#include <memory>
#include <string>

#include "equations/current_equations.hpp"
#include "fmm/far_product.hpp"
#include "fmm/octree.hpp"
#include "linalg/paging_file.hpp"

namespace pace {

/// How accurate the fast method is to be, and how deep its tree.
struct FastDemand {
  double residual;
  int manual_levels = 0;    ///< divisions of the box around the model; 0: automatic
  int digits = 0;           ///< of the product; 0: by the residual
  bool waves_only = false;  ///< no levels below those of the plane waves, which several ranks cannot divide
  /// A function has up to so many before boxes are divided below the waves: reading them is quicker than
  /// interpolation up to several thousand, but memory is short.
  double most_near_entries = 2000.0;
  /// That are solved together, and how many of them each illumination has: many are worth a better
  /// preconditioner.
  std::int64_t right_hand_sides = 1;
  int waves = 1;
  /// Leaves are of the longest of these waves, rules of the shortest.
  SharedWaves shared = {};
  MatrixFiles files = {};
};

/// Digits of the product that a residual asks for, 2 … 4.
int digits_for(double residual);

/// What the fast method of a frequency would take.
struct FastSizes {
  int digits = 0;               ///< of the product: relative error at most 10^−digits
  int levels = 0;               ///< of the tree
  bool levels_reduced = false;  ///< fewer than asked: smaller boxes would not keep the digits or save nothing
  bool has_far_boxes = false;
  double index = 0.0;     ///< the largest of the media between which the currents flow; 0: there are none
  double extent = 0.0;    ///< diagonal of the model in wavelengths
  double leaf = 0.0;      ///< size of the leaves in wavelengths
  double solved = 1.0;    ///< share of the functions that is solved for; the rest is Physical Optics
  bool magnetic = false;  ///< electric and magnetic currents are unknown
  double bent = 0.0;      ///< share of the triangles
  std::uint64_t near_entries = 0, inverse_entries = 0;
  /// `near_bytes`: after compression; `near_waiting_bytes`: of the leaves that wait for it, at most at once.
  std::uint64_t near_bytes = 0, near_waiting_bytes = 0, inverse_bytes = 0, pattern_bytes = 0,
                field_bytes_per_column = 0, translator_bytes = 0;
  std::uint64_t mode_bytes = 0;      ///< of the patterns, of what is interpolated below the waves
  double far_flops = 0.0;            ///< of a product with one column, by plane waves
  double interpolation_flops = 0.0;  ///< beside them, in products of large matrices
  double inverse_flops = 0.0;        ///< of building the preconditioner
  double saved_products = 0.0;       ///< share, by its overlap
};

/// Packed, with what fills up its short rows.
inline constexpr double bytes_of_inverse_entry = 3.2;

/// Of a product with one column.
inline double product_flops(const FastSizes& sizes) {
  return 8.0 * static_cast<double>(sizes.near_entries) + sizes.far_flops + sizes.interpolation_flops;
}

/// Of the product inside a preconditioner.
inline constexpr double low_accuracy_digits = 1.0;

struct FastPlan : FastSizes {
  Complex k;                  ///< k' − jk'' [1/m]
  double highest_k;           ///< largest |k| of those that share the tree [1/m]
  std::vector<Complex> band;  ///< lowest, middle and highest of these; of one alone, itself
  double overlap;             ///< of the preconditioner, in leaf sizes
  std::vector<Vec3> points;   ///< of the functions [m]
  std::vector<double>
      leaf_work;  ///< by which leaves are divided over ranks: flops of a product, and the share of the setup
  std::unique_ptr<Octree> tree;
  /// Down to the leaves of the plane waves, where the tree goes on below; else none.
  std::unique_ptr<Octree> wave_tree;
  const Octree& waves() const { return wave_tree ? *wave_tree : *tree; }
  Sampling sampling;
  /// Allowed error of compressed near blocks against the norm of a row of blocks. That norm is the charges';
  /// a smooth current's fields are smaller by (k·edge)².
  double compression;
  /// Of a row of the preconditioner: a current without charges stands there beside (k·edge)² of the others.
  double inverse_error;
  double near_bits;  ///< of a number after it, by a fit
  MatrixFiles files;
};

/// Functions that the preconditioner inverts together for one of a leaf; a guess from its near ones.
double cut_of_leaf(const TreeLevel& leaves, int leaf, double overlap);

/// What the preconditioner of a tree keeps and costs.
struct InverseSizes {
  double entries = 0.0, flops = 0.0;
};
InverseSizes inverse_sizes(const Octree& tree, double overlap);

/// Functions in the leaf and those around.
double near_functions(const TreeLevel& leaves, int leaf);

/// @param alpha       EFIE weight of each function
/// @param leaf_scale  multiplies the size of the leaves, for tests
FastPlan plan_fast(const RwgSpace& space, std::span<const double> alpha, Complex k, const FastDemand& demand,
                   double leaf_scale = 1.0);

}  // namespace pace
