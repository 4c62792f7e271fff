// The corners of some flat source triangles, as SIMD lanes take them.
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

/// Coordinates count from an origin among the triangles: near sources are less than a wavelength apart, and
/// single precision leaves their distances seven digits.
template <class Real>
class SourceList {
 public:
  void set(const RwgSpace& space, std::span<const int> triangles) {
    stride_ = (triangles.size() + lanes_of<Real> - 1) / lanes_of<Real> * lanes_of<Real>;
    if (corners_.size() < 9 * stride_) corners_.resize(9 * stride_);
    if (triangles.empty()) return;
    origin_ = space.triangles()[triangles[triangles.size() / 2]].centroid;
    for (std::size_t i = 0; i < stride_; ++i) {
      const auto& vertex = space.triangles()[triangles[std::min(i, triangles.size() - 1)]].vertex;
      for (int j = 0; j < 3; ++j)
        for (int axis = 0; axis < 3; ++axis)
          corners_[(3 * j + axis) * stride_ + i] = static_cast<Real>(vertex[j][axis] - origin_[axis]);
    }
  }

  const Vec3& origin() const { return origin_; }
  /// From a position on that begins a batch, the last triangle repeated at the end.
  [[gnu::always_inline]] TriangleBatch<Real> at(int first) const {
    return load([first](const Real* values) { return BatchOf<Real>::load_aligned(values + first); });
  }
  [[gnu::always_inline]] TriangleBatch<Real> at(const std::array<int, lanes_of<Real>>& position) const {
    return load([&](const Real* values) { return gather(values, position.data()); });
  }

 private:
  template <class Load>
  [[gnu::always_inline]] TriangleBatch<Real> load(const Load& of) const {
    TriangleBatch<Real> batch;
    for (int j = 0; j < 3; ++j) {
      const Real* values = corners_.data() + 3 * j * stride_;
      batch.corner[j] = {of(values), of(values + stride_), of(values + 2 * stride_)};
    }
    return batch;
  }

  std::size_t stride_ = 0;
  Vec3 origin_ = Vec3::Zero();
  AlignedOf<Real> corners_;  ///< [corner][axis][position]
};

}  // namespace pace
