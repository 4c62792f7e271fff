#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include "core/error.hpp"
#include "mesh/unv.hpp"

namespace pace {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

void open_dataset(std::FILE* out, int number) { std::fprintf(out, "%6d\n%6d\n", -1, number); }
void close_dataset(std::FILE* out) { std::fprintf(out, "%6d\n", -1); }

/// A line of text, which a name "-1" must not turn into the end of the dataset.
void write_text(std::FILE* out, const std::string& text) {
  std::fprintf(out, text == "-1" ? "%10s\n" : "%s\n", text.c_str());
}

void write_units(std::FILE* out) {
  open_dataset(out, 164);
  std::fprintf(out, "%10d%-20s%10d\n", 1, "SI: metre (newton)", 2);
  std::fprintf(out, "%25.16E%25.16E%25.16E\n%25.16E\n", 1.0, 1.0, 1.0, 273.15);
  close_dataset(out);
}

/// Middle nodes of bent triangles, one a side.
struct MiddleNodes {
  std::vector<Vec3> position;                   ///< their labels follow those of the vertices
  std::vector<std::array<int, 3>> of_triangle;  ///< index of the node of each side; −1 for flat triangles
};

MiddleNodes middle_nodes_of(const Mesh& mesh) {
  MiddleNodes nodes;
  if (mesh.bends.empty()) return nodes;
  std::map<std::array<int, 2>, int> known;
  nodes.of_triangle.assign(mesh.triangles.size(), {-1, -1, -1});
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Bend* bend = mesh.bend(static_cast<int>(t));
    if (!bend) continue;
    const auto& v = mesh.triangles[t].vertex;
    for (int i = 0; i < 3; ++i) {
      const auto [low, high] = std::minmax(v[(i + 1) % 3], v[(i + 2) % 3]);
      const auto [place, is_new] =
          known.try_emplace(std::array<int, 2>{low, high}, static_cast<int>(nodes.position.size()));
      if (is_new)
        nodes.position.push_back(0.5 * (mesh.vertices[low] + mesh.vertices[high]) + bend->sagitta[i]);
      nodes.of_triangle[t][i] = place->second;
    }
  }
  return nodes;
}

void write_nodes(std::FILE* out, const Mesh& mesh, const MiddleNodes& middles) {
  open_dataset(out, 2411);
  std::size_t label = 0;
  for (const std::vector<Vec3>* positions : {&mesh.vertices, &middles.position})
    for (const Vec3& p : *positions)
      std::fprintf(out, "%10zu%10d%10d%10d\n%25.16E%25.16E%25.16E\n", ++label, 1, 1, 11, p.x(), p.y(), p.z());
  close_dataset(out);
}

void write_elements(std::FILE* out, const Mesh& mesh, const MiddleNodes& middles) {
  constexpr int thin_shell_linear_triangle = 91, thin_shell_parabolic_triangle = 92;
  const int first_middle = static_cast<int>(mesh.vertices.size()) + 1;
  open_dataset(out, 2412);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Triangle& triangle = mesh.triangles[t];
    const bool is_bent = mesh.bend(static_cast<int>(t)) != nullptr;
    std::fprintf(out, "%10zu%10d%10d%10d%10d%10d\n", t + 1,
                 is_bent ? thin_shell_parabolic_triangle : thin_shell_linear_triangle,
                 mesh.parts[triangle.part].number, 0, 7, is_bent ? 6 : 3);
    for (int i = 0; i < 3; ++i) {
      std::fprintf(out, "%10d", triangle.vertex[i] + 1);
      // Between the corners i and i + 1 lies the side opposite to i + 2.
      if (is_bent) std::fprintf(out, "%10d", first_middle + middles.of_triangle[t][(i + 2) % 3]);
    }
    std::fprintf(out, "\n");
  }
  close_dataset(out);
}

void write_groups(std::FILE* out, const Mesh& mesh) {
  std::vector<std::vector<std::size_t>> members(mesh.parts.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) members[mesh.triangles[t].part].push_back(t + 1);
  open_dataset(out, 2467);
  for (std::size_t p = 0; p < mesh.parts.size(); ++p) {
    if (members[p].empty()) continue;
    std::fprintf(out, "%10d%10d%10d%10d%10d%10d%10d%10zu\n", mesh.parts[p].number, 0, 0, 0, 0, 0, 0,
                 members[p].size());
    write_text(out, mesh.parts[p].name);
    for (std::size_t i = 0; i < members[p].size(); ++i) {
      const bool line_ends = i % 2 == 1 || i + 1 == members[p].size();
      std::fprintf(out, "%10d%10zu%10d%10d%s", 8, members[p][i], 0, 0, line_ends ? "\n" : "");
    }
  }
  close_dataset(out);
}

void write_statements(std::FILE* out, const UnvFile& file) {
  if (!file.header.empty()) {
    open_dataset(out, 151);
    std::istringstream lines(file.header);
    for (std::string line; std::getline(lines, line);) write_text(out, line);
    close_dataset(out);
  }
  for (const std::string& text : file.unit_datasets) {
    open_dataset(out, 164);
    std::fwrite(text.data(), 1, text.size(), out);
    close_dataset(out);
  }
}

/// @param write_head  writes the datasets before the mesh
void write_mesh(const Mesh& mesh, const std::filesystem::path& path,
                const std::function<void(std::FILE*)>& write_head) {
  File file(std::fopen(path.string().c_str(), "wb"), &std::fclose);
  if (file) {
    write_head(file.get());
    const MiddleNodes middles = middle_nodes_of(mesh);
    write_nodes(file.get(), mesh, middles);
    write_elements(file.get(), mesh, middles);
    write_groups(file.get(), mesh);
    if (!std::ferror(file.get()) && std::fclose(file.release()) == 0) return;
  }
  throw InputError(Message{"UNV_NOT_WRITABLE", {{"file", path.string()}}}, path.string());
}

}  // namespace

void write_unv(const Mesh& mesh, const std::filesystem::path& path) { write_mesh(mesh, path, write_units); }

void write_unv(const UnvFile& file, const std::filesystem::path& path) {
  write_mesh(file.mesh, path, [&file](std::FILE* out) { write_statements(out, file); });
}

}  // namespace pace
