// Bent triangles for the tests of this room.
#pragma once

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include "shapes.hpp"

namespace shapes {

/// Bends the sides of triangles so that their middles lie where `place` puts the middles of their chords.
inline Mesh bent(Mesh mesh, const std::function<Vec3(const Vec3&)>& place) {
  mesh.bends.resize(mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& v = mesh.triangles[t].vertex;
    for (int i = 0; i < 3; ++i) {
      const Vec3 middle = 0.5 * (mesh.vertices[v[(i + 1) % 3]] + mesh.vertices[v[(i + 2) % 3]]);
      mesh.bends[t].sagitta[i] = place(middle) - middle;
    }
  }
  return mesh;
}

/// The places of the six nodes in a record: which of corner 0, 1, 2, middle opposite 0, 1, 2 comes when.
inline constexpr std::array<int, 6> unv_order{0, 5, 1, 3, 2, 4};
inline constexpr std::array<int, 6> corners_first{0, 1, 2, 5, 3, 4};

/// As `unv_text`, bent triangles with six nodes.
/// @param types  by triangle: 91 with its corners alone, 92 or 42 with middle nodes; all 92 if empty
inline std::string quadratic_unv_text(const Mesh& mesh, const std::vector<int>& types = {},
                                      const std::array<int, 6>& order = unv_order) {
  std::string nodes, elements;
  char line[200];
  long label = 0;
  const auto node = [&](const Vec3& p) {
    std::snprintf(line, sizeof line, "%10ld%10d%10d%10d\n%25.16E%25.16E%25.16E\n", ++label, 1, 1, 11, p.x(),
                  p.y(), p.z());
    nodes += line;
    return label;
  };
  for (const Vec3& p : mesh.vertices) node(p);
  std::map<std::array<int, 2>, long> middle_of;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& v = mesh.triangles[t].vertex;
    const int type = types.empty() ? 92 : types[t];
    std::array<long, 6> labels{v[0] + 1, v[1] + 1, v[2] + 1};
    for (int i = 0; i < 3 && type != 91; ++i) {
      const auto [low, high] = std::minmax(v[(i + 1) % 3], v[(i + 2) % 3]);
      long& middle = middle_of[{low, high}];
      if (middle == 0)
        middle = node(0.5 * (mesh.vertices[low] + mesh.vertices[high]) +
                      (mesh.bends.empty() ? Vec3(Vec3::Zero()) : mesh.bends[t].sagitta[i]));
      labels[3 + i] = middle;
    }
    std::snprintf(line, sizeof line, "%10zu%10d%10d%10d%10d%10d\n", t + 1, type,
                  mesh.parts[mesh.triangles[t].part].number, 0, 7, type == 91 ? 3 : 6);
    elements += line;
    for (int i = 0; i < (type == 91 ? 3 : 6); ++i) {
      std::snprintf(line, sizeof line, "%10ld", labels[type == 91 ? i : order[i]]);
      elements += line;
    }
    elements += "\n";
  }
  return "    -1\n  2411\n" + nodes + "    -1\n    -1\n  2412\n" + elements + "    -1\n";
}

}  // namespace shapes
