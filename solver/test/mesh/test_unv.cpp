#include <doctest/doctest.h>

#include <unistd.h>
#include <ctime>
#include <filesystem>
#include <string>

#include "../close_to.hpp"
#include "core/error.hpp"
#include "mesh/unv.hpp"
#include "shapes.hpp"

using namespace pace;

namespace {

struct Refusal {
  std::string code, sentence, where;
};

/// What the reader refuses the text with; empty when it reads it.
Refusal refusal_of(const std::string& text) {
  try {
    parse_unv(text);
    return {};
  } catch (const InputError& error) {
    return {error.code(), error.what(), error.where()};
  }
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

bool same_triangles(const Mesh& a, const Mesh& b, double tolerance = 0.0) {
  if (a.triangles.size() != b.triangles.size()) return false;
  for (std::size_t t = 0; t < a.triangles.size(); ++t) {
    for (int i = 0; i < 3; ++i) {
      const Vec3 difference = a.vertices[a.triangles[t].vertex[i]] - b.vertices[b.triangles[t].vertex[i]];
      if (difference.norm() > tolerance) return false;
    }
  }
  return true;
}

/// One triangle by node and element records given as text.
std::string one_triangle(const std::string& nodes, const std::string& elements) {
  return "    -1\n  2411\n" + nodes + "    -1\n    -1\n  2412\n" + elements + "    -1\n";
}
const std::string three_nodes =
    "         1         1         1        11\n   0.0D+00   0.0D+00   0.0D+00\n"
    "         2         1         1        11\n   1.0D+00   0.0D+00   0.0D+00\n"
    "         3         1         1        11\n   0.0D+00   1.0D+00   0.0D+00\n";
const std::string three_node_element =
    "         1        91         1         0         7         3\n         1         2         3\n";

std::string group(int number, const std::string& name, const std::vector<int>& elements) {
  std::string text = "         " + std::to_string(number) + " 0 0 0 0 0 0 " +
                     std::to_string(elements.size()) + "\n" + name + "\n";
  for (const int e : elements) text += " 8 " + std::to_string(e) + " 0 0\n";
  return text;
}

shapes::Builder two_part_box() {
  shapes::Builder b;
  b.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 2, 4, 1);
  b.surface(
      2, 2, [](double u, double v) { return Vec3(1, u, v); }, 9);
  b.mesh.parts[0].name = "hull";
  b.mesh.parts[1].name = "door panel";
  return b;
}

}  // namespace

TEST_CASE("quadrilaterals become two triangles each, along the diagonal that is shorter or lies inside") {
  const std::string nodes =
      " 1 1 1 11\n 0.0 0.0 0.0\n 2 1 1 11\n 3.0 0.5 0.1\n 3 1 1 11\n 3.5 2.0 0.0\n"
      " 4 1 1 11\n 0.5 1.5 0.2\n 5 1 1 11\n 2.6 0.7 0.1\n 6 1 1 11\n 0.0 5.0 1.0\n";
  // 1-3 is longer than 2-4; of 1 2 3 5 the corner 5 points inward, so only the diagonal 2-5 lies inside.
  const UnvFile file = parse_unv(one_triangle(
      nodes,
      " 7 94 1 0 7 4\n 1 2 3 4\n 8 91 2 0 7 3\n 4 3 6\n 9 44 3 0 7 4\n 1 4 6 6\n 10 94 3 0 7 4\n 2 5 1 3\n"));
  const auto corners = [&](int t) {
    std::array<int, 3> label;
    for (int i = 0; i < 3; ++i) label[i] = file.mesh.triangles[t].vertex[i] + 1;
    return label;
  };
  REQUIRE(file.mesh.triangles.size() == 6);
  CHECK(corners(0) == std::array<int, 3>{1, 2, 4});
  CHECK(corners(1) == std::array<int, 3>{4, 3, 6});
  CHECK(corners(2) == std::array<int, 3>{1, 4, 6});
  CHECK(corners(4) == std::array<int, 3>{2, 3, 4});
  const std::array<int, 3> inside = corners(3), other = corners(5);
  CHECK(inside == std::array<int, 3>{2, 5, 3});
  CHECK(other == std::array<int, 3>{5, 1, 3});
  CHECK(file.mesh.triangles[4].part == file.mesh.triangles[0].part);
  CHECK(file.mesh.parts.size() == 3);
  REQUIRE(!file.notes.empty());
  CHECK(file.notes[0].key == "FILE_NOTE.quadrilateralsSplit");

  const UnvFile grouped =
      parse_unv(one_triangle(nodes, " 7 94 1 0 7 4\n 1 2 3 4\n 8 91 2 0 7 3\n 4 3 6\n") + "    -1\n  2467\n" +
                group(5, "plate", {7}) + group(6, "fin", {8}) + "    -1\n");
  REQUIRE(grouped.mesh.parts.size() == 2);
  CHECK(grouped.mesh.parts[0].name == "plate");
  CHECK(grouped.mesh.triangles[2].part == 0);
}

