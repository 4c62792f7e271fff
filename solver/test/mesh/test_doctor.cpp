#include <doctest/doctest.h>

#include <unistd.h>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "../close_to.hpp"
#include "../schemas/file_schemas.hpp"
#include "core/error.hpp"
#include "mesh/coincident.hpp"
#include "mesh/doctor.hpp"
#include "mesh/quality.hpp"
#include "mesh/viewer_geometry.hpp"
#include "shapes.hpp"

using namespace pace;
using shapes::Builder;

namespace {

UnvFile in_metres(Mesh mesh) {
  UnvFile file;
  file.mesh = std::move(mesh);
  file.metres_per_unit = 1.0;
  file.units_name = "metre";
  return file;
}

Report report_of(const UnvFile& file, std::optional<double> frequency_hz = {}) {
  const Report report = examine(file, length_unit(file, {}), frequency_hz);
  CHECK(schema_complaints("check", report) == "");
  return report;
}

const Finding* find(const Report& report, const std::string& code) {
  for (const Finding& finding : report.findings) {
    if (finding.code == code) return &finding;
  }
  return nullptr;
}

/// Two unit cubes side by side, each with its own nodes on the common face.
Mesh cubes_side_by_side(double gap) {
  const Mesh cube = shapes::cube(2);
  Mesh both = cube;
  const int offset = static_cast<int>(cube.vertices.size());
  for (const Vec3& v : cube.vertices) both.vertices.push_back(v + Vec3(1.0 + gap, 0, 0));
  for (Triangle t : cube.triangles) {
    for (int& v : t.vertex) v += offset;
    both.triangles.push_back(t);
  }
  return both;
}

Mesh together(Mesh mesh, const Mesh& other) {
  const int offset = static_cast<int>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (Triangle t : other.triangles) {
    for (int& v : t.vertex) v += offset;
    mesh.triangles.push_back(t);
  }
  return mesh;
}

Mesh scaled_from(Mesh mesh, const Vec3& origin, double factor) {
  for (Vec3& v : mesh.vertices) v = origin + factor * (v - origin);
  return mesh;
}

/// A unit sphere whose lower half has its own nodes, scaled by a factor.
Mesh torn_sphere(double factor) {
  const auto half = [](double sign) {
    Builder b;
    b.surface(16, 4, [sign](double u, double v) {
      const double phi = 2 * pi * u, theta = pi / 2 * v;
      return Vec3(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), sign * std::cos(theta));
    });
    std::erase_if(b.mesh.triangles, [](const Triangle& t) {  // at the pole
      return t.vertex[0] == t.vertex[1] || t.vertex[1] == t.vertex[2] || t.vertex[2] == t.vertex[0];
    });
    return b.mesh;
  };
  return together(half(1.0), scaled_from(half(-1.0), Vec3::Zero(), factor));
}

}  // namespace

TEST_CASE("a good closed mesh in a known unit has the verdict ok and no finding") {
  const Report report = report_of(in_metres(shapes::sphere(0.5, 6)), 100e6);
  CHECK(report.verdict() == "ok");
  CHECK(report.findings.empty());
  CHECK(report.unknowns_rwg == 3 * report.triangles / 2);
  REQUIRE(report.components.size() == 1);
  CHECK(report.components[0].closed);
  CHECK(report.components[0].volume_m3 == close_to(4.0 / 3.0 * pi * 0.125, 0.04));
  CHECK(report.parts.at(0).area_m2 == close_to(pi, 0.02));
}

TEST_CASE("sizes, areas and volumes scale with the unit") {
  UnvFile file = in_metres(shapes::cube(2));
  const Report report = examine(file, 0.0254, 1e9);
  CHECK(report.box_file_units.size().x() == 1.0);
  CHECK(report.box_m.size().x() == close_to(0.0254));
  CHECK(report.parts[0].area_m2 == close_to(6 * 0.0254 * 0.0254));
  CHECK(report.components[0].volume_m3 == close_to(std::pow(0.0254, 3)));
  CHECK(report.edge_m.min == close_to(0.0127));
  CHECK(report.edge_m.max == close_to(0.0127 * std::sqrt(2.0)));
  CHECK(*report.wavelength_m == close_to(0.299792458));
  CHECK(find(report, "UNITS_DISAGREE") != nullptr);
}

