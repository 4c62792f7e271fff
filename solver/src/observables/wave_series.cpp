#include "observables/wave_series.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>
#include <xsimd/xsimd.hpp>

#include "core/cross.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

/// Waves that a thread takes at once below that.
constexpr int one_after_another = 8;
/// Of the phase factor, at the farthest point of a function.
constexpr double left_out = 2e-6;
/// No function reaches farther from the middle of its edge, in the longest edge.
constexpr double reach_in_edges = 1.6;
/// Phase at that distance up to which the series is used: its degree is 19 there.
constexpr double most_phase = 4.0;
/// Functions that are multiplied with all directions at once.
constexpr int together = 32;
/// Components of f, then of g.
constexpr int components = 6;

using Values = Eigen::Array<double, together, 1>;

int degree_for(double phase) {
  double term = 1.0;
  int degree = 0;
  while ((term *= phase / (degree + 1)) > left_out) ++degree;
  return degree;
}

/// Products of powers of the first two or three coordinates, lower degrees first.
class Powers {
 public:
  Powers(int degree, int axes) {
    std::vector<std::array<int, 3>> exponents{{0, 0, 0}};
    terms_.push_back({-1, 0, 1.0});
    count_.push_back(1);
    std::vector<int> numbers{0};
    for (int n = 1; n <= degree; ++n) {
      std::vector<std::array<int, 3>> next;
      std::vector<int> next_numbers;
      // Each product once: by the last coordinate that it has.
      for (std::size_t i = 0; i < exponents.size(); ++i)
        for (int axis = exponents[i][2] > 0 ? 2 : exponents[i][1] > 0 ? 1 : 0; axis < axes; ++axis) {
          std::array<int, 3> of = exponents[i];
          ++of[axis];
          next_numbers.push_back(static_cast<int>(terms_.size()));
          terms_.push_back({numbers[i], axis, static_cast<double>(of[axis])});
          next.push_back(of);
        }
      exponents = std::move(next);
      numbers = std::move(next_numbers);
      count_.push_back(static_cast<int>(terms_.size()));
    }
  }

  /// Terms up to a degree.
  int count(int degree) const { return count_[degree]; }
  /// Those of even degree, or of odd.
  int count(int degree, int parity) const {
    int sum = 0;
    for (int n = parity; n <= degree; n += 2) sum += count_[n] - (n > 0 ? count_[n - 1] : 0);
    return sum;
  }
  int degree_of(int term) const {
    return static_cast<int>(std::upper_bound(count_.begin(), count_.end(), term) - count_.begin());
  }

  /// xᵅ of points in rows.
  Eigen::MatrixXd of(const Eigen::MatrixX3d& points, int degree) const {
    Eigen::MatrixXd values(points.rows(), count(degree));
    values.col(0).setOnes();
    for (int t = 1; t < count(degree); ++t)
      values.col(t) = values.col(terms_[t].lower).cwiseProduct(points.col(terms_[t].axis));
    return values;
  }
  /// xᵅ/α! of points in rows.
  Eigen::MatrixXd over_factorials(const Eigen::MatrixX3d& points, int degree) const {
    Eigen::MatrixXd values(points.rows(), count(degree));
    values.col(0).setOnes();
    for (int t = 1; t < count(degree); ++t)
      values.col(t) =
          values.col(terms_[t].lower).cwiseProduct(points.col(terms_[t].axis)) / terms_[t].exponent;
    return values;
  }

 private:
  struct Term {
    int lower;        ///< the product that is this one without one of its factors
    int axis;         ///< of that factor
    double exponent;  ///< with it
  };
  std::vector<Term> terms_;
  std::vector<int> count_;  ///< [degree]
};

/// Points of a function, and α f and (1 − α) g there times their part of the surface.
struct Samples {
  std::vector<Vec3> place, f, g;

  void add(const Vec3& at, const Vec3& of_f, const Vec3& of_g) {
    place.push_back(at), f.push_back(of_f), g.push_back(of_g);
  }
};

