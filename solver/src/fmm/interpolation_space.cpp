#include "fmm/interpolation_space.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

#include "fmm/node_moments.hpp"
#include "linalg/float_columns.hpp"

namespace pace {
namespace {

/// Rules on a triangle and on a sixth of one.
constexpr int triangle_degree = 5, sub_degree = 2;
/// The same where triangles are bent.
constexpr int bent_degree = 6, bent_sub_degree = 4;
constexpr int kinds = node_kinds;
/// Boxes are interpolated over themselves and so much of a size around, where their functions stick out;
/// beyond, the interpolation is continued.
constexpr double widest_margin = 0.3;
/// What packing may leave of a function's moments, of what the digits of the product allow.
constexpr double share_of_digits = 0.02;
/// Orthogonal change of the node values of a box to even and odd combinations along each axis. The
/// combinations of one parity (a bit for each axis, 1: odd) follow each other.
class Parities {
 public:
  explicit Parities(int nodes) : line_(Eigen::MatrixXd::Zero(nodes, nodes)) {
    const int even = (nodes + 1) / 2;
    for (int i = 0; i < nodes / 2; ++i)
      for (const int sign : {1, -1}) {
        const int column = sign > 0 ? i : even + i;
        line_(i, column) = std::sqrt(0.5), line_(nodes - 1 - i, column) = sign * std::sqrt(0.5);
      }
    if (nodes % 2 == 1) line_(nodes / 2, even - 1) = 1.0;
    for (int parity = 0; parity < 8; ++parity) {
      const auto first = [&](int axis) { return parity >> axis & 1 ? even : 0; };
      const auto last = [&](int axis) { return parity >> axis & 1 ? nodes : even; };
      for (int z = first(2); z < last(2); ++z)
        for (int y = first(1); y < last(1); ++y)
          for (int x = first(0); x < last(0); ++x) place_[parity].push_back(x + nodes * (y + nodes * z));
    }
  }
  int size(int parity) const { return static_cast<int>(place_[parity].size()); }

  /// Values at nodes, one set a column, become values of the combinations.
  void change(Eigen::MatrixXcd& g) const {
    const auto n = line_.rows();
    const Eigen::MatrixXcd u = line_.cast<Complex>();
    for (Complex* set = g.data(); set < g.data() + g.size(); set += n * n * n) {
      Eigen::Map<Eigen::MatrixXcd> x(set, n, n * n), z(set, n * n, n);
      x = (u.transpose() * x).eval();
      for (int i = 0; i < n; ++i) {
        Eigen::Map<Eigen::MatrixXcd> y(set + i * n * n, n, n);
        y = (y * u).eval();
      }
      z = (z * u).eval();
    }
  }
  /// Of one parity of the rows and one of the columns. @param g  between combinations
  template <class Matrix>
  Matrix block(const Matrix& g, int row_parity, int column_parity) const {
    return g(place_[row_parity], place_[column_parity]);
  }
  /// Node values of modes of one parity. @param modes  size(parity) × any
  Eigen::MatrixXd at_nodes(int parity, const Eigen::MatrixXd& modes) const {
    const int n = static_cast<int>(line_.rows());
    Eigen::MatrixXd combined = Eigen::MatrixXd::Zero(n * n * n, modes.cols());
    combined(place_[parity], Eigen::all) = modes;
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(n * n * n, modes.cols());
    for (int z = 0, m = 0; z < n; ++z)
      for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x, ++m)
          for (const int place : place_[parity])
            result.row(m) += line_(x, place % n) * line_(y, place / n % n) * line_(z, place / (n * n)) *
                             combined.row(place);
    return result;
  }