TEST_CASE(
    "a file that is silent about its unit is read in metres with a warning, unless the user states it") {
  UnvFile file;
  file.mesh = shapes::cube(1);
  CHECK(find(report_of(file), "UNITS_UNKNOWN") != nullptr);
  CHECK(report_of(file).verdict() == "warnings");
  CHECK(examine(file, length_unit(file, 1e-3)).findings.empty());
  CHECK_THROWS_AS(examine(file, 0.0), InputError);
  CHECK_THROWS_AS(examine(file, -1.0), InputError);
  CHECK_THROWS_AS(examine(file, std::nan("")), InputError);
  CHECK_THROWS_AS(examine(file, 1.0, 0.0), InputError);
}

TEST_CASE("millimetres stated by a program without units, for a model named after inches, are doubted") {
  Mesh mesh = shapes::sphere(300.0, 6);
  UnvFile file = in_metres(mesh);
  file.metres_per_unit = 1e-3;
  file.header = "wing_8inch_half.unv\nCUBIT version 17.1\n";
  const Report report = report_of(file);
  const Finding* finding = find(report, "UNITS_UNCERTAIN");
  REQUIRE(finding != nullptr);
  CHECK(finding->sentence.find("CUBIT") != std::string::npos);
  CHECK(finding->sentence.find("15.24 m if in inches") != std::string::npos);
  CHECK(find(examine(file, 0.0254), "UNITS_UNCERTAIN") == nullptr);  // the user has decided
}

TEST_CASE("a frequency that makes the mesh absurdly fine or coarse raises the question of the unit") {
  const UnvFile file =
      in_metres(shapes::sphere(300.0, 20));  // millimetres taken for metres, mean edge about 22
  const Report coarse = report_of(file, 1e9);
  const Finding* finding = find(coarse, "UNITS_SUSPICIOUS");
  REQUIRE(finding != nullptr);
  CHECK(finding->sentence.find("fit millimetres") != std::string::npos);
  CHECK(find(examine(file, 1e-3, 1e9), "UNITS_SUSPICIOUS") == nullptr);
  CHECK(find(examine(file, 1e-3, 1e6), "UNITS_SUSPICIOUS") != nullptr);
  CHECK(find(report_of(in_metres(shapes::sphere(1e6, 3))), "UNITS_SUSPICIOUS") != nullptr);
  CHECK(find(report_of(in_metres(shapes::sphere(1e-6, 3))), "UNITS_SUSPICIOUS") != nullptr);
}

TEST_CASE("edges longer than a fifth of the wavelength are told, shorter ones are not") {
  const UnvFile file = in_metres(shapes::cube(10));  // longest edge 0.1414
  CHECK(find(report_of(file, speed_of_light / (0.1415 * 5.1)), "EDGES_TOO_LONG") == nullptr);
  CHECK(find(report_of(file, speed_of_light / (0.1414 * 4.9)), "EDGES_TOO_LONG") != nullptr);
}

TEST_CASE("a mirrored half with its winding turned is noticed and counted") {
  Mesh mesh = shapes::sphere(1.0, 4);
  int turned = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (mesh.centroid(int(t)).y() > 0) continue;
    std::swap(mesh.triangles[t].vertex[0], mesh.triangles[t].vertex[1]);
    ++turned;
  }
  const Report report = report_of(in_metres(mesh));
  CHECK(report.flipped_triangles == turned);
  CHECK(find(report, "NORMALS_INCONSISTENT") != nullptr);
  CHECK(report.verdict() == "warnings");
  Mesh inside_out = shapes::sphere(1.0, 4);
  for (auto& t : inside_out.triangles) std::swap(t.vertex[0], t.vertex[1]);
  const Report inward = report_of(in_metres(inside_out));
  CHECK(find(inward, "NORMALS_INWARD") != nullptr);
  CHECK(inward.verdict() == "ok");
}

