#include <doctest/doctest.h>

#include <unistd.h>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "../close_to.hpp"
#include "../fuzz/mutations.hpp"
#include "../schemas/file_schemas.hpp"
#include "bent_shapes.hpp"
#include "core/error.hpp"
#include "mesh/bent_surface.hpp"
#include "mesh/coincident.hpp"
#include "mesh/curvature.hpp"
#include "mesh/doctor.hpp"
#include "mesh/pieces.hpp"
#include "mesh/side_agreement.hpp"
#include "mesh/unv.hpp"
#include "mesh/viewer_geometry.hpp"

using namespace pace;

namespace {

const Vec3 off_centre(0.31, -0.17, 0.42);

InputError refusal_to_read(const std::string& text) {
  try {
    parse_unv(text);
  } catch (const InputError& error) {
    return error;
  }
  return InputError(Message{"UNV_NOT_A_UNV"}, "it was read");
}

Report bent_report(const Mesh& mesh, std::optional<double> frequency_hz = {}) {
  UnvFile file;
  file.mesh = mesh;
  file.metres_per_unit = 1.0;
  const Report report = examine(file, length_unit(file, {}), frequency_hz);
  CHECK(schema_complaints("check", report) == "");
  return report;
}

const Finding* finding_in(const Report& report, const std::string& code) {
  for (const Finding& finding : report.findings)
    if (finding.code == code) return &finding;
  return nullptr;
}

bool says_that(const Finding* finding, const std::string& text) {
  return finding && finding->sentence.find(text) != std::string::npos;
}

/// One triangle without symmetry, tilted, with sides bent as asked.
Mesh one_bent(const Vec3& opposite_0, const Vec3& opposite_1, const Vec3& opposite_2) {
  Mesh mesh;
  mesh.vertices = {Vec3(0.2, 0.1, -0.3), Vec3(1.3, 0.2, 0.1), Vec3(0.5, 1.1, 0.3)};
  mesh.triangles = {{{0, 1, 2}, 0}};
  mesh.parts = {{7, "Part 7"}};
  mesh.bends = {{{opposite_0, opposite_1, opposite_2}}};
  return mesh;
}

/// Smallest and largest component of the Jacobian along the flat normal, on a grid that holds the corners.
JacobianRange sampled_range(const Mesh& mesh, int n) {
  const Vec3 normal = mesh.area_vector(0).normalized();
  JacobianRange range{1e300, -1e300};
  for (int i = 0; i <= n; ++i)
    for (int j = 0; i + j <= n; ++j) {
      const Barycentric b{double(n - i - j) / n, double(i) / n, double(j) / n};
      const double value = normal.dot(area_vector_at(derivatives_at(mesh.corners(0), mesh.bends[0], b)));
      range.min = std::min(range.min, value);
      range.max = std::max(range.max, value);
    }
  return range;
}

std::filesystem::path temporary(const char* name) {
  return std::filesystem::temp_directory_path() / (std::string(name) + std::to_string(::getpid()) + ".unv");
}

std::string viewer_bytes(const Mesh& mesh) {
  const auto path = temporary("pace_test_viewer_bent-");
  write_viewer_geometry(mesh, analyse(mesh), path);
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(path);
  return bytes;
}

template <class T>
std::vector<T> take(const std::string& bytes, std::size_t& at, std::size_t count) {
  std::vector<T> values(count);
  REQUIRE(bytes.size() >= at + count * sizeof(T));
  std::memcpy(values.data(), bytes.data() + at, count * sizeof(T));
  at += count * sizeof(T);
  return values;
}

/// A cube that bulges unevenly: its sides are bent by 0 to a quarter of their chord.
Mesh unevenly_bent() {
  return shapes::bent(shapes::cube(2), [](const Vec3& p) -> Vec3 {
    return p + 0.11 * p.x() * p.y() * Vec3(0.5, 0.4, 0.8) * (1.0 - p.z()) * (p.x() + 0.3 * p.y());
  });
}

/// The true volume of closed bent triangles, by cutting each into n² flat ones.
double volume_of_pieces(const Mesh& mesh, const Topology& topology, int n) {
  double volume = 0.0;
  for (int t = 0; t < int(mesh.triangles.size()); ++t) {
    const auto at = [&](int i, int j) {
      return position_at(mesh.corners(t), mesh.bends[t],
                         {double(n - i - j) / n, double(i) / n, double(j) / n});
    };
    for (int i = 0; i < n; ++i)
      for (int j = 0; i + j < n; ++j) {
        volume += topology.orientation[t] * at(i, j).dot(at(i + 1, j).cross(at(i, j + 1))) / 6.0;
        if (i + j + 2 <= n)
          volume += topology.orientation[t] * at(i + 1, j).dot(at(i + 1, j + 1).cross(at(i, j + 1))) / 6.0;
      }
  }
  return volume;
}

}  // namespace

