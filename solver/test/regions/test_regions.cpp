#include <doctest/doctest.h>

#include <algorithm>

#include "../mesh/bent_shapes.hpp"
#include "bodies.hpp"
#include "core/error.hpp"
#include "mesh/crossings.hpp"
#include "regions/containment.hpp"
#include "regions/region_graph.hpp"

using namespace pace;
using bodies::entry;
using bodies::Json;
using bodies::materials;
using shapes::Builder;

namespace {

struct Examined {
  Mesh mesh;
  RegionExamination examination;
  const std::vector<Region>& regions() const { return examination.graph.regions; }

  /// Index of the region whose material is this; −1 if there is none or several.
  int of(const std::string& material) const {
    int found = -1;
    for (std::size_t r = 1; r < regions().size(); ++r)
      if (regions()[r].material == material) found = found < 0 ? static_cast<int>(r) : -2;
    return found;
  }
  std::vector<std::string> codes() const {
    std::vector<std::string> all;
    for (const auto& f : examination.findings) all.push_back(f.code);
    return all;
  }
  bool reports(const std::string& code, const std::string& words) const {
    return std::any_of(examination.findings.begin(), examination.findings.end(), [&](const RegionFinding& f) {
      return f.code == code && f.sentence.find(words) != std::string::npos;
    });
  }
  /// The regions on the two sides of every triangle of a part, by a point just off its middle: (ahead of the
  /// normal, behind).
  bool sides_are(int number, const std::function<int(const Vec3&)>& region_at, double off = 1e-3) const {
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      if (mesh.parts[mesh.triangles[t].part].number != number) continue;
      const Vec3 c = mesh.centroid(int(t)), n = off * mesh.area_vector(int(t)).normalized();
      if (examination.graph.side_region[t] != std::array<int, 2>{region_at(c + n), region_at(c - n)})
        return false;
    }
    return true;
  }
};

Examined examined(Mesh mesh, const Json& table, unsigned winding = 7) {
  mesh = shapes::with_random_winding(std::move(mesh), winding);
  RegionExamination examination = examine_regions(mesh, analyse(mesh), materials(table));
  return {std::move(mesh), std::move(examination)};
}

std::string all_of(const Examined& e) {
  std::string text;
  for (const auto& f : e.examination.findings) text += f.code + ": " + f.sentence + "\n";
  return text;
}

Mesh two_boxes(bool shared_face) {
  Builder b;
  b.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 2, 1, shared_face ? 1 : -1);
  b.box(Vec3(1, 0, 0), Vec3(2, 1, 1), 2, 2, shared_face ? 0 : -1);
  if (shared_face) {
    Builder face;
    face.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 2, 3);
    for (std::size_t t = 0; t < face.mesh.triangles.size(); ++t)
      if (face.mesh.centroid(int(t)).x() > 0.999) {
        const auto& v = face.mesh.triangles[t].vertex;
        b.triangle(face.mesh.vertices[v[0]], face.mesh.vertices[v[1]], face.mesh.vertices[v[2]], 3);
      }
  }
  return b.mesh;
}

}  // namespace

TEST_CASE("a ball in vacuum: two regions, its material inside, whatever the winding of the file") {
  for (unsigned seed = 0; seed < 4; ++seed) {
    const Examined e = examined(shapes::sphere(1.0, 4), {entry(1, 0, "Teflon")}, seed);
    CAPTURE(all_of(e));
    CHECK(e.examination.findings.empty());
    REQUIRE(e.regions().size() == 2);
    CHECK(e.regions()[0].is_vacuum);
    CHECK(e.regions()[0].parent == -1);
    CHECK(e.regions()[1].material == "Teflon");
    CHECK(e.regions()[1].parent == 0);
    CHECK(e.regions()[1].surfaces == std::vector<int>{1});
    CHECK(e.sides_are(
        1, [](const Vec3& p) { return p.norm() < 1.0 ? 1 : 0; }, 0.2));
  }
}