TEST_CASE("an open plate is information, a missing triangle in a sphere is a warning") {
  Builder plate;
  plate.surface(
      8, 8, [](double u, double v) { return Vec3(u, v, 0); }, 5);
  const Report open = report_of(in_metres(plate.mesh));
  CHECK(open.verdict() == "ok");
  REQUIRE(find(open, "OPEN_PART") != nullptr);
  CHECK(*find(open, "OPEN_PART")->part_number == 5);
  CHECK(find(open, "SMALL_GAP") == nullptr);

  Mesh sphere = shapes::sphere(1.0, 8);
  sphere.triangles.pop_back();
  const Report gap = report_of(in_metres(sphere));
  CHECK(find(gap, "SMALL_GAP") != nullptr);
  CHECK(gap.open_edges == 3);
  CHECK_FALSE(gap.components[0].closed);
}

TEST_CASE("duplicate triangles are an error, and the rest is measured without the copies") {
  Mesh mesh = shapes::cube(2);
  mesh.triangles.push_back(mesh.triangles[0]);
  mesh.triangles.push_back(mesh.triangles[7]);
  const Report report = report_of(in_metres(mesh));
  CHECK(report.verdict() == "errors");
  CHECK(report.duplicate_triangles == 2);
  CHECK(report.triangles == 48);
  CHECK(report.components[0].closed);
}

TEST_CASE("slivers are listed worst first with their place; collapsed triangles are an error") {
  Builder b;
  b.triangle(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.5, 0.8, 0), 2);
  b.triangle(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.5, -0.01, 0), 2);
  b.triangle(Vec3(1, 0, 0), Vec3(0.5, 0.8, 0), Vec3(0.751, 0.4, 0), 4);
  const Report report = report_of(in_metres(b.mesh));
  CHECK(report.sliver_count == 2);
  REQUIRE(report.worst_slivers.size() == 2);
  CHECK(report.worst_slivers[0].part_number == 4);
  CHECK(report.worst_slivers[0].quality < report.worst_slivers[1].quality);
  CHECK(report.verdict() == "warnings");

  b.triangle(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.25, 0, 0), 6);
  const Report collapsed = report_of(in_metres(b.mesh));
  CHECK(collapsed.zero_area_triangles == 1);
  CHECK(*find(collapsed, "ZERO_AREA_TRIANGLES")->part_number == 6);
  CHECK(collapsed.verdict() == "errors");
}

TEST_CASE(
    "the radius ratio is 1 for an equilateral triangle, known for a right one and independent of scale") {
  for (const double size : {1e-9, 1.0, 1e9}) {
    Mesh mesh;
    mesh.vertices = {size * Vec3(0, 0, 0), size * Vec3(1, 0, 0), size * Vec3(0.5, std::sqrt(0.75), 0),
                     size * Vec3(0, 1, 0)};
    mesh.triangles = {{{0, 1, 2}, 0}, {{0, 1, 3}, 0}};
    CHECK(radius_ratio(mesh, 0) == close_to(1.0));
    // r = (a + b − c)/2, R = c/2 for the legs 1, 1
    CHECK(radius_ratio(mesh, 1) == close_to(2.0 * (2.0 - std::sqrt(2.0)) / std::sqrt(2.0)));
  }
}

TEST_CASE("nodes of parts meshed side by side are found, and merging them joins the parts") {
  for (const double gap : {0.0, 1e-9}) {
    Mesh mesh = cubes_side_by_side(gap);
    const Report before = report_of(in_metres(mesh));
    CHECK(before.coincident_vertices == 9);
    CHECK(find(before, "COINCIDENT_VERTICES") != nullptr);
    CHECK(before.components.size() == 2);
    const Merge merge = merge_coincident(mesh, 1e-6);
    CHECK(merge.vertices == 9);
    CHECK(merge.collapsed_triangles == 0);
    const Report after = report_of(in_metres(mesh));
    CHECK(after.coincident_vertices == 0);
    CHECK(after.components.size() == 1);
    CHECK(after.duplicate_triangles == 8);  // the common face was meshed by both
    CHECK(after.internal_triangles == 8);
  }
  CHECK(coincident_vertices(cubes_side_by_side(1e-3), 1e-6) == 0);
}