TEST_CASE("a sphere off centre of second-order triangles of gmsh 4.8 has the volume and area of the sphere") {
  const UnvFile file = read_unv(std::filesystem::path(PACE_TEST_DATA) / "mesh" / "gmsh_sphere_order2.unv");
  CHECK(file.notes.empty());
  CHECK(file.mesh.triangles.size() == 78);
  REQUIRE(file.mesh.bends.size() == 78);
  CHECK(file.mesh.vertices.size() == 78 / 2 + 2);  // Euler: middle nodes are no vertices
  const double radius = 0.5, volume = 4.0 / 3.0 * pi * radius * radius * radius;
  Mesh flat = file.mesh;
  flat.bends.clear();
  const Report bent = bent_report(file.mesh), facets = bent_report(flat);
  REQUIRE(bent.components.size() == 1);
  CHECK(bent.components[0].closed);
  const double of_bent = bent.components[0].volume_m3 / volume - 1.0,
               of_facets = facets.components[0].volume_m3 / volume - 1.0;
  MESSAGE("volume against the sphere: " << of_bent << ", flat " << of_facets);
  // The error goes as h⁴: −2.3e-5 was measured at h = 0.2 R, and these edges are of 0.66 R.
  CHECK(std::abs(of_bent) < 2.3e-5 * std::pow(0.66 / 0.2, 4) * 1.1);
  CHECK(of_facets < -0.05);
  CHECK(bent.parts[0].area_m2 == close_to(4.0 * pi * radius * radius, 3e-3));
  CHECK(bent.components[0].area_m2 == close_to(bent.parts[0].area_m2, 1e-12));
  CHECK(bent.parts[0].smooth_m == close_to(radius, 0.1));
  CHECK(bent.box_m.high.x() == close_to(0.81, 0.01));
  CHECK(bent.verdict() == "ok");
}

TEST_CASE("the volume of bent triangles is that of ever finer facets on them, for any winding in the file") {
  Mesh mesh = shapes::bent_sphere(0.8, 2, off_centre);
  // A wobble that agrees on sides and has no symmetry.
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int i = 0; i < 3; ++i) {
      const auto& v = mesh.triangles[t].vertex;
      const Vec3 sum = mesh.vertices[v[(i + 1) % 3]] + mesh.vertices[v[(i + 2) % 3]];
      mesh.bends[t].sagitta[i] +=
          0.03 * Vec3(std::sin(3 * sum.x()), std::cos(5 * sum.y()), std::sin(sum.z()));
    }
  CHECK(side_gaps(mesh).sides == 0);
  const Topology straight = analyse(mesh);
  const double coarse = volume_of_pieces(mesh, straight, 16), fine = volume_of_pieces(mesh, straight, 32),
               limit = fine + (fine - coarse) / 3.0;
  CHECK(straight.components[0].volume == close_to(limit, 1e-7));
  Mesh turned = mesh;
  for (std::size_t t = 0; t < turned.triangles.size(); t += 3) flip(turned, int(t));
  for (std::size_t t = 0; t < turned.triangles.size(); t += 5) {  // begin at another corner
    auto& v = turned.triangles[t].vertex;
    auto& s = turned.bends[t].sagitta;
    std::rotate(v.begin(), v.begin() + 1, v.end());
    std::rotate(s.begin(), s.begin() + 1, s.end());
  }
  CHECK(side_gaps(turned).sides == 0);
  const Topology topology = analyse(turned);
  CHECK(topology.flipped_triangles == int(turned.triangles.size() + 2) / 3);
  CHECK(topology.components[0].volume == close_to(straight.components[0].volume, 1e-12));
  CHECK(analyse(oriented(turned, topology)).components[0].volume ==
        close_to(straight.components[0].volume, 1e-12));
  CHECK(analyse(oriented(turned, topology)).flipped_triangles == 0);
}

TEST_CASE("types 91, 92 and 42 are read side by side, and straight second-order triangles make a flat mesh") {
  // A bent cap over a hexagon, with a flat skirt around it.
  const Mesh sphere = shapes::bent_sphere(0.7, 2, off_centre);
  std::vector<int> types(sphere.triangles.size(), 92);
  for (std::size_t t = 0; t < types.size(); t += 2) types[t] = 42;
  const Mesh read = parse_unv(shapes::quadratic_unv_text(sphere, types)).mesh;
  REQUIRE(read.vertices.size() == sphere.vertices.size());
  REQUIRE(read.bends.size() == sphere.bends.size());
  for (std::size_t t = 0; t < read.triangles.size(); ++t) {
    CHECK(read.triangles[t].vertex == sphere.triangles[t].vertex);
    for (int i = 0; i < 3; ++i) CHECK((read.bends[t].sagitta[i] - sphere.bends[t].sagitta[i]).norm() < 1e-15);
  }

  const Mesh box = shapes::cube(3);
  std::vector<int> mixed(box.triangles.size());
  for (std::size_t t = 0; t < mixed.size(); ++t) mixed[t] = std::array<int, 3>{91, 92, 42}[t % 3];
  const UnvFile flat = parse_unv(shapes::quadratic_unv_text(box, mixed));
  CHECK(flat.mesh.bends.empty());
  CHECK(flat.notes.empty());
  CHECK(flat.mesh.vertices.size() == box.vertices.size());
  CHECK(analyse(flat.mesh).open_edges == 0);

  // Flat triangles that touch bent ones at straight sides alone.
  Mesh half = box;
  half.bends.resize(half.triangles.size());
  for (Bend& bend : half.bends) bend.sagitta.fill(Vec3::Zero());
  const auto [low, high] = std::minmax(half.triangles[0].vertex[0], half.triangles[0].vertex[1]);
  std::vector<int> only_bent(half.triangles.size(), 91);
  for (std::size_t t = 0; t < half.triangles.size(); ++t)
    for (int i = 0; i < 3; ++i)
      if (std::minmax(half.triangles[t].vertex[(i + 1) % 3], half.triangles[t].vertex[(i + 2) % 3]) ==
          std::minmax(low, high))
        half.bends[t].sagitta[i] = Vec3(0.02, 0.01, -0.03), only_bent[t] = 92;
  const Mesh two = parse_unv(shapes::quadratic_unv_text(half, only_bent)).mesh;
  REQUIRE(two.bends.size() == half.bends.size());
  int bent = 0;
  for (std::size_t t = 0; t < two.bends.size(); ++t) bent += two.bend(int(t)) != nullptr;
  CHECK(bent == 2);
  CHECK(side_gaps(two).sides == 0);
}

