// Small surfaces of known topology for the tests of this room.
#pragma once

#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <sstream>
#include <string>

#include "mesh/mesh.hpp"

namespace shapes {

using pace::Mesh;
using pace::Vec3;

/// Collects triangles; equal points become one vertex, so shapes glue where they touch.
class Builder {
 public:
  int vertex(const Vec3& p) {
    const std::array<long, 3> key = {std::lround(p.x() * 1e9), std::lround(p.y() * 1e9),
                                     std::lround(p.z() * 1e9)};
    const auto [place, fresh] = index_.try_emplace(key, static_cast<int>(mesh.vertices.size()));
    if (fresh) mesh.vertices.push_back(p);
    return place->second;
  }
  void triangle(const Vec3& a, const Vec3& b, const Vec3& c, int part = 1) {
    mesh.triangles.push_back({{vertex(a), vertex(b), vertex(c)}, index_of_part(part)});
  }
  /// Two triangles a b c, a c d.
  void quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, int part = 1) {
    triangle(a, b, c, part);
    triangle(a, c, d, part);
  }
  /// The six faces of a box, normals outwards, n × n cells a face. Faces: 0 x−, 1 x+, 2 y−, 3 y+, 4 z−, 5 z+.
  void box(const Vec3& low, const Vec3& high, int n = 1, int part = 1, int without_face = -1) {
    box(low, high, std::array<int, 3>{n, n, n}, part, without_face);
  }
  /// The same with so many cells along each axis.
  void box(const Vec3& low, const Vec3& high, const std::array<int, 3>& cells, int part = 1,
           int without_face = -1) {
    for (int axis = 0; axis < 3; ++axis) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      for (int upper = 0; upper < 2; ++upper) {
        if (2 * axis + upper == without_face) continue;
        const auto corner = [&](int i, int j) {
          Vec3 p;
          p[axis] = upper ? high[axis] : low[axis];
          p[u] = low[u] + (high[u] - low[u]) * i / cells[u];
          p[v] = low[v] + (high[v] - low[v]) * j / cells[v];
          return p;
        };
        for (int i = 0; i < cells[u]; ++i) {
          for (int j = 0; j < cells[v]; ++j) {
            if (upper) {
              quad(corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1), part);
            } else {
              quad(corner(i, j), corner(i, j + 1), corner(i + 1, j + 1), corner(i + 1, j), part);
            }
          }
        }
      }
    }
  }
  /// A parametric sheet of nu × nv cells, glued where its points coincide.
  void surface(int nu, int nv, const std::function<Vec3(double, double)>& at, int part = 1) {
    const auto p = [&](int i, int j) { return at(double(i) / nu, double(j) / nv); };
    for (int i = 0; i < nu; ++i) {
      for (int j = 0; j < nv; ++j) quad(p(i, j), p(i + 1, j), p(i + 1, j + 1), p(i, j + 1), part);
    }
  }

  Mesh mesh;

 private:
  int index_of_part(int number) {
    for (std::size_t i = 0; i < mesh.parts.size(); ++i) {
      if (mesh.parts[i].number == number) return static_cast<int>(i);
    }
    mesh.parts.push_back({number, "Part " + std::to_string(number)});
    return static_cast<int>(mesh.parts.size()) - 1;
  }
  std::map<std::array<long, 3>, int> index_;
};

/// Cube subdivided n × n a face, blown up to a sphere; outward winding, 12 n² triangles.
inline void add_sphere(Builder& builder, const Vec3& centre, double radius, int n, int part = 1) {
  Builder cube;
  cube.box(Vec3(-1, -1, -1), Vec3(1, 1, 1), n);
  const auto& m = cube.mesh;
  const auto out = [&](int v) -> Vec3 { return centre + radius * m.vertices[v].normalized(); };
  for (const auto& t : m.triangles)
    builder.triangle(out(t.vertex[0]), out(t.vertex[1]), out(t.vertex[2]), part);
}

inline Mesh sphere(double radius, int n, const Vec3& centre = Vec3::Zero()) {
  Builder builder;
  add_sphere(builder, centre, radius, n);
  return builder.mesh;
}

inline Mesh cube(int n = 1) {
  Builder builder;
  builder.box(Vec3::Zero(), Vec3::Ones(), n);
  return builder.mesh;
}

inline Mesh tetrahedron() {
  Builder b;
  const Vec3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  b.triangle(o, y, x);
  b.triangle(o, x, z);
  b.triangle(o, z, y);
  b.triangle(x, y, z);
  return b.mesh;
}

