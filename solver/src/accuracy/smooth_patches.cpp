#include "accuracy/smooth_patches.hpp"

#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace pace {
namespace {

/// Which members of a list belong together.
class Groups {
 public:
  explicit Groups(int size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }
  int root(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(int a, int b) { parent_[root(a)] = root(b); }

 private:
  std::vector<int> parent_;
};

/// Unit normal at a corner.
Vec3 corner_normal(const SurfaceTriangle& triangle, int corner) {
  if (!triangle.bend) return triangle.normal;
  Barycentric b{};
  b[corner] = 1.0;
  return basis_point(triangle, b).normal;
}

}  // namespace

SmoothPatches::SmoothPatches(const RwgSpace& space, double most_turn)
    : of_(space.triangles().size(), {-1, -1, -1}) {
  const auto& triangles = space.triangles();
  const double least_cosine = std::cos(most_turn);
  // Corners 3t + i that share a vertex belong together if a function crosses an edge between them smoothly.
  Groups corners(static_cast<int>(3 * triangles.size()));
  for (const auto& [first, second] : space.sides()) {
    const SurfaceTriangle &a = triangles[first], &b = triangles[second];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (a.vertex_id[i] == b.vertex_id[j] && corner_normal(a, i).dot(corner_normal(b, j)) > least_cosine)
          corners.join(3 * first + i, 3 * second + j);
  }
  std::unordered_map<int, int> patch_of_root;
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t)
    for (int i = 0; i < 3; ++i) {
      const auto [entry, is_new] =
          patch_of_root.try_emplace(corners.root(3 * t + i), static_cast<int>(normal_.size()));
      if (is_new) normal_.push_back(Vec3::Zero());
      of_[t][i] = entry->second;
      normal_[entry->second] += triangles[t].area * corner_normal(triangles[t], i);
    }
  for (Vec3& n : normal_) n.normalize();
}

std::vector<double> mean_sagittas(const RwgSpace& space, const SmoothPatches& patches) {
  const auto& triangles = space.triangles();
  std::vector<double> mean(triangles.size(), 0.0);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const SurfaceTriangle& triangle = triangles[t];
    if (triangle.sheet) continue;
    std::array<Vec3, 3> turned;  // from the triangle's own normal to that of the surface
    for (int i = 0; i < 3; ++i)
      turned[i] = patches.normal(patches.of(static_cast<int>(t))[i]) - corner_normal(triangle, i);
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      mean[t] += (turned[j] - turned[i]).dot(triangle.vertex[j] - triangle.vertex[i]) / 24.0;
    }
  }
  return mean;
}

std::vector<Mat3> uneven_curvatures(const RwgSpace& space, const SmoothPatches& patches) {
  const auto& triangles = space.triangles();
  std::vector<Mat3> curvatures(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto& v = triangles[t].vertex;
    const auto normal = [&](int corner) -> const Vec3& {
      return patches.normal(patches.of(static_cast<int>(t))[corner]);
    };
    Eigen::Matrix<double, 3, 2> sides, turns, plane;
    sides << v[1] - v[0], v[2] - v[0];
    turns << normal(1) - normal(0), normal(2) - normal(0);
    plane.col(0) = sides.col(0).normalized();
    plane.col(1) = triangles[t].normal.cross(plane.col(0));
    Eigen::Matrix2d of = (plane.transpose() * turns) * (plane.transpose() * sides).inverse();
    of = (0.5 * (of + of.transpose())).eval();
    of -= 0.5 * of.trace() * Eigen::Matrix2d::Identity();
    curvatures[t] = plane * of * plane.transpose();
  }
  return curvatures;
}

std::vector<double> rim_sagittas(const RwgSpace& space) {
  const auto& triangles = space.triangles();
  std::vector<double> mean(triangles.size(), 0.0);
  const double least = std::cos(rim_turn), most = std::cos(surface_turn);
  for (int f = 0; f < space.size(); ++f) {
    const auto [first, second] = space.sides()[f];
    const SurfaceTriangle &a = triangles[first], &b = triangles[second];
    const double cosine = a.normal.dot(b.normal);
    if (cosine < least || cosine > most || a.sheet || b.sheet || a.bend || b.bend) continue;
    const double turn = std::acos(cosine);
    const Vec3 across = b.vertex[0] + b.vertex[1] + b.vertex[2] - a.vertex[0] - a.vertex[1] - a.vertex[2];
    const double outwards = (b.normal - a.normal).dot(across) > 0.0 ? 1.0 : -1.0;
    // The two other sides of each triangle turn by half of it.
    for (const int t : {first, second})
      for (const HalfFunction& half : space.halves(t))
        if (half.function == f)
          mean[t] += outwards * 2.0 * triangles[t].area / triangles[t].edge_length[half.corner] * turn / 24.0;
  }
  return mean;
}

}  // namespace pace
