#include <doctest/doctest.h>

#include <unistd.h>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "core/error.hpp"
#include "mesh/drawing.hpp"
#include "mesh/topology.hpp"

using namespace pace;

namespace {

/// A drawing in a file that lives as long as it.
struct DrawingFile {
  DrawingFile(const std::vector<float>& places, const std::vector<std::uint32_t>& corners,
              std::string magic = "PACETRI1") {
    const std::uint32_t counts[] = {static_cast<std::uint32_t>(places.size() / 3),
                                    static_cast<std::uint32_t>(corners.size() / 3)};
    std::ofstream file(path, std::ios::binary);
    file << magic;
    file.write(reinterpret_cast<const char*>(counts), sizeof counts);
    file.write(reinterpret_cast<const char*>(places.data()),
               static_cast<long>(places.size() * sizeof(float)));
    file.write(reinterpret_cast<const char*>(corners.data()),
               static_cast<long>(corners.size() * sizeof(std::uint32_t)));
  }
  ~DrawingFile() { std::filesystem::remove(path); }
  std::string complaint() const {
    try {
      read_drawing(path);
      return {};
    } catch (const InputError& e) {
      CHECK(e.code() == "DRAWING_INVALID");
      return e.what();
    }
  }
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("pace-drawing-" + std::to_string(::getpid()) + "-" +
                                                std::to_string(reinterpret_cast<std::uintptr_t>(this)));
};

const std::vector<float> tetrahedron{0, 0, 0, 1, 0, 0, 0, 0.5, 0, 0.1f, 0.2f, 0.75f};
const std::vector<std::uint32_t> faces{0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};

bool says(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a drawing is read as it stands, as one closed part in metres") {
  const DrawingFile file(tetrahedron, faces);
  const auto mesh = read_drawing(file.path);
  REQUIRE(mesh);
  CHECK(mesh->parts.size() == 1);
  REQUIRE(mesh->vertices.size() == 4);
  CHECK(mesh->vertices[3] == Vec3(0.1f, 0.2f, 0.75f));
  REQUIRE(mesh->triangles.size() == 4);
  CHECK(mesh->triangles[2].vertex == std::array<int, 3>{1, 2, 3});
  const Topology topology = analyse(*mesh);
  CHECK(topology.flipped_triangles == 0);
  for (const Surface s : topology.surface) CHECK(s != Surface::sheet);
}

TEST_CASE("triangles that name a vertex twice and repetitions are left out of a drawing") {
  std::vector<std::uint32_t> more = faces;
  more.insert(more.end(), {3, 3, 1, 3, 1, 0, 1, 3, 0});
  const DrawingFile file(tetrahedron, more);
  CHECK(read_drawing(file.path)->triangles.size() == 4);
}

TEST_CASE("what is no drawing is left to other readers, and a bad drawing is refused with its reason") {
  CHECK_FALSE(read_drawing(DrawingFile(tetrahedron, faces, "PACEGEO1").path));
  CHECK_FALSE(read_drawing("no/such/file"));
  const DrawingFile beyond(tetrahedron, {0, 1, 4});
  CHECK(says(beyond.complaint(), "triangle 0 refers to vertex 4 of 4"));
  const DrawingFile none(tetrahedron, {});
  CHECK(says(none.complaint(), "no triangles"));
  const DrawingFile flat(tetrahedron, {1, 1, 2});
  CHECK(says(flat.complaint(), "degenerate"));
  std::vector<float> places = tetrahedron;
  places[7] = std::numeric_limits<float>::quiet_NaN();
  const DrawingFile nan(places, faces);
  CHECK(says(nan.complaint(), "vertex 2 is no number"));
  const DrawingFile cut(tetrahedron, faces);
  std::filesystem::resize_file(cut.path, 100);
  CHECK(says(cut.complaint(), "112 bytes"));
  std::filesystem::resize_file(cut.path, 12);
  CHECK(says(cut.complaint(), "cut off"));
}
