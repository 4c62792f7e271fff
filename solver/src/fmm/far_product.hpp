// The far part of the matrix times columns: up the octree, across each level, down again.
#pragma once

#include <array>
#include <complex>
#include <memory>
#include <span>

#include "fmm/angular_grid.hpp"
#include "fmm/distributed/division.hpp"
#include "fmm/leaf_patterns.hpp"
#include "fmm/octree.hpp"
#include "fmm/translator.hpp"
#include "parallel/communicator.hpp"

namespace pace {

/// How finely fields are sampled; made by `sampling_for`, overridden by tests.
struct Sampling {
  /// Far interactions of coarser levels have decayed to nothing; above the tree's depth if all have.
  int first_level = Octree::first_far_level;
  std::vector<int> degree;  ///< L of each tree level (those above `Octree::first_far_level` unused)
  int leaf_waves;           ///< p, degree of the leaves' spherical waves
  double digits;            ///< of the product
};

/// @param k       k' − jk'' [1/m]
/// @param digits  of the product, 2 … 5  @param reach  farthest that a function's support lies outside of its
/// leaf [m]
Sampling sampling_for(const Octree& tree, Complex k, double digits, double reach);

/// One rank's part of a tree; all of it must outlive who uses it.
struct RankShare {
  Communicator& ranks;
  const Division& division;
  const Octree& leaves;  ///< the rank's own leaves and those around
  const Octree& tree;
  int owner_of_function(int function) const {
    return division.owner(tree.depth(), tree.leaf_of_place()[tree.place()[function]]);
  }
};

class FarProduct {
 public:
  /// @param share  of this rank; null: everything is here. Every rank makes one and calls `add` alike.
  FarProduct(const RwgSpace& space, const DualSpace* dual, const Octree& tree, Complex k,
             std::span<const double> alpha, const Sampling& sampling, const RankShare* share = nullptr);
  FarProduct(const FarProduct&) = delete;
  FarProduct& operator=(const FarProduct&) = delete;

  /// y += Z_far x. @param x, y  [column][place], tree order (of the share), `rows` apart
  void add(const std::complex<float>* x, std::complex<float>* y, std::size_t rows, int columns);

  /// The far part of [P Q; −Q P] (operators/assembly.hpp) for electric and magnetic currents: they radiate
  /// one field, so they go through the tree as one column.
  void add_currents(const std::complex<float>* electric, const std::complex<float>* magnetic,
                    std::complex<float>* to_electric, std::complex<float>* to_magnetic, std::size_t rows,
                    int columns);

  /// Columns that go through the tree together.
  static constexpr int most_columns = 8;

  /// As LeafPatterns::move_to.
  void move_patterns_to(const std::shared_ptr<PagingFile>& file) { leaves_->move_to(file); }

  /// Gives back the memory of fields, which the next product takes again.
  void release_room();

  struct Bytes {
    std::size_t patterns, translators, fields;  ///< fields: also those that were released
  };
  Bytes bytes() const;
  /// What a product does, in its order.
  enum Stage { aggregation, interpolation, translation, anterpolation, disaggregation, stage_count };
  struct Seconds {
    std::array<double, stage_count> stages{};  ///< of all threads
    double exchange = 0.0;                     ///< waiting for other ranks
  };
  const Seconds& seconds() const { return seconds_; }
  /// Of one column of electric currents on this rank.
  struct Work {
    double flops = 0.0;
    double bytes =
        0.0;  ///< that have to pass between memory and processor at least: each number once a stage
  };
  std::array<Work, stage_count> work() const;

 private:
  /// A rank of another group that translates the same part of the directions.
  struct Peer {
    int rank;
    std::vector<int> boxes;  ///< of this group that it needs
    Range ghosts;            ///< of its group, as they follow the group's own boxes here
  };
  struct LevelData {
    LevelData(const TreeLevel& level, int degree, Complex k, Complex factor, int l, const RankShare* share);
    AngularGrid grid;
    Range own;    ///< boxes of this rank
    Range group;  ///< boxes that this rank translates
    Range part;   ///< of the planes, that it translates
    Translators translators;
    AlignedFloats shifts;  ///< [octant][Re, Im] e^{jk k̂·(child − parent)} on this grid; its inverse is the
                           ///< opposite octant's
    std::unique_ptr<Resampler> from_children;
    AlignedFloats outgoing;  ///< [own box][column][planes]
    /// The same; leaves have none. Below the first level in the place of what went out of the level above,
    /// which is translated by then.
    float* incoming = nullptr;
    /// [box of the group][column][planes of the part], used in place of the above where `is_redistributed`.
    AlignedFloats part_outgoing, part_incoming;
    AlignedFloats shared;  ///< the box above the first own child, where another rank holds it
    std::vector<int>
        slot;  ///< of every box: where translations find it, ghosts after the group's own; −1: nowhere
    int ghosts = 0;
    std::vector<Peer> peers;
    AlignedFloats packed;
    std::unique_ptr<Exchange> halo;
    bool is_redistributed = false;  ///< its group has more than one rank
    AlignedFloats& sources() { return is_redistributed ? part_outgoing : outgoing; }
    const AlignedFloats& sources() const { return is_redistributed ? part_outgoing : outgoing; }
  };
  std::size_t planes_of(int l, int columns) const {
    return static_cast<std::size_t>(planes) * levels_[l]->grid.padded * columns;
  }
  std::size_t part_planes_of(int l, int columns) const {
    return static_cast<std::size_t>(planes) * levels_[l]->part.size() * columns;
  }
  /// What goes in and comes out; the magnetic ones may be null.
  struct Currents {
    const std::complex<float>*electric, *magnetic;
    std::complex<float>*to_electric, *to_magnetic;
    Currents from_column(std::size_t first) const {
      return {electric + first, magnetic ? magnetic + first : nullptr, to_electric + first,
              magnetic ? to_magnetic + first : nullptr};
    }
  };
  void run(const Currents& currents, std::size_t rows, int columns);
  using ThreadSeconds = std::array<double, stage_count>;
  void keep(const ThreadSeconds& thread);
  void radiate(const Currents& currents, std::size_t rows, int columns);
  void interpolate(int l, int columns);
  /// @param target  [box][column][planes of the part]
  void translate(int l, Range boxes, int columns, float* target) const;
  void make_room(int columns);
  std::size_t room_bytes() const;
  void find_peers(int l);
  void gather_shared(int l, int columns);
  void spread_shared(int l, int columns);
  void begin_halo(int l, int columns);
  void end_halo(int l);
  void wait_for(Exchange& exchange);
  void redistribute_to_parts(int l, int columns);
  void redistribute_to_boxes(int l, int columns);
  int rank() const { return share_ ? share_->ranks.rank() : 0; }
  void anterpolate(int l, int box, int columns, float* target, std::vector<float>& scratch) const;

  const Octree& tree_;
  const RankShare* share_;
  const Octree& own_leaves_;
  int first_level_;
  std::vector<std::unique_ptr<LevelData>> levels_;
  std::unique_ptr<LeafPatterns> leaves_;
  AlignedFloats arriving_;  ///< incoming fields of the first level
  int allocated_columns_ = 0;
  std::size_t largest_room_ = 0;  ///< of those that were released [B]
  Seconds seconds_;
};

}  // namespace pace
