#include "fmm/far_product.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace pace {
namespace {

using Floats = xsimd::batch<float>;
/// Directions that stay in registers while all far neighbours pass.
constexpr int tile = 16;
constexpr int tile_batches = tile / static_cast<int>(Floats::size);
constexpr int leaves_at_once = 8;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

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
void add_turned(const float* source, float sign, float* target, int padded, int fields) {
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
  const double size = std::abs(k), decay = -k.imag();
  const auto degree = [&](double width) {
    return static_cast<int>(std::ceil(width + 1.8 * std::pow(digits, 2.0 / 3.0) * std::cbrt(width)));
  };
  for (int l = 0; l <= tree.depth(); ++l) {
    sampling.degree.push_back(degree(size * std::sqrt(3.0) * (tree.level(l).box_size + 2.0 * reach)));
    // Boxes of a level talk over one box at least.
    if (decay * tree.level(l).box_size > (digits + 1.0) * std::numbers::ln10) sampling.first_level = std::max(sampling.first_level, l + 1);
  }
  sampling.leaf_waves = degree(0.5 * size * std::sqrt(3.0) * (tree.leaves().box_size + 2.0 * reach));
  return sampling;
}

FarProduct::FarProduct(const RwgSpace& space, const DualSpace* dual, const Octree& tree, Complex k, std::span<const double> alpha,
                       const Sampling& sampling)
    : tree_(tree), first_level_(sampling.first_level), levels_(tree.depth() + 1) {
  if (tree.depth() < first_level_) return;
  // The electric and the magnetic rows share jkη · (−jk)/(16π²).
  const Complex factor = k * k * vacuum_impedance / (16.0 * pi * pi);
  for (int l = first_level_; l <= tree.depth(); ++l)
    levels_[l] = std::make_unique<LevelData>(tree.level(l), sampling.degree[l], k, factor);
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
  leaves_ = std::make_unique<LeafPatterns>(space, dual, tree, k, alpha, sampling.leaf_waves, levels_.back()->grid);
}

void FarProduct::ascend(int l, int columns) {
  const TreeLevel& level = tree_.level(l);
  LevelData& data = *levels_[l];
  const std::size_t size = planes_of(l, columns), child_size = planes_of(l + 1, columns);
  const int padded = data.grid.padded;
#pragma omp parallel
  {
    std::vector<float> scratch;
    AlignedFloats fine(size, 0.0f);
#pragma omp for schedule(dynamic)
    for (int b = 0; b < static_cast<int>(level.boxes.size()); ++b) {
      float* target = &data.outgoing[b * size];
      std::fill_n(target, size, 0.0f);
      for (int child = level.boxes[b].first_child; child < level.boxes[b].last_child; ++child) {
        data.from_children->refine(&levels_[l + 1]->outgoing[child * child_size], fine.data(), columns, scratch);
        const float* shift = &data.shifts[static_cast<std::size_t>(2 * tree_.level(l + 1).boxes[child].octant) * padded];
        for (int c = 0; c < columns; ++c)
          add_shifted(shift, &fine[static_cast<std::size_t>(c) * planes * padded],
                      target + static_cast<std::size_t>(c) * planes * padded, padded);
      }
    }
  }
}

void FarProduct::across(int l, int box, int columns, float* target) const {
  const LevelData& data = *levels_[l];
  const auto far = tree_.level(l).far(box);
  const std::size_t size = planes_of(l, columns);
  const int padded = data.grid.padded;
  for (int c = 0; c < columns; ++c) {
    const std::size_t column = static_cast<std::size_t>(c) * planes * padded;
    for (int first = 0; first < padded; first += tile) {
      std::array<std::array<Floats, tile_batches>, planes> sum;
      for (auto& plane : sum) plane.fill(Floats(0.0f));
      for (const FarNeighbour& neighbour : far) {
        const float* t = data.translators.of(neighbour.offset) + first;
        const float* s = &data.outgoing[neighbour.box * size + column] + first;
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
          sum[plane][b].store_aligned(target + column + static_cast<std::size_t>(plane) * padded + first +
                                      b * static_cast<int>(Floats::size));
    }
  }
}

void FarProduct::descend(int l, int box, int columns, float* target, std::vector<float>& scratch) const {
  const LevelData& above = *levels_[l - 1];
  const TreeBox& self = tree_.level(l).boxes[box];
  const int padded = above.grid.padded;
  const std::size_t size = planes_of(l - 1, columns);
  const float* shift = &above.shifts[static_cast<std::size_t>(2 * (7 - self.octant)) * padded];
  thread_local AlignedFloats turned;
  turned.assign(size, 0.0f);
  for (int c = 0; c < columns; ++c) {
    const std::size_t at = static_cast<std::size_t>(c) * planes * padded;
    add_shifted(shift, &above.incoming[self.parent * size + at], &turned[at], padded);
  }
  above.from_children->restrict_to(turned.data(), target, columns, scratch);
}

void FarProduct::add(const std::complex<float>* x, std::complex<float>* y, std::size_t rows, int columns) {
  for (int c = 0; c < columns; c += most_columns)
    run({x + c * rows, nullptr, y + c * rows, nullptr}, rows, std::min(most_columns, columns - c));
}

void FarProduct::add_currents(const std::complex<float>* electric, const std::complex<float>* magnetic,
                              std::complex<float>* to_electric, std::complex<float>* to_magnetic, std::size_t rows, int columns) {
  const Currents all{electric, magnetic, to_electric, to_magnetic};
  for (int c = 0; c < columns; c += most_columns) run(all.from_column(c * rows), rows, std::min(most_columns, columns - c));
}

/// Outgoing fields of the leaves. M/η radiates what J would, times −k̂×.
void FarProduct::radiate(const Currents& currents, std::size_t rows, int columns) {
  const int depth = tree_.depth(), count = static_cast<int>(tree_.leaves().boxes.size());
  const std::size_t size = planes_of(depth, columns);
#pragma omp parallel
  {
    AlignedFloats of_magnetic(currents.magnetic ? size * leaves_at_once : 0);
#pragma omp for schedule(dynamic)
    for (int first = 0; first < count; first += leaves_at_once) {
      const int last = std::min(count, first + leaves_at_once);
      float* out = &levels_[depth]->outgoing[first * size];
      leaves_->radiate(first, last, currents.electric, rows, columns, out);
      if (!currents.magnetic) continue;
      leaves_->radiate(first, last, currents.magnetic, rows, columns, of_magnetic.data());
      add_turned(of_magnetic.data(), -1.0f, out, levels_[depth]->grid.padded, (last - first) * columns);
    }
  }
}

void FarProduct::run(const Currents& currents, std::size_t rows, int columns) {
  const int depth = tree_.depth();
  if (depth < first_level_) return;
  if (columns > allocated_columns_) {
    for (int l = first_level_; l <= depth; ++l) {
      levels_[l]->outgoing.resize(tree_.level(l).boxes.size() * planes_of(l, columns));
      if (l < depth) levels_[l]->incoming.resize(levels_[l]->outgoing.size());
    }
    allocated_columns_ = columns;
  }
  double start = now();
  const auto lap = [&start](double& sum) {
    const double t = now();
    sum += t - start;
    start = t;
  };

  const int leaf_count = static_cast<int>(tree_.leaves().boxes.size());
  radiate(currents, rows, columns);
  lap(seconds_.leaves);
  for (int l = depth - 1; l >= first_level_; --l) ascend(l, columns);
  lap(seconds_.up);

  for (int l = first_level_; l < depth; ++l) {
    const std::size_t size = planes_of(l, columns);
#pragma omp parallel
    {
      std::vector<float> scratch;
#pragma omp for schedule(dynamic)
      for (int b = 0; b < static_cast<int>(tree_.level(l).boxes.size()); ++b) {
        float* target = &levels_[l]->incoming[b * size];
        across(l, b, columns, target);
        if (l > first_level_) descend(l, b, columns, target, scratch);
      }
    }
  }
  lap(seconds_.across);

  const std::size_t size = planes_of(depth, columns);
#pragma omp parallel
  {
    std::vector<float> scratch;
    AlignedFloats incoming(size * leaves_at_once), turned(currents.magnetic ? incoming.size() : 0);
#pragma omp for schedule(dynamic)
    for (int first = 0; first < leaf_count; first += leaves_at_once) {
      const int last = std::min(leaf_count, first + leaves_at_once);
      for (int b = first; b < last; ++b) {
        float* target = &incoming[(b - first) * size];
        across(depth, b, columns, target);
        if (depth > first_level_) descend(depth, b, columns, target, scratch);
      }
      leaves_->receive(first, last, incoming.data(), currents.to_electric, rows, columns);
      if (!currents.magnetic) continue;
      std::fill(turned.begin(), turned.end(), 0.0f);
      add_turned(incoming.data(), 1.0f, turned.data(), levels_[depth]->grid.padded, (last - first) * columns);
      leaves_->receive(first, last, turned.data(), currents.to_magnetic, rows, columns);
    }
  }
  lap(seconds_.down);
}

FarProduct::Bytes FarProduct::bytes() const {
  Bytes bytes{leaves_ ? leaves_->bytes() : 0, 0, 0};
  for (const auto& level : levels_) {
    if (!level) continue;
    bytes.translators += level->translators.bytes() + level->shifts.size() * sizeof(float);
    bytes.fields += (level->outgoing.size() + level->incoming.size()) * sizeof(float);
  }
  return bytes;
}

}  // namespace pace
