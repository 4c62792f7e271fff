#include "method/job_mesh.hpp"

#include "core/error.hpp"
#include "mesh/drawing.hpp"
#include "mesh/unv.hpp"

namespace pace {

namespace {

UnvFile read_file(const std::filesystem::path& path) {
  if (std::optional<Mesh> drawing = read_drawing(path)) {
    UnvFile file;
    file.mesh = std::move(*drawing);
    file.metres_per_unit = 1.0;
    return file;
  }
  return read_unv(path);
}

}  // namespace

Mesh read_in_metres(const Job& job) {
  UnvFile file = read_file(job.mesh);
  const auto scale = job.input.metres_per_unit ? job.input.metres_per_unit : file.metres_per_unit;
  if (!scale)
    throw InputError("UNITS_UNKNOWN",
                     "The file " + job.mesh.filename().string() +
                         " does not say its length unit; give scalefactor in metres per unit "
                         "(1 for metres, 0.001 for millimetres, 0.0254 for inches).",
                     "/solverInput/scalefactor");
  for (Vec3& v : file.mesh.vertices) v *= *scale;
  if (job.input.change_normal)
    for (Triangle& t : file.mesh.triangles) std::swap(t.vertex[1], t.vertex[2]);
  return std::move(file.mesh);
}

}  // namespace pace