TEST_CASE("what is written as UNV comes back triangle by triangle, bit by bit") {
  const Mesh mesh = shapes::with_random_winding(shapes::sphere(0.3, 4, Vec3(0.1, -7.0, 1e-7)), 3);
  const UnvFile file = parse_unv(shapes::unv_text(mesh));
  CHECK(same_triangles(mesh, file.mesh));
  CHECK(file.mesh.vertices.size() == mesh.vertices.size());
  CHECK_FALSE(file.metres_per_unit.has_value());
  CHECK(file.units_name.empty());
  CHECK(file.notes.empty());
}

TEST_CASE("D exponents, CRLF line ends and sparse or huge labels read as the plain file does") {
  const Mesh mesh = shapes::cube(2);
  const std::string plain = shapes::unv_text(mesh);
  CHECK(same_triangles(mesh, parse_unv(shapes::replaced(plain, "E+", "D+")).mesh));
  CHECK(same_triangles(mesh, parse_unv(shapes::replaced(plain, "\n", "\r\n")).mesh));
  CHECK(same_triangles(mesh, parse_unv(shapes::unv_text(mesh, true, 900'000'000)).mesh));
  const std::string scattered =
      one_triangle("  70000 1 1 11\n 0 0 0\n 12 1 1 11\n 1 0 0\n 999999999 1 1 11\n 0.5+001 1.D0 -.25d-1\n",
                   "  5 91 1 0 7 3\n 999999999 12 70000\n");
  const Mesh one = parse_unv(scattered).mesh;
  CHECK(one.vertices[one.triangles[0].vertex[0]] == Vec3(5.0, 1.0, -0.025));
}

TEST_CASE("a missing closing -1 is accepted with a note, a file cut inside a line is not") {
  const std::string whole = shapes::unv_text(shapes::cube(1));
  const std::string open = whole.substr(0, whole.rfind("    -1"));
  const UnvFile file = parse_unv(open);
  CHECK(file.mesh.triangles.size() == 12);
  REQUIRE(file.notes.size() == 1);
  CHECK(contains(english(file.notes[0]), "closing"));
  CHECK(refusal_of(open.substr(0, open.size() - 3)).code == "UNV_TRUNCATED");
}

TEST_CASE("a file cut at any byte is either refused by a UNV code or read with a note") {
  const std::string whole = shapes::unv_text(shapes::tetrahedron(), true);
  for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
    CAPTURE(length);
    try {
      const UnvFile file = parse_unv(whole.substr(0, length));
      const bool only_blanks_lost = length + 7 >= whole.size();
      const bool between_datasets = file.mesh.triangles.size() == 4 && file.mesh.vertices.size() == 4;
      CHECK((!file.notes.empty() || only_blanks_lost || between_datasets));
    } catch (const InputError& error) {
      CHECK(contains(error.code(), "UNV_"));
    }
  }
}

TEST_CASE("a word with a NUL is named in the refusal, whose sentence is whole") {
  const std::string text = std::string("    -1\n  2411\n") +
                           std::string(
                               "\0\x01"
                               "7",
                               3) +
                           " 1 1 11\n";
  try {
    parse_unv(text);
    FAIL("was read");
  } catch (const InputError& error) {
    CHECK(error.code() == "UNV_BAD_NUMBER");
    CHECK(std::string(error.what()) ==
          "\"??7\" in line 3 of dataset 2411 should be an integer. Export the file again.");
  }
}

TEST_CASE("groups that divide the triangles become parts with their names") {
  const Mesh mesh = two_part_box().mesh;
  for (const char* dataset : {"  2477\n", "  2467\n", "  2435\n", "  2452\n"}) {
    const UnvFile file = parse_unv(shapes::replaced(shapes::unv_text(mesh, true), "  2477\n", dataset));
    REQUIRE(file.mesh.parts.size() == 2);
    CHECK(file.mesh.parts[0].number == 4);
    CHECK(file.mesh.parts[0].name == "hull");
    CHECK(file.mesh.parts[1].number == 9);
    CHECK(file.mesh.parts[1].name == "door panel");
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      CHECK(file.mesh.triangles[t].part == mesh.triangles[t].part);
    }
  }
}

