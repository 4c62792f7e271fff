#include "fmm/leaf_patterns.hpp"

#include <algorithm>
#include <cmath>

#include "fmm/wave_moments.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

/// Waves are integrated exactly up to these degrees of the product, over a triangle and over a sixth of one.
constexpr int wave_degree = 5, sub_wave_degree = 2;
/// The same where triangles are bent, and positions and arms are quadratic themselves.
constexpr int bent_wave_degree = 6, bent_sub_wave_degree = 4;

constexpr std::array<Barycentric, 3> whole_triangle{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};

/// Means of ψ and (r − c) ψ over flat triangles, and of ψ arm over bent ones, [arm 0 x, y, z, arm 1 …], then
/// the same of n × arm.
using FlatMoments = WaveMoments<4>;
using BentMoments = WaveMoments<18>;

void set_points(std::span<const TrianglePoint> rule, const std::array<Vec3, 3>& vertex,
                const Vec3& triangle_centre, const Vec3& box_centre, FlatMoments::Point* points) {
  for (const auto& [b, weight] : rule) {
    const Vec3 r = b[0] * vertex[0] + b[1] * vertex[1] + b[2] * vertex[2], offset = r - triangle_centre;
    *points++ = {r - box_centre, {weight, weight * offset.x(), weight * offset.y(), weight * offset.z()}};
  }
}

void set_points(std::span<const TrianglePoint> rule, const SurfaceTriangle& triangle,
                const std::array<Barycentric, 3>& corner, const Vec3& box_centre,
                BentMoments::Point* points) {
  for (const auto& [b, weight] : rule) {
    Barycentric at{};
    for (int c = 0; c < 3; ++c)
      for (int i = 0; i < 3; ++i) at[i] += b[c] * corner[c][i];
    const BasisPoint of = basis_point(triangle, at);
    BentMoments::Point& point = *points++;
    point.rho = of.position - box_centre;
    for (int i = 0; i < 3; ++i) {
      const Vec3 turned = of.normal.cross(of.arm[i]);
      for (int axis = 0; axis < 3; ++axis) {
        point.weight[3 * i + axis] = weight * of.arm[i][axis];
        point.weight[9 + 3 * i + axis] = weight * turned[axis];
      }
    }
  }
}

/// v ↦ n × v
Mat3 crossed_with(const Vec3& n) {
  Mat3 matrix;
  matrix << 0.0, -n.z(), n.y(), n.z(), 0.0, -n.x(), -n.y(), n.x(), 0.0;
  return matrix;
}

/// Columns Re, Im, Re, Im … times j.
void times_j(MatrixF& values) {
  for (int c = 0; c + 1 < values.cols(); c += 2) {
    values.col(c).swap(values.col(c + 1));
    values.col(c) = -values.col(c);
  }
}

/// Coefficients [function][wave] times waves, into or added to `values`; one column of them as it is
/// unpacked.
void multiply(const PackedReals& coefficients, const Eigen::Ref<const MatrixF>& waves, bool adds,
              MatrixF& values) {
  if (waves.cols() > 2) {
    const PackedReals::RowMajor unpacked = coefficients.unpacked();
    if (adds)
      values.noalias() += unpacked * waves;
    else
      values.noalias() = unpacked * waves;
    return;
  }
  thread_local std::vector<float> padded;
  padded.assign(static_cast<std::size_t>(2) * coefficients.padded_columns(), 0.0f);
  for (int c = 0; c < 2; ++c)
    std::copy_n(waves.col(c).data(), waves.rows(), padded.data() + c * coefficients.padded_columns());
  MatrixF product(coefficients.rows(), 2);
  coefficients.multiply(padded.data(), product.data());
  if (adds)
    values += product;
  else
    values = std::move(product);
}

/// Adds the transposed coefficients times values [function] to waves.
void add_transposed(const PackedReals& coefficients, const MatrixF& values, Eigen::Ref<MatrixF> waves) {
  if (waves.cols() > 2) {
    waves.noalias() += coefficients.unpacked().transpose() * values;
    return;
  }
  thread_local std::vector<float> padded;
  padded.assign(static_cast<std::size_t>(2) * coefficients.padded_columns(), 0.0f);
  coefficients.add_transposed(values.data(), padded.data());
  for (int c = 0; c < 2; ++c)
    waves.col(c) +=
        Eigen::Map<const Eigen::VectorXf>(padded.data() + c * coefficients.padded_columns(), waves.rows());
}

}  // namespace