TEST_CASE("straight middles in six digits far from the origin are straight, and a bend beyond them is not") {
  const auto text = [](double lift) {
    char nodes[600];
    std::snprintf(
        nodes, sizeof nodes,
        "1 1 1 11\n1.23457E+02 0 0\n2 1 1 11\n1.23557E+02 0 0\n3 1 1 11\n1.23457E+02 1.E-1 0\n"
        "4 1 1 11\n1.23507E+02 %.9E 0\n5 1 1 11\n1.23507E+02 5.E-2 0\n6 1 1 11\n1.23457E+02 5.E-2 0\n",
        lift);
    return "    -1\n  2411\n" + std::string(nodes) +
           "    -1\n    -1\n  2412\n1 92 1 0 7 6\n1 4 2 5 3 6\n    -1\n";
  };
  CHECK(parse_unv(text(1e-5)).mesh.bends.empty());
  CHECK(parse_unv(text(1e-3)).mesh.bends.size() == 1);
  CHECK(parse_unv(text(1e-3)).mesh.bends[0].sagitta[2].y() == close_to(1e-3));
}

TEST_CASE("bad six-node triangles are refused with the element, the line and the remedy") {
  const Mesh sphere = shapes::bent_sphere(0.7, 2, off_centre);
  const std::string good = shapes::quadratic_unv_text(sphere);

  const std::string nodes =
      "    -1\n  2411\n1 1 1 11\n0 0 0\n2 1 1 11\n1 0 0\n3 1 1 11\n0 1 0\n"
      "4 1 1 11\n.5 0 .1\n5 1 1 11\n.5 .5 .1\n6 1 1 11\n0 .5 .1\n    -1\n    -1\n  2412\n";
  const auto with = [&](const std::string& elements) { return nodes + elements + "    -1\n"; };
  CHECK(parse_unv(with("9 92 1 0 7 6\n1 4 2 5 3 6\n")).mesh.bends.size() == 1);

  const InputError five = refusal_to_read(with("9 92 1 0 7 5\n1 4 2 5 3\n"));
  CHECK(five.code() == "UNV_QUADRATIC");
  CHECK(std::string(five.what()).find("has 5") != std::string::npos);
  CHECK(std::string(five.what()).find("Element 9 (line 18)") != std::string::npos);
  const InputError short_record = refusal_to_read(with("9 42 1 0 7 6\n1 4 2 5 3\n"));
  CHECK(short_record.code() == "UNV_QUADRATIC");
  CHECK(std::string(short_record.what()).find("has 5") != std::string::npos);
  CHECK(refusal_to_read(with("9 92 1 0 7 3\n1 2 3\n")).code() == "UNV_QUADRATIC");
  CHECK(refusal_to_read(with("9 95 1 0 7 8\n1 4 2 5 3 6 1 2\n")).code() == "UNV_QUADRATIC");

  const InputError missing = refusal_to_read(with("9 92 1 0 7 6\n1 4 2 55 3 6\n"));
  CHECK(missing.code() == "UNV_MISSING_NODE");
  CHECK(std::string(missing.what()).find("node 55 in the middle") != std::string::npos);
  CHECK(missing.where() == "line 19");

  const InputError corner_as_middle = refusal_to_read(with("9 92 1 0 7 6\n1 4 2 1 3 6\n"));
  CHECK(corner_as_middle.code() == "UNV_DEGENERATE");
  CHECK(std::string(corner_as_middle.what()).find("node 1 in the middle") != std::string::npos);
  CHECK(refusal_to_read(with("9 92 1 0 7 6\n1 4 2 4 3 6\n")).code() == "UNV_DEGENERATE");

  for (const char* order : {"1 2 3 4 5 6", "1 5 2 6 3 4", "1 4 2 6 3 5", "4 1 5 2 6 3"}) {
    CAPTURE(order);
    const InputError swapped = refusal_to_read(with(std::string("9 92 1 0 7 6\n") + order + "\n"));
    CHECK(swapped.code() == "UNV_MIDDLE_ORDER");
    CHECK(std::string(swapped.what()).find("corner, middle, corner, middle") != std::string::npos);
    CHECK(swapped.where() == "line 19");
  }
  const InputError all = refusal_to_read(shapes::quadratic_unv_text(sphere, {}, shapes::corners_first));
  CHECK(all.code() == "UNV_MIDDLE_ORDER");
  CHECK(std::string(all.what()).find(std::to_string(sphere.triangles.size()) + " six-node") !=
        std::string::npos);
}

TEST_CASE("no bend that a mesh may have is taken for another order of nodes") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  int distorted = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    Mesh mesh = one_bent(Vec3::Zero(), Vec3::Zero(), Vec3::Zero());
    // Needles too: the third corner comes as close as 2 % of the first side.
    const double height = std::pow(10.0, -1.7 * std::abs(any(random)));
    const Vec3 along = mesh.vertices[1] - mesh.vertices[0];
    mesh.vertices[2] = mesh.vertices[0] + std::abs(any(random)) * along +
                       height * along.norm() * Vec3(any(random), any(random), any(random)).normalized();
    for (int i = 0; i < 3; ++i) {
      const double chord = (mesh.vertices[(i + 1) % 3] - mesh.vertices[(i + 2) % 3]).norm();
      mesh.bends[0].sagitta[i] =
          0.49 * chord * std::abs(any(random)) * Vec3(any(random), any(random), any(random)).normalized();
    }
    const bool usable = jacobian_range(mesh, 0).scaled() > 0.0;
    try {
      const Mesh read = parse_unv(shapes::quadratic_unv_text(mesh)).mesh;
      CHECK(read.triangles.size() == 1);
    } catch (const InputError& error) {
      CAPTURE(trial);
      CHECK(error.code() == "UNV_MIDDLE_ORDER");
      CHECK_FALSE(usable);
      ++distorted;
    }
  }
  MESSAGE(distorted << " of 4000 random triangles fit another order; none of them is usable as it stands");
}