TEST_CASE("without groups the physical-property numbers are the parts, ascending") {
  shapes::Builder b;
  b.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 1, 12, 1);
  b.surface(
      1, 1, [](double u, double v) { return Vec3(1, u, v); }, 3);
  const UnvFile file = parse_unv(shapes::unv_text(b.mesh));
  REQUIRE(file.mesh.parts.size() == 2);
  CHECK(file.mesh.parts[0].number == 3);
  CHECK(file.mesh.parts[0].name == "Part 3");
  CHECK(file.mesh.parts[1].number == 12);
  CHECK(file.mesh.triangles[0].part == 1);
}

TEST_CASE(
    "groups that overlap or leave triangles out give way to the physical-property numbers, with a note") {
  const std::string plain = shapes::unv_text(shapes::tetrahedron());
  const auto with = [&](const std::string& groups) {
    return parse_unv(plain + "    -1\n  2467\n" + groups + "    -1\n");
  };
  for (const UnvFile& file :
       {with(group(5, "half", {1, 2})), with(group(5, "a", {1, 2, 3}) + group(6, "b", {3, 4}))}) {
    REQUIRE(file.mesh.parts.size() == 1);
    CHECK(file.mesh.parts[0].number == 1);
    REQUIRE(file.notes.size() == 1);
    CHECK(contains(english(file.notes[0]), "physical-property"));
  }
  const UnvFile divided = with(group(5, "a", {1, 2}) + group(6, "b", {3, 4}) + group(9, "wires", {77}));
  CHECK(divided.mesh.parts.size() == 2);
  CHECK(divided.notes.empty());
  const UnvFile clash = with(group(5, "a", {1, 2}) + group(5, "b", {3, 4}));
  REQUIRE(clash.mesh.parts.size() == 2);
  CHECK(clash.mesh.parts[1].number == 2);
  CHECK(clash.mesh.parts[1].name == "b");
}

TEST_CASE("dataset 164 gives the unit of length, also when its columns touch") {
  const std::string body = shapes::unv_text(shapes::tetrahedron());
  const std::string millimetres =
      "    -1\n   164\n        10mm (newton)                  2\n"
      "  1.00000000000000000D+03  1.00000000000000000D+00  1.00000000000000000D+00\n"
      "  2.73149999999999960D+02\n    -1\n";
  const UnvFile mm = parse_unv(millimetres + body);
  REQUIRE(mm.metres_per_unit.has_value());
  CHECK(*mm.metres_per_unit == close_to(1e-3));
  CHECK(mm.units_name == "mm (newton)");
  CHECK(mm.mesh.vertices[1].norm() == 1.0);  // file units are kept
  const UnvFile inch = parse_unv(
      "    -1\n   164\n         7  Inch (pound f)            2\n  3.93700787401574810E+01 1.0 1.0\n 0.0\n    -1\n" +
      body);
  CHECK(*inch.metres_per_unit == close_to(0.0254));
  CHECK(inch.units_name == "Inch (pound f)");
}

TEST_CASE("beams, points and solids are left out with a note and do not derail the reader") {
  const std::string text =
      one_triangle(three_nodes,
                   "  10 11 2 1 5 2\n 0 1 1\n 1 2\n"    // rod with its orientation record
                   "  11 21 2 1 5 2\n 0 1 1\n 2 3\n"    // linear beam
                   "  12 24 2 1 5 3\n 0 1 1\n 2 3 1\n"  // parabolic beam
                   "  13 21 2 1 5 2\n 2 3\n"            // a writer that leaves it out
                   "  14 111 2 1 5 4\n 1 2 3 1\n"       // tetrahedron
                   "  15 116 2 1 5 20\n 1 2 3 1 2 3 1 2\n 1 2 3 1 2 3 1 2\n 1 2 3 1\n"  // brick
                   "  16 161 2 1 5 1\n 1\n" +                                           // lumped mass
                       three_node_element);
  const UnvFile file = parse_unv(text);
  CHECK(file.mesh.triangles.size() == 1);
  CHECK(file.notes.size() == 6);
}