/// With the rules of `excite`.
Samples samples_of(const RwgSpace& space, const DualSpace* dual, int function, double alpha) {
  Samples samples;
  const bool has_dual = dual && dual->has(function);
  for (const int t : space.sides()[function])
    for (const HalfFunction& half : space.halves(t)) {
      if (half.function != function) continue;
      const SurfaceTriangle& triangle = space.triangles()[t];
      const double scale = 0.5 * half.sign * triangle.edge_length[half.corner];
      for (const auto& [b, weight] : triangle_rule(phase_degree)) {
        const BasisPoint point = basis_point(triangle, b);
        const Vec3 value = scale * weight * point.arm[half.corner];
        // f·(n × H) = −(n × f)·H
        const Vec3 magnetic = has_dual ? Vec3::Zero() : Vec3(-point.normal.cross(value));
        samples.add(point.position, alpha * value, (1.0 - alpha) * magnetic);
      }
    }
  if (!has_dual || alpha == 1.0) return samples;
  const auto rule = triangle_rule(sub_phase_degree);
  const double share = 1.0 - alpha;
  if (dual->is_bent(function)) {
    for (const DualArms& arms : dual->arms(function)) {
      const std::array<Barycentric, 3> corner = dual->sub_corners(arms.sub);
      for (const auto& [b, weight] : rule) {
        Barycentric at{};
        for (int c = 0; c < 3; ++c)
          for (int i = 0; i < 3; ++i) at[i] += b[c] * corner[c][i];
        const BasisPoint point = basis_point(space.triangles()[arms.sub / 6], at);
        Vec3 value = Vec3::Zero();
        for (int i = 0; i < 3; ++i) value += arms.arm_weight[i] * point.arm[i];
        samples.add(point.position, Vec3::Zero(), share * weight * value);
      }
    }
    return samples;
  }
  for (const DualPiece& piece : dual->pieces(function)) {
    const SubTriangle sub = dual->sub(piece.sub);
    for (const auto& [b, weight] : rule) {
      const Vec3 at = b[0] * sub.vertex[0] + b[1] * sub.vertex[1] + b[2] * sub.vertex[2];
      samples.add(at, Vec3::Zero(),
                  share * weight * sub.area * (piece.value + piece.slope * (at - sub.centroid)));
    }
  }
  return samples;
}

/// The directions of some waves, and their powers.
struct Directions {
  explicit Directions(std::span<const PlaneWave> waves) {
    for (const PlaneWave& wave : waves) {
      if (list.empty() || list.back() != -wave.direction) list.push_back(-wave.direction);
      of_wave.push_back(static_cast<int>(list.size()) - 1);
    }
    set_frame();
  }
  /// Coordinates along the axes of the frame.
  Vec3 in_frame(const Vec3& v) const { return frame * v; }
  /// Length along those axes that the directions have.
  double length(const Vec3& v) const {
    const Vec3 along = in_frame(v);
    return std::sqrt(along.squaredNorm() - (axes == 2 ? along.z() * along.z() : 0.0));
  }
  /// dᵅ with the sign of jⁿ, of odd degrees that of jⁿ⁻¹: [term][direction].
  std::array<Eigen::MatrixXd, 2> powers(const Powers& powers, int degree) const {
    Eigen::MatrixX3d points(list.size(), 3);
    for (std::size_t d = 0; d < list.size(); ++d)
      points.row(static_cast<long>(d)) = in_frame(list[d]).transpose();
    const Eigen::MatrixXd all = powers.of(points, degree);
    std::array<Eigen::MatrixXd, 2> result;
    for (const int parity : {0, 1}) result[parity].resize(powers.count(degree, parity), all.rows());
    std::array<long, 2> row{0, 0};
    for (int t = 0; t < all.cols(); ++t) {
      const int n = powers.degree_of(t);
      result[n % 2].row(row[n % 2]++) = (n % 4 < 2 ? 1.0 : -1.0) * all.col(t).transpose();
    }
    return result;
  }
  std::vector<Vec3> list;
  std::vector<int> of_wave;
  Mat3 frame = Mat3::Identity();  ///< its axes in rows
  int axes = 3;                   ///< all directions of a great circle are along the first two