/// What one thread works with.
struct LeafPatterns::Workspace {
  FlatMoments flat, sub;
  BentMoments bent, bent_sub;
  std::vector<float> radiated, magnetic;  ///< of one function, [x, y, z][l, m padded]
};

LeafPatterns::LeafPatterns(const RwgSpace& space, const DualSpace* dual, const Octree& tree, Complex k,
                           std::span<const double> alpha, int degree, double digits, const AngularGrid& grid)
    : tree_(tree),
      terms_(harmonic_count(degree)),
      degree_(degree),
      transform_(degree, grid),
      allowed_error_(share_of_digits * std::pow(10.0, -digits)),
      alpha_(tree.own_functions()) {
  with_magnetic_ = std::any_of(alpha.begin(), alpha.end(), [](double a) { return a < 1.0; });
  leaves_.resize(tree.own_leaves());
  if (k.imag() != 0.0) lossy_.resize(tree.own_leaves());
  for (int p = 0; p < tree.own_functions(); ++p) alpha_[p] = static_cast<float>(alpha[tree.order()[p]]);

  const int boxes = tree.own_leaves();
  const RegularWaves waves(degree, k);
#pragma omp parallel
  {
    Workspace work;
#pragma omp for schedule(dynamic, 16)
    for (int b = 0; b < boxes; ++b) build_box(space, dual, b, waves, alpha, work);
  }
}

