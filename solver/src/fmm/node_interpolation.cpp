#include "fmm/node_interpolation.hpp"

#include <array>

namespace pace {

void basis_at(const Interpolation& line, int nodes, const Vec3& at, double half_width,
              Eigen::Ref<Eigen::MatrixXd> rows) {
  std::array<std::vector<double>, 3> value, slope;
  for (int c = 0; c < 3; ++c) {
    value[c].resize(nodes), slope[c].resize(nodes);
    line(at[c] / half_width, value[c].data(), slope[c].data());
    for (double& s : slope[c]) s /= half_width;
  }
  for (int z = 0, m = 0; z < nodes; ++z)
    for (int y = 0; y < nodes; ++y)
      for (int x = 0; x < nodes; ++x, ++m) {
        rows(0, m) = value[0][x] * value[1][y] * value[2][z];
        rows(1, m) = slope[0][x] * value[1][y] * value[2][z];
        rows(2, m) = value[0][x] * slope[1][y] * value[2][z];
        rows(3, m) = value[0][x] * value[1][y] * slope[2][z];
      }
}

}  // namespace pace