TEST_CASE("the range of the Jacobian is exact: never beyond what a fine grid finds, and as wide") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-0.35, 0.35);
  int inside = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const auto sagitta = [&] { return Vec3(any(random), any(random), any(random)); };
    const Mesh mesh = one_bent(sagitta(), sagitta(), sagitta());
    const JacobianRange exact = jacobian_range(mesh, 0), grid = sampled_range(mesh, 96);
    const double size = std::max(std::abs(exact.min), std::abs(exact.max));
    CHECK(exact.min <= grid.min + 1e-12 * size);
    CHECK(exact.max >= grid.max - 1e-12 * size);
    // Between points of the grid a quadratic is off by its second derivative times (1/96)²/8 at most.
    CHECK(grid.min - exact.min < 1e-3 * size);
    CHECK(exact.max - grid.max < 1e-3 * size);
    inside += exact.min < sampled_range(mesh, 1).min;
  }
  CHECK(inside > 50);  // corners alone would have missed those
}

TEST_CASE("a middle node far off, a fold and a point without area are refused with their place") {
  const Mesh good = one_bent(Vec3(0, 0, 0.1), Vec3(0.02, 0, 0.1), Vec3(0, 0.03, 0.12));
  const Report fine = bent_report(good);
  CHECK_FALSE(fine.has_errors());

  const Report steep = bent_report(one_bent(Vec3(0.1, 0.1, 0.4), Vec3::Zero(), Vec3::Zero()));
  CHECK_FALSE(steep.has_errors());
  REQUIRE(finding_in(steep, "CURVED_MIDDLE_FAR") != nullptr);
  CHECK(finding_in(steep, "CURVED_MIDDLE_FAR")->severity == Severity::warning);
  CHECK(says_that(finding_in(steep, "CURVED_MIDDLE_FAR"), "fewer than four sides"));
  const Report far = bent_report(one_bent(Vec3(0, 0, 0.7), Vec3::Zero(), Vec3::Zero()));
  const Finding* finding = finding_in(far, "CURVED_MIDDLE_FAR");
  REQUIRE(finding != nullptr);
  CHECK(finding->severity == Severity::error);
  CHECK(finding->part_number == 7);
  CHECK(finding->where.find(" m") != std::string::npos);
  CHECK(says_that(finding, "57.3 %"));
  CHECK(far.verdict() == "errors");

  // A slip in a coordinate of a middle node is no wrong order, and no vertex far away.
  Mesh slip = shapes::bent_sphere(0.7, 2, off_centre);
  const auto moved = std::minmax(slip.triangles[7].vertex[1], slip.triangles[7].vertex[2]);
  const std::array<int, 2> side{moved.first, moved.second};
  for (std::size_t t = 0; t < slip.triangles.size(); ++t)
    for (int i = 0; i < 3; ++i) {
      const auto& v = slip.triangles[t].vertex;
      if (std::min(v[(i + 1) % 3], v[(i + 2) % 3]) == side[0] &&
          std::max(v[(i + 1) % 3], v[(i + 2) % 3]) == side[1])
        slip.bends[t].sagitta[i] += Vec3(10.0, 0, 0);
    }
  const Report slipped = bent_report(parse_unv(shapes::quadratic_unv_text(slip)).mesh);
  CHECK(says_that(finding_in(slipped, "CURVED_MIDDLE_FAR"), "2 triangles"));
  CHECK(finding_in(slipped, "VERTEX_FAR_AWAY") == nullptr);

  // Along the side towards a corner, a quarter of the chord: the Jacobian vanishes there (the crack-tip
  // element of fracture mechanics).
  const Mesh flat = one_bent(Vec3::Zero(), Vec3::Zero(), Vec3::Zero());
  const Vec3 quarter = 0.2499 * (flat.vertices[1] - flat.vertices[0]);
  const Report singular = bent_report(one_bent(Vec3::Zero(), Vec3::Zero(), quarter));
  CHECK(finding_in(singular, "CURVED_JACOBIAN") != nullptr);
  CHECK(finding_in(singular, "CURVED_MIDDLE_FAR") == nullptr);

  // Two sides bent inwards: positive at all corners and middles alike, negative between.
  const Vec3 centre = (flat.vertices[0] + flat.vertices[1] + flat.vertices[2]) / 3.0;
  const auto inwards = [&](int i, double share) -> Vec3 {
    const Vec3 &a = flat.vertices[(i + 1) % 3], &b = flat.vertices[(i + 2) % 3];
    return share * (a - b).norm() * (centre - 0.5 * (a + b)).normalized();
  };
  const Report folded = bent_report(one_bent(inwards(0, 0.24), inwards(1, 0.24), inwards(2, 0.24)));
  REQUIRE(finding_in(folded, "CURVED_JACOBIAN") != nullptr);
  CHECK(finding_in(folded, "CURVED_JACOBIAN")->severity == Severity::error);
  CHECK(folded.curved->scaled_jacobian < 0.0);

  const Report lopsided = bent_report(one_bent(Vec3::Zero(), Vec3::Zero(), 0.85 * quarter));
  CHECK_FALSE(lopsided.has_errors());
  REQUIRE(finding_in(lopsided, "CURVED_DISTORTED") != nullptr);
  CHECK(lopsided.curved->scaled_jacobian > 0.01);
  CHECK(lopsided.curved->scaled_jacobian < 0.2);
}

