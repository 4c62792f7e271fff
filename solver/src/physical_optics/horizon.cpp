#include "physical_optics/horizon.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace pace {
namespace {

/// Boxes around runs of vertices, halved along their longest side; node n has the children 2n + 1 and 2n + 2.
/// A box lies along the principal axes of its vertices: on a smooth surface it is flat, so that a plane that
/// touches the surface leaves out all but the nearest.
class VertexTree {
 public:
  explicit VertexTree(const std::vector<Vec3>& vertices) : points_(vertices) {
    int leaves = 1;
    while (leaves * leaf_size < static_cast<int>(points_.size())) leaves *= 2;
    nodes_.resize(2 * leaves - 1);
    build(0, 0, static_cast<int>(points_.size()));
  }

  /// Is any vertex beyond the plane normal·r = level?
  bool reaches_beyond(const Vec3& normal, double level, std::size_t node = 0) const {
    const Node& n = nodes_[node];
    if (n.begin == n.end || n.top(normal) <= level) return false;
    const std::size_t child = 2 * node + 1;
    if (child >= nodes_.size())
      return std::any_of(points_.begin() + n.begin, points_.begin() + n.end,
                         [&](const Vec3& p) { return normal.dot(p) > level; });
    const bool first = normal.dot(nodes_[child].centre) >= normal.dot(nodes_[child + 1].centre);
    return reaches_beyond(normal, level, first ? child : child + 1) ||
           reaches_beyond(normal, level, first ? child + 1 : child);
  }

 private:
  static constexpr int leaf_size = 8;
  struct Node {
    int begin = 0, end = 0;
    Vec3 centre = Vec3::Zero();
    Mat3 half = Mat3::Zero();  ///< rows: axes times half the side along them

    /// Largest normal·r in the box.
    double top(const Vec3& normal) const { return normal.dot(centre) + (half * normal).lpNorm<1>(); }
  };

  void build(std::size_t node, int begin, int end) {
    Node& n = nodes_[node];
    n.begin = begin, n.end = end;
    if (begin == end) return;
    const Mat3 axes = principal_axes(begin, end);
    Vec3 low = axes * points_[begin], high = low;
    for (int i = begin; i < end; ++i) {
      const Vec3 along = axes * points_[i];
      low = low.cwiseMin(along), high = high.cwiseMax(along);
    }
    const Vec3 half = 0.5 * (high - low);
    n.centre = axes.transpose() * (0.5 * (low + high)), n.half = half.asDiagonal() * axes;
    if (2 * node + 2 >= nodes_.size()) return;
    int longest = 0;
    half.maxCoeff(&longest);
    const Vec3 axis = axes.row(longest);
    const int middle = (begin + end) / 2;
    std::nth_element(points_.begin() + begin, points_.begin() + middle, points_.begin() + end,
                     [&axis](const Vec3& a, const Vec3& b) { return axis.dot(a) < axis.dot(b); });
    build(2 * node + 1, begin, middle);
    build(2 * node + 2, middle, end);
  }

  /// Rows: unit vectors along which the vertices of a run spread least, more and most.
  Mat3 principal_axes(int begin, int end) const {
    Vec3 mean = Vec3::Zero();
    for (int i = begin; i < end; ++i) mean += points_[i];
    mean /= end - begin;
    Mat3 spread = Mat3::Zero();
    for (int i = begin; i < end; ++i) spread += (points_[i] - mean) * (points_[i] - mean).transpose();
    const Mat3 rough = Eigen::SelfAdjointEigenSolver<Mat3>().computeDirect(spread).eigenvectors();
    Mat3 axes;  // orthogonal to the last digit, which the closed form is not
    axes.row(0) = rough.col(0).normalized();
    axes.row(1) = axes.row(0).unitOrthogonal();
    const Vec3 more = rough.col(1) - axes.row(0).transpose() * axes.row(0).dot(rough.col(1));
    if (more.norm() > 0.5) axes.row(1) = more.normalized();
    axes.row(2) = axes.row(0).cross(axes.row(1));
    return axes;
  }

  std::vector<Vec3> points_;
  std::vector<Node> nodes_;
};

}  // namespace

std::vector<std::array<bool, 2>> has_something_in_front(const FacetSurface& surface, double tolerance) {
  // Vertices of no facet shadow nothing, but they are few (reading drops unused nodes).
  const VertexTree tree(surface.vertices);
  std::vector<std::array<bool, 2>> in_front(surface.facets.size());
#pragma omp parallel for schedule(dynamic, 256)
  for (int f = 0; f < static_cast<int>(surface.facets.size()); ++f) {
    const Facet& facet = surface.facets[f];
    const double level = facet.normal.dot(surface.vertices[facet.vertex[0]]);
    in_front[f][0] = tree.reaches_beyond(facet.normal, level + tolerance);
    in_front[f][1] = facet.sheet && tree.reaches_beyond(-facet.normal, -level + tolerance);
  }
  return in_front;
}

}  // namespace pace
