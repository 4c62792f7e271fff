#include "mesh/pieces.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace pace {
namespace {

class Cutter {
 public:
  Cutter(const Mesh& mesh, double distance) : mesh_(mesh), distance_(distance) {
    while (most_ > 1 && expected_pieces() > most_pieces) --most_;
  }

  Pieces cut() {
    for (int t = 0; t < static_cast<int>(mesh_.bends.size()); ++t)
      if (mesh_.bend(t)) cut(t);
    return std::move(pieces_);
  }

 private:
  struct GridPoint {
    int vertex;
    Barycentric place;
  };

  int cuts_of_side(int t, int side) const {
    const double sagitta = mesh_.bends[t].sagitta[side].norm();
    if (sagitta == 0.0) return 1;
    const auto& v = mesh_.triangles[t].vertex;
    const double chord = (mesh_.vertices[v[(side + 1) % 3]] - mesh_.vertices[v[(side + 2) % 3]]).norm();
    const double wanted = std::ceil(std::sqrt(sagitta / std::min(piece_error * chord, distance_)));
    return wanted < most_ ? std::max(1, static_cast<int>(wanted)) : most_;
  }

  /// Cells along a side of the grid. Where the sides are cut differently it has a point inside at least.
  static int cells(const std::array<int, 3>& cuts) {
    const int most = std::max({cuts[0], cuts[1], cuts[2]});
    return cuts[0] == cuts[1] && cuts[1] == cuts[2] ? most : std::max(most, 3);
  }
  std::array<int, 3> cuts_of(int t) const {
    return {cuts_of_side(t, 0), cuts_of_side(t, 1), cuts_of_side(t, 2)};
  }
  std::size_t expected_pieces() const {
    std::size_t count = 0;
    for (int t = 0; t < static_cast<int>(mesh_.bends.size()); ++t) {
      if (!mesh_.bend(t)) continue;
      const std::size_t n = static_cast<std::size_t>(cells(cuts_of(t)));
      count += n * n;
    }
    return count;
  }

  /// Point number `step` of `cuts` on a side, from its lower vertex to its higher one: the same for all
  /// triangles there that agree about its middle.
  int point_on_side(int t, int side, int step, int cuts) {
    const auto& v = mesh_.triangles[t].vertex;
    const auto [low, high] = std::minmax(v[(side + 1) % 3], v[(side + 2) % 3]);
    const Vec3& sagitta = mesh_.bends[t].sagitta[side];
    const std::array<double, 5> key{static_cast<double>(low), static_cast<double>(high), sagitta.x(),
                                    sagitta.y(), sagitta.z()};
    const auto [known, is_new] = first_on_side_.try_emplace(key, next_vertex());
    if (is_new)
      for (int s = 1; s < cuts; ++s) {
        const double x = static_cast<double>(s) / cuts;
        pieces_.points.push_back(
            {(1.0 - x) * mesh_.vertices[low] + x * mesh_.vertices[high] + 4.0 * x * (1.0 - x) * sagitta,
             {low, high, low},
             {1.0 - x, x, 0.0}});
      }
    return known->second + step - 1;
  }

  int next_vertex() const { return static_cast<int>(mesh_.vertices.size() + pieces_.points.size()); }

  /// Point number `step` of a side, from the corner after the opposite one to the next.
  GridPoint side_point(int t, const std::array<int, 3>& cuts, int side, int step) {
    const auto& v = mesh_.triangles[t].vertex;
    const int first = (side + 1) % 3, last = (side + 2) % 3;
    GridPoint point{0, {0.0, 0.0, 0.0}};
    point.place[last] = static_cast<double>(step) / cuts[side];
    point.place[first] = 1.0 - point.place[last];
    point.vertex = step == 0 ? v[first]
                   : step == cuts[side]
                       ? v[last]
                       : point_on_side(t, side, v[first] < v[last] ? step : cuts[side] - step, cuts[side]);
    return point;
  }

  /// Inside, at the shares of `n`.
  GridPoint inner_point(int t, int share_1, int share_2, int n) {
    const Barycentric b{static_cast<double>(n - share_1 - share_2) / n, static_cast<double>(share_1) / n,
                        static_cast<double>(share_2) / n};
    const int vertex = next_vertex();
    pieces_.points.push_back(
        {position_at(mesh_.corners(t), mesh_.bends[t], b), mesh_.triangles[t].vertex, b});
    return {vertex, b};
  }