TEST_CASE("two copies of a body are an error with the place, also when they differ by 1e-7 of their size") {
  const Mesh sphere = shapes::sphere(0.5, 4, Vec3(0.2, -0.1, 0.3));
  for (const double scale : {1.0, 1.0 + 1e-7}) {
    const Report report = report_of(in_metres(together(sphere, scaled_from(sphere, Vec3::Zero(), scale))));
    const Finding* finding = find(report, "COINCIDENT_FACES");
    REQUIRE(finding != nullptr);
    CHECK(finding->severity == Severity::error);
    CHECK(report.coincident_faces.triangles == static_cast<int>(sphere.triangles.size()));
    CHECK(report.coincident_faces.distance_m <= 1e-7);
    CHECK((report.coincident_faces.where_m - sphere.centroid(0)).norm() < 1e-6);
    CHECK(finding->sentence.find("Keep one copy of every face") != std::string::npos);
  }
}

TEST_CASE("faces lie on each other up to a ten-thousandth of an edge, and a thin wall does not") {
  const double edge = 0.5;  // of the cube's cells
  for (const double gap : {0.0, 0.9e-4 * edge}) {
    const Report report = report_of(in_metres(cubes_side_by_side(gap)));
    CHECK(report.coincident_faces.triangles == 8);
    CHECK(find(report, "COINCIDENT_FACES") != nullptr);
  }
  CHECK(report_of(in_metres(cubes_side_by_side(3e-4 * edge))).coincident_faces.triangles == 0);
  // Faces of two meshes that fit nowhere, one on the other.
  Builder b;
  b.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 3);
  Builder on_top;
  on_top.box(Vec3(0.2, 0.15, 1), Vec3(0.7, 0.8, 1.4), 2);
  const Report stacked = report_of(in_metres(together(b.mesh, on_top.mesh)));
  REQUIRE(find(stacked, "COINCIDENT_FACES") != nullptr);
  CHECK(stacked.coincident_faces.where_m.z() == close_to(1.0));
  // A box whose upper and lower face are a thousandth of an edge apart is one body.
  Builder plate;
  plate.box(Vec3(0, 0, 0), Vec3(1, 1, 5e-4), 2);
  CHECK(report_of(in_metres(plate.mesh)).coincident_faces.triangles == 0);
}

TEST_CASE("a seam with nodes of its own on both sides is an error, and merging what it says closes it") {
  for (const double scale : {1.0, 1.0 + 1e-7, 1.0 + 1e-5}) {
    Mesh torn = torn_sphere(scale);
    const Report report = report_of(in_metres(torn));
    const Finding* finding = find(report, "UNMERGED_SEAM");
    REQUIRE(finding != nullptr);
    CHECK(finding->severity == Severity::error);
    CHECK(report.seam.edges == 16);
    CHECK(std::abs(report.seam.distance_m - (scale - 1.0)) <= 0.01 * (scale - 1.0) + 1e-15);
    CHECK(std::abs(report.seam.where_m.z()) < 1e-4);
    CHECK(finding->sentence.ends_with("or by pace check --merge-seams --mend mended.unv."));
    merge_coincident(torn, std::max(2.0 * report.seam.distance_m, 1e-9));
    const Report merged = report_of(in_metres(torn));
    CHECK(merged.open_edges == 0);
    CHECK(merged.components.size() == 1);
    CHECK(find(merged, "UNMERGED_SEAM") == nullptr);
    CHECK_FALSE(merged.has_errors());
  }
  // A disc that ends a millimetre before its neighbour ends there.
  CHECK(report_of(in_metres(torn_sphere(1.0 + 1e-3))).seam.edges == 0);
}

