#include "mesh/flattening.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace pace {
namespace {

constexpr int most_pieces = 16;

/// Numbers the points of the cut triangles; those on a side are made from the side alone, so that both
/// neighbours have the same.
class CutPoints {
 public:
  CutPoints(const Mesh& mesh, Mesh& cut, int n) : mesh_(mesh), cut_(cut), n_(n) {}

  /// @param count  steps from the corners: three numbers that add up to n
  int vertex(int t, const std::array<int, 3>& count) {
    const auto& corner = mesh_.triangles[t].vertex;
    for (int i = 0; i < 3; ++i) {
      if (count[i] == n_) return corner[i];
      if (count[i] == 0) return on_side(t, i, count);
    }
    const Bend* bend = mesh_.bend(t);
    const Barycentric b{double(count[0]) / n_, double(count[1]) / n_, double(count[2]) / n_};
    const std::array<Vec3, 3> v{mesh_.vertices[corner[0]], mesh_.vertices[corner[1]],
                                mesh_.vertices[corner[2]]};
    return add(bend ? position_at(v, *bend, b) : Vec3(b[0] * v[0] + b[1] * v[1] + b[2] * v[2]));
  }

 private:
  int on_side(int t, int side, const std::array<int, 3>& count) {
    const auto& corner = mesh_.triangles[t].vertex;
    int from = corner[(side + 1) % 3], to = corner[(side + 2) % 3], step = count[(side + 2) % 3];
    if (count[(side + 1) % 3] == n_) return from;
    if (step == n_) return to;
    if (from > to) std::swap(from, to), step = n_ - step;
    const auto [place, is_new] = on_sides_.try_emplace({from, to, step}, 0);
    if (!is_new) return place->second;
    const double s = double(step) / n_;
    Vec3 p = (1.0 - s) * mesh_.vertices[from] + s * mesh_.vertices[to];
    if (const Bend* bend = mesh_.bend(t)) p += 4.0 * s * (1.0 - s) * bend->sagitta[side];
    return place->second = add(p);
  }
  int add(const Vec3& p) {
    cut_.vertices.push_back(p);
    return static_cast<int>(cut_.vertices.size()) - 1;
  }

  const Mesh& mesh_;
  Mesh& cut_;
  int n_;
  std::map<std::array<int, 3>, int> on_sides_;
};

}  // namespace

Mesh flattened(const Mesh& mesh, int n) {
  Mesh cut{mesh.vertices, {}, mesh.parts, {}};
  CutPoints points(mesh, cut, n);
  cut.triangles.reserve(mesh.triangles.size() * static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const auto at = [&](int i, int j) { return points.vertex(t, {n - i - j, i, j}); };
    for (int i = 0; i < n; ++i)
      for (int j = 0; i + j < n; ++j) {
        cut.triangles.push_back({{at(i, j), at(i + 1, j), at(i, j + 1)}, mesh.triangles[t].part});
        if (i + j + 2 <= n)
          cut.triangles.push_back({{at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}, mesh.triangles[t].part});
      }
  }
  return cut;
}

int pieces_for(const Mesh& mesh, double distance) {
  double longest = 0.0;
  for (const Bend& bend : mesh.bends)
    for (const Vec3& sagitta : bend.sagitta) longest = std::max(longest, sagitta.norm());
  return std::clamp(static_cast<int>(std::ceil(std::sqrt(longest / distance))), 1, most_pieces);
}

std::optional<FlatPieces> flat_pieces(const Mesh& mesh, double wavelength) {
  constexpr double distance_wavelengths = 1.0 / 400.0;
  if (mesh.bends.empty()) return {};
  const int n = pieces_for(mesh, distance_wavelengths * wavelength);
  FlatPieces pieces{flattened(mesh, n), {}, n * n};
  pieces.topology = analyse(pieces.mesh);
  return pieces;
}

}  // namespace pace
