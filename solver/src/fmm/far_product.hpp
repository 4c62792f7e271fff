// The far part of the matrix times columns: up the octree, across each level, down again.
#pragma once

#include <complex>
#include <memory>
#include <span>

#include "fmm/angular_grid.hpp"
#include "fmm/leaf_patterns.hpp"
#include "fmm/octree.hpp"
#include "fmm/translator.hpp"

namespace pace {

/// How finely fields are sampled; made by `sampling_for`, overridden by tests.
struct Sampling {
  /// Far interactions of coarser levels have decayed to nothing; above the tree's depth if all have.
  int first_level = Octree::first_far_level;
  std::vector<int> degree;  ///< L of each tree level (those above `Octree::first_far_level` unused)
  int leaf_waves;           ///< p, degree of the leaves' spherical waves
};

/// @param k       k' − jk'' [1/m]
/// @param digits  of the product, 2 … 5  @param reach  farthest that a function's support lies outside of its leaf [m]
Sampling sampling_for(const Octree& tree, Complex k, double digits, double reach);

class FarProduct {
 public:
  /// @param k  real where a function has α < 1
  FarProduct(const RwgSpace& space, const DualSpace* dual, const Octree& tree, Complex k, std::span<const double> alpha, const Sampling& sampling);

  /// y += Z_far x. @param x, y  [column][place], tree order, `rows` apart
  void add(const std::complex<float>* x, std::complex<float>* y, std::size_t rows, int columns);

  /// The far part of [P Q; −Q P] (operators/assembly.hpp) for electric and magnetic currents: they radiate one field, so they go
  /// through the tree as one column.
  void add_currents(const std::complex<float>* electric, const std::complex<float>* magnetic, std::complex<float>* to_electric,
                    std::complex<float>* to_magnetic, std::size_t rows, int columns);

  /// Columns that go through the tree together.
  static constexpr int most_columns = 8;

  struct Bytes {
    std::size_t patterns, translators, fields;
  };
  Bytes bytes() const;
  struct Seconds {
    double leaves = 0.0, up = 0.0, across = 0.0, down = 0.0;
  };
  const Seconds& seconds() const { return seconds_; }

 private:
  struct LevelData {
    LevelData(const TreeLevel& level, int degree, Complex k, Complex factor)
        : grid(degree), translators(level, grid, k, factor) {}
    AngularGrid grid;
    Translators translators;
    AlignedFloats shifts;  ///< [octant][Re, Im] e^{jk k̂·(child − parent)} on this grid; its inverse is the opposite octant's
    std::unique_ptr<Resampler> from_children;
    AlignedFloats outgoing, incoming;  ///< [box][column][planes]
  };
  std::size_t planes_of(int l, int columns) const {
    return static_cast<std::size_t>(planes) * levels_[l]->grid.padded * columns;
  }
  /// What goes in and comes out; the magnetic ones may be null.
  struct Currents {
    const std::complex<float>*electric, *magnetic;
    std::complex<float>*to_electric, *to_magnetic;
    Currents from_column(std::size_t first) const {
      return {electric + first, magnetic ? magnetic + first : nullptr, to_electric + first, magnetic ? to_magnetic + first : nullptr};
    }
  };
  void run(const Currents& currents, std::size_t rows, int columns);
  void radiate(const Currents& currents, std::size_t rows, int columns);
  void ascend(int l, int columns);
  void across(int l, int box, int columns, float* target) const;
  void descend(int l, int box, int columns, float* target, std::vector<float>& scratch) const;

  const Octree& tree_;
  int first_level_;
  std::vector<std::unique_ptr<LevelData>> levels_;
  std::unique_ptr<LeafPatterns> leaves_;
  int allocated_columns_ = 0;
  Seconds seconds_;
};

}  // namespace pace
