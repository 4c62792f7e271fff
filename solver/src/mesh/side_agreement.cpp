#include "mesh/side_agreement.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "mesh/mesh_sides.hpp"

namespace pace {
namespace {

/// Calls `look(sides, chord)` for every side of two or more triangles that disagree about its middle.
template <class Look>
void for_disagreeing_sides(const Mesh& mesh, const Look& look) {
  if (mesh.bends.empty()) return;
  const std::vector<SideOfTriangle> sides = sides_of(mesh);
  const auto sagitta = [&](const SideOfTriangle& s) -> const Vec3& {
    return mesh.bends[s.triangle].sagitta[s.side];
  };
  for_each_edge(sides, [&](std::span<const SideOfTriangle> here) {
    if (std::all_of(here.begin(), here.end(),
                    [&](const SideOfTriangle& s) { return sagitta(s) == sagitta(here[0]); }))
      return;
    const Vec3 &a = mesh.vertices[here[0].low()], &b = mesh.vertices[here[0].high()];
    look(here, std::array<Vec3, 2>{a, b});
  });
}

/// The largest difference between two triangles, as part of the chord, and those two.
struct Difference {
  double share = 0.0;
  std::array<int, 2> triangles{};
};
Difference difference_at(const Mesh& mesh, std::span<const SideOfTriangle> sides, double chord) {
  Difference worst;
  for (std::size_t i = 0; i < sides.size(); ++i)
    for (std::size_t j = i + 1; j < sides.size(); ++j) {
      const double apart = (mesh.bends[sides[i].triangle].sagitta[sides[i].side] -
                            mesh.bends[sides[j].triangle].sagitta[sides[j].side])
                               .norm();
      const double share = chord > 0.0 ? apart / chord : std::numeric_limits<double>::infinity();
      if (share > worst.share) worst = {share, {sides[i].triangle, sides[j].triangle}};
    }
  return worst;
}

}  // namespace

SideChange agree_on_sides(Mesh& mesh) {
  SideChange change;
  for_disagreeing_sides(mesh, [&](std::span<const SideOfTriangle> sides, const std::array<Vec3, 2>& ends) {
    const double share = difference_at(mesh, sides, (ends[1] - ends[0]).norm()).share;
    if (!(share < one_middle)) return;
    ++change.sides;
    change.share = std::max(change.share, share);
    Vec3 middle = mesh.bends[sides[0].triangle].sagitta[sides[0].side];
    for (const SideOfTriangle& s : sides)
      if (mesh.bends[s.triangle].sagitta[s.side].isZero(0.0)) middle.setZero();
    for (const SideOfTriangle& s : sides) mesh.bends[s.triangle].sagitta[s.side] = middle;
  });
  if (std::all_of(mesh.bends.begin(), mesh.bends.end(), [](const Bend& b) { return b.is_flat(); }))
    mesh.bends.clear();
  return change;
}

SideGaps side_gaps(const Mesh& mesh) {
  SideGaps gaps;
  for_disagreeing_sides(mesh, [&](std::span<const SideOfTriangle> sides, const std::array<Vec3, 2>& ends) {
    const Difference worst = difference_at(mesh, sides, (ends[1] - ends[0]).norm());
    if (++gaps.sides > 1 && worst.share <= gaps.share) return;
    gaps.share = worst.share;
    gaps.triangles = worst.triangles;
    gaps.where = 0.5 * (ends[0] + ends[1]);
  });
  return gaps;
}

}  // namespace pace
