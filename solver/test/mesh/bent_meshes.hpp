// What the tests of bent meshes have in common.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>

#include "../schemas/file_schemas.hpp"
#include "bent_shapes.hpp"
#include "mesh/doctor.hpp"
#include "mesh/unv.hpp"

namespace pace {

inline const Vec3 off_centre(0.31, -0.17, 0.42);

inline Report bent_report(const Mesh& mesh, std::optional<double> frequency_hz = {}) {
  UnvFile file;
  file.mesh = mesh;
  file.metres_per_unit = 1.0;
  const Report report = examine(file, length_unit(file, {}), frequency_hz);
  CHECK(schema_complaints("check", report) == "");
  return report;
}

inline const Finding* finding_in(const Report& report, const std::string& code) {
  for (const Finding& finding : report.findings)
    if (finding.code == code) return &finding;
  return nullptr;
}

inline bool says_that(const Finding* finding, const std::string& text) {
  return finding && finding->sentence.find(text) != std::string::npos;
}

/// One triangle without symmetry, tilted, with sides bent as asked.
inline Mesh one_bent(const Vec3& opposite_0, const Vec3& opposite_1, const Vec3& opposite_2) {
  Mesh mesh;
  mesh.vertices = {Vec3(0.2, 0.1, -0.3), Vec3(1.3, 0.2, 0.1), Vec3(0.5, 1.1, 0.3)};
  mesh.triangles = {{{0, 1, 2}, 0}};
  mesh.parts = {{7, "Part 7"}};
  mesh.bends = {{{opposite_0, opposite_1, opposite_2}}};
  return mesh;
}

/// A cube that bulges unevenly: its sides are bent by 0 to a quarter of their chord.
inline Mesh unevenly_bent() {
  return shapes::bent(shapes::cube(2), [](const Vec3& p) -> Vec3 {
    return p + 0.11 * p.x() * p.y() * Vec3(0.5, 0.4, 0.8) * (1.0 - p.z()) * (p.x() + 0.3 * p.y());
  });
}

inline std::filesystem::path temporary(const char* name) {
  return std::filesystem::temp_directory_path() / (std::string(name) + std::to_string(::getpid()) + ".unv");
}

}  // namespace pace
