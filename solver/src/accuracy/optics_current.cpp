#include "accuracy/optics_current.hpp"

namespace pace {

std::vector<Complex> optics_current(const RwgSpace& space, double k, const PlaneWave& wave) {
  const CVec3 magnetic = wave.direction.cast<Complex>().cross(wave.polarization) / vacuum_impedance;
  std::vector<Complex> coefficients(space.size(), 0.0);
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t) {
    const SurfaceTriangle& triangle = space.triangles()[t];
    const bool meets_front = triangle.normal.dot(wave.direction) < 0.0;
    if (!meets_front && !triangle.sheet) continue;
    for (const HalfFunction& half : space.halves(t)) {
      Barycentric b{0.5, 0.5, 0.5};
      b[half.corner] = 0.0;
      const BasisPoint middle = basis_point(triangle, b);
      const Vec3 normal = meets_front ? middle.normal : Vec3(-middle.normal);
      const Vec3 side = triangle.vertex[(half.corner + 1) % 3] - triangle.vertex[(half.corner + 2) % 3];
      Vec3 outwards = middle.arm[half.corner] - middle.arm[half.corner].dot(side) / side.squaredNorm() * side;
      outwards.normalize();
      // (n × H)·u = H·(u × n)
      const Vec3 across = outwards.cross(normal);
      const Complex phase = std::exp(-imaginary_unit * (k * wave.direction.dot(middle.position)));
      const Complex flow =
          2.0 * phase * (magnetic.x() * across.x() + magnetic.y() * across.y() + magnetic.z() * across.z());
      coefficients[half.function] += 0.5 * half.sign * flow;
    }
  }
  return coefficients;
}

}  // namespace pace