 private:
  Eigen::MatrixXd line_;  ///< U of one axis: node × combination, even ones first
  std::array<std::vector<int>, 8> place_;
};

Vec3 offset_of(int distance) { return Vec3(distance % 4, distance / 4 % 4, distance / 16); }

/// G between the even and odd combinations of the nodes of two boxes whose centres lie `offset` apart.
Eigen::MatrixXcd green(const Interpolation& line, const Parities& parities, int nodes, double half_width,
                       const Vec3& offset, Complex k) {
  const int count = nodes * nodes * nodes;
  Eigen::MatrixXcd g(count, count);
  for (int s = 0; s < count; ++s) {
    const Vec3 source = half_width * node_of(line, nodes, s) + offset;
    for (int t = 0; t < count; ++t) {
      const double r = (half_width * node_of(line, nodes, t) - source).norm();
      g(t, s) = std::exp(-imaginary_unit * k * r) / (4.0 * pi * r);
    }
  }
  parities.change(g);
  g.transposeInPlace();
  parities.change(g);
  g.transposeInPlace();
  return g;
}

/// The corners, and of a bent triangle the control points of its sides, between which the surface lies.
template <class Reach>
void reach_of_triangle(const SurfaceTriangle& t, const Reach& reach) {
  reach(t.vertex);
  if (!t.bend) return;
  std::array<Vec3, 3> control;
  for (int i = 0; i < 3; ++i)
    control[i] = 0.5 * (t.vertex[(i + 1) % 3] + t.vertex[(i + 2) % 3]) + 2.0 * t.bend->sagitta[i];
  reach(control);
}

/// How far functions stick out of their leaves [m].
double margin_of(const RwgSpace& space, const DualSpace* dual, const Octree& tree) {
  const double half = 0.5 * tree.leaves().box_size;
  double margin = 0.0;
#pragma omp parallel for schedule(static) reduction(max : margin)
  for (int f = 0; f < space.size(); ++f) {
    const Vec3& centre = tree.leaves().boxes[tree.leaf_of_place()[tree.place()[f]]].centre;
    const auto reach = [&](const std::array<Vec3, 3>& corners) {
      for (const Vec3& v : corners) margin = std::max(margin, (v - centre).cwiseAbs().maxCoeff() - half);
    };
    for (const int t : space.sides()[f]) reach_of_triangle(space.triangles()[t], reach);
    if (dual && dual->is_bent(f))
      for (const DualArms& arms : dual->arms(f)) reach_of_triangle(space.triangles()[arms.sub / 6], reach);
    else if (dual && dual->has(f))
      for (const DualPiece& piece : dual->pieces(f)) reach(dual->sub(piece.sub).vertex);
  }
  return std::min(margin, widest_margin * tree.leaves().box_size);
}

/// G of a level between the combinations of nodes, at the offsets that its far neighbours have.
LevelGreens greens_of(const Interpolation& line, const Parities& parities, int nodes, const TreeLevel& level,
                      double half_width, Complex k) {
  std::vector<char> used(distances_of_level, 0);
  for (const FarNeighbour& far : level.far_) used[distance_number(far.offset)] = 1;
  LevelGreens greens(distances_of_level);
#pragma omp parallel for schedule(dynamic)
  for (int d = 0; d < distances_of_level; ++d)
    if (used[d])
      greens[d] = green(line, parities, nodes, half_width, level.box_size * offset_of(d), k).cast<ComplexF>();
  return greens;
}

}  // namespace

int distance_number(const std::array<signed char, 3>& o) {
  return std::abs(o[0]) + 4 * (std::abs(o[1]) + 4 * std::abs(o[2]));
}
int reflection_number(const std::array<signed char, 3>& o) {
  return (o[0] < 0 ? 1 : 0) | (o[1] < 0 ? 2 : 0) | (o[2] < 0 ? 4 : 0);
}

int interpolation_nodes(int digits) { return digits <= 2 ? 5 : digits == 3 ? 6 : 7; }

int interpolation_rank(int digits) { return digits <= 2 ? 70 : digits == 3 ? 140 : 210; }

