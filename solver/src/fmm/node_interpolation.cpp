#include "fmm/node_interpolation.hpp"

namespace pace {

void basis_at(const Interpolation& line, int nodes, const Vec3& at, double half_width, NodeRows& rows) {
  using Values = std::array<double, Interpolation::most_nodes>;
  std::array<Values, 3> value, slope;
  for (int c = 0; c < 3; ++c) {
    line(at[c] / half_width, value[c].data(), slope[c].data());
    for (double& s : slope[c]) s /= half_width;
  }
  double *s = rows.row(0).data(), *dx = rows.row(1).data(), *dy = rows.row(2).data(),
         *dz = rows.row(3).data();
  for (int z = 0, m = 0; z < nodes; ++z)
    for (int y = 0; y < nodes; ++y) {
      const double yz = value[1][y] * value[2][z], slope_y = slope[1][y] * value[2][z],
                   slope_z = value[1][y] * slope[2][z];
      for (int x = 0; x < nodes; ++x, ++m) {
        s[m] = value[0][x] * yz;
        dx[m] = slope[0][x] * yz;
        dy[m] = value[0][x] * slope_y;
        dz[m] = value[0][x] * slope_z;
      }
    }
}

}  // namespace pace
