// Bent triangles in files: read, refused, mended, written.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "../close_to.hpp"
#include "../fuzz/mutations.hpp"
#include "bent_meshes.hpp"
#include "core/error.hpp"
#include "mesh/bent_surface.hpp"
#include "mesh/pieces.hpp"
#include "mesh/side_agreement.hpp"
#include "mesh/viewer_geometry.hpp"

using namespace pace;

namespace {

InputError refusal_to_read(const std::string& text) {
  try {
    parse_unv(text);
  } catch (const InputError& error) {
    return error;
  }
  return InputError(Message{"UNV_NOT_A_UNV"}, "it was read");
}

}  // namespace

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