 private:
  void set_frame() {
    constexpr double rounding = 1e-13;
    Vec3 normal = Vec3::Zero();
    for (const Vec3& d : list)
      if (const Vec3 of = list.front().cross(d); of.norm() > normal.norm()) normal = of;
    if (normal.norm() == 0.0) return;
    normal.normalize();
    for (const Vec3& d : list)
      if (std::abs(d.dot(normal)) > rounding) return;
    frame << list.front().transpose(), normal.cross(list.front()).transpose(), normal.transpose();
    axes = 2;
  }
};

/// Functions whose right-hand sides are made at once.
struct Group {
  std::span<const int> functions;
  std::array<Values, 3> middle;  ///< of the edges: x, y, z times k
  /// [component · together + function][term], of even degrees and of odd ones.
  std::array<Eigen::MatrixXd, 2> moments;
};

class Series {
 public:
  Series(const RwgSpace& space, const DualSpace* dual, double k, std::span<const double> alpha,
         std::span<const PlaneWave> waves)
      : space_(space),
        dual_(dual),
        k_(k),
        alpha_(alpha),
        waves_(waves),
        directions_(waves),
        middles_(function_points(space)),
        degree_(degree_for(k * reach_in_edges * space.longest_edge_m())),
        powers_(degree_, directions_.axes),
        table_(directions_.powers(powers_, degree_)) {
    for (const PlaneWave& wave : waves) magnetic_.push_back(cross(wave.direction, wave.polarization));
  }

  void excite(std::span<const int> functions, const TakeValues& take) const {
#pragma omp parallel for schedule(dynamic)
    for (std::size_t first = 0; first < functions.size(); first += together)
      give(group_of(functions.subspan(first, std::min<std::size_t>(together, functions.size() - first))),
           take);
  }

 private:
  /// Directions of a product: what it gives stays in the cache.
  static constexpr int directions_at_once = 64;

  Group group_of(std::span<const int> functions) const {
    std::vector<Samples> samples;
    double reach = 0.0;
    for (const int f : functions) {
      samples.push_back(samples_of(space_, dual_, f, alpha_[f]));
      for (const Vec3& at : samples.back().place)
        reach = std::max(reach, directions_.length(at - middles_[f]));
    }
    const int degree = std::min(degree_, degree_for(k_ * reach));
    Group group;
    group.functions = functions;
    for (int parity : {0, 1})
      group.moments[parity].setZero(components * together, powers_.count(degree, parity));
    for (Values& coordinate : group.middle) coordinate.setZero();
    for (std::size_t i = 0; i < functions.size(); ++i) {
      const Samples& of = samples[i];
      const Vec3& middle = middles_[functions[i]];
      const auto points = static_cast<long>(of.place.size());
      Eigen::MatrixX3d place(points, 3);
      Eigen::Matrix<double, Eigen::Dynamic, components> values(points, components);
      for (long p = 0; p < points; ++p) {
        place.row(p) = k_ * directions_.in_frame(of.place[p] - middle).transpose();
        values.row(p) << of.f[p].transpose(), of.g[p].transpose();
      }
      const Eigen::MatrixXd moments = values.transpose() * powers_.over_factorials(place, degree);
      const auto at = static_cast<long>(i);
      for (int c = 0; c < 3; ++c) group.middle[c][at] = k_ * middle[c];
      std::array<long, 2> column{0, 0};
      for (int t = 0; t < powers_.count(degree); ++t) {
        const int parity = powers_.degree_of(t) % 2;
        for (int c = 0; c < components; ++c)
          group.moments[parity](c * together + at, column[parity]) = moments(c, t);
        ++column[parity];
      }
    }
    return group;
  }