void LeafPatterns::build_box(const RwgSpace& space, const DualSpace* dual, int box, const RegularWaves& waves,
                             std::span<const double> alpha, Workspace& work) {
  const TreeBox& leaf = tree_.leaves().boxes[box];
  const int count = leaf.last_function - leaf.first_function, width = 3 * terms_,
            stride = FlatMoments::padded(terms_);
  const auto has_dual = [&](int function) { return with_magnetic_ && dual && dual->has(function); };

  std::vector<int> flat, bent, sub, bent_sub;
  std::vector<std::vector<DualPiece>> pieces(count);
  std::vector<std::vector<DualArms>> arms(count);
  for (int i = 0; i < count; ++i) {
    const int function = tree_.order()[leaf.first_function + i];
    for (const int t : space.sides()[function]) (space.triangles()[t].bend ? bent : flat).push_back(t);
    if (!has_dual(function)) continue;
    if (dual->is_bent(function))
      arms[i] = dual->arms(function);
    else
      pieces[i] = dual->pieces(function);
    for (const DualPiece& piece : pieces[i]) sub.push_back(piece.sub);
    for (const DualArms& of : arms[i]) bent_sub.push_back(of.sub);
  }
  const auto points_of = [](int degree) { return static_cast<int>(triangle_rule(degree).size()); };
  work.flat.set(waves, std::move(flat), points_of(wave_degree), [&](int t, FlatMoments::Point* points) {
    const SurfaceTriangle& triangle = space.triangles()[t];
    set_points(triangle_rule(wave_degree), triangle.vertex, triangle.centroid, leaf.centre, points);
  });
  work.sub.set(waves, std::move(sub), points_of(sub_wave_degree), [&](int s, FlatMoments::Point* points) {
    const SubTriangle of = dual->sub(s);
    set_points(triangle_rule(sub_wave_degree), of.vertex, of.centroid, leaf.centre, points);
  });
  work.bent.set(waves, std::move(bent), points_of(bent_wave_degree), [&](int t, BentMoments::Point* points) {
    set_points(triangle_rule(bent_wave_degree), space.triangles()[t], whole_triangle, leaf.centre, points);
  });
  work.bent_sub.set(waves, std::move(bent_sub), points_of(bent_sub_wave_degree),
                    [&](int s, BentMoments::Point* points) {
                      set_points(triangle_rule(bent_sub_wave_degree), space.triangles()[s / 6],
                                 dual->sub_corners(s), leaf.centre, points);
                    });

  const auto fill = [&](bool imaginary, std::vector<float>& radiated, std::vector<float>& magnetic) {
    radiated.resize(static_cast<std::size_t>(count) * width);
    if (with_magnetic_) magnetic.resize(radiated.size());
    for (int i = 0; i < count; ++i) {
      const int function = tree_.order()[leaf.first_function + i];
      const bool by_dual = has_dual(function);
      const double weight = 1.0 - alpha[function];
      work.radiated.assign(3 * stride, 0.0f);
      work.magnetic.assign(3 * stride, 0.0f);
      for (const int t : space.sides()[function]) {
        const SurfaceTriangle& triangle = space.triangles()[t];
        for (const HalfFunction& half : space.halves(t)) {
          if (half.function != function) continue;
          const double scale = 0.5 * half.sign * triangle.edge_length[half.corner];
          const bool own_magnetic = with_magnetic_ && !by_dual;
          if (triangle.bend) {
            const Mat3 scaled = scale * Mat3::Identity();
            work.bent.add<3>(t, imaginary, 3 * half.corner, scaled, work.radiated.data());
            if (own_magnetic)
              work.bent.add<3>(t, imaginary, 9 + 3 * half.corner, weight * scaled, work.magnetic.data());
            continue;
          }
          Eigen::Matrix<double, 3, 4> function_of;
          function_of << triangle.centroid - triangle.vertex[half.corner], Mat3::Identity();
          function_of *= scale;
          work.flat.add<4>(t, imaginary, 0, function_of, work.radiated.data());
          if (own_magnetic)
            work.flat.add<4>(t, imaginary, 0, weight * crossed_with(triangle.normal) * function_of,
                             work.magnetic.data());
        }
      }
      // n × (n × g) = −g
      for (const DualPiece& piece : pieces[i]) {
        Eigen::Matrix<double, 3, 4> function_of;
        function_of << piece.value, piece.slope * Mat3::Identity();
        work.sub.add<4>(piece.sub, imaginary, 0, -weight * dual->sub(piece.sub).area * function_of,
                        work.magnetic.data());
      }
      for (const DualArms& of : arms[i])
        for (int c = 0; c < 3; ++c)
          work.bent_sub.add<3>(of.sub, imaginary, 3 * c, -weight * of.arm_weight[c] * Mat3::Identity(),
                               work.magnetic.data());
      const auto put = [&](const std::vector<float>& from, std::vector<float>& values) {
        float* to = values.data() + static_cast<std::size_t>(i) * width;
        for (int term = 0; term < terms_; ++term)
          for (int c = 0; c < 3; ++c) *to++ = from[c * stride + term];
      };
      put(work.radiated, radiated);
      if (with_magnetic_) put(work.magnetic, magnetic);
    }
  };
  std::vector<float> electric, magnetic_values, lossy_values, lossy_magnetic_values;
  fill(false, electric, magnetic_values);
  if (waves.is_lossy()) fill(true, lossy_values, lossy_magnetic_values);
  // Real and imaginary parts are parts of one pattern: neither has to be more exact than the whole.
  const auto pack = [&](const std::vector<float>& values, const std::vector<float>& other) {
    if (values.empty()) return PackedReals();
    return PackedReals(count, width, [&](int i, float* out) {
      const auto row = [&](const std::vector<float>& of) {
        return Eigen::Map<const Eigen::VectorXf>(of.data() + static_cast<std::size_t>(i) * width, width);
      };
      Eigen::Map<Eigen::VectorXf>(out, width) = row(values);
      const double squared = row(values).squaredNorm() + (other.empty() ? 0.0f : row(other).squaredNorm());
      return allowed_error_ * std::sqrt(squared / width);
    });
  };
  leaves_[box] = {pack(electric, lossy_values), pack(magnetic_values, lossy_magnetic_values)};
  if (waves.is_lossy())
    lossy_[box] = {pack(lossy_values, electric), pack(lossy_magnetic_values, magnetic_values)};
}