TEST_CASE("the nodes of a seam are merged without a tolerance in any unit, and the report says how many") {
  for (const double metres_per_unit : {1.0, 0.0254, 1e-3}) {
    for (const double scale : {1.0, 1.0 + 1e-7, 1.0 + 1e-5}) {
      UnvFile file = in_metres(torn_sphere(scale));
      file.metres_per_unit = metres_per_unit;
      const std::size_t vertices = file.mesh.vertices.size();
      const Report report = diagnose_merged(file, length_unit(file, {}), {}).report;
      CHECK(file.mesh.vertices.size() == vertices - 16);
      CHECK(report.open_edges == 0);
      CHECK(report.components.size() == 1);
      CHECK_FALSE(report.has_errors());
      CHECK(find(report, "UNMERGED_SEAM") == nullptr);
      const Finding* finding = find(report, "SEAMS_MERGED");
      REQUIRE(finding != nullptr);
      CHECK(finding->severity == Severity::info);
      CHECK(finding->sentence.starts_with("16 nodes of seams were merged (at most "));
      CHECK(nlohmann::json(report).at("mergedNodes") == 16);
      // The next examination of the same mesh is of one without a seam.
      const Report again = diagnose_merged(file, length_unit(file, {}), {}).report;
      CHECK(find(again, "SEAMS_MERGED") == nullptr);
      CHECK(nlohmann::json(again).at("mergedNodes") == 0);
    }
  }
}

TEST_CASE("only nodes of the seam are merged: finer triangles and bodies that touch elsewhere stay") {
  const double gap = 1e-5;
  Mesh mesh = torn_sphere(1.0 + gap);
  // Edges shorter than the gap, and two boxes with an edge at one place that each has for itself.
  mesh = together(mesh, shapes::sphere(0.3 * gap, 2, Vec3(3, 0, 0)));
  Builder left, right;
  left.box(Vec3(5, 0, 0), Vec3(6, 1, 1));
  right.box(Vec3(6, 1, 0), Vec3(7, 2, 1));
  mesh = together(together(mesh, left.mesh), right.mesh);
  UnvFile file = in_metres(mesh);
  const Report report = diagnose_merged(file, 1.0, {}).report;
  REQUIRE(find(report, "SEAMS_MERGED") != nullptr);
  CHECK(nlohmann::json(report).at("mergedNodes") == 16);
  CHECK(file.mesh.triangles.size() == mesh.triangles.size());
  CHECK(file.mesh.vertices.size() == mesh.vertices.size() - 16);
}

TEST_CASE("a mesh without a seam, and one whose faces are there twice, stay as they are") {
  Builder plate;
  plate.surface(3, 2, [](double u, double v) { return Vec3(u, v, 0); });
  for (const Mesh& mesh : {shapes::cube(2), torn_sphere(1.0 + 1e-3), together(plate.mesh, plate.mesh)}) {
    UnvFile file = in_metres(mesh);
    const Report report = diagnose_merged(file, 1.0, {}).report;
    CHECK(file.mesh.vertices.size() == mesh.vertices.size());
    CHECK(find(report, "SEAMS_MERGED") == nullptr);
    CHECK(report.findings.size() == report_of(in_metres(mesh)).findings.size());
  }
}

