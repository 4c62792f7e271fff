#include "design/surface_window.hpp"

#include <algorithm>

namespace pace {
namespace {

/// Cosine of 120°.
constexpr double least_cosine = -0.5;

}  // namespace

SurfaceWindow::SurfaceWindow(std::span<const Face> faces, double radius) : faces_(faces), radius_(radius) {
  low_ = Vec3::Zero();
  Vec3 high = Vec3::Zero();
  for (std::size_t t = 0; t < faces.size(); ++t) {
    low_ = t == 0 ? faces[t].centroid : Vec3(low_.cwiseMin(faces[t].centroid));
    high = t == 0 ? faces[t].centroid : Vec3(high.cwiseMax(faces[t].centroid));
  }
  const auto last = cell_of(high);
  for (int axis = 0; axis < 3; ++axis) cells_[axis] = last[axis] + 1;
  for (std::size_t t = 0; t < faces.size(); ++t)
    of_cell_[number_of(cell_of(faces[t].centroid))].push_back(static_cast<int>(t));
}

std::array<long, 3> SurfaceWindow::cell_of(const Vec3& point) const {
  const Vec3 at = (point - low_) / radius_;
  return {static_cast<long>(at.x()), static_cast<long>(at.y()), static_cast<long>(at.z())};
}

std::vector<std::vector<Complex>> SurfaceWindow::operator()(
    const std::vector<std::vector<Complex>>& columns) const {
  const std::size_t count = columns.size();
  const double per_square = 1.0 / (radius_ * radius_);
  std::vector<std::vector<Complex>> sums(count, std::vector<Complex>(faces_.size()));
  // Values of a triangle side by side.
  Eigen::MatrixXcd values(count, faces_.size());
  for (std::size_t c = 0; c < count; ++c)
    for (std::size_t t = 0; t < faces_.size(); ++t) values(c, t) = columns[c][t];
#pragma omp parallel
  {
    Eigen::VectorXcd sum(count);
#pragma omp for schedule(dynamic, 64)
    for (std::size_t t = 0; t < faces_.size(); ++t) {
      sum.setZero();
      const auto cell = cell_of(faces_[t].centroid);
      for (long x = std::max(0L, cell[0] - 1); x <= std::min(cells_[0] - 1, cell[0] + 1); ++x)
        for (long y = std::max(0L, cell[1] - 1); y <= std::min(cells_[1] - 1, cell[1] + 1); ++y)
          for (long z = std::max(0L, cell[2] - 1); z <= std::min(cells_[2] - 1, cell[2] + 1); ++z) {
            const auto found = of_cell_.find(number_of({x, y, z}));
            if (found == of_cell_.end()) continue;
            for (const int s : found->second) {
              const double left = 1.0 - (faces_[s].centroid - faces_[t].centroid).squaredNorm() * per_square;
              if (left <= 0.0 || faces_[s].outer_region != faces_[t].outer_region ||
                  faces_[s].normal.dot(faces_[t].normal) < least_cosine)
                continue;
              const double weight = left * left;
              sum += weight * values.col(s);
            }
          }
      for (std::size_t c = 0; c < count; ++c) sums[c][t] = sum[c];
    }
  }
  return sums;
}

}  // namespace pace
