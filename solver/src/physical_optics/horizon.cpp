#include "physical_optics/horizon.hpp"

#include <algorithm>
#include <numeric>

namespace pace {
namespace {

/// Boxes around runs of vertices, halved along their longest side; node n has the children 2n + 1 and 2n + 2.
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
    if (n.begin == n.end || normal.dot(n.centre) + normal.cwiseAbs().dot(n.half) <= level) return false;
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
    Vec3 centre = Vec3::Zero(), half = Vec3::Zero();
  };

  void build(std::size_t node, int begin, int end) {
    Node& n = nodes_[node];
    n.begin = begin, n.end = end;
    if (begin == end) return;
    Vec3 low = points_[begin], high = low;
    for (int i = begin; i < end; ++i) low = low.cwiseMin(points_[i]), high = high.cwiseMax(points_[i]);
    n.centre = 0.5 * (low + high), n.half = 0.5 * (high - low);
    if (2 * node + 2 >= nodes_.size()) return;
    int axis = 0;
    n.half.maxCoeff(&axis);
    const int middle = (begin + end) / 2;
    std::nth_element(points_.begin() + begin, points_.begin() + middle, points_.begin() + end,
                     [axis](const Vec3& a, const Vec3& b) { return a[axis] < b[axis]; });
    build(2 * node + 1, begin, middle);
    build(2 * node + 2, middle, end);
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
