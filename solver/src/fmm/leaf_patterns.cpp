#include "fmm/leaf_patterns.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/cross.hpp"
#include "fmm/harmonics.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

/// Waves are integrated exactly up to these degrees of the product, over a triangle and over a sixth of one.
constexpr int wave_degree = 5, sub_wave_degree = 2;
/// The same where triangles are bent, and positions and arms are quadratic themselves.
constexpr int bent_wave_degree = 6, bent_sub_wave_degree = 4;

/// Means of ψ and (r − c) ψ over a triangle, [l, m][1, x, y, z].
template <class Scalar>
using WaveMoments = Eigen::Matrix<Scalar, Eigen::Dynamic, 4, Eigen::RowMajor>;

template <class Scalar>
WaveMoments<Scalar> wave_moments(const RegularWaves<Scalar>& waves, int degree, int terms,
                                 const std::array<Vec3, 3>& vertex, const Vec3& triangle_centre,
                                 const Vec3& box_centre) {
  WaveMoments<Scalar> moments = WaveMoments<Scalar>::Zero(terms, 4);
  std::vector<Scalar> values(terms);
  for (const auto& [b, weight] : triangle_rule(degree)) {
    const Vec3 r = b[0] * vertex[0] + b[1] * vertex[1] + b[2] * vertex[2];
    waves(r - box_centre, values.data());
    const Vec3 offset = r - triangle_centre;
    for (int i = 0; i < terms; ++i) {
      const Scalar w = weight * values[i];
      moments(i, 0) += w;
      moments(i, 1) += w * offset.x();
      moments(i, 2) += w * offset.y();
      moments(i, 3) += w * offset.z();
    }
  }
  return moments;
}

/// Means of ψ arm and ψ n × arm over a part of a triangle, flat or bent, [l, m][arm 0 x, y, z, arm 1 …], then
/// the same of n × arm.
template <class Scalar>
using ArmMoments = Eigen::Matrix<Scalar, Eigen::Dynamic, 18, Eigen::RowMajor>;

template <class Scalar>
ArmMoments<Scalar> arm_moments(const RegularWaves<Scalar>& waves, int degree, int terms,
                               const SurfaceTriangle& triangle, const std::array<Barycentric, 3>& corner,
                               const Vec3& box_centre) {
  ArmMoments<Scalar> moments = ArmMoments<Scalar>::Zero(terms, 18);
  std::vector<Scalar> values(terms);
  for (const auto& [b, weight] : triangle_rule(degree)) {
    Barycentric at{};
    for (int c = 0; c < 3; ++c)
      for (int i = 0; i < 3; ++i) at[i] += b[c] * corner[c][i];
    const BasisPoint point = basis_point(triangle, at);
    waves(point.position - box_centre, values.data());
    Eigen::Matrix<double, 1, 18> arms;
    for (int i = 0; i < 3; ++i) {
      arms.segment<3>(3 * i) = point.arm[i].transpose();
      arms.segment<3>(9 + 3 * i) = point.normal.cross(point.arm[i]).transpose();
    }
    for (int i = 0; i < terms; ++i) moments.row(i) += (weight * values[i]) * arms.template cast<Scalar>();
  }
  return moments;
}

constexpr std::array<Barycentric, 3> whole_triangle{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};

