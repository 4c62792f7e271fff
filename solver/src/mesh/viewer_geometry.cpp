#include "mesh/viewer_geometry.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>

#include "core/error.hpp"
#include "mesh/bent_surface.hpp"
#include "mesh/pieces.hpp"
#include "mesh/quality.hpp"

namespace pace {
namespace {

static_assert(std::endian::native == std::endian::little, "the viewer's file is little-endian");

template <class T>
void write_array(std::ofstream& out, const std::vector<T>& values) {
  out.write(reinterpret_cast<const char*>(values.data()),
            static_cast<std::streamsize>(values.size() * sizeof(T)));
}

/// The second half of the file, of bent triangles alone.
void write_bent(std::ofstream& out, const Mesh& outward) {
  const Pieces cut = pieces_of(outward);
  std::vector<float> positions, weights;
  std::vector<std::uint32_t> between, records;
  std::vector<std::int16_t> normals;
  for (const Pieces::Point& point : cut.points)
    for (int i = 0; i < 3; ++i) {
      positions.push_back(static_cast<float>(point.position[i]));
      between.push_back(static_cast<std::uint32_t>(point.between[i]));
      weights.push_back(static_cast<float>(point.weight[i]));
    }
  for (const Pieces::Piece& piece : cut.pieces) {
    records.push_back(static_cast<std::uint32_t>(piece.triangle));
    std::uint32_t on_side = 0;
    for (int i = 0; i < 3; ++i) {
      records.push_back(static_cast<std::uint32_t>(piece.vertex[i]));
      if (piece.on_side[i]) on_side |= 1u << i;
      const Vec3 normal = normal_at(outward, piece.triangle, piece.place[i]);
      for (int axis = 0; axis < 3; ++axis)
        normals.push_back(static_cast<std::int16_t>(std::lround(32767.0 * normal[axis])));
    }
    records.push_back(on_side);
  }
  out.write("PACEBEN1", 8);
  write_array(out, std::vector<std::uint32_t>{static_cast<std::uint32_t>(cut.points.size()),
                                              static_cast<std::uint32_t>(cut.pieces.size())});
  write_array(out, positions);
  write_array(out, between);
  write_array(out, weights);
  write_array(out, records);
  write_array(out, normals);
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
  if (!outward.bends.empty()) write_bent(out, outward);
  out.close();
  if (!out) {
    throw InputError(Message{"GEOMETRY_NOT_WRITABLE", {{"file", path.string()}}}, path.string());
  }
}

}  // namespace pace
