#include "mesh/side_agreement.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace pace {
namespace {

/// A side of a triangle; triangles at one side have the same key.
struct SideOfTriangle {
  std::uint64_t key;  ///< lower vertex in the high half, upper vertex in the low half
  int triangle, side;
};

/// Calls `look(sides, chord)` for every side of two or more triangles that disagree about its middle.
template <class Look>
void for_disagreeing_sides(const Mesh& mesh, const Look& look) {
  if (mesh.bends.empty()) return;
  std::vector<SideOfTriangle> sides(3 * mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& v = mesh.triangles[t].vertex;
    for (int i = 0; i < 3; ++i) {
      const auto [low, high] = std::minmax(v[(i + 1) % 3], v[(i + 2) % 3]);
      sides[3 * t + i] = {static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint32_t>(high),
                          static_cast<int>(t), i};
    }
  }
  std::sort(sides.begin(), sides.end(), [](const SideOfTriangle& a, const SideOfTriangle& b) {
    return a.key != b.key ? a.key < b.key : a.triangle < b.triangle;
  });
  const auto sagitta = [&](const SideOfTriangle& s) -> const Vec3& {
    return mesh.bends[s.triangle].sagitta[s.side];
  };
  for (std::size_t first = 0, end = 0; first < sides.size(); first = end) {
    while (end < sides.size() && sides[end].key == sides[first].key) ++end;
    const std::span<const SideOfTriangle> here(sides.data() + first, end - first);
    if (std::all_of(here.begin(), here.end(),
                    [&](const SideOfTriangle& s) { return sagitta(s) == sagitta(here[0]); }))
      continue;
    const Vec3 &a = mesh.vertices[sides[first].key >> 32], &b = mesh.vertices[sides[first].key & 0xffffffffu];
    look(here, std::array<Vec3, 2>{a, b});
  }
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