TEST_CASE("datasets 781 and 780, and 15, are read like their successors") {
  const std::string nodes = "    -1\n   781\n" + three_nodes + "    -1\n";
  const std::string old_nodes =
      "    -1\n    15\n         1         0         0         0  0.00000E+00  0.00000E+00  0.00000E+00\n"
      "         2         0         0         0  1.00000E+00  0.00000E+00  0.00000E+00\n"
      "         3         0         0         0  0.00000E+00  1.00000E+00  0.00000E+00\n    -1\n";
  const std::string elements =
      "    -1\n   780\n         1        91         1        42         1         1         7         3\n"
      "         1         2         3\n    -1\n";
  for (const std::string& text : {nodes + elements, elements + nodes, old_nodes + elements}) {
    const UnvFile file = parse_unv(text);
    CHECK(file.mesh.parts.at(0).number == 42);
    CHECK(file.mesh.area_vector(0) == Vec3(0, 0, 1));
  }
}

TEST_CASE("every family of linear triangles is read") {
  for (const int descriptor : {41, 51, 61, 71, 74, 81, 91}) {
    const std::string text =
        one_triangle(three_nodes, "  1 " + std::to_string(descriptor) + " 1 0 7 3\n 1 2 3\n");
    CHECK(parse_unv(text).mesh.triangles.size() == 1);
  }
}

TEST_CASE("unknown datasets are skipped, a ten-column -1 in them does not close them") {
  const std::string unknown =
      "    -1\n  2420\n        -1\nPart\n        -1         0         8\n  1.0 0.0 0.0\n    -1\n"
      "    -1\n    58b     1     2          11        72     0     0           0           0\nnoise\n    -1\n";
  CHECK(parse_unv(unknown + shapes::unv_text(shapes::cube(1)) + unknown).mesh.triangles.size() == 12);
}

TEST_CASE("nodes that no triangle uses are dropped") {
  const UnvFile file = parse_unv(
      one_triangle(" 99 1 1 11\n 5 5 5\n" + three_nodes + " 98 1 1 11\n 6 6 6\n", three_node_element));
  CHECK(file.mesh.vertices.size() == 3);
  REQUIRE(file.notes.size() == 1);
  CHECK(contains(english(file.notes[0]), "2 nodes"));
}

TEST_CASE("each kind of bad file has its own code and names the place") {
  CHECK(refusal_of("").code == "UNV_NOT_A_UNV");
  CHECK(refusal_of("\x89PNG\r\n\x1a\n and so on\n").code == "UNV_NOT_A_UNV");
  CHECK(refusal_of("solid cube\n facet normal 0 0 -1\n  -1\nendsolid\n").code == "UNV_NOT_A_UNV");
  CHECK(refusal_of("    -1\n  2411\n" + three_nodes + "    -1\n").code == "UNV_NO_TRIANGLES");
  CHECK(refusal_of(one_triangle(three_nodes, " 1 111 1 1 7 4\n 1 2 3 1\n")).code == "UNV_NO_TRIANGLES");

  for (const char* bad : {"NaN", "inf", "-Infinity", "1.0E+400", "0x10", "1,5", "--1", "1.0.0"}) {
    CAPTURE(bad);
    const Refusal r =
        refusal_of(one_triangle(shapes::replaced(three_nodes, "1.0D+00", bad), three_node_element));
    CHECK(r.code == "UNV_BAD_NUMBER");
    CHECK(contains(r.sentence, "Node 2"));
    CHECK(r.where == "line 6");
  }
  CHECK(refusal_of(one_triangle(three_nodes, " 1 ninety 1 0 7 3\n 1 2 3\n")).code == "UNV_BAD_NUMBER");
  CHECK(refusal_of(one_triangle(three_nodes, " 1 91 1 0 7\n 1 2 3\n")).code == "UNV_BAD_NUMBER");
  CHECK(refusal_of(one_triangle(three_nodes, " 1 91 1 0 7 -3\n 1 2 3\n")).code == "UNV_BAD_NUMBER");
  CHECK(refusal_of(one_triangle(three_nodes, " 1 91 1 0 7 3\n 1 2 3\n 2 91 1 0 7 3\n")).code ==
        "UNV_TRUNCATED");

  const Refusal missing = refusal_of(one_triangle(three_nodes, " 17 91 1 0 7 3\n 1 2 333\n"));
  CHECK(missing.code == "UNV_MISSING_NODE");
  CHECK(contains(missing.sentence, "Element 17"));
  CHECK(contains(missing.sentence, "node 333"));
  CHECK(missing.where == "line 13");

  const Refusal quad = refusal_of(one_triangle(three_nodes, " 5 94 1 0 7 4\n 1 2 3 9\n"));
  CHECK(quad.code == "UNV_MISSING_NODE");
  CHECK(contains(quad.sentence, "Element 5"));
  CHECK(contains(quad.sentence, "node 9"));

  const Refusal curved = refusal_of(one_triangle(three_nodes, " 8 95 1 0 7 8\n 1 2 3 1 2 3 1 2\n"));
  CHECK(curved.code == "UNV_QUADRATIC");
  CHECK(contains(curved.sentence, "element 8"));

  const Refusal nodes_twice = refusal_of(one_triangle(three_nodes + three_nodes, three_node_element));
  CHECK(nodes_twice.code == "UNV_DUPLICATE_LABEL");
  CHECK(contains(nodes_twice.sentence, "node label 1"));
  const Refusal elements_twice =
      refusal_of(one_triangle(three_nodes, three_node_element + three_node_element));
  CHECK(elements_twice.code == "UNV_DUPLICATE_LABEL");
  CHECK(contains(elements_twice.sentence, "element label 1"));

  CHECK(refusal_of(one_triangle(three_nodes, " 4 91 1 0 7 3\n 1 2 1\n")).code == "UNV_DEGENERATE");
  CHECK_THROWS_AS(read_unv("/no/such/file.unv"), InputError);
}

