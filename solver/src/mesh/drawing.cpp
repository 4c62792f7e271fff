#include "mesh/drawing.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace pace {
namespace {

constexpr char magic[] = "PACETRI1";
constexpr std::size_t magic_bytes = sizeof magic - 1;

InputError invalid(const std::filesystem::path& path, const char* variant,
                   nlohmann::json values = nlohmann::json::object()) {
  values["file"] = path.filename().string();
  return InputError(Message{std::string("DRAWING_INVALID.") + variant, std::move(values)});
}

template <class T>
std::vector<T> read_values(std::ifstream& file, std::size_t count, const std::filesystem::path& path) {
  std::vector<T> values(count);
  file.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(count * sizeof(T)));
  if (!file) throw invalid(path, "cutOff");
  return values;
}

}  // namespace

std::optional<Mesh> read_drawing(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  char head[magic_bytes];
  if (!file.read(head, magic_bytes) || std::memcmp(head, magic, magic_bytes) != 0) return std::nullopt;
  const auto counts = read_values<std::uint32_t>(file, 2, path);
  // Before anything of that size is asked for.
  const std::uint64_t bytes = magic_bytes + 8 + 12ull * counts[0] + 12ull * counts[1];
  if (std::filesystem::file_size(path) != bytes)
    throw invalid(path, "size", {{"bytes", bytes}, {"vertices", counts[0]}, {"triangles", counts[1]}});
  if (counts[1] == 0) throw invalid(path, "noTriangles");
  const auto places = read_values<float>(file, 3ull * counts[0], path);
  const auto corners = read_values<std::uint32_t>(file, 3ull * counts[1], path);
  Mesh mesh;
  mesh.parts = {{1, "Drawing"}};
  mesh.vertices.reserve(counts[0]);
  for (std::size_t v = 0; v < places.size(); v += 3) {
    mesh.vertices.emplace_back(places[v], places[v + 1], places[v + 2]);
    if (!mesh.vertices.back().allFinite()) throw invalid(path, "coordinate", {{"vertex", v / 3}});
  }
  mesh.triangles.reserve(counts[1]);
  std::set<std::array<std::uint32_t, 3>> known;
  for (std::size_t t = 0; t < corners.size(); t += 3) {
    for (std::size_t i = t; i < t + 3; ++i)
      if (corners[i] >= counts[0])
        throw invalid(path, "vertex", {{"triangle", t / 3}, {"vertex", corners[i]}, {"vertices", counts[0]}});
    std::array<std::uint32_t, 3> sorted{corners[t], corners[t + 1], corners[t + 2]};
    std::sort(sorted.begin(), sorted.end());
    if (sorted[0] == sorted[1] || sorted[1] == sorted[2] || !known.insert(sorted).second) continue;
    mesh.triangles.push_back(
        {{static_cast<int>(corners[t]), static_cast<int>(corners[t + 1]), static_cast<int>(corners[t + 2])},
         0});
  }
  if (mesh.triangles.empty()) throw invalid(path, "degenerate");
  return mesh;
}

}  // namespace pace