InterpolationSpace::InterpolationSpace(const RwgSpace& space, const DualSpace* dual, const Octree& tree,
                                       int first_level, std::span<const Complex> served,
                                       std::span<const double> alpha, int digits, CurrentKinds currents)
    : first_level_(std::max(first_level, Octree::first_far_level)),
      digits_(digits),
      nodes_(interpolation_nodes(digits)),
      with_dual_(std::any_of(alpha.begin(), alpha.end(), [](double a) { return a < 1.0; })),
      currents_(currents),
      lowest_k_(std::abs(*std::min_element(served.begin(), served.end(),
                                           [](Complex a, Complex b) { return std::abs(a) < std::abs(b); }))),
      k_(served.front()),
      levels_(tree.depth() + 1),
      greens_(tree.depth() + 1) {
  if (with_dual_)
    alpha_.assign(alpha.begin(), alpha.end());
  else
    dual = nullptr;
  const Interpolation line(nodes_);
  const Parities parities(nodes_);
  const int count = nodes_ * nodes_ * nodes_;
  const double margin = margin_of(space, dual, tree), tolerance = 0.3 * std::pow(10.0, -digits);
  Eigen::MatrixXd basis, above;
  for (int l = first_level_; l <= tree.depth(); ++l) {
    const TreeLevel& level = tree.level(l);
    Level& data = levels_[l];
    data.half_width = 0.5 * level.box_size + margin;
    // What boxes of the level can tell from each other: the range of all G together, Re and Im. Over an
    // offset and its reflections the parities of the sum do not mix.
    std::array<Eigen::MatrixXd, 8> gram;
    for (int p = 0; p < 8; ++p) gram[p].setZero(parities.size(p), parities.size(p));
    for (const Complex k : served) {
      LevelGreens greens = greens_of(line, parities, nodes_, level, data.half_width, k);
#pragma omp parallel for schedule(dynamic)
      for (int d = 0; d < distances_of_level; ++d) {
        const Eigen::MatrixXcd g = greens[d].cast<Complex>();
        if (g.size() == 0) continue;
        const double reflections = std::ldexp(1.0, static_cast<int>((offset_of(d).array() > 0.0).count()));
        for (int p = 0; p < 8; ++p) {
          Eigen::MatrixXd part = Eigen::MatrixXd::Zero(parities.size(p), parities.size(p));
          for (int q = 0; q < 8; ++q) {
            const Eigen::MatrixXcd block = parities.block(g, p, q);
            const Eigen::MatrixXd re = block.real(), im = block.imag();
            part.noalias() += re * re.transpose() + im * im.transpose();
          }
#pragma omp critical(interpolated_gram)
          gram[p] += reflections * part;
        }
      }
      if (served.size() == 1) greens_[l] = std::move(greens);
    }
    above = std::move(basis);
    // The strongest modes of all parities, until what is left is below the tolerance.
    std::vector<std::array<double, 2>> strengths;  // of each mode, and its parity
    double all = 0.0;
    for (int p = 0; p < 8; ++p) {
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram[p]);
      data.modes[p] = solver.eigenvectors();
      all += solver.eigenvalues().sum();
      for (const double value : solver.eigenvalues())
        strengths.push_back({std::max(0.0, value), static_cast<double>(p)});
    }
    std::sort(strengths.begin(), strengths.end());
    int dropped = 0;
    for (double rest = 0.0; dropped < count - 1; ++dropped) {
      rest += strengths[dropped][0];
      if (rest > tolerance * tolerance * all) break;
    }
    data.rank = count - dropped;
    std::array<int, 8> kept{};
    for (int i = dropped; i < count; ++i) ++kept[static_cast<int>(strengths[i][1])];
    basis.resize(count, data.rank);
    for (Eigen::VectorXf& signs : data.signs) signs.resize(data.rank);
    for (int p = 0, place = 0; p < 8; place += kept[p++]) {
      data.first[p] = place;
      data.modes[p] = data.modes[p].rightCols(kept[p]).eval();
      basis.middleCols(place, kept[p]) = parities.at_nodes(p, data.modes[p]);
      for (int reflection = 0; reflection < 8; ++reflection)
        data.signs[reflection]
            .segment(place, kept[p])
            .setConstant(std::popcount(static_cast<unsigned>(reflection & p)) % 2 == 0 ? 1.0f : -1.0f);
    }
    if (l == first_level_) continue;
    const double quarter = 0.5 * level.box_size;
    Eigen::MatrixXd rows(4, count), at_nodes(count, count);
    for (int octant = 0; octant < 8; ++octant) {
      const Vec3 arm = quarter * Vec3(octant & 1 ? 1 : -1, octant & 2 ? 1 : -1, octant & 4 ? 1 : -1);
      for (int m = 0; m < count; ++m) {
        basis_at(line, nodes_, data.half_width * node_of(line, nodes_, m) + arm, levels_[l - 1].half_width,
                 rows);
        at_nodes.row(m) = rows.row(0);
      }
      levels_[l - 1].from_child[octant] = (basis.transpose() * at_nodes * above).cast<float>();
    }
  }
  const int leaves = static_cast<int>(tree.leaves().boxes.size());
  own_.resize(leaves);
  if (with_dual_) dual_.resize(leaves);
  const std::vector<double> edges = function_edges(space);
