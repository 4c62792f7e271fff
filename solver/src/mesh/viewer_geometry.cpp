#include "mesh/viewer_geometry.hpp"

#include <bit>
#include <cstdint>
#include <fstream>

#include "core/error.hpp"
#include "mesh/quality.hpp"

namespace pace {
namespace {

static_assert(std::endian::native == std::endian::little, "the viewer's file is little-endian");

template <class T>
void write_array(std::ofstream& out, const std::vector<T>& values) {
  out.write(reinterpret_cast<const char*>(values.data()),
            static_cast<std::streamsize>(values.size() * sizeof(T)));
}

}  // namespace

void write_viewer_geometry(const Mesh& mesh, const Topology& topology, const std::filesystem::path& path) {
  const Mesh outward = oriented(mesh, topology);
  std::vector<float> positions;
  positions.reserve(3 * mesh.vertices.size());
  for (const Vec3& v : outward.vertices) {
    for (int axis = 0; axis < 3; ++axis) positions.push_back(static_cast<float>(v[axis]));
  }
  std::vector<std::uint32_t> records;
  std::vector<float> quality;
  records.reserve(4 * mesh.triangles.size());
  quality.reserve(mesh.triangles.size());
  for (std::size_t t = 0; t < outward.triangles.size(); ++t) {
    records.push_back(static_cast<std::uint32_t>(outward.triangles[t].part) + 1);
    for (const int v : outward.triangles[t].vertex) records.push_back(static_cast<std::uint32_t>(v));
    quality.push_back(static_cast<float>(radius_ratio(outward, static_cast<int>(t))));
  }

  std::ofstream out(path, std::ios::binary);
  out.write("PACEGEO1", 8);
  write_array(out, std::vector<std::uint32_t>{static_cast<std::uint32_t>(outward.vertices.size()),
                                              static_cast<std::uint32_t>(outward.triangles.size())});
  write_array(out, positions);
  write_array(out, records);
  write_array(out, quality);
  out.close();
  if (!out) {
    throw InputError(Message{"GEOMETRY_NOT_WRITABLE", {{"file", path.string()}}}, path.string());
  }
}

}  // namespace pace
