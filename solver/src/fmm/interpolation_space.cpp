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
    NodeRows rows(4, count);
    Eigen::MatrixXd at_nodes(count, count);
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

namespace {

/// The kinds that are wanted of the functions of a leaf, at the nodes.
class LeafSums {
 public:
  LeafSums(NodeKinds kinds, int functions, int nodes)
      : kinds_(kinds), functions_(functions), values_(NodeRows::Zero(kinds.count() * functions, nodes)) {}

  /// Of a triangle, or of a sixth of one.
  void add(int of, int function, const NodePiece& piece) { pieces_.push_back({of, function, piece}); }
  /// All that was added: what is of one triangle together. @param moments_of  of a triangle
  template <class MomentsOf>
  void sum_up(const MomentsOf& moments_of) {
    std::sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) { return a.of < b.of; });
    BasisMoments moments;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (i == 0 || pieces_[i].of != pieces_[i - 1].of) moments = moments_of(pieces_[i].of);
      add_piece(moments, pieces_[i].piece, kinds_, values_.row(pieces_[i].function).data(),
                static_cast<std::size_t>(functions_) * values_.cols());
    }
    pieces_.clear();
  }
  /// Of a bent triangle. @param of_all  [kind] × nodes³
  void add(int function, double factor, const NodeRows& of_all) {
    for (int n = 0; n < kinds_.count(); ++n)
      values_.row(n * functions_ + function) += factor * of_all.row(kinds_.first() + n);
  }

  NodeKinds kinds() const { return kinds_; }
  /// [kind · functions + function] × nodes³, from the first kind that is wanted
  const NodeRows& values() const { return values_; }

 private:
  struct Piece {
    int of, function;
    NodePiece piece;
  };
  NodeKinds kinds_;
  int functions_;
  NodeRows values_;
  std::vector<Piece> pieces_;
};

}  // namespace

void InterpolationSpace::build_leaf(const RwgSpace& space, const DualSpace* dual, const Octree& tree,
                                    std::span<const double> alpha, std::span<const double> edges, int leaf,
                                    const Eigen::MatrixXd& basis, double half_width) {
  const Interpolation line(nodes_);
  const TreeBox& box = tree.leaves().boxes[leaf];
  const int rank = static_cast<int>(basis.cols()), count = box.last_function - box.first_function;
  const auto nodes = static_cast<int>(basis.rows());
  const bool both = currents_ == CurrentKinds::electric_and_magnetic;
  LeafSums own({true, both}, count, nodes), second({both, true}, with_dual_ ? count : 0, nodes);
  std::unordered_map<int, ArmKinds> of_bent_triangle, of_bent_sub;
  const auto moments_of_triangle = [&](int t) {
    const SurfaceTriangle& triangle = space.triangles()[t];
    return basis_moments(line, nodes_, half_width, triangle_degree, triangle.vertex, triangle.centroid,
                         box.centre);
  };
  // Functions sum over all pieces at the nodes, and then go to the modes together.
  const auto for_triangles = [&](int i, const auto& use) {
    const int function = tree.order()[box.first_function + i];
    for (const int t : space.sides()[function])
      for (const HalfFunction& half : space.halves(t))
        if (half.function == function) use(t, half);
  };
  for (int i = 0; i < count; ++i) {
    const int function = tree.order()[box.first_function + i];
    const bool has_dual = dual && dual->has(function);
    const double weight = 1.0 - alpha[function];
    for_triangles(i, [&](int t, const HalfFunction& half) {
      const SurfaceTriangle& triangle = space.triangles()[t];
      const bool tests_alone = with_dual_ && !has_dual && weight != 0.0;
      if (triangle.bend) {
        auto [it, is_new] = of_bent_triangle.try_emplace(t);
        if (is_new)
          it->second =
              arm_kinds(line, nodes_, half_width, bent_degree, triangle, all_of_triangle, box.centre);
        const double scale = 0.5 * half.sign * triangle.edge_length[half.corner];
        own.add(i, scale, it->second.arm[half.corner]);
        if (tests_alone) second.add(i, weight * scale, it->second.n_cross_arm[half.corner]);
        return;
      }
      const double scale = half.sign * triangle.edge_length[half.corner] / (2.0 * triangle.area);
      const Vec3 arm = scale * (triangle.centroid - triangle.vertex[half.corner]);
      const Eigen::Matrix3d slope = scale * Eigen::Matrix3d::Identity();
      own.add(t, i, NodePiece{arm, slope, 2.0 * scale, triangle.area});
      if (!tests_alone) return;
      // g = −n × f tests the MFIE where there is no dual function.
      Eigen::Matrix3d turn;
      const Vec3& n = triangle.normal;
      turn << 0, -n.z(), n.y(), n.z(), 0, -n.x(), -n.y(), n.x(), 0;
      second.add(t, i, NodePiece{-turn * arm, -turn * slope, 0.0, weight * triangle.area});
    });
  }
  own.sum_up(moments_of_triangle);
  if (with_dual_) {
    second.sum_up(moments_of_triangle);
    for (int i = 0; i < count; ++i) {
      const int function = tree.order()[box.first_function + i];
      const double weight = 1.0 - alpha[function];
      if (!dual || !dual->has(function) || weight == 0.0) continue;
      if (!dual->is_bent(function)) {
        for (const DualPiece& piece : dual->pieces(function))
          second.add(piece.sub, i,
                     NodePiece{piece.value, piece.slope * Eigen::Matrix3d::Identity(), 2.0 * piece.slope,
                               weight * dual->sub(piece.sub).area});
        continue;
      }
      for (const DualArms& arms : dual->arms(function)) {
        auto [it, is_new] = of_bent_sub.try_emplace(arms.sub);
        if (is_new)
          it->second = arm_kinds(line, nodes_, half_width, bent_sub_degree, space.triangles()[arms.sub / 6],
                                 dual->sub_corners(arms.sub), box.centre);
        for (int c = 0; c < 3; ++c) second.add(i, weight * arms.arm_weight[c], it->second.arm[c]);
      }
    }
    second.sum_up([&](int s) {
      const SubTriangle sub = dual->sub(s);
      return basis_moments(line, nodes_, half_width, sub_degree, sub.vertex, sub.centroid, box.centre);
    });
  }
  // Charges of a smooth current cancel between neighbours, to k times the edge of each.
  const auto charge_share = [&](int i) {
    return std::min(1.0, lowest_k_ * edges[tree.order()[box.first_function + i]]);
  };
  const auto store = [&](const LeafSums& sums, Moments& to) {
    const Eigen::MatrixXd values = basis.transpose() * sums.values().transpose();
    const NodeKinds wanted = sums.kinds();
    const auto column = [&](int kind, int i) { return values.col((kind - wanted.first()) * count + i); };
    const double allowed = share_of_digits * std::pow(10.0, -digits_) / std::sqrt(rank);
    for (const int first : {0, 3, 4}) {
      if (first == 4 ? !wanted.curls : !wanted.potentials) continue;
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
  store(own, own_[leaf]);
  if (with_dual_) store(second, dual_[leaf]);
}

}  // namespace pace
