#include "fmm/far_product.hpp"

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace pace {
namespace {

using Floats = xsimd::batch<float>;
/// Directions that stay in registers while all far neighbours pass.
constexpr int tile = 16;
constexpr int tile_batches = tile / static_cast<int>(Floats::size);
constexpr int most_boxes_at_once = 8;

/// Of a level with so many; few, where more would leave a thread without work.
int boxes_at_once(int count) {
  return std::clamp(count / (4 * omp_get_max_threads()), 1, most_boxes_at_once);
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Of one thread, by stages of a product.
struct Laps {
  std::array<double, FarProduct::stage_count> seconds{};
  double start = now();
  void end(FarProduct::Stage stage) {
    const double t = now();
    seconds[stage] += t - start;
    start = t;
  }
};

/// target (Re θ, Re φ, Im θ, Im φ) += shift · source.
void add_shifted(const float* shift, const float* source, float* target, int padded) {
  const float *c = shift, *s = shift + padded;
  for (int component = 0; component < 2; ++component) {
    const float *re = source + component * padded, *im = re + 2 * padded;
    float *to_re = target + component * padded, *to_im = to_re + 2 * padded;
#pragma omp simd
    for (int i = 0; i < padded; ++i) {
      to_re[i] += c[i] * re[i] - s[i] * im[i];
      to_im[i] += c[i] * im[i] + s[i] * re[i];
    }
  }
}

/// target += sign · k̂ × source, of so many fields: k̂ × (θ, φ) = (−φ, θ).
void add_k_cross(const float* source, float sign, float* target, int padded, int fields) {
  for (int half = 0; half < 2 * fields; ++half) {
    const float *theta = source + static_cast<std::size_t>(2 * half) * padded, *phi = theta + padded;
    float *to_theta = target + static_cast<std::size_t>(2 * half) * padded, *to_phi = to_theta + padded;
#pragma omp simd
    for (int i = 0; i < padded; ++i) {
      to_theta[i] -= sign * phi[i];
      to_phi[i] += sign * theta[i];
    }
  }
}

}  // namespace

Sampling sampling_for(const Octree& tree, Complex k, double digits, double reach) {
  Sampling sampling;
  sampling.digits = digits;
  const double size = std::abs(k), decay = -k.imag();
  const auto degree = [&](double width) {
    return static_cast<int>(std::ceil(width + 1.8 * std::pow(digits, 2.0 / 3.0) * std::cbrt(width)));
  };
  for (int l = 0; l <= tree.depth(); ++l) {
    sampling.degree.push_back(degree(size * std::sqrt(3.0) * (tree.level(l).box_size + 2.0 * reach)));
    // Boxes of a level talk over one box at least.
    if (decay * tree.level(l).box_size > (digits + 1.0) * std::numbers::ln10)
      sampling.first_level = std::max(sampling.first_level, l + 1);
  }
  sampling.leaf_waves = degree(0.5 * size * std::sqrt(3.0) * (tree.leaves().box_size + 2.0 * reach));
  return sampling;
}

FarProduct::LevelData::LevelData(const TreeLevel& level, int degree, Complex k, Complex factor, int l,
                                 const RankShare* share)
    : grid(degree),
      own(share ? share->division.boxes(l, share->ranks.rank())
                : Range{0, static_cast<int>(level.boxes.size())}),
      group(share ? share->division.group_boxes(l, share->ranks.rank()) : own),
      part(share ? share->division.part(l, share->ranks.rank(), grid.padded) : Range{0, grid.padded}),
      translators(level, group, grid, part, k, factor),
      slot(level.boxes.size(), -1),
      is_redistributed(share && share->division.group_size(l) > 1) {
  for (int b = group.first; b < group.last; ++b) slot[b] = b - group.first;
}

FarProduct::FarProduct(const RwgSpace& space, const DualSpace* dual, const Octree& tree, Complex k,
                       std::span<const double> alpha, const Sampling& sampling, const RankShare* share)
    : tree_(tree),
      share_(share),
      own_leaves_(share ? share->leaves : tree),
      first_level_(sampling.first_level),
      levels_(tree.depth() + 1) {
  if (tree.depth() < first_level_) return;
  // The electric and the magnetic rows share jkη · (−jk)/(16π²).
  const Complex factor = k * k * vacuum_impedance / (16.0 * pi * pi);
  for (int l = first_level_; l <= tree.depth(); ++l)
    levels_[l] = std::make_unique<LevelData>(tree.level(l), sampling.degree[l], k, factor, l, share);
  if (share_)
    for (int l = first_level_; l <= tree.depth(); ++l) find_peers(l);
  for (int l = first_level_; l < tree.depth(); ++l) {
    LevelData& level = *levels_[l];
    const AngularGrid& grid = level.grid;
    level.from_children = std::make_unique<Resampler>(levels_[l + 1]->grid, grid);
    level.shifts.assign(static_cast<std::size_t>(16) * grid.padded, 0.0f);
    const double quarter = 0.25 * tree.level(l).box_size;
    for (int octant = 0; octant < 8; ++octant) {
      const Vec3 arm = quarter * Vec3(octant & 1 ? 1 : -1, octant & 2 ? 1 : -1, octant & 4 ? 1 : -1);
      float* re = &level.shifts[static_cast<std::size_t>(2 * octant) * grid.padded];
      for (int d = 0; d < grid.size; ++d) {
        const Complex shift = std::exp(imaginary_unit * k * grid.direction(d).dot(arm));
        re[d] = static_cast<float>(shift.real());
        re[grid.padded + d] = static_cast<float>(shift.imag());
      }
    }
  }
  leaves_ = std::make_unique<LeafPatterns>(space, dual, own_leaves_, k, alpha, sampling.leaf_waves,
                                           sampling.digits, levels_.back()->grid);
}

void FarProduct::interpolate(int l, int columns) {
  const TreeLevel& level = tree_.level(l);
  LevelData& data = *levels_[l];
  const Range children = levels_[l + 1]->own;
  const std::size_t size = planes_of(l, columns), child_size = planes_of(l + 1, columns);
  const int padded = data.grid.padded;
  const int above = children.size() > 0 ? tree_.level(l + 1).boxes[children.first].parent : data.own.first;
  const int first = std::min(above, data.own.first);
#pragma omp parallel
  {
    std::vector<float> scratch;
    AlignedFloats fine(size, 0.0f);
    Laps laps;
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < data.own.size() + (first < data.own.first ? 1 : 0); ++i) {
      const bool is_shared = first < data.own.first && i == data.own.size();
      const int b = is_shared ? first : data.own.first + i;
      float* target = is_shared ? data.shared.data() : &data.outgoing[i * size];
      std::fill_n(target, size, 0.0f);
      const int last_child = std::min(level.boxes[b].last_child, children.last);
      for (int child = std::max(level.boxes[b].first_child, children.first); child < last_child; ++child) {
        data.from_children->refine(&levels_[l + 1]->outgoing[(child - children.first) * child_size],
                                   fine.data(), columns, scratch);
        const float* shift =
            &data.shifts[static_cast<std::size_t>(2 * tree_.level(l + 1).boxes[child].octant) * padded];
        for (int c = 0; c < columns; ++c)
          add_shifted(shift, &fine[static_cast<std::size_t>(c) * planes * padded],
                      target + static_cast<std::size_t>(c) * planes * padded, padded);
      }
    }
    laps.end(interpolation);
    keep(laps.seconds);
  }
  gather_shared(l, columns);
}

/// A cache line of directions at a time, so that what neighbouring boxes receive from stays in the cache
/// until all have passed.
void FarProduct::translate(int l, Range boxes, int columns, float* target) const {
  const LevelData& data = *levels_[l];
  const TreeLevel& level = tree_.level(l);
  const std::size_t size = part_planes_of(l, columns);
  const int padded = data.part.size();
  const float* sources = data.sources().data();
  for (int c = 0; c < columns; ++c)
    for (int first = 0; first < padded; first += tile) {
      const std::size_t place = static_cast<std::size_t>(c) * planes * padded + first;
      for (int box = boxes.first; box < boxes.last; ++box) {
        std::array<std::array<Floats, tile_batches>, planes> sum;
        for (auto& plane : sum) plane.fill(Floats(0.0f));
        for (const FarNeighbour& neighbour : level.far(box)) {
          const float* t = data.translators.of(neighbour.offset) + first;
          const float* s = sources + data.slot[neighbour.box] * size + place;
          for (int b = 0; b < tile_batches; ++b) {
            const int at = b * static_cast<int>(Floats::size);
            const Floats t_re = Floats::load_aligned(t + at), t_im = Floats::load_aligned(t + padded + at);
            for (int component = 0; component < 2; ++component) {
              const Floats re = Floats::load_aligned(s + component * padded + at);
              const Floats im = Floats::load_aligned(s + (2 + component) * padded + at);
              sum[component][b] = xsimd::fma(t_re, re, xsimd::fnma(t_im, im, sum[component][b]));
              sum[2 + component][b] = xsimd::fma(t_re, im, xsimd::fma(t_im, re, sum[2 + component][b]));
            }
          }
        }
        for (int plane = 0; plane < planes; ++plane)
          for (int b = 0; b < tile_batches; ++b)
            sum[plane][b].store_aligned(target + (box - boxes.first) * size + place +
                                        static_cast<std::size_t>(plane) * padded +
                                        b * static_cast<int>(Floats::size));
      }
    }
}

void FarProduct::anterpolate(int l, int box, int columns, float* target, std::vector<float>& scratch) const {
  const LevelData& above = *levels_[l - 1];
  const TreeBox& self = tree_.level(l).boxes[box];
  const int padded = above.grid.padded;
  const std::size_t size = planes_of(l - 1, columns);
  const float* shift = &above.shifts[static_cast<std::size_t>(2 * (7 - self.octant)) * padded];
  const float* arrived = above.own.holds(self.parent)
                             ? &above.incoming[(self.parent - above.own.first) * size]
                             : above.shared.data();
  thread_local AlignedFloats shifted;
  shifted.assign(size, 0.0f);
  for (int c = 0; c < columns; ++c) {
    const std::size_t at = static_cast<std::size_t>(c) * planes * padded;
    add_shifted(shift, arrived + at, &shifted[at], padded);
  }
  above.from_children->restrict_to(shifted.data(), target, columns, scratch);
}

void FarProduct::add(const std::complex<float>* x, std::complex<float>* y, std::size_t rows, int columns) {
  for (int c = 0; c < columns; c += most_columns)
    run({x + c * rows, nullptr, y + c * rows, nullptr}, rows, std::min(most_columns, columns - c));
}

void FarProduct::add_currents(const std::complex<float>* electric, const std::complex<float>* magnetic,
                              std::complex<float>* to_electric, std::complex<float>* to_magnetic,
                              std::size_t rows, int columns) {
  const Currents all{electric, magnetic, to_electric, to_magnetic};
  for (int c = 0; c < columns; c += most_columns)
    run(all.from_column(c * rows), rows, std::min(most_columns, columns - c));
}

/// Outgoing fields of the leaves. M/η radiates what J would, times −k̂×.
void FarProduct::radiate(const Currents& currents, std::size_t rows, int columns) {
  const int depth = tree_.depth(), count = own_leaves_.own_leaves();
  const std::size_t size = planes_of(depth, columns);
#pragma omp parallel
  {
    AlignedFloats of_magnetic(currents.magnetic ? size * most_boxes_at_once : 0);
    Laps laps;
#pragma omp for schedule(dynamic) nowait
    for (int first = 0; first < count; first += most_boxes_at_once) {
      const int last = std::min(count, first + most_boxes_at_once);
      float* out = &levels_[depth]->outgoing[first * size];
      leaves_->radiate(first, last, currents.electric, rows, columns, out);
      if (!currents.magnetic) continue;
      leaves_->radiate(first, last, currents.magnetic, rows, columns, of_magnetic.data());
      add_k_cross(of_magnetic.data(), -1.0f, out, levels_[depth]->grid.padded, (last - first) * columns);
    }
    laps.end(aggregation);
    keep(laps.seconds);
  }
}

void FarProduct::keep(const ThreadSeconds& thread) {
#pragma omp critical(pace_far_product_seconds)
  for (int s = 0; s < stage_count; ++s) seconds_.stages[s] += thread[s];
}

void FarProduct::run(const Currents& currents, std::size_t rows, int columns) {
  const int depth = tree_.depth();
  if (depth < first_level_) return;
  make_room(columns);
  const int leaf_count = own_leaves_.own_leaves(), first_leaf = levels_[depth]->own.first;
  radiate(currents, rows, columns);
  begin_halo(depth, columns);
  for (int l = depth - 1; l >= first_level_; --l) {
    interpolate(l, columns);
    begin_halo(l, columns);
  }

  for (int l = first_level_; l < depth; ++l) {
    LevelData& data = *levels_[l];
    const std::size_t size = planes_of(l, columns), part_size = part_planes_of(l, columns);
    end_halo(l);
    if (data.is_redistributed) {
#pragma omp parallel
      {
        Laps laps;
        const int at_once = boxes_at_once(data.group.size());
#pragma omp for schedule(dynamic) nowait
        for (int first = data.group.first; first < data.group.last; first += at_once)
          translate(l, {first, std::min(data.group.last, first + at_once)}, columns,
                    &data.part_incoming[(first - data.group.first) * part_size]);
        laps.end(translation);
        keep(laps.seconds);
      }
      redistribute_to_boxes(l, columns);
    }
#pragma omp parallel
    {
      std::vector<float> scratch;
      Laps laps;
      const int at_once = boxes_at_once(data.own.size());
#pragma omp for schedule(dynamic) nowait
      for (int first = data.own.first; first < data.own.last; first += at_once) {
        const Range boxes{first, std::min(data.own.last, first + at_once)};
        float* target = &data.incoming[(first - data.own.first) * size];
        if (!data.is_redistributed) translate(l, boxes, columns, target);
        laps.end(translation);
        for (int b = first; b < boxes.last && l > first_level_; ++b)
          anterpolate(l, b, columns, target + (b - first) * size, scratch);
        laps.end(anterpolation);
      }
      keep(laps.seconds);
    }
    spread_shared(l, columns);
  }
  end_halo(depth);

  const std::size_t size = planes_of(depth, columns);
#pragma omp parallel
  {
    std::vector<float> scratch;
    AlignedFloats incoming(size * most_boxes_at_once), k_cross(currents.magnetic ? incoming.size() : 0);
    Laps laps;
#pragma omp for schedule(dynamic) nowait
    for (int first = 0; first < leaf_count; first += most_boxes_at_once) {
      const int last = std::min(leaf_count, first + most_boxes_at_once);
      translate(depth, {first_leaf + first, first_leaf + last}, columns, incoming.data());
      laps.end(translation);
      for (int b = first; b < last && depth > first_level_; ++b)
        anterpolate(depth, first_leaf + b, columns, &incoming[(b - first) * size], scratch);
      laps.end(anterpolation);
      leaves_->receive(first, last, incoming.data(), currents.to_electric, rows, columns);
      if (currents.magnetic) {
        std::fill(k_cross.begin(), k_cross.end(), 0.0f);
        add_k_cross(incoming.data(), 1.0f, k_cross.data(), levels_[depth]->grid.padded,
                    (last - first) * columns);
        leaves_->receive(first, last, k_cross.data(), currents.to_magnetic, rows, columns);
      }
      laps.end(disaggregation);
    }
    keep(laps.seconds);
  }
}

std::array<FarProduct::Work, FarProduct::stage_count> FarProduct::work() const {
  std::array<Work, stage_count> work{};
  const int depth = tree_.depth();
  if (depth < first_level_) return work;
  const auto field_bytes = [&](int l) { return static_cast<double>(planes_of(l, 1) * sizeof(float)); };
  const double leaf_count = levels_[depth]->own.size(), functions = own_leaves_.own_functions();
  const LeafPatterns::Work leaf = leaves_->work();
  work[aggregation] = {leaf.radiated_flops * functions + leaf.grid_flops * leaf_count,
                       (leaf.radiated_bytes + 8.0) * functions + field_bytes(depth) * leaf_count};
  work[disaggregation] = {
      leaf.received_flops * functions + leaf.received_grids * leaf.grid_flops * leaf_count,
      (leaf.received_bytes + 16.0) * functions};
  for (int l = first_level_; l <= depth; ++l) {
    const LevelData& data = *levels_[l];
    double pairs = 0.0;
    for (int b = data.group.first; b < data.group.last; ++b)
      pairs += static_cast<double>(tree_.level(l).far(b).size());
    work[translation].flops += 16.0 * data.part.size() * pairs;
    work[translation].bytes +=
        static_cast<double>(part_planes_of(l, 1) * sizeof(float)) * (data.group.size() + data.ghosts) +
        static_cast<double>(data.translators.bytes()) + (l < depth ? field_bytes(l) * data.own.size() : 0.0);
    if (l == depth) break;
    const double children = levels_[l + 1]->own.size();
    const double flops = children * (data.from_children->flops(1) + 16.0 * data.grid.padded);
    const double bytes = field_bytes(l) * data.own.size() + field_bytes(l + 1) * children;
    work[interpolation].flops += flops, work[interpolation].bytes += bytes;
    // Leaves take what comes down as it is made.
    work[anterpolation].flops += flops,
        work[anterpolation].bytes += bytes - (l + 1 == depth ? field_bytes(depth) * children : 0.0);
  }
  return work;
}

void FarProduct::make_room(int columns) {
  if (columns <= allocated_columns_) return;
  const auto own_size = [&](int l) { return levels_[l]->own.size() * planes_of(l, columns); };
  if (first_level_ < tree_.depth()) {
    arriving_.resize(own_size(first_level_));
    levels_[first_level_]->incoming = arriving_.data();
  }
  for (int l = first_level_; l <= tree_.depth(); ++l) {
    LevelData& data = *levels_[l];
    const std::size_t size = planes_of(l, columns), part_size = part_planes_of(l, columns),
                      below = l + 1 < tree_.depth() ? own_size(l + 1) : 0;
    data.outgoing.resize(
        std::max((data.own.size() + (data.is_redistributed ? 0 : data.ghosts)) * size, below));
    if (below > 0) levels_[l + 1]->incoming = data.outgoing.data();
    if (data.is_redistributed) {
      data.part_outgoing.resize((data.group.size() + data.ghosts) * part_size);
      data.part_incoming.resize(data.group.size() * part_size);
    }
    if (share_ && l < tree_.depth()) data.shared.resize(size);
  }
  allocated_columns_ = columns;
}

std::size_t FarProduct::room_bytes() const {
  std::size_t floats = arriving_.size();
  for (const auto& level : levels_)
    if (level)
      floats += level->outgoing.size() + level->part_outgoing.size() + level->part_incoming.size() +
                level->shared.size() + level->packed.size();
  return floats * sizeof(float);
}

void FarProduct::release_room() {
  largest_room_ = std::max(largest_room_, room_bytes());
  allocated_columns_ = 0;
  const auto release = [](AlignedFloats& room) { AlignedFloats().swap(room); };
  release(arriving_);
  for (const auto& level : levels_) {
    if (!level) continue;
    for (AlignedFloats* room :
         {&level->outgoing, &level->part_outgoing, &level->part_incoming, &level->shared, &level->packed})
      release(*room);
    level->incoming = nullptr;
  }
}

FarProduct::Bytes FarProduct::bytes() const {
  Bytes bytes{leaves_ ? leaves_->bytes() : 0, 0, std::max(largest_room_, room_bytes())};
  for (const auto& level : levels_) {
    if (!level) continue;
    bytes.translators += level->translators.bytes() + level->shifts.size() * sizeof(float);
  }
  return bytes;
}

}  // namespace pace