#pragma omp parallel for schedule(dynamic, 4)
  for (int b = 0; b < leaves; ++b)
    build_leaf(space, dual, tree, alpha, edges, b, basis, levels_.back().half_width);
}

bool InterpolationSpace::serves(std::span<const double> alpha, int digits, CurrentKinds currents) const {
  return digits == digits_ && currents == currents_ &&
         (std::equal(alpha.begin(), alpha.end(), alpha_.begin(), alpha_.end()) ||
          std::all_of(alpha.begin(), alpha.end(), [](double a) { return a == 1.0; }));
}

LevelGreens InterpolationSpace::translators(const Octree& tree, int l, Complex k) {
  const Parities parities(nodes_);
  const Level& data = levels_[l];
  LevelGreens greens = k == k_ ? std::move(greens_[l]) : LevelGreens{};
  greens_[l] = {};
  if (greens.empty())
    greens = greens_of(Interpolation(nodes_), parities, nodes_, tree.level(l), data.half_width, k);
#pragma omp parallel for schedule(dynamic)
  for (int d = 0; d < distances_of_level; ++d) {
    if (greens[d].size() == 0) continue;
    Eigen::MatrixXcf translator(data.rank, data.rank);
    for (int p = 0; p < 8; ++p)
      for (int q = 0; q < 8; ++q) {
        const Eigen::MatrixXcf block = parities.block(greens[d], p, q);
        translator.block(data.first[q], data.first[p], data.modes[q].cols(), data.modes[p].cols()) =
            (data.modes[p].transpose().cast<ComplexF>() * block * data.modes[q].cast<ComplexF>()).transpose();
      }
    greens[d] = std::move(translator);
  }
  return greens;
}

std::size_t InterpolationSpace::bytes() const {
  std::size_t sum = 0;
  for (const auto* sets : {&own_, &dual_})
    for (const Moments& moments : *sets)
      for (const PackedReals& kind : moments) sum += kind.bytes();
  return sum;
}

