#include "design/face.hpp"

namespace pace {

std::vector<Face> faces_of(const RwgSpace& space) {
  std::vector<Face> faces;
  for (const SurfaceTriangle& t : space.triangles())
    faces.push_back({t.mesh_triangle, t.part, t.centroid, t.normal, t.area, t.sheet, true});
  return faces;
}

}  // namespace pace