TEST_CASE(
    "a merged mesh is written in units of the file, with its parts, its places and its own statements") {
  Mesh torn = torn_sphere(1.0 + 1e-7);
  torn.parts = {{4, "nose"}, {17, "        -1"}};
  for (std::size_t t = torn.triangles.size() / 2; t < torn.triangles.size(); ++t) torn.triangles[t].part = 1;
  const std::string units =
      "    -1\n   164\n         5mm (milli-newton)             2\n"
      "   1.0000000000000000D+03   1.0000000000000000D+03   1.0000000000000000D+03\n   2.7314999999999998D+02\n"
      "    -1\n";
  const std::string header = "    -1\n   151\nwing_8inch.unv\n        -1\nCUBIT version 17.1\n    -1\n";
  const auto path =
      std::filesystem::temp_directory_path() / ("pace_test_merged-" + std::to_string(::getpid()) + ".unv");
  for (const std::string& statements : {std::string(), units, header + units}) {
    UnvFile file = parse_unv(statements + shapes::unv_text(torn, true));
    const Examination examination = diagnose_merged(file, length_unit(file, {}), {});
    write_unv(file, path);
    const UnvFile merged = read_unv(path);
    std::filesystem::remove(path);
    CHECK(merged.metres_per_unit == file.metres_per_unit);
    CHECK(merged.metres_per_unit.has_value() == !statements.empty());
    CHECK(merged.units_name == file.units_name);
    CHECK(merged.unit_datasets == file.unit_datasets);
    CHECK(merged.header == file.header);
    CHECK(merged.closed);
    REQUIRE(merged.mesh.parts.size() == 2);
    for (const int part : {0, 1}) {
      CHECK(merged.mesh.parts[part].number == torn.parts[part].number);
      CHECK(merged.mesh.parts[part].name == file.mesh.parts[part].name);
    }
    CHECK(merged.mesh.parts[1].name == "-1");
    // Triangles in their order, each corner where it was or where its neighbour across the seam is.
    REQUIRE(merged.mesh.triangles.size() == torn.triangles.size());
    int moved = 0;
    for (std::size_t t = 0; t < torn.triangles.size(); ++t) {
      CHECK(merged.mesh.triangles[t].part == torn.triangles[t].part);
      for (int i = 0; i < 3; ++i) {
        const Vec3& before = torn.vertices[torn.triangles[t].vertex[i]];
        const Vec3& after = merged.mesh.vertices[merged.mesh.triangles[t].vertex[i]];
        moved += before != after;
        CHECK((before - after).norm() < 1.01e-7);
      }
    }
    CHECK(moved == 48);  // three triangles of the lower half meet at each of its 16 nodes on the seam
    const Report again = examine(merged, length_unit(merged, {}));
    CHECK(again.open_edges == 0);
    // The same is said of the file that was written, but for what was done to it.
    std::vector<std::string> said, expected;
    for (const Finding& f : again.findings) said.push_back(f.code + f.sentence);
    for (const Finding& f : examination.report.findings)
      if (f.code != "SEAMS_MERGED") expected.push_back(f.code + f.sentence);
    CHECK(said == expected);
  }
}

TEST_CASE("bodies that overlap are told with the place, and so is a body that passes through itself") {
  const Mesh a = shapes::sphere(0.5, 4), b = shapes::sphere(0.5, 4, Vec3(0.4, 0.1, 0.2));
  const Report report = report_of(in_metres(together(a, b)));
  const Finding* finding = find(report, "SURFACES_CROSS");
  REQUIRE(finding != nullptr);
  CHECK(finding->severity == Severity::warning);
  CHECK(finding->where.find(" m") != std::string::npos);
  REQUIRE(report.crossings.size() == 1);
  for (const Vec3& centre : {Vec3(0, 0, 0), Vec3(0.4, 0.1, 0.2)})
    CHECK((report.crossings[0].where_m - centre).norm() == close_to(0.5, 0.1));
  CHECK(find(report_of(in_metres(together(a, shapes::sphere(0.5, 4, Vec3(1.1, 0, 0))))), "SURFACES_CROSS") ==
        nullptr);
  // A box the middle of whose lid has been pushed out through its bottom.
  Mesh box = shapes::cube(2);
  for (Vec3& v : box.vertices)
    if ((v - Vec3(0.5, 0.5, 1.0)).norm() < 1e-9) v.z() = -0.4;
  const Report pierced = report_of(in_metres(box));
  REQUIRE(find(pierced, "SURFACES_CROSS") != nullptr);
  CHECK(pierced.crossings[0].where_m.z() == doctest::Approx(0.0));
}