TEST_CASE("where 91 and 92 share a side that is bent the gap is refused, and straightened when it is tiny") {
  const Mesh sphere = shapes::bent_sphere(0.7, 2, off_centre);
  std::vector<int> types(sphere.triangles.size(), 92);
  types[3] = 91;
  const UnvFile file = parse_unv(shapes::quadratic_unv_text(sphere, types));
  const Report report = bent_report(file.mesh);
  const Finding* gap = finding_in(report, "CURVED_SIDES_DIFFER");
  REQUIRE(gap != nullptr);
  CHECK(gap->severity == Severity::error);
  CHECK(says_that(gap, "3 sides"));
  CHECK(report.curved->gaps.share > 0.05);

  // A sphere so large for its edges that a straight side is 0.4 thousandths of it off.
  shapes::Builder patch;
  patch.surface(3, 4, [](double u, double v) { return Vec3(0.1 * u, 0.13 * v + 0.01 * u, 0.0); });
  Mesh shallow = shapes::bent(patch.mesh, [](const Vec3& p) -> Vec3 { return p; });
  for (std::size_t t = 0; t < shallow.triangles.size(); ++t)
    for (int i = 0; i < 3; ++i) {
      const auto& v = shallow.triangles[t].vertex;
      const Vec3 chord = shallow.vertices[v[(i + 1) % 3]] - shallow.vertices[v[(i + 2) % 3]];
      shallow.bends[t].sagitta[i] = Vec3(0, 0, 4e-4 * chord.norm());
    }
  std::vector<int> one_flat(shallow.triangles.size(), 92);
  one_flat[9] = 91;
  const UnvFile straightened = parse_unv(shapes::quadratic_unv_text(shallow, one_flat));
  CHECK(side_gaps(straightened.mesh).sides == 0);
  CHECK(straightened.mesh.bend(9) == nullptr);
  REQUIRE(straightened.notes.size() == 1);
  CHECK(straightened.notes[0].key == "FILE_NOTE.sidesUnified");
  CHECK(english(straightened.notes[0]).find("0.04 %") != std::string::npos);
  CHECK_FALSE(bent_report(straightened.mesh).has_errors());

  // Two triangles with middle nodes of their own.
  Mesh torn = sphere;
  torn.bends[5].sagitta[1] += Vec3(0.01, -0.02, 0.015);
  CHECK(finding_in(bent_report(torn), "CURVED_SIDES_DIFFER") != nullptr);
}

TEST_CASE("what is written of bent triangles comes back, flat ones as type 91 and bent ones as type 92") {
  Mesh mesh = shapes::bent_sphere(0.7, 2, off_centre);
  const int vertices = int(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), {Vec3(3, 0, 0), Vec3(3.1, 0.2, 0), Vec3(3, 0.1, 0.4)});
  mesh.triangles.push_back({{vertices, vertices + 1, vertices + 2}, 0});
  mesh.bends.emplace_back();
  mesh.bends.back().sagitta.fill(Vec3::Zero());
  const auto path = temporary("pace_test_write_bent-");
  write_unv(mesh, path);
  std::ifstream stream(path);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  const UnvFile file = read_unv(path);
  std::filesystem::remove(path);
  const auto count_of_type = [&](const std::string& type) {
    std::size_t count = 0;
    for (std::size_t at = text.find(type); at != std::string::npos; at = text.find(type, at + 1)) ++count;
    return count;
  };
  CHECK(count_of_type("        92         1         0         7         6\n") == mesh.triangles.size() - 1);
  CHECK(count_of_type("        91         1         0         7         3\n") == 1);
  CHECK(file.notes.empty());
  REQUIRE(file.mesh.vertices.size() == mesh.vertices.size());
  REQUIRE(file.mesh.bends.size() == mesh.bends.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    CHECK(file.mesh.triangles[t].vertex == mesh.triangles[t].vertex);
    for (int i = 0; i < 3; ++i)
      CHECK((file.mesh.bends[t].sagitta[i] - mesh.bends[t].sagitta[i]).norm() < 1e-15);
  }
  CHECK(side_gaps(file.mesh).sides == 0);
}

TEST_CASE("merging, dropping duplicates and mending keep each bend at its side") {
  const Mesh whole = shapes::bent_sphere(0.7, 3, off_centre);
  const double volume = analyse(whole).components[0].volume;
  Mesh torn = whole;
  for (auto& t : torn.triangles)
    for (int& v : t.vertex) {
      torn.vertices.push_back(torn.vertices[v]);
      v = int(torn.vertices.size()) - 1;
    }
  merge_coincident(torn, 1e-9);
  CHECK(torn.bends.size() == torn.triangles.size());
  CHECK(side_gaps(torn).sides == 0);
  CHECK(analyse(torn).components[0].volume == close_to(volume, 1e-12));

  // Collapsed triangles take their bends with them.
  Mesh crushed = whole;
  const double shortest = bent_report(whole).edge_m.min;
  const Merge merge = merge_coincident(crushed, 1.05 * shortest);
  CHECK(merge.collapsed_triangles > 0);
  CHECK(crushed.bends.size() == crushed.triangles.size());

  UnvFile file;
  file.metres_per_unit = 1.0;
  file.mesh = whole;
  const Triangle again = whole.triangles[4];
  const Bend its_bend = whole.bends[4];
  file.mesh.triangles.insert(file.mesh.triangles.begin() + 9, again);
  file.mesh.bends.insert(file.mesh.bends.begin() + 9, its_bend);
  const Examination examination = diagnose(file, 1.0, {});
  CHECK(examination.report.duplicate_triangles == 1);
  REQUIRE(examination.mesh.bends.size() == whole.bends.size());
  CHECK(examination.topology.components[0].volume == close_to(volume, 1e-12));
  CHECK(side_gaps(examination.mesh).sides == 0);

  // In millimetres.
  file.mesh = whole;
  const Report small = examine(file, 1e-3, 30e9);
  CHECK(small.components[0].volume_m3 == close_to(1e-9 * volume, 1e-12));
  CHECK(small.curved->triangles == int(whole.triangles.size()));
}