void InterpolationSpace::build_leaf(const RwgSpace& space, const DualSpace* dual, const Octree& tree,
                                    std::span<const double> alpha, std::span<const double> edges, int leaf,
                                    const Eigen::MatrixXd& basis, double half_width) {
  const Interpolation line(nodes_);
  const TreeBox& box = tree.leaves().boxes[leaf];
  const int rank = static_cast<int>(basis.cols()), count = box.last_function - box.first_function;
  // All functions are summed at the nodes and go to the basis together.
  using RowMajorD = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  RowMajorD own_at_nodes(kinds * count, basis.rows()), second_at_nodes;
  if (with_dual_) second_at_nodes.resize(kinds * count, basis.rows());
  std::unordered_map<int, BasisMoments> of_triangle, of_sub;
  std::unordered_map<int, ArmKinds> of_bent_triangle, of_bent_sub;
  const auto put = [&](const Eigen::MatrixXd& values, int i, RowMajorD& to) {
    for (int kind = 0; kind < kinds; ++kind) to.row(kind * count + i) = values.row(kind);
  };
  // Charges of a smooth current cancel between neighbours, to k times the edge of each.
  const auto charge_share = [&](int i) {
    return std::min(1.0, lowest_k_ * edges[tree.order()[box.first_function + i]]);
  };
  const auto store = [&](const RowMajorD& at_nodes, bool potentials, bool curls, Moments& to) {
    const Eigen::MatrixXd values = basis.transpose() * at_nodes.transpose();
    const auto column = [&](int kind, int i) { return values.col(kind * count + i); };
    const double allowed = share_of_digits * std::pow(10.0, -digits_) / std::sqrt(rank);
    for (const int first : {0, 3, 4}) {
      if (first == 4 ? !curls : !potentials) continue;
      const int last = first == 3 ? 4 : first + 3;
      for (int kind = first; kind < last; ++kind)
        to[kind] = PackedReals(count, rank, [&](int i, float* out) {
          Eigen::Map<Eigen::VectorXf>(out, rank) = column(kind, i).cast<float>();
          double squared = 0.0;
          for (int other = first; other < last; ++other) squared += column(other, i).squaredNorm();
          return (first == 3 ? charge_share(i) : 1.0) * allowed * std::sqrt(squared);
        });
    }
  };
  for (int i = 0; i < count; ++i) {
    const int function = tree.order()[box.first_function + i];
    const bool has_dual = dual && dual->has(function);
    const double weight = 1.0 - alpha[function];
    Eigen::MatrixXd own = Eigen::MatrixXd::Zero(kinds, basis.rows()), second = own;
    for (const int t : space.sides()[function]) {
      const SurfaceTriangle& triangle = space.triangles()[t];
      if (triangle.bend) {
        auto [it, is_new] = of_bent_triangle.try_emplace(t);
        if (is_new)
          it->second =
              arm_kinds(line, nodes_, half_width, bent_degree, triangle, all_of_triangle, box.centre);
        for (const HalfFunction& half : space.halves(t)) {
          if (half.function != function) continue;
          const double scale = 0.5 * half.sign * triangle.edge_length[half.corner];
          own += scale * it->second.arm[half.corner];
          if (with_dual_ && !has_dual && weight != 0.0)
            second += weight * scale * it->second.n_cross_arm[half.corner];
        }
        continue;
      }
      auto [it, is_new] = of_triangle.try_emplace(t);
      if (is_new)
        it->second = basis_moments(line, nodes_, half_width, triangle_degree, triangle.vertex,
                                   triangle.centroid, box.centre);
      for (const HalfFunction& half : space.halves(t)) {
        if (half.function != function) continue;
        const double scale = half.sign * triangle.edge_length[half.corner] / (2.0 * triangle.area);
        const Vec3 arm = scale * (triangle.centroid - triangle.vertex[half.corner]);
        const Eigen::Matrix3d slope = scale * Eigen::Matrix3d::Identity();
        add_piece(it->second, arm, slope, 2.0 * scale, triangle.area, own);
        if (!with_dual_ || has_dual || weight == 0.0) continue;
        // g = −n × f tests the MFIE where there is no dual function.
        Eigen::Matrix3d turn;
        const Vec3& n = triangle.normal;
        turn << 0, -n.z(), n.y(), n.z(), 0, -n.x(), -n.y(), n.x(), 0;
        add_piece(it->second, -turn * arm, -turn * slope, 0.0, weight * triangle.area, second);
      }
    }
    put(own, i, own_at_nodes);
    if (!with_dual_) continue;
    if (has_dual && weight != 0.0 && dual->is_bent(function))
      for (const DualArms& arms : dual->arms(function)) {
        auto [it, is_new] = of_bent_sub.try_emplace(arms.sub);
        if (is_new)
          it->second = arm_kinds(line, nodes_, half_width, bent_sub_degree, space.triangles()[arms.sub / 6],
                                 dual->sub_corners(arms.sub), box.centre);
        for (int c = 0; c < 3; ++c) second += weight * arms.arm_weight[c] * it->second.arm[c];
      }
    else if (has_dual && weight != 0.0)
      for (const DualPiece& piece : dual->pieces(function)) {
        const SubTriangle sub = dual->sub(piece.sub);
        auto [it, is_new] = of_sub.try_emplace(piece.sub);
        if (is_new)
          it->second =
              basis_moments(line, nodes_, half_width, sub_degree, sub.vertex, sub.centroid, box.centre);
        add_piece(it->second, piece.value, piece.slope * Eigen::Matrix3d::Identity(), 2.0 * piece.slope,
                  weight * sub.area, second);
      }
    put(second, i, second_at_nodes);
  }
  const bool both = currents_ == CurrentKinds::electric_and_magnetic;
  store(own_at_nodes, true, both, own_[leaf]);
  if (with_dual_) store(second_at_nodes, both, true, dual_[leaf]);
}

}  // namespace pace