TEST_CASE("merging closes a sphere of loose triangles, and a large tolerance removes what collapses") {
  const Mesh whole = shapes::sphere(1.0, 6);
  Mesh torn = whole;
  for (auto& t : torn.triangles) {  // every triangle gets nodes of its own
    for (int& v : t.vertex) {
      torn.vertices.push_back(torn.vertices[v]);
      v = static_cast<int>(torn.vertices.size()) - 1;
    }
  }
  CHECK(analyse(torn).open_edges == 3 * int(torn.triangles.size()));
  merge_coincident(torn, 1e-9);
  CHECK(torn.vertices.size() == whole.vertices.size());
  CHECK(analyse(torn).open_edges == 0);
  Mesh crushed = whole;
  const Merge merge = merge_coincident(crushed, 10.0);
  CHECK(crushed.vertices.size() == 1);
  CHECK(merge.collapsed_triangles == int(whole.triangles.size()));
}

TEST_CASE("crossing parts, partitions, folds, debris and one-sided surfaces are named") {
  Builder cells;
  cells.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 2, 1);
  cells.box(Vec3(1, 0, 0), Vec3(2, 1, 1), 2, 2, 0);
  const Report partition = report_of(in_metres(cells.mesh));
  CHECK(find(partition, "INTERNAL_TRIANGLES") != nullptr);
  CHECK(find(partition, "JUNCTIONS") != nullptr);

  Builder fold;
  fold.triangle(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.5, 0.8, 0));
  fold.triangle(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.4, 0.7, 0));
  CHECK(find(report_of(in_metres(fold.mesh)), "FOLDED_TRIANGLES") != nullptr);
  CHECK(find(partition, "FOLDED_TRIANGLES") == nullptr);

  Builder debris;
  shapes::add_sphere(debris, Vec3(0, 0, 0), 1.0, 4);
  debris.triangle(Vec3(2, 0, 0), Vec3(2.001, 0, 0), Vec3(2, 0.001, 0));
  CHECK(find(report_of(in_metres(debris.mesh)), "STRAY_TRIANGLES") != nullptr);

  Builder moebius;
  moebius.surface(24, 2, [](double u, double v) {
    const double p = 2 * pi * u, w = v - 0.5;
    return Vec3((2 + w * std::cos(p / 2)) * std::cos(p), (2 + w * std::cos(p / 2)) * std::sin(p),
                w * std::sin(p / 2));
  });
  CHECK(find(report_of(in_metres(moebius.mesh)), "ONE_SIDED_SURFACE") != nullptr);
}

TEST_CASE("errors come before warnings before information, and the JSON says the same as the report") {
  Mesh mesh = shapes::with_random_winding(shapes::cube(2), 1);
  mesh.triangles.pop_back();
  mesh.triangles.push_back(mesh.triangles[0]);
  UnvFile file;
  file.mesh = mesh;
  const Report report = report_of(file, 1e9);
  for (std::size_t i = 1; i < report.findings.size(); ++i) {
    CHECK(report.findings[i - 1].severity >= report.findings[i].severity);
  }
  const nlohmann::json json = report;
  CHECK(json.at("verdict") == "errors");
  CHECK(json.at("units").at("source") == "assumed");
  CHECK(json.at("units").at("metresPerUnitInFile").is_null());
  CHECK(json.at("totals").at("triangles") == 47);
  CHECK(json.at("totals").at("unknownsRwg") == report.unknowns_rwg);
  CHECK(json.at("openEdges") == 3);
  CHECK(json.at("parts").at(0).at("open") == true);
  CHECK(json.at("boundingBox").at("wavelengths").at("size").at(0).get<double>() ==
        close_to(1.0 / 0.299792458));
  CHECK(json.at("findings").size() == report.findings.size());
  int binned = 0;
  for (const auto& bin : json.at("quality").at("histogram")) binned += bin.get<int>();
  CHECK(binned == 47);
}