  void give(const Group& group, const TakeValues& take) const {
    const auto count = static_cast<long>(directions_.list.size());
    std::array<Eigen::MatrixXd, 2> sums;
    int wave = 0;
    for (long first = 0; first < count; first += directions_at_once) {
      const long some = std::min<long>(directions_at_once, count - first);
      for (const int parity : {0, 1})
        sums[parity].noalias() =
            group.moments[parity] * table_[parity].block(0, first, group.moments[parity].cols(), some);
      for (; wave < static_cast<int>(waves_.size()); ++wave) {
        const long direction = directions_.of_wave[wave];
        if (direction >= first + some) break;
        Values re = Values::Zero(), im = Values::Zero();
        for (int c = 0; c < components; ++c) {
          const Complex field = c < 3 ? waves_[wave].polarization[c] : magnetic_[wave][c - 3];
          const auto even = sums[0].col(direction - first).segment<together>(c * together).array(),
                     odd = sums[1].col(direction - first).segment<together>(c * together).array();
          re += field.real() * even - field.imag() * odd;
          im += field.real() * odd + field.imag() * even;
        }
        const Vec3& d = directions_.list[direction];
        const Values phase = d.x() * group.middle[0] + d.y() * group.middle[1] + d.z() * group.middle[2];
        using Batch = xsimd::batch<double>;
        std::array<Complex, together> values;
        for (std::size_t i = 0; i < together; i += Batch::size) {
          const auto at = [i](const Values& of) { return Batch::load_unaligned(of.data() + i); };
          const auto [sine, cosine] = xsimd::sincos(at(phase));
          std::array<double, Batch::size> of_re, of_im;
          (cosine * at(re) - sine * at(im)).store_unaligned(of_re.data());
          (cosine * at(im) + sine * at(re)).store_unaligned(of_im.data());
          for (std::size_t l = 0; l < Batch::size; ++l) values[i + l] = {of_re[l], of_im[l]};
        }
        take(group.functions, wave, values.data());
      }
    }
  }

  const RwgSpace& space_;
  const DualSpace* dual_;
  double k_;
  std::span<const double> alpha_;
  std::span<const PlaneWave> waves_;
  std::vector<CVec3> magnetic_;  ///< η H of each wave
  Directions directions_;
  std::vector<Vec3> middles_;  ///< of the edge of each function
  int degree_;
  Powers powers_;
  std::array<Eigen::MatrixXd, 2> table_;  ///< [term][direction], of even degrees and of odd ones
};

}  // namespace

bool is_for_series(const RwgSpace& space, double k, std::span<const PlaneWave> waves) {
  return k * reach_in_edges * space.longest_edge_m() <= most_phase &&
         static_cast<int>(Directions(waves).list.size()) >= series_directions;
}

void excite_many(const RwgSpace& space, const DualSpace* dual, double k, std::span<const PlaneWave> waves,
                 std::span<const double> alpha, std::span<const int> functions, const TakeValues& take) {
  Series(space, dual, k, alpha, waves).excite(functions, take);
}

void add_excitations(const RwgSpace& space, const DualSpace* dual, double k, std::span<const PlaneWave> waves,
                     std::span<const double> alpha, Columns& columns, const RowsOf* rows) {
  if (is_for_series(space, k, waves)) {
    std::vector<int> functions;
    for (int f = 0; f < space.size(); ++f)
      if (!rows || rows->row[f] >= 0) functions.push_back(f);
    return excite_many(space, dual, k, waves, alpha, functions,
                       [&](std::span<const int> some, int wave, const Complex* values) {
                         Complex* column = columns.column(wave);
                         for (const int f : some) column[rows ? rows->row[f] : f] += *values++;
                       });
  }
#pragma omp parallel for schedule(dynamic)
  for (int first = 0; first < columns.columns; first += one_after_another) {
    const int count = std::min(one_after_another, columns.columns - first);
    Columns some(columns.rows, count);
    excite(space, dual, k, waves.subspan(first, count), alpha, some.column(0), rows);
    for (std::size_t i = 0; i < some.data.size(); ++i) columns.column(first)[i] += some.data[i];
  }
}

}  // namespace pace