TEST_CASE("meshes written by gmsh with physical groups keep numbers and names") {
  const UnvFile file = read_unv(std::filesystem::path(PACE_TEST_DATA) / "mesh" / "gmsh_box_two_groups.unv");
  REQUIRE(file.mesh.parts.size() == 2);
  CHECK(file.mesh.parts[0].number == 3);
  CHECK(file.mesh.parts[0].name == "lid");
  CHECK(file.mesh.parts[1].number == 7);
  CHECK(file.mesh.parts[1].name == "body");
  double area[2] = {0, 0};
  for (std::size_t t = 0; t < file.mesh.triangles.size(); ++t) {
    area[file.mesh.triangles[t].part] += 0.5 * file.mesh.area_vector(int(t)).norm();
  }
  CHECK(area[0] == close_to(2.0));   // 1 × 2 lid
  CHECK(area[1] == close_to(20.0));  // the other faces of 1 × 2 × 3
}

TEST_CASE("a mesh written by write_unv keeps positions, parts and names and says metres") {
  const Mesh mesh = two_part_box().mesh;
  const auto path =
      std::filesystem::temp_directory_path() / ("pace_test_write-" + std::to_string(::getpid()) + ".unv");
  write_unv(mesh, path);
  const UnvFile file = read_unv(path);
  std::filesystem::remove(path);
  CHECK(same_triangles(mesh, file.mesh, 1e-15));
  CHECK(*file.metres_per_unit == 1.0);
  REQUIRE(file.mesh.parts.size() == 2);
  CHECK(file.mesh.parts[1].name == "door panel");
  CHECK(file.mesh.parts[1].number == 9);
  CHECK(file.notes.empty());
  CHECK_THROWS_AS(write_unv(mesh, "/no/such/folder/x.unv"), InputError);
}

TEST_CASE("200 000 triangles are read in under two seconds on any machine that can run the solver") {
  const std::string text = shapes::unv_text(shapes::sphere(1.0, 129), true);
  // Of the processor: tests run beside other programs.
  const std::clock_t start = std::clock();
  const UnvFile file = parse_unv(text);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  CHECK(file.mesh.triangles.size() == 12u * 129 * 129);
  MESSAGE(file.mesh.triangles.size() << " triangles, " << text.size() / 1e6 << " MB in " << seconds << " s");
  CHECK(seconds < 2.0);
}

TEST_CASE("a file with any byte changed is either read or refused by a UNV code") {
  const std::string whole =
      "    -1\n   164\n        10mm (newton)                  2\n 1.0D+3 1.0 1.0\n 0.0\n"
      "    -1\n" +
      shapes::unv_text(shapes::tetrahedron(), true);
  std::mt19937 random(1);
  const std::string bytes("-19 .DE+\n\0\xffz", 12);
  for (int trial = 0; trial < 20'000; ++trial) {
    std::string text = whole;
    for (int change = 0; change < 1 + trial % 3; ++change) {
      text[random() % text.size()] = bytes[random() % bytes.size()];
    }
    try {
      const Mesh mesh = parse_unv(text).mesh;
      for (const Triangle& t : mesh.triangles) {
        for (const int v : t.vertex) REQUIRE((v >= 0 && v < int(mesh.vertices.size())));
        REQUIRE((t.part >= 0 && t.part < int(mesh.parts.size())));
      }
    } catch (const InputError& error) {
      REQUIRE(contains(error.code(), "UNV_"));
    }
  }
}
