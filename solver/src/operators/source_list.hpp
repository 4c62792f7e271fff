// Some source triangles, as SIMD lanes take them.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>
#include <xsimd/xsimd.hpp>

#include "basis/rwg_space.hpp"
#include "operators/complex_batch.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {

template <class Real>
using AlignedOf = std::vector<Real, xsimd::aligned_allocator<Real>>;

/// Of any rule here (degree 8).
inline constexpr std::size_t most_source_points = 16;

/// A flat triangle in each lane.
template <class Real>
struct TriangleBatch {
  std::array<PointBatchOf<Real>, 3> corner;

  [[gnu::always_inline]] PointBatchOf<Real> at(const Barycentric& b) const {
    const auto mix = [&](const BatchOf<Real>& p, const BatchOf<Real>& q, const BatchOf<Real>& r) {
      return xsimd::fma(constant<Real>(b[0]), p,
                        xsimd::fma(constant<Real>(b[1]), q, constant<Real>(b[2]) * r));
    };
    return {mix(corner[0].x, corner[1].x, corner[2].x), mix(corner[0].y, corner[1].y, corner[2].y),
            mix(corner[0].z, corner[1].z, corner[2].z)};
  }
};

/// A second-order triangle in each lane.
template <class Real>
using FormBatch = QuadraticForm<PointBatchOf<Real>>;

/// Some vectors of each triangle in a list, as a structure of arrays.
template <class Real, std::size_t vectors>
class VectorList {
 public:
  using Batches = std::array<PointBatchOf<Real>, vectors>;

  /// @param vectors_of  those of a place in the list; the last one's are repeated up to a whole batch
  template <class VectorsOf>
  void set(std::size_t count, const VectorsOf& vectors_of) {
    stride_ = (count + lanes_of<Real> - 1) / lanes_of<Real> * lanes_of<Real>;
    if (values_.size() < 3 * vectors * stride_) values_.resize(3 * vectors * stride_);
    for (std::size_t i = 0; i < stride_; ++i) {
      const std::array<Vec3, vectors> of = vectors_of(std::min(i, count - 1));
      for (std::size_t v = 0; v < vectors; ++v)
        for (int axis = 0; axis < 3; ++axis)
          values_[(3 * v + axis) * stride_ + i] = static_cast<Real>(of[v][axis]);
    }
  }
  /// From a place on that begins a batch.
  [[gnu::always_inline]] Batches at(int first) const {
    return load([first](const Real* values) { return BatchOf<Real>::load_aligned(values + first); });
  }
  [[gnu::always_inline]] Batches at(const std::array<int, lanes_of<Real>>& place) const {
    return load([&](const Real* values) { return gather(values, place.data()); });
  }

 private:
  template <class Load>
  [[gnu::always_inline]] Batches load(const Load& of) const {
    Batches batches;
    for (std::size_t v = 0; v < vectors; ++v) {
      const Real* values = values_.data() + 3 * v * stride_;
      batches[v] = {of(values), of(values + stride_), of(values + 2 * stride_)};
    }
    return batches;
  }

  std::size_t stride_ = 0;
  AlignedOf<Real> values_;  ///< [vector][axis][place]
};

/// Coordinates count from an origin among the triangles: near sources are less than a wavelength apart, and
/// single precision leaves their distances seven digits.
template <class Real>
class SourceList {
 public:
  void set(const RwgSpace& space, std::span<const int> triangles) {
    if (triangles.empty()) return;
    origin_ = space.triangles()[triangles[triangles.size() / 2]].centroid;
    if (!space.is_all_bent())
      corners_.set(triangles.size(), [&](std::size_t i) {
        std::array<Vec3, 3> corner = space.triangles()[triangles[i]].vertex;
        for (Vec3& v : corner) v -= origin_;
        return corner;
      });
    if (!space.is_bent()) return;
    forms_.set(triangles.size(), [&](std::size_t i) {
      const SurfaceTriangle& t = space.triangles()[triangles[i]];
      const QuadraticForm<Vec3> form = quadratic_form(t.vertex, t.bend);
      return std::array<Vec3, 6>{form.c - origin_, form.u, form.v, form.uu, form.uv, form.vv};
    });
  }

  const Vec3& origin() const { return origin_; }
  /// Unless all triangles of the surface are bent. @param where  the first place of a batch, or the places
  template <class Where>
  [[gnu::always_inline]] TriangleBatch<Real> at(const Where& where) const {
    return {corners_.at(where)};
  }
  /// The same as second-order triangles, flat ones too; of surfaces with bent triangles alone.
  template <class Where>
  [[gnu::always_inline]] FormBatch<Real> form_at(const Where& where) const {
    const auto of = forms_.at(where);
    return {of[0], of[1], of[2], of[3], of[4], of[5]};
  }

 private:
  Vec3 origin_ = Vec3::Zero();
  VectorList<Real, 3> corners_;
  VectorList<Real, 6> forms_;
};

}  // namespace pace