TEST_CASE("the report says how bent the mesh is, in metres and wavelengths, and nothing of a flat one") {
  const double radius = 0.7;
  const Mesh mesh = shapes::bent_sphere(radius, 3, off_centre);
  double longest = 0.0, sagitta = 0.0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int i = 0; i < 3; ++i) {
      const auto c = mesh.corners(int(t));
      const double chord = (c[i] - c[(i + 1) % 3]).norm();
      longest = std::max(longest, chord);
      sagitta = std::max(sagitta, radius - std::sqrt(radius * radius - 0.25 * chord * chord));
    }
  const Report report = bent_report(mesh, 100e6);
  REQUIRE(report.curved);
  CHECK(report.curved->triangles == int(mesh.triangles.size()));
  CHECK(report.curved->sagitta_m == close_to(sagitta, 1e-12));
  CHECK(report.curved->sagitta_of_edge == close_to(sagitta / longest, 1e-12));
  CHECK(report.curved->scaled_jacobian > 0.5);
  CHECK(report.curved->scaled_jacobian < 1.0);
  const nlohmann::json json = report;
  CHECK(json.at("curved").at("sagitta_wavelengths").get<double>() ==
        close_to(sagitta * 100e6 / speed_of_light, 1e-12));
  const Finding* finding = finding_in(report, "CURVED_TRIANGLES");
  REQUIRE(finding != nullptr);
  CHECK(finding->severity == Severity::info);
  CHECK(says_that(finding, "108 of 108 triangles are bent"));
  CHECK(report.verdict() == "ok");

  const Report flat = bent_report(shapes::sphere(radius, 3, off_centre));
  CHECK_FALSE(flat.curved);
  CHECK_FALSE(nlohmann::json(flat).contains("curved"));
}

TEST_CASE("curvature radii are those of the bent surface, on a sphere and on an elliptic tube") {
  const Mesh sphere = shapes::bent_sphere(0.7, 4, off_centre);
  CHECK(curvature_of_parts(sphere, analyse(sphere))[0].radius_m == close_to(0.7, 0.05));
  // Coarse: eight quadrilaterals around. Flat triangles see it too, by their vertex normals.
  const Mesh coarse = shapes::bent_sphere(0.7, 2, off_centre);
  CHECK(curvature_of_parts(coarse, analyse(coarse))[0].radius_m == close_to(0.7, 0.15));

  const double a = 0.9, b = 0.5;
  shapes::Builder tube;
  tube.surface(24, 3, [=](double u, double v) {
    const double p = 2 * pi * u;
    return Vec3(a * std::cos(p), b * std::sin(p), 1.1 * v);
  });
  const Mesh bent = shapes::bent(tube.mesh, [=](const Vec3& p) -> Vec3 {
    const double scale = std::sqrt(p.x() * p.x() / (a * a) + p.y() * p.y() / (b * b));
    return {p.x() / scale, p.y() / scale, p.z()};
  });
  // 5 % of the triangles, the sharpest: next to the vertices of the ellipse, where the radius is b²/a.
  const auto parts = curvature_of_parts(bent, analyse(bent));
  CHECK(parts[0].radius_m == close_to(b * b / a, 0.1));
  CHECK(parts[0].sharp_edges_m == 0.0);
}

TEST_CASE("whether an edge is sharp is decided by the bent surfaces, not by their facets") {
  // Six bent strips around a tube: facets meet at 60°, the surface goes on smoothly.
  shapes::Builder tube;
  tube.surface(6, 2, [](double u, double v) {
    return Vec3(0.5 * std::cos(2 * pi * u), 0.5 * std::sin(2 * pi * u), 0.7 * v);
  });
  CHECK(curvature_of_parts(tube.mesh, analyse(tube.mesh))[0].sharp_edges_m > 1.0);
  const Mesh bent = shapes::bent(tube.mesh, [](const Vec3& p) -> Vec3 {
    const double scale = 0.5 / std::hypot(p.x(), p.y());
    return {scale * p.x(), scale * p.y(), p.z()};
  });
  CHECK(curvature_of_parts(bent, analyse(bent))[0].sharp_edges_m == 0.0);
}

TEST_CASE("bent triangles lie on each other where their surfaces do, whatever their facets") {
  // Two triangles at one edge whose facets make an angle of 0.3 rad.
  Mesh mesh;
  mesh.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.4, 0.8, 0), Vec3(0.6, 0.8, 0.25)};
  mesh.triangles = {{{0, 1, 2}, 0}, {{0, 1, 3}, 0}};
  mesh.parts = {{1, "Part 1"}};
  CHECK(analyse(mesh).folded_edges == 0);
  mesh.bends.resize(2);
  for (Bend& bend : mesh.bends) bend.sagitta.fill(Vec3::Zero());
  CHECK(analyse(mesh).folded_edges == 0);
  // The second leaves the edge in the plane of the first: at the middle its slope is that of the chord less
  // 2 (s_a + s_b) over the height.
  mesh.bends[1].sagitta[0] = mesh.bends[1].sagitta[1] = Vec3(0, 0, -0.0625);
  CHECK(analyse(mesh).folded_edges == 1);
  CHECK(finding_in(bent_report(mesh), "FOLDED_TRIANGLES") != nullptr);
  // Facets on each other whose surfaces open like a lens are no fold.
  mesh.vertices[3] = Vec3(0.6, 0.8, 0);
  mesh.bends[1].sagitta[0] = mesh.bends[1].sagitta[1] = Vec3(0, 0, 0.1);
  CHECK(analyse(mesh).folded_edges == 0);
}