TEST_CASE("nested spheres lie in each other in any order of their numbers; a metal core is a conductor") {
  std::vector<double> radii = {1.0, 2.0, 3.0};
  std::vector<int> order = {0, 1, 2};
  const char* material[3] = {"PEC", "Teflon", "Resin"};  // from the inside out
  do {
    Json table = Json::array();
    std::vector<double> of_part(3);
    const auto number = [&](int shell) {
      return int(std::find(order.begin(), order.end(), shell) - order.begin()) + 1;
    };
    for (int shell = 0; shell < 3; ++shell) {
      of_part[number(shell) - 1] = radii[shell];
      table.push_back(entry(number(shell), shell == 2 ? 0 : number(shell + 1), material[shell]));
    }
    const Examined e = examined(bodies::nested(of_part), table);
    CAPTURE(all_of(e));
    CHECK(e.examination.findings.empty());
    REQUIRE(e.regions().size() == 4);
    CHECK(e.regions()[e.of("PEC")].is_conductor);
    CHECK(e.regions()[e.of("PEC")].parent == e.of("Teflon"));
    CHECK(e.regions()[e.of("Teflon")].parent == e.of("Resin"));
    CHECK(e.regions()[e.of("Resin")].parent == 0);
    const auto region_at = [&](const Vec3& p) {
      return p.norm() < 0.9   ? e.of("PEC")
             : p.norm() < 1.9 ? e.of("Teflon")
             : p.norm() < 2.9 ? e.of("Resin")
                              : 0;
    };
    for (int part = 1; part <= 3; ++part) CHECK(e.sides_are(part, region_at, 0.3));
    CHECK(e.regions()[e.of("Teflon")].parts.size() == 2);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("an inclusion off the centre, and two side by side, lie in the ball and not in each other") {
  Builder b;
  bodies::add_ball(b, Vec3::Zero(), 2.0, 8, 1);
  bodies::add_ball(b, Vec3(0.9, 0.1, -0.2), 0.5, 6, 2);
  bodies::add_ball(b, Vec3(-0.9, 0.1, 0.3), 0.6, 6, 3);
  const Examined e = examined(b.mesh, {entry(1, 0, "Teflon"), entry(2, 1, "Water"), entry(3, 1, "Vacuum")});
  CAPTURE(all_of(e));
  CHECK(e.examination.findings.empty());
  CHECK(e.regions()[e.of("Water")].parent == e.of("Teflon"));
  CHECK(e.regions()[e.of("Vacuum")].is_vacuum);
  CHECK(e.regions()[e.of("Teflon")].parts.size() == 3);
}

TEST_CASE("what lies in a cavity of vacuum may be said to lie in vacuum") {
  const Examined e = examined(bodies::nested({3.0, 2.0, 1.0}),
                              {entry(1, 0, "Teflon"), entry(2, 1, "Vacuum"), entry(3, 0, "PEC")});
  CAPTURE(all_of(e));
  CHECK(e.examination.findings.empty());
  CHECK(e.regions()[e.of("PEC")].parent == e.of("Vacuum"));
}

TEST_CASE("two half-spheres with an interface, of two materials and of one") {
  for (const char* second : {"Resin", "Teflon"}) {
    const Examined e =
        examined(bodies::half_spheres(), {entry(1, 0, "Teflon"), entry(2, 0, second), entry(3, -1, "")});
    CAPTURE(all_of(e));
    CHECK(e.examination.findings.empty());
    REQUIRE(e.regions().size() == 3);
    const int upper = e.regions()[1].surfaces == std::vector<int>{1} ? 1 : 2, lower = 3 - upper;
    CHECK(e.regions()[lower].material == second);
    const auto at = [&](const Vec3& p) { return p.norm() > 1.0 ? 0 : p.z() > 0 ? upper : lower; };
    for (int part = 1; part <= 3; ++part) CHECK(e.sides_are(part, at, 0.1));
  }
}

TEST_CASE("the surface between two half-spheres may be given to one of them in the table too") {
  const Examined e =
      examined(bodies::half_spheres(), {entry(1, 0, "Teflon"), entry(2, 0, "Resin"), entry(3, 1, "Resin")});
  CAPTURE(all_of(e));
  CHECK(e.examination.findings.empty());
  CHECK(e.regions()[e.of("Resin")].surfaces == std::vector<int>{2, 3});
}

TEST_CASE("a metal ball covered on one half: its covered surface lies inside the cover") {
  const Json table = {entry(1, 0, "PEC"), entry(2, 3, "PEC"), entry(3, 0, "Teflon"), entry(4, 0, "Teflon")};
  const Examined e = examined(bodies::half_covered(), table);
  CAPTURE(all_of(e));
  CHECK(e.examination.findings.empty());
  REQUIRE(e.regions().size() == 3);
  const int core = e.of("PEC"), cover = e.of("Teflon");
  CHECK(e.regions()[core].is_conductor);
  CHECK(e.regions()[core].surfaces == std::vector<int>{1, 2});
  CHECK(e.regions()[cover].surfaces == std::vector<int>{3, 4});
  const auto at = [&](const Vec3& p) {
    return p.norm() < 1.0 ? core : p.norm() < 1.45 && p.z() > 0 ? cover : 0;
  };
  for (int part = 1; part <= 4; ++part) CHECK(e.sides_are(part, at, 0.08));
}

TEST_CASE(
    "a metal ball of one surface under half a cover is understood, with a warning about its two outer media") {
  const Examined e = examined(bodies::half_covered(false),
                              {entry(1, 0, "PEC"), entry(3, 0, "Teflon"), entry(4, 0, "Teflon")});
  CAPTURE(all_of(e));
  CHECK_FALSE(e.examination.has_errors());
  CHECK(e.codes() == std::vector<std::string>{"REGION_CONTRADICTION"});
  CHECK(e.reports("REGION_CONTRADICTION", "surface 1 in vacuum"));
  CHECK(e.of("PEC") > 0);
}

TEST_CASE("a cube in a cube, bodies apart, and touching boxes with a shared face") {
  Builder b;
  b.box(Vec3::Zero(), Vec3::Ones() * 3, 3, 1);
  b.box(Vec3::Ones(), Vec3::Ones() * 2, 2, 2);
  CHECK(examined(b.mesh, {entry(1, 0, "Teflon"), entry(2, 1, "Water")}).examination.findings.empty());
  Builder apart;
  shapes::add_sphere(apart, Vec3(-2, 0, 0), 1.0, 3, 1);
  shapes::add_sphere(apart, Vec3(2, 0, 0), 1.0, 3, 2);
  const Examined e = examined(apart.mesh, {entry(1, 0, "PEC"), entry(2, 0, "Teflon")});
  CHECK(e.examination.findings.empty());
  CHECK(e.regions().size() == 3);
  const Examined boxes =
      examined(two_boxes(true), {entry(1, 0, "Teflon"), entry(2, 0, "Resin"), entry(3, -1, "")});
  CAPTURE(all_of(boxes));
  CHECK(boxes.examination.findings.empty());
}

TEST_CASE(
    "an open metal plate in a ball has the ball on both sides; a metal face of a dielectric block is a film") {
  Builder b;
  bodies::add_ball(b, Vec3::Zero(), 2.0, 8, 1);
  b.surface(
      3, 3, [](double u, double v) { return Vec3(u - 0.5, v - 0.5, 0.1); }, 2);
  const Examined plate = examined(b.mesh, {entry(1, 0, "Teflon"), entry(2, 1, "PEC")});
  CAPTURE(all_of(plate));
  CHECK(plate.codes() == std::vector<std::string>{"REGION_SHEET"});
  CHECK_FALSE(plate.examination.has_errors());
  CHECK(plate.sides_are(2, [&](const Vec3&) { return plate.of("Teflon"); }));
  CHECK(std::count(plate.examination.graph.is_metal_sheet.begin(),
                   plate.examination.graph.is_metal_sheet.end(), 1) == 18);

  Builder block;
  block.box(Vec3::Zero(), Vec3::Ones(), 2, 1, 4);
  Builder bottom;
  bottom.box(Vec3::Zero(), Vec3::Ones(), 2, 2);
  for (const auto& t : bottom.mesh.triangles) {
    const auto& m = bottom.mesh;
    if (std::max({m.vertices[t.vertex[0]].z(), m.vertices[t.vertex[1]].z(), m.vertices[t.vertex[2]].z()}) <
        1e-9)
      block.triangle(m.vertices[t.vertex[0]], m.vertices[t.vertex[1]], m.vertices[t.vertex[2]], 2);
  }
  const Examined film = examined(block.mesh, {entry(1, 0, "Teflon"), entry(2, 0, "PEC")});
  CAPTURE(all_of(film));
  CHECK(film.codes() == std::vector<std::string>{"REGION_FILM"});
  CHECK_FALSE(film.examination.has_errors());
  CHECK(film.of("Teflon") == 1);
  CHECK(std::count(film.examination.graph.is_metal_sheet.begin(), film.examination.graph.is_metal_sheet.end(),
                   1) == 8);
}

TEST_CASE("a missing face and a small gap are leaks, told with the place and what to do") {
  Builder b;
  b.box(Vec3::Zero(), Vec3::Ones(), 4, 1, 5);
  const Examined face = examined(b.mesh, {entry(1, 0, "Teflon")});
  CHECK(face.codes() == std::vector<std::string>{"REGION_LEAK"});
  CHECK(face.reports(
      "REGION_LEAK",
      "Surface 1 should hold Teflon but does not close a region: 16 edges are open at surface 1"));
  CHECK(face.reports("REGION_LEAK", "a whole face seems to be missing"));
  Mesh gap = shapes::sphere(1.0, 8);
  gap.triangles.pop_back();
  CHECK(examined(gap, {entry(1, 0, "Teflon")}).reports("REGION_LEAK", "a small gap"));
  Mesh metal = shapes::sphere(1.0, 8);
  metal.triangles.pop_back();
  CHECK_FALSE(examined(metal, {entry(1, 0, "PEC")}).examination.has_errors());
}

TEST_CASE("who contains whom: the table against the geometry, by the names of the surfaces") {
  const Mesh two = bodies::nested({2.0, 1.0});
  const Examined vacuum = examined(two, {entry(1, 0, "Teflon"), entry(2, 0, "Resin")});
  CHECK(vacuum.reports("REGION_CONTRADICTION",
                       "The table puts surface 2 in vacuum, but it lies inside surface 1"));
  const Examined reversed = examined(two, {entry(1, 2, "Teflon"), entry(2, 0, "Resin")});
  CHECK(reversed.reports(
      "REGION_CONTRADICTION",
      "The table puts surface 1 inside surface 2, but it lies in the vacuum outside all surfaces"));
  const Examined wrong = examined(bodies::nested({3.0, 2.0, 1.0}),
                                  {entry(1, 0, "Teflon"), entry(2, 1, "Resin"), entry(3, 1, "PEC")});
  CHECK(wrong.reports("REGION_CONTRADICTION",
                      "The table puts surface 3 inside surface 1, but it lies inside surface 2"));
  const Examined buried = examined(two, {entry(1, 0, "PEC"), entry(2, 1, "Resin")});
  CHECK(buried.reports("REGION_CONTRADICTION", "Surface 2 lies inside PEC"));
  const Examined unclear =
      examined(bodies::half_spheres(), {entry(1, 0, "Teflon"), entry(2, 0, "Resin"), entry(3, 0, "Water")});
  CHECK(unclear.reports("REGION_CONTRADICTION", "Surface 3 lies between two regions inside the model"));
}

TEST_CASE("a medium given twice, by two entries or by two surfaces of one region") {
  const Examined halves = examined(
      [] {
        Builder b;
        bodies::add_zone(b, Vec3::Zero(), 1.0, 8, 0, 4, 1);
        bodies::add_zone(b, Vec3::Zero(), 1.0, 8, 4, 8, 2);
        return b.mesh;
      }(),
      {entry(1, 0, "Teflon"), entry(2, 0, "Resin")});
  CHECK(halves.reports("REGION_MEDIUM_TWICE", "Resin by surface 2, Teflon by surface 1"));
  const Examined entries = examined(shapes::sphere(1, 4), {entry(1, 0, "Teflon"), entry(1, 0, "Resin")});
  CHECK(entries.reports("REGION_MEDIUM_TWICE", "Surface 1 has two entries"));
  CHECK(examined(shapes::sphere(1, 4), {entry(1, 0, "Teflon"), entry(1, 0, "Teflon")})
            .examination.findings.empty());
}

TEST_CASE("entries that are missing, too many, or name no surface, themselves or an interface") {
  const Mesh two = bodies::nested({2.0, 1.0});
  CHECK(examined(two, Json::array()).reports("REGION_TABLE", "Surfaces 1 and 2 have no entry"));
  CHECK(examined(two, {entry(1, 0, "Teflon")}).reports("REGION_TABLE", "Surface 2 has no entry"));
  CHECK(examined(two, {entry(1, 0, "Teflon"), entry(2, 1, "PEC"), entry(9, 0, "PEC")})
            .reports("REGION_TABLE", "names surface 9"));
  CHECK(examined(two, {entry(1, 0, "Teflon"), entry(2, 5, "PEC")})
            .reports("REGION_TABLE", "inside surface 5, which the model does not have"));
  CHECK(examined(two, {entry(1, 0, "Teflon"), entry(2, 2, "PEC")}).reports("REGION_TABLE", "inside itself"));
  CHECK(examined(bodies::half_spheres(), {entry(1, 0, "Teflon"), entry(2, 3, "Resin"), entry(3, -1, "")})
            .reports("REGION_TABLE", "which is an interface"));
}

TEST_CASE("surfaces that lie inside one another in a circle") {
  const Examined e = examined(bodies::nested({3.0, 2.0, 1.0}),
                              {entry(1, 3, "Teflon"), entry(2, 1, "Resin"), entry(3, 2, "PEC")});
  CHECK(e.reports("REGION_CYCLE", "in a circle"));
  CHECK(e.examination.findings[0].surfaces == std::vector<int>{1, 2, 3});
}

TEST_CASE(
    "an interface that ends inside a body has one region on both sides; one that closes nothing new too") {
  Builder b;
  bodies::add_ball(b, Vec3::Zero(), 2.0, 8, 1);
  b.surface(
      3, 3, [](double u, double v) { return Vec3(u - 0.5, v - 0.5, 0.1); }, 2);
  const Examined inside = examined(b.mesh, {entry(1, 0, "Teflon"), entry(2, -1, "")});
  CHECK(inside.reports("REGION_INTERFACE_SIDES",
                       "Surface 2 is marked as an interface, but at 18 of its 18 triangles"));
}

TEST_CASE("regions without a material, and materials that are not there") {
  const Examined none =
      examined(bodies::half_spheres(), {entry(1, 0, "Teflon"), entry(2, -1, ""), entry(3, -1, "")});
  CHECK(none.reports("REGION_MATERIAL_MISSING", "The region bounded by surfaces 2 and 3 has no material"));
  const Examined empty = examined(shapes::sphere(1, 4), {entry(1, 0, "")});
  CHECK(empty.codes() == std::vector<std::string>{"REGION_MATERIAL_MISSING"});
  const Examined unknown = examined(shapes::sphere(1, 4), {entry(1, 0, "Kryptonite")});
  CHECK(unknown.reports("MATERIAL_MISSING", "Surface 1: The material \"Kryptonite\""));
}

TEST_CASE("bodies that cross, and bodies that touch without sharing their nodes") {
  Builder crossing;
  shapes::add_sphere(crossing, Vec3(0, 0, 0), 1.0, 5, 1);
  shapes::add_sphere(crossing, Vec3(1.1, 0.05, 0.02), 1.0, 5, 2);
  CHECK(examined(crossing.mesh, {entry(1, 0, "Teflon"), entry(2, 0, "Resin")})
            .reports("REGION_TOUCH", "Surface 1 crosses surface 2"));
  // Two boxes with a face on each other, each with nodes of its own.
  Mesh mesh = shapes::cube(2);
  const int offset = int(mesh.vertices.size());
  Mesh other = shapes::cube(2);
  for (const Vec3& v : other.vertices) mesh.vertices.push_back(v + Vec3(1, 0, 0));
  mesh.parts.push_back({2, "Part 2"});
  for (const auto& t : other.triangles)
    mesh.triangles.push_back({{t.vertex[0] + offset, t.vertex[1] + offset, t.vertex[2] + offset}, 1});
  CHECK(examined(mesh, {entry(1, 0, "Teflon"), entry(2, 0, "Resin")})
            .reports("REGION_TOUCH", "without sharing its nodes"));
}

TEST_CASE("surfaces cross though no vertex of one lies in the other, with both surfaces and the place") {
  // A needle through a box, its ends outside.
  Builder needle;
  needle.box(Vec3(0, 0, 0), Vec3(1.0, 1.0, 1.0), 2, 1);
  needle.box(Vec3(-1.0, 0.42, 0.31), Vec3(2.0, 0.45, 0.34), 1, 2);
  const Json two{entry(1, 0, "Teflon"), entry(2, 0, "Resin")};
  CHECK(examined(needle.mesh, two).reports("REGION_TOUCH", "Surface 1 crosses surface 2 near ("));
  const auto crossings = crossings_of(needle.mesh, analyse(needle.mesh), 1e-6);
  REQUIRE(crossings.size() == 1);
  CHECK_FALSE(crossings[0].touch);
  const Vec3 place = crossings[0].where_m;
  CHECK(std::min(std::abs(place.x()), std::abs(place.x() - 1.0)) <
        1e-9);  // on one of the faces that it passes
  CHECK(std::abs(place.y() - 0.435) < 0.016);
  CHECK(std::abs(place.z() - 0.325) < 0.016);
  // A metal fin that hangs on an edge of the box and comes out of its bottom: one component.
  Builder fin;
  fin.box(Vec3(0, 0, 0), Vec3(1.0, 1.0, 1.0), 2, 1);
  fin.surface(
      4, 2, [](double u, double v) { return Vec3(1.0 - 0.7 * u, v, 1.0 - 1.6 * u); }, 2);
  CHECK(examined(fin.mesh, {entry(1, 0, "Teflon"), entry(2, 1, "PEC")})
            .reports("REGION_TOUCH", "Surface 1 crosses surface 2 near ("));
  // Boxes whose edges lie in each other's faces meet in touches alone.
  Builder aligned;
  aligned.box(Vec3(0, 0, 0), Vec3(1.0, 1.0, 1.0), 2, 1);
  aligned.box(Vec3(0.5, 0.25, 0.25), Vec3(1.5, 0.75, 0.75), 2, 2);
  CHECK(examined(aligned.mesh, two).reports("REGION_TOUCH", "surface 2 near ("));
  // Apart by a little more than nothing they do neither.
  Builder apart;
  apart.box(Vec3(0, 0, 0), Vec3(1.0, 1.0, 1.0), 2, 1);
  apart.box(Vec3(1.0001, 0.1, 0.1), Vec3(2.0, 0.9, 0.9), 3, 2);
  CHECK(crossings_of(apart.mesh, analyse(apart.mesh), 1e-6).empty());
}

TEST_CASE(
    "the graph for the solver exists only without errors; else the first is thrown with how many more there are") {
  const Mesh mesh = bodies::nested({2.0, 1.0});
  const Topology topology = analyse(mesh);
  CHECK(region_graph(mesh, topology, materials({entry(1, 0, "Teflon"), entry(2, 1, "PEC")})).regions.size() ==
        3);
  try {
    region_graph(mesh, topology, materials({entry(1, 0, "Kryptonite"), entry(2, 1, "")}));
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(error.code() == "MATERIAL_MISSING");
    CHECK(std::string(error.what()).find("1 other error") != std::string::npos);
  }
  CHECK_THROWS_AS(region_graph(mesh, topology, Json()), InputError);
}

TEST_CASE("the part names of the file stand in the sentences") {
  Mesh mesh = bodies::nested({2.0, 1.0});
  mesh.parts[1].name = "radome";
  const Examined e = examined(mesh, {entry(1, 0, "Teflon")});
  CHECK(e.reports("REGION_TABLE", "Surface 2 (radome) has no entry"));
}

TEST_CASE("a bent sphere in a bent sphere is in it where its nodes lie beyond the facets of the other") {
  // 1.5 % of the radius apart, and the nodes of the inner one at middles of sides of the outer one.
  const Vec3 centre(0.31, -0.17, 0.42);
  const Mesh outer = shapes::bent_sphere(0.7, 3, centre), fine = shapes::bent_sphere(0.7, 6, Vec3::Zero());
  const auto turned = [](const Vec3& p) -> Vec3 {
    return Eigen::AngleAxisd(0.11, Vec3(0.3, 0.5, 0.8).normalized()) * p;
  };
  Mesh mesh = outer;
  for (const Vec3& v : fine.vertices) mesh.vertices.push_back(centre + 0.985 * turned(v));
  for (std::size_t t = 0; t < fine.triangles.size(); ++t) {
    Triangle triangle = fine.triangles[t];
    for (int& v : triangle.vertex) v += int(outer.vertices.size());
    mesh.triangles.push_back(triangle);
    Bend bend;
    for (int i = 0; i < 3; ++i) bend.sagitta[i] = 0.985 * turned(fine.bends[t].sagitta[i]);
    mesh.bends.push_back(bend);
  }
  const Topology topology = analyse(mesh);
  REQUIRE(topology.components.size() == 2);
  const SpaceRegions space = regions_of_space(mesh, topology);
  CHECK(space.clashes.empty());
  CHECK(space.count == 3);
  // Inside the outer sphere is outside the inner one.
  const int in_outer = topology.side_shell[0][1],
            out_of_inner = topology.side_shell[outer.triangles.size()][0];
  CHECK(space.shell_region[in_outer] == space.shell_region[out_of_inner]);
  CHECK(space.shell_region[in_outer] != 0);
  Mesh flat = mesh;
  flat.bends.clear();
  CHECK_FALSE(regions_of_space(flat, topology).clashes.empty());
}