  void add(int t, const GridPoint& a, const GridPoint& b, const GridPoint& c) {
    Pieces::Piece piece{t, {a.vertex, b.vertex, c.vertex}, {a.place, b.place, c.place}, {}};
    for (int corner = 0; corner < 3; ++corner)
      for (int side = 0; side < 3; ++side)
        piece.on_side[corner] |=
            piece.place[corner][side] == 0.0 && piece.place[(corner + 1) % 3][side] == 0.0;
    pieces_.pieces.push_back(piece);
  }

  /// Cells of a triangle of points, `row[j][i]` with i + j up to the number of rows less one.
  void add_cells(int t, const std::vector<std::vector<GridPoint>>& row) {
    const int n = static_cast<int>(row.size()) - 1;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i + j < n; ++i) {
        add(t, row[j][i], row[j][i + 1], row[j + 1][i]);
        if (i + j + 2 <= n) add(t, row[j][i + 1], row[j + 1][i + 1], row[j + 1][i]);
      }
  }

  void cut(int t) {
    const std::array<int, 3> cuts = cuts_of(t);
    const int n = cells(cuts);
    if (cuts[0] == n && cuts[1] == n && cuts[2] == n) {
      std::vector<std::vector<GridPoint>> row(n + 1);
      for (int j = 0; j <= n; ++j)
        for (int i = 0; i + j <= n; ++i)
          row[j].push_back(j == 0       ? side_point(t, cuts, 2, i)
                           : i == 0     ? side_point(t, cuts, 1, n - j)
                           : i + j == n ? side_point(t, cuts, 0, j)
                                        : inner_point(t, i, j, n));
      return add_cells(t, row);
    }
    // The inner points of the same grid, and a strip between them and each side, cut as that is.
    const int m = n - 3;
    std::vector<std::vector<GridPoint>> inner(m + 1);
    for (int j = 0; j <= m; ++j)
      for (int i = 0; i + j <= m; ++i) inner[j].push_back(inner_point(t, 1 + i, 1 + j, n));
    add_cells(t, inner);
    for (int side = 0; side < 3; ++side) {
      const auto inside = [&](int k) -> const GridPoint& {
        return side == 0 ? inner[k][m - k] : side == 1 ? inner[m - k][0] : inner[0][k];
      };
      GridPoint outer = side_point(t, cuts, side, 0);
      for (int i = 0, k = 0; i < cuts[side] || k < m;) {
        const bool along_side =
            k == m || (i < cuts[side] && (i + 1) * 2 * n <= (2 * (k + 1) + 3) * cuts[side]);
        if (along_side) {
          const GridPoint next = side_point(t, cuts, side, ++i);
          add(t, outer, next, inside(k));
          outer = next;
        } else {
          add(t, outer, inside(k + 1), inside(k));
          ++k;
        }
      }
    }
  }

  const Mesh& mesh_;
  double distance_;
  int most_ = most_cuts;
  std::map<std::array<double, 5>, int> first_on_side_;  ///< by vertices and sagitta
  Pieces pieces_;
};

}  // namespace

Pieces pieces_of(const Mesh& mesh, double distance) { return Cutter(mesh, distance).cut(); }

Facets facets_of(const Mesh& mesh, double distance) {
  Pieces cut = pieces_of(mesh, distance);
  Facets facets{{mesh.vertices, {}, mesh.parts, {}}, {}, {}};
  for (const Pieces::Point& point : cut.points) facets.mesh.vertices.push_back(point.position);
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    if (mesh.bend(t)) continue;
    facets.mesh.triangles.push_back(mesh.triangles[t]);
    facets.triangle.push_back(t);
  }
  for (const Pieces::Piece& piece : cut.pieces) {
    facets.mesh.triangles.push_back({piece.vertex, mesh.triangles[piece.triangle].part});
    facets.triangle.push_back(piece.triangle);
  }
  facets.points = std::move(cut.points);
  return facets;
}

}  // namespace pace