TEST_CASE("pieces of bent triangles fit together, lie on the surface and have the mesh's sides as lines") {
  for (const Mesh& mesh : {shapes::bent_sphere(0.7, 2, off_centre), unevenly_bent()}) {
    const Pieces cut = pieces_of(mesh);
    const Topology topology = analyse(mesh);
    REQUIRE(topology.open_edges == 0);
    for (int t = 0; t < int(mesh.triangles.size()); ++t)
      REQUIRE(largest_relative_sagitta(mesh, t) < steep_middle);
    // All facets together are closed: every line is in two of them, once each way.
    std::map<std::array<int, 2>, int> lines;
    std::vector<double> area(mesh.triangles.size(), 0.0);
    std::vector<Vec3> at = mesh.vertices;
    for (const Pieces::Point& p : cut.points) at.push_back(p.position);
    const auto add = [&](const std::array<int, 3>& v) {
      for (int i = 0; i < 3; ++i) {
        const int a = v[i], b = v[(i + 1) % 3];
        ++lines[{std::min(a, b), std::max(a, b)}];
      }
    };
    std::map<std::array<int, 2>, int> side_lines;
    for (const Pieces::Piece& piece : cut.pieces) {
      add(piece.vertex);
      const Bend& bend = mesh.bends[piece.triangle];
      const Vec3 normal =
          (at[piece.vertex[1]] - at[piece.vertex[0]]).cross(at[piece.vertex[2]] - at[piece.vertex[0]]);
      area[piece.triangle] += 0.5 * normal.norm();
      for (int i = 0; i < 3; ++i) {
        const Vec3 there = position_at(mesh.corners(piece.triangle), bend, piece.place[i]);
        CHECK((there - at[piece.vertex[i]]).norm() < 1e-14);
        CHECK(normal_at(mesh, piece.triangle, piece.place[i]).dot(normal) > 0.7 * normal.norm());
        const int a = piece.vertex[i], b = piece.vertex[(i + 1) % 3];
        if (piece.on_side[i]) ++side_lines[{std::min(a, b), std::max(a, b)}];
      }
    }
    int flat = 0;
    for (int t = 0; t < int(mesh.triangles.size()); ++t) {
      if (!mesh.bend(t)) {
        add(mesh.triangles[t].vertex);
        ++flat;
      } else {
        CHECK(area[t] == close_to(surface_area(mesh, t), 0.01));
      }
    }
    MESSAGE(cut.pieces.size() << " pieces of " << mesh.triangles.size() - flat << " bent triangles");
    for (const auto& [line, count] : lines) CHECK(count == 2);
    // Of each side of bent triangles the lines make a way from end to end: one more than added points on it.
    std::map<std::array<int, 2>, int> points_on_side;
    for (const Edge& edge : topology.edges)
      for (const int t : topology.triangles_at(edge))
        if (mesh.bend(t)) points_on_side[edge.vertex] = 0;
    for (const Pieces::Point& p : cut.points)
      if (p.weight[2] == 0.0) ++points_on_side.at({p.between[0], p.between[1]});
    std::size_t expected = points_on_side.size();
    for (const auto& [side, count] : points_on_side) expected += count;
    CHECK(side_lines.size() == expected);
    for (const Pieces::Point& p : cut.points) {
      CHECK(p.weight[0] + p.weight[1] + p.weight[2] == close_to(1.0));
      for (const int v : p.between) CHECK(v < int(mesh.vertices.size()));
    }
  }
}

TEST_CASE("the viewer's file of a bent mesh is that of its corners, and then its pieces with true normals") {
  const Mesh bent = shapes::with_random_winding(shapes::sphere(0.7, 2, off_centre), 5);
  const Mesh mesh = shapes::bent(
      bent, [](const Vec3& p) -> Vec3 { return off_centre + 0.7 * (p - off_centre).normalized(); });
  const std::string flat = viewer_bytes(bent), bytes = viewer_bytes(mesh);
  REQUIRE(bytes.size() > flat.size());
  CHECK(bytes.substr(0, flat.size()) == flat);
  std::size_t at = flat.size();
  CHECK(bytes.substr(at, 8) == "PACEBEN1");
  at += 8;
  const auto counts = take<std::uint32_t>(bytes, at, 2);
  const auto xyz = take<float>(bytes, at, 3 * counts[0]);
  const auto between = take<std::uint32_t>(bytes, at, 3 * counts[0]);
  const auto weights = take<float>(bytes, at, 3 * counts[0]);
  const auto records = take<std::uint32_t>(bytes, at, 5 * counts[1]);
  const auto normals = take<std::int16_t>(bytes, at, 9 * counts[1]);
  CHECK(at == bytes.size());
  const std::uint32_t vertices = std::uint32_t(mesh.vertices.size());
  const auto place = [&](std::uint32_t v) -> Vec3 {
    if (v < vertices) return mesh.vertices[v];
    v -= vertices;
    REQUIRE(v < counts[0]);
    return Vec3(xyz[3 * v], xyz[3 * v + 1], xyz[3 * v + 2]);
  };
  for (std::uint32_t p = 0; p < counts[0]; ++p) {
    // The flat point between the vertices is below the bent one, along the same radius as far as that goes.
    Vec3 chord = Vec3::Zero();
    for (int i = 0; i < 3; ++i) chord += weights[3 * p + i] * mesh.vertices[between[3 * p + i]];
    const Vec3 bulge = place(vertices + p) - chord;
    CHECK(bulge.norm() < 0.12);
    CHECK(bulge.dot(chord - off_centre) > 0.9 * bulge.norm() * (chord - off_centre).norm());
  }
  for (std::uint32_t p = 0; p < counts[1]; ++p) {
    CHECK(records[5 * p] < mesh.triangles.size());
    CHECK(records[5 * p + 4] < 8);
    const Vec3 a = place(records[5 * p + 1]), b = place(records[5 * p + 2]), c = place(records[5 * p + 3]);
    CHECK((b - a).cross(c - a).dot(a - off_centre) > 0.0);
    for (int i = 0; i < 3; ++i) {
      const Vec3 normal =
          Vec3(normals[9 * p + 3 * i], normals[9 * p + 3 * i + 1], normals[9 * p + 3 * i + 2]) / 32767.0;
      CHECK(normal.norm() == close_to(1.0, 1e-4));
      CHECK(normal.dot((place(records[5 * p + 1 + i]) - off_centre).normalized()) > 0.98);
    }
  }
}