void LeafPatterns::radiate(int first_box, int last_box, const std::complex<float>* x, std::size_t rows,
                           int columns, float* out) const {
  MatrixF q = MatrixF::Zero(3 * terms_, 2 * columns * (last_box - first_box));
  for (int b = first_box; b < last_box; ++b) {
    const TreeBox& leaf = tree_.leaves().boxes[b];
    const int count = leaf.last_function - leaf.first_function;
    MatrixF values(count, 2 * columns);
    for (int c = 0; c < columns; ++c)
      for (int i = 0; i < count; ++i) {
        const std::complex<float> v = x[c * rows + leaf.first_function + i];
        values(i, 2 * c) = v.real(), values(i, 2 * c + 1) = v.imag();
      }
    auto target = q.middleCols(2 * columns * (b - first_box), 2 * columns);
    add_transposed(leaves_[b].radiated, values, target);
    if (lossy_.empty()) continue;
    times_j(values);
    add_transposed(lossy_[b].radiated, values, target);
  }
  transform_.to_grid(q, out);
}

void LeafPatterns::receive(int first_box, int last_box, const float* incoming, std::complex<float>* y,
                           std::size_t rows, int columns) const {
  const int width = 2 * columns * (last_box - first_box);
  MatrixF electric, magnetic;
  transform_.to_waves(incoming, width, false, electric);
  const bool lossy = !lossy_.empty();
  MatrixF electric_j, magnetic_j;
  if (lossy) {
    electric_j = electric;
    times_j(electric_j);
  }
  if (with_magnetic_) {
    transform_.to_waves(incoming, width, true, magnetic);
    if (lossy) {
      magnetic_j = magnetic;
      times_j(magnetic_j);
    }
  }
  for (int b = first_box; b < last_box; ++b) {
    const TreeBox& leaf = tree_.leaves().boxes[b];
    const int count = leaf.last_function - leaf.first_function, column = 2 * columns * (b - first_box);
    MatrixF values(count, 2 * columns);
    const auto take = [&](const PackedReals& coefficients, const MatrixF& waves, bool adds) {
      multiply(coefficients, waves.middleCols(column, 2 * columns), adds, values);
    };
    take(leaves_[b].radiated, electric, false);
    if (lossy) take(lossy_[b].radiated, electric_j, true);
    for (int i = 0; i < count; ++i) values.row(i) *= alpha_[leaf.first_function + i];
    if (with_magnetic_) take(leaves_[b].magnetic, magnetic, true);
    if (with_magnetic_ && lossy) take(lossy_[b].magnetic, magnetic_j, true);
    for (int c = 0; c < columns; ++c)
      for (int i = 0; i < count; ++i)
        y[c * rows + leaf.first_function + i] += std::complex<float>(values(i, 2 * c), values(i, 2 * c + 1));
  }
}

LeafPatterns::Work LeafPatterns::work() const {
  const double terms = 3.0 * terms_, sets = lossy_.empty() ? 1.0 : 2.0,
               received = with_magnetic_ ? 2.0 * sets : sets;
  double radiated = 0.0;
  for (const std::vector<Leaf>* leaves : {&leaves_, &lossy_})
    for (const Leaf& leaf : *leaves) radiated += static_cast<double>(leaf.radiated.bytes());
  const double functions = std::max(1, tree_.own_functions());
  return {4.0 * terms * sets,   4.0 * terms * received,
          radiated / functions, static_cast<double>(bytes()) / functions,
          transform_.flops(),   with_magnetic_ ? 2 : 1};
}

void LeafPatterns::move_to(const std::shared_ptr<PagingFile>& file) {
  if (!file) return;
  for (std::vector<Leaf>* leaves : {&leaves_, &lossy_})
    for (Leaf& leaf : *leaves) leaf.radiated.move_to(file), leaf.magnetic.move_to(file);
  file->throw_if_failed();
}

std::size_t LeafPatterns::bytes() const {
  std::size_t sum = 0;
  for (const std::vector<Leaf>* leaves : {&leaves_, &lossy_})
    for (const Leaf& leaf : *leaves) sum += sizeof(Leaf) + leaf.radiated.bytes() + leaf.magnetic.bytes();
  return sum;
}

}  // namespace pace