inline Mesh torus(int nu = 24, int nv = 12) {
  Builder b;
  b.surface(nu, nv, [](double u, double v) {
    const double p = 2 * pace::pi * u, q = 2 * pace::pi * v;
    return Vec3((2 + 0.7 * std::cos(q)) * std::cos(p), (2 + 0.7 * std::cos(q)) * std::sin(p),
                0.7 * std::sin(q));
  });
  return b.mesh;
}

/// The image of a mesh of flat triangles under a smooth map, with bent sides through the images of their
/// middles.
inline Mesh bent_image(Mesh mesh, const std::function<Vec3(const Vec3&)>& map) {
  const Mesh flat = mesh;
  for (Vec3& v : mesh.vertices) v = map(v);
  mesh.bends.clear();
  for (const auto& t : flat.triangles) {
    pace::Bend bend;
    for (int i = 0; i < 3; ++i) {
      const Vec3 &a = flat.vertices[t.vertex[(i + 1) % 3]], &b = flat.vertices[t.vertex[(i + 2) % 3]];
      bend.sagitta[i] = map(0.5 * (a + b)) - 0.5 * (map(a) + map(b));
    }
    mesh.bends.push_back(bend);
  }
  return mesh;
}

/// The sphere of `sphere`, its sides bent to the surface.
inline Mesh bent_sphere(double radius, int n, const Vec3& centre = Vec3::Zero()) {
  return bent_image(sphere(1.0, n), [&](const Vec3& p) -> Vec3 { return centre + radius * p.normalized(); });
}

/// Turns about half of the triangles round, always the same ones for one seed.
inline Mesh with_random_winding(Mesh mesh, unsigned seed) {
  std::mt19937 random(seed);
  for (auto& t : mesh.triangles) {
    if (!(random() & 1u)) continue;
    std::swap(t.vertex[0], t.vertex[1]);
    if (mesh.bends.empty()) continue;
    auto& sagitta = mesh.bends[&t - mesh.triangles.data()].sagitta;
    std::swap(sagitta[0], sagitta[1]);
  }
  return mesh;
}

/// The mesh in the layout that gmsh writes (2411, 2412, optionally 2477); labels start at `first_label`.
inline std::string unv_text(const Mesh& mesh, bool groups = false, long first_label = 1) {
  std::ostringstream out;
  char line[160];
  out << "    -1\n  2411\n";
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const auto& p = mesh.vertices[v];
    std::snprintf(line, sizeof line, "%10ld%10d%10d%10d\n%25.16E%25.16E%25.16E\n", first_label + long(v), 1,
                  1, 11, p.x(), p.y(), p.z());
    out << line;
  }
  out << "    -1\n    -1\n  2412\n";
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& v = mesh.triangles[t].vertex;
    std::snprintf(line, sizeof line, "%10ld%10d%10d%10d%10d%10d\n%10ld%10ld%10ld\n", first_label + long(t),
                  91, mesh.parts[mesh.triangles[t].part].number, 0, 7, 3, first_label + v[0],
                  first_label + v[1], first_label + v[2]);
    out << line;
  }
  out << "    -1\n";
  if (!groups) return out.str();
  out << "    -1\n  2477\n";
  for (std::size_t p = 0; p < mesh.parts.size(); ++p) {
    std::vector<long> labels;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      if (mesh.triangles[t].part == int(p)) labels.push_back(first_label + long(t));
    }
    std::snprintf(line, sizeof line, "%10d%10d%10d%10d%10d%10d%10d%10zu\n", mesh.parts[p].number, 0, 0, 0, 0,
                  0, 0, labels.size());
    out << line << mesh.parts[p].name << "\n";
    for (std::size_t i = 0; i < labels.size(); ++i) {
      std::snprintf(line, sizeof line, "%10d%10ld%10d%10d", 8, labels[i], 0, 0);
      out << line << (i % 2 == 1 || i + 1 == labels.size() ? "\n" : "");
    }
  }
  out << "    -1\n";
  return out.str();
}

/// A closed body without symmetry and away from the origin, 1.2 m long. @param edges  along its longest side
inline Mesh slanted_body(int edges) {
  Builder b;
  b.box(Vec3(-0.5, -0.2, -0.2), Vec3(0.7, 0.25, 0.15), edges);
  for (Vec3& v : b.mesh.vertices)
    v += Vec3(2.0, -1.0, 0.5) + Vec3(0.15 * v.y() * v.z(), 0.3 * v.x() * v.x(), 0.2 * v.x());
  return b.mesh;
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

}  // namespace shapes