TEST_CASE("bent spheres one in the other do not cross where their facets do, and bent ones that cross do") {
  // Turned against each other, 2 % of the radius apart: facets reach 10 % inwards.
  const Mesh outer = shapes::bent_sphere(0.7, 4, off_centre);
  Mesh inner = shapes::bent_sphere(0.7, 4, Vec3::Zero());
  const auto turned = [](const Vec3& p) -> Vec3 {
    return Eigen::AngleAxisd(0.7, Vec3(0.3, 0.5, 0.8).normalized()) * p;
  };
  const auto both = [&](double factor, const Vec3& shift) {
    Mesh mesh = outer;
    for (const Vec3& v : inner.vertices) mesh.vertices.push_back(off_centre + shift + factor * turned(v));
    for (std::size_t t = 0; t < inner.triangles.size(); ++t) {
      Triangle triangle = inner.triangles[t];
      for (int& v : triangle.vertex) v += int(outer.vertices.size());
      mesh.triangles.push_back(triangle);
      Bend bend;
      for (int i = 0; i < 3; ++i) bend.sagitta[i] = factor * turned(inner.bends[t].sagitta[i]);
      mesh.bends.push_back(bend);
    }
    return mesh;
  };
  const Mesh nested = both(0.98, Vec3::Zero());
  Mesh facets = nested;
  facets.bends.clear();
  CHECK_FALSE(crossings_of(facets, analyse(facets), 1e-6).empty());
  CHECK(crossings_of(nested, analyse(nested), 1e-6).empty());
  const Mesh crossing = both(0.98, Vec3(0.05, -0.02, 0.03));
  CHECK_FALSE(crossings_of(crossing, analyse(crossing), 1e-6).empty());
}

TEST_CASE("bent faces on each other are found, and those that open like a lens are not taken for that") {
  const Mesh sphere = shapes::bent_sphere(0.7, 2, off_centre);
  Mesh twice = sphere;
  for (const Vec3& v : sphere.vertices) twice.vertices.push_back(v);
  for (Triangle t : sphere.triangles) {
    for (int& v : t.vertex) v += int(sphere.vertices.size());
    twice.triangles.push_back(t);
  }
  twice.bends.insert(twice.bends.end(), sphere.bends.begin(), sphere.bends.end());
  CHECK(coincident_faces(twice).triangles == int(sphere.triangles.size()));
  for (std::size_t t = sphere.triangles.size(); t < twice.triangles.size(); ++t)
    for (Vec3& sagitta : twice.bends[t].sagitta) sagitta = -sagitta;
  CHECK(coincident_faces(twice).triangles == 0);
}

TEST_CASE("damaged files of six-node triangles are refused, or examined and drawn with finite numbers") {
  std::vector<std::string> texts{shapes::quadratic_unv_text(shapes::bent_sphere(0.7, 1, off_centre)),
                                 shapes::quadratic_unv_text(unevenly_bent())};
  std::vector<int> types(unevenly_bent().triangles.size(), 92);
  for (std::size_t t = 0; t < types.size(); t += 3) types[t] = 91;
  texts.push_back(shapes::quadratic_unv_text(unevenly_bent(), types));
  int refused = 0, errors = 0, read = 0;
  for (std::uint64_t trial = 0; trial < 1500; ++trial) {
    CAPTURE(trial);
    fuzz::Mutator mutator(trial * 1000003 + 5);
    try {
      const UnvFile file = parse_unv(mutator.text(mutator.one_of(texts), texts));
      const Examination examination = diagnose(file, length_unit(file, {}), 3e8);
      CHECK(schema_complaints("check", examination.report) == "");
      const Mesh& mesh = examination.mesh;
      CHECK((mesh.bends.empty() || mesh.bends.size() == mesh.triangles.size()));
      for (const Pieces::Piece& piece : pieces_of(mesh).pieces)
        for (const Barycentric& b : piece.place) CHECK(normal_at(mesh, piece.triangle, b).allFinite());
      ++(examination.report.has_errors() ? errors : read);
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).size() > 10);
      ++refused;
    }
  }
  MESSAGE(refused << " refused, " << errors << " with errors, " << read << " read");
}