/// Adds values to [l, m][x, y, z] in floats, the imaginary parts to a list of their own.
template <class Scalar>
void store(const Eigen::Matrix<Scalar, 3, 1>& value, float* real, float* imaginary) {
  for (int c = 0; c < 3; ++c) {
    if constexpr (std::is_same_v<Scalar, double>) {
      real[c] += static_cast<float>(value[c]);
    } else {
      real[c] += static_cast<float>(value[c].real());
      imaginary[c] += static_cast<float>(value[c].imag());
    }
  }
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

LeafPatterns::LeafPatterns(const RwgSpace& space, const DualSpace* dual, const Octree& tree, Complex k,
                           std::span<const double> alpha, int degree, double digits, const AngularGrid& grid)
    : tree_(tree),
      terms_(harmonic_count(degree)),
      degree_(degree),
      transform_(degree, grid),
      allowed_error_(share_of_digits * std::pow(10.0, -digits)),
      alpha_(tree.own_functions()) {
  with_magnetic_ = std::any_of(alpha.begin(), alpha.end(), [](double a) { return a < 1.0; });
  const bool lossy = k.imag() != 0.0;
  leaves_.resize(tree.own_leaves());
  if (lossy) lossy_.resize(tree.own_leaves());
  for (int p = 0; p < tree.own_functions(); ++p) alpha_[p] = static_cast<float>(alpha[tree.order()[p]]);

  const int boxes = tree.own_leaves();
#pragma omp parallel for schedule(dynamic, 16)
  for (int b = 0; b < boxes; ++b) {
    if (lossy)
      build_box(space, dual, b, k, alpha);
    else
      build_box(space, dual, b, k.real(), alpha);
  }
}

template <class Scalar>
void LeafPatterns::build_box(const RwgSpace& space, const DualSpace* dual, int box, Scalar k,
                             std::span<const double> alpha) {
  using Vector = Eigen::Matrix<Scalar, 3, 1>;
  const TreeBox& leaf = tree_.leaves().boxes[box];
  const RegularWaves<Scalar> waves(degree_, k);
  std::unordered_map<int, WaveMoments<Scalar>> of_triangle, of_sub;
  std::unordered_map<int, ArmMoments<Scalar>> of_bent_triangle, of_bent_sub;
  const int count = leaf.last_function - leaf.first_function, width = 3 * terms_;
  std::vector<float> electric(count * width), magnetic_values(with_magnetic_ ? electric.size() : 0);
  constexpr bool is_lossy = !std::is_same_v<Scalar, double>;
  std::vector<float> lossy_values(is_lossy ? electric.size() : 0),
      lossy_magnetic_values(is_lossy ? magnetic_values.size() : 0);
  for (int place = leaf.first_function; place < leaf.last_function; ++place) {
    const int function = tree_.order()[place];
    const auto row_of = [&](std::vector<float>& values) {
      return values.empty() ? nullptr : values.data() + (place - leaf.first_function) * width;
    };
    float *radiated = row_of(electric), *lossy = row_of(lossy_values), *magnetic = row_of(magnetic_values),
          *lossy_magnetic = row_of(lossy_magnetic_values);
    const auto part_of = [](float* values, int i) { return values ? values + 3 * i : nullptr; };
    const bool has_dual = dual && dual->has(function);
    for (const int t : space.sides()[function]) {
      const SurfaceTriangle& triangle = space.triangles()[t];
      if (triangle.bend) {
        auto [it, is_new] = of_bent_triangle.try_emplace(t);
        if (is_new)
          it->second = arm_moments(waves, bent_wave_degree, terms_, triangle, whole_triangle, leaf.centre);
        for (const HalfFunction& half : space.halves(t)) {
          if (half.function != function) continue;
          const double scale = 0.5 * half.sign * triangle.edge_length[half.corner];
          for (int i = 0; i < terms_; ++i) {
            const auto arm = [&](int first) -> Vector {
              return it->second.row(i).template segment<3>(first + 3 * half.corner).transpose();
            };
            store<Scalar>(scale * arm(0), radiated + 3 * i, part_of(lossy, i));
            if (magnetic && !has_dual)
              store<Scalar>((1.0 - alpha[function]) * scale * arm(9), magnetic + 3 * i,
                            part_of(lossy_magnetic, i));
          }
        }
        continue;
      }
      auto [it, is_new] = of_triangle.try_emplace(t);
      if (is_new)
        it->second =
            wave_moments(waves, wave_degree, terms_, triangle.vertex, triangle.centroid, leaf.centre);
      const WaveMoments<Scalar>& m = it->second;
      for (const HalfFunction& half : space.halves(t)) {
        if (half.function != function) continue;
        const double scale = 0.5 * half.sign * triangle.edge_length[half.corner];
        const Vec3 arm = triangle.centroid - triangle.vertex[half.corner];
        const Vec3 normal = (1.0 - alpha[function]) * triangle.normal;
        for (int i = 0; i < terms_; ++i) {
          const Vector value =
              scale * (m.row(i).template tail<3>().transpose() + m(i, 0) * arm.template cast<Scalar>());
          store<Scalar>(value, radiated + 3 * i, part_of(lossy, i));
          if (!magnetic || has_dual) continue;
          if constexpr (std::is_same_v<Scalar, double>)
            store<Scalar>(normal.cross(value), magnetic + 3 * i, nullptr);
          else
            store<Scalar>(cross(normal, value), magnetic + 3 * i, part_of(lossy_magnetic, i));
        }
      }
    }
    // n × (n × g) = −g
    if (magnetic && has_dual && dual->is_bent(function)) {
      for (const DualArms& arms : dual->arms(function)) {
        auto [it, is_new] = of_bent_sub.try_emplace(arms.sub);
        if (is_new)
          it->second = arm_moments(waves, bent_sub_wave_degree, terms_, space.triangles()[arms.sub / 6],
                                   dual->sub_corners(arms.sub), leaf.centre);
        for (int i = 0; i < terms_; ++i) {
          Vector value = Vector::Zero();
          for (int c = 0; c < 3; ++c)
            value += arms.arm_weight[c] * it->second.row(i).template segment<3>(3 * c).transpose();
          store<Scalar>(-(1.0 - alpha[function]) * value, magnetic + 3 * i, part_of(lossy_magnetic, i));
        }
      }
    } else if (magnetic && has_dual) {
      for (const DualPiece& piece : dual->pieces(function)) {
        const SubTriangle sub = dual->sub(piece.sub);
        auto [it, is_new] = of_sub.try_emplace(piece.sub);
        if (is_new)
          it->second = wave_moments(waves, sub_wave_degree, terms_, sub.vertex, sub.centroid, leaf.centre);
        const WaveMoments<Scalar>& m = it->second;
        const double scale = -(1.0 - alpha[function]) * sub.area;
        for (int i = 0; i < terms_; ++i)
          store<Scalar>(scale * (m(i, 0) * piece.value.template cast<Scalar>() +
                                 piece.slope * m.row(i).template tail<3>().transpose()),
                        magnetic + 3 * i, part_of(lossy_magnetic, i));
      }
    }
  }
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
  if (is_lossy) lossy_[box] = {pack(lossy_values, electric), pack(lossy_magnetic_values, magnetic_values)};
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
