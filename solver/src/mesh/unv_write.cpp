#include <cstdio>
#include <functional>
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

void write_nodes(std::FILE* out, const Mesh& mesh) {
  open_dataset(out, 2411);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const Vec3& p = mesh.vertices[v];
    std::fprintf(out, "%10zu%10d%10d%10d\n%25.16E%25.16E%25.16E\n", v + 1, 1, 1, 11, p.x(), p.y(), p.z());
  }
  close_dataset(out);
}

void write_elements(std::FILE* out, const Mesh& mesh) {
  constexpr int thin_shell_linear_triangle = 91;
  open_dataset(out, 2412);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Triangle& triangle = mesh.triangles[t];
    std::fprintf(out, "%10zu%10d%10d%10d%10d%10d\n%10d%10d%10d\n", t + 1, thin_shell_linear_triangle,
                 mesh.parts[triangle.part].number, 0, 7, 3, triangle.vertex[0] + 1, triangle.vertex[1] + 1,
                 triangle.vertex[2] + 1);
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
    write_nodes(file.get(), mesh);
    write_elements(file.get(), mesh);
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