TEST_CASE("the viewer's file holds metres, part positions from 1 and outward triangles") {
  Builder b;
  b.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 2, 17);
  const UnvFile file = in_metres(shapes::with_random_winding(b.mesh, 5));
  const Examination examination = diagnose(file, 0.001, {});
  const auto path =
      std::filesystem::temp_directory_path() / ("pace_test_viewer-" + std::to_string(::getpid()) + ".bin");
  write_viewer_geometry(examination.mesh, examination.topology, path);
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(path);
  std::uint32_t counts[2];
  REQUIRE(bytes.size() > 16);
  CHECK(bytes.substr(0, 8) == "PACEGEO1");
  std::memcpy(counts, bytes.data() + 8, 8);
  CHECK(counts[0] == 26);
  CHECK(counts[1] == 48);
  REQUIRE(bytes.size() == 16 + 12 * counts[0] + 16 * counts[1] + 4 * counts[1]);
  std::vector<float> xyz(3 * counts[0]);
  std::memcpy(xyz.data(), bytes.data() + 16, 4 * xyz.size());
  const auto corner = [&](std::uint32_t v) { return Vec3(xyz[3 * v], xyz[3 * v + 1], xyz[3 * v + 2]); };
  for (std::uint32_t t = 0; t < counts[1]; ++t) {
    std::uint32_t record[4];
    std::memcpy(record, bytes.data() + 16 + 12 * counts[0] + 16 * t, 16);
    CHECK(record[0] == 1);
    const Vec3 a = corner(record[1]), normal = (corner(record[2]) - a).cross(corner(record[3]) - a);
    CHECK(normal.dot(a - Vec3(0.0005, 0.0005, 0.0005)) > 0.0);
    float quality;
    std::memcpy(&quality, bytes.data() + 16 + 12 * counts[0] + 16 * counts[1] + 4 * t, 4);
    CHECK(quality == close_to(0.8284, 1e-3));
  }
}

TEST_CASE("a mended file is in metres, and its triangles are consistently outward without any more turning") {
  UnvFile file = in_metres(shapes::with_random_winding(shapes::torus(), 9));
  file.metres_per_unit = 0.0254;
  const Examination examination = diagnose(file, length_unit(file, {}), {});
  const auto path =
      std::filesystem::temp_directory_path() / ("pace_test_mended-" + std::to_string(::getpid()) + ".unv");
  write_unv(oriented(examination.mesh, examination.topology), path);
  const UnvFile mended = read_unv(path);
  std::filesystem::remove(path);
  const Report report = report_of(mended);
  CHECK(report.findings.empty());
  CHECK(report.flipped_triangles == 0);
  CHECK(report.unit.metres_per_unit == 1.0);
  CHECK(report.components[0].volume_m3 == close_to(examination.report.components[0].volume_m3));
}

TEST_CASE("a vertex far away from all others is an error with its place, a corner that sticks out is not") {
  Mesh mesh = shapes::sphere(1.0, 4);
  mesh.vertices[17] = Vec3(0.0, 2147483648.0, 0.0);
  const Report report = report_of(in_metres(mesh));
  REQUIRE(report.has_errors());
  CHECK(report.findings[0].code == "VERTEX_FAR_AWAY");
  CHECK(report.findings[0].where == "(0, 2.147e+09, 0) m");
  mesh.vertices[17].y() = 500.0;
  CHECK(report_of(in_metres(mesh)).verdict() == "warnings");
  mesh.vertices[17].y() = 50.0;
  for (const Finding& f : report_of(in_metres(mesh)).findings) CHECK(f.code != "VERTEX_FAR_AWAY");
  // A tenth of the vertices is a part of the model.
  Builder two;
  shapes::add_sphere(two, Vec3::Zero(), 1.0, 6);
  shapes::add_sphere(two, Vec3(1e5, 0, 0), 1.0, 2);
  for (const Finding& f : report_of(in_metres(two.mesh)).findings) CHECK(f.code != "VERTEX_FAR_AWAY");
}

TEST_CASE("sizes whose squares leave the range of numbers are refused before anything is measured") {
  const UnvFile file = in_metres(shapes::sphere(1.0, 2));
  for (const double metres : {1e155, 1e160, 1e300, 1e-12, 1e-155, 1e-300}) {
    CAPTURE(metres);
    try {
      diagnose(file, metres, {});
      FAIL_CHECK("measured");
    } catch (const InputError& error) {
      CHECK(error.code() == "UNITS_BAD_SCALE");
    }
  }
  CHECK_FALSE(report_of(in_metres(shapes::sphere(1e-8, 2))).has_errors());
}
