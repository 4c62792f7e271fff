// How coarse a mesh may be: by its shape, and by what its surface is.
#include <doctest/doctest.h>

#include "../mesh/bent_shapes.hpp"
#include "model/resolution.hpp"

using namespace pace;

namespace {

Mesh bent_sphere() {
  return shapes::bent(shapes::sphere(1.0, 6), [](const Vec3& p) { return p.normalized(); });
}

double root_mean_square_edge(const Mesh& mesh) {
  double sum = 0.0, area = 0.0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& v = mesh.triangles[t].vertex;
    const double here = mesh.area_vector(static_cast<int>(t)).norm();
    area += here;
    for (int e = 0; e < 3; ++e)
      sum += here * (mesh.vertices[v[e]] - mesh.vertices[v[(e + 1) % 3]]).squaredNorm() / 3.0;
  }
  return std::sqrt(sum / area);
}

double longest_edge(const Mesh& mesh) {
  double longest = 0.0;
  for (const auto& t : mesh.triangles)
    for (int e = 0; e < 3; ++e)
      longest = std::max(longest, (mesh.vertices[t.vertex[e]] - mesh.vertices[t.vertex[(e + 1) % 3]]).norm());
  return longest;
}

/// The finding at so many edges a wavelength.
std::optional<CoarseMesh> found_at(double per_wavelength, const Mesh& mesh, bool impedance) {
  const double k = 2.0 * pi / (per_wavelength * root_mean_square_edge(mesh));
  return coarse_mesh(mesh, std::vector<double>(mesh.triangles.size(), k),
                     std::vector<char>(mesh.triangles.size(), impedance));
}

}  // namespace

TEST_CASE(
    "bent triangles are coarse above a fifth of the wavelength, those of an impedance surface from 1/6.5 on, flat ones from an "
    "eighth on") {
  const Mesh bent = bent_sphere();
  Mesh flat = bent;
  flat.bends.clear();
  struct Case {
    const Mesh& mesh;
    bool impedance;
    double limit, usual;
  };
  for (const Case& c : {Case{bent, false, 5.0, 6.0}, Case{bent, true, 6.5, 8.0}, Case{flat, false, 8.0, 10.0},
                        Case{flat, true, 8.0, 10.0}}) {
    CAPTURE(c.limit);
    // No edge may be above λ/4 either.
    const double by_longest = 4.01 * longest_edge(c.mesh) / root_mean_square_edge(c.mesh);
    REQUIRE(by_longest < 6.4);
    CHECK_FALSE(found_at(std::max(1.02 * c.limit, by_longest), c.mesh, c.impedance));
    const auto found = found_at(0.98 * c.limit, c.mesh, c.impedance);
    REQUIRE(found);
    CHECK(found->limit == c.limit);
    CHECK(found->usual == c.usual);
    CHECK(found->share > 0.3);
  }
}

TEST_CASE("of a part that is bent and flat the limit is that of most of its coarse area") {
  Mesh mesh = bent_sphere();
  const std::size_t flat = mesh.triangles.size() / 5;
  for (std::size_t t = 0; t < flat; ++t) mesh.bends[t].sagitta.fill(Vec3::Zero());
  const auto found = found_at(4.0, mesh, false);
  REQUIRE(found);
  CHECK(found->limit == 5.0);
  CHECK(found->share > 0.9);
}
