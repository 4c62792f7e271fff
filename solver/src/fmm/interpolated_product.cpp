#include "fmm/interpolated_product.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

#include "core/cross.hpp"
#include "fmm/node_moments.hpp"
#include "linalg/float_columns.hpp"
#include "parallel/threads.hpp"

namespace pace {
namespace {

/// Rules on a triangle and on a sixth of one.
constexpr int triangle_degree = 5, sub_degree = 2;
/// The same where triangles are bent.
constexpr int bent_degree = 6, bent_sub_degree = 4;
/// x, y, z of the current and its charge: what radiates.
constexpr int potentials = 4, kinds = node_kinds;
/// Boxes are interpolated over themselves and so much of a size around, where their functions stick out;
/// beyond, the interpolation is continued.
constexpr double widest_margin = 0.3;
/// Far neighbours of a level lie up to three boxes away along each axis.
constexpr int distances = 4 * 4 * 4;

int distance_number(const std::array<signed char, 3>& o) {
  return std::abs(o[0]) + 4 * (std::abs(o[1]) + 4 * std::abs(o[2]));
}
int reflection_number(const std::array<signed char, 3>& o) {
  return (o[0] < 0 ? 1 : 0) | (o[1] < 0 ? 2 : 0) | (o[2] < 0 ? 4 : 0);
}

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

}  // namespace

int interpolation_nodes(int digits) { return digits <= 2 ? 5 : digits == 3 ? 6 : 7; }

int interpolation_rank(int digits) { return digits <= 2 ? 70 : digits == 3 ? 140 : 210; }

InterpolatedProduct::InterpolatedProduct(const RwgSpace& space, const DualSpace* dual, const Octree& tree,
                                         int first_level, Complex k, std::span<const double> alpha,
                                         int digits)
    : tree_(tree),
      first_level_(std::max(first_level, Octree::first_far_level)),
      nodes_(interpolation_nodes(digits)),
      k_(k),
      with_dual_(std::any_of(alpha.begin(), alpha.end(), [](double a) { return a < 1.0; })),
      levels_(tree.depth() + 1),
      alpha_(space.size()) {
  if (!with_dual_) dual = nullptr;
  for (int f = 0; f < space.size(); ++f) alpha_[tree.place()[f]] = static_cast<float>(alpha[f]);
  const Interpolation line(nodes_);
  const Parities parities(nodes_);
  const int count = nodes_ * nodes_ * nodes_;
  const double margin = margin_of(space, dual, tree), tolerance = 0.3 * std::pow(10.0, -digits);
  Eigen::MatrixXd basis, above;
  double half_width = 0.0;
  for (int l = first_level_; l <= tree.depth(); ++l) {
    const TreeLevel& level = tree.level(l);
    Level& data = levels_[l];
    const double above_width = half_width;
    half_width = 0.5 * level.box_size + margin;
    std::vector<char> used(distances, 0);
    for (const FarNeighbour& far : level.far_) used[distance_number(far.offset)] = 1;
    // What boxes of the level can tell from each other: the range of all G together, Re and Im. Over an
    // offset and its reflections the parities of the sum do not mix.
    std::array<Eigen::MatrixXd, 8> gram;
    for (int p = 0; p < 8; ++p) gram[p].setZero(parities.size(p), parities.size(p));
    std::vector<Eigen::MatrixXcf> greens(distances);
#pragma omp parallel for schedule(dynamic)
    for (int d = 0; d < distances; ++d) {
      if (!used[d]) continue;
      const Vec3 offset(d % 4, d / 4 % 4, d / 16);
      const Eigen::MatrixXcd g = green(line, parities, nodes_, half_width, level.box_size * offset, k);
      greens[d] = g.cast<ComplexF>();
      const double reflections = std::ldexp(1.0, static_cast<int>((offset.array() > 0.0).count()));
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
    above = std::move(basis);
    // The strongest modes of all parities, until what is left is below the tolerance.
    std::array<Eigen::MatrixXd, 8> modes;
    std::vector<std::array<double, 2>> strengths;  // of each mode, and its parity
    double all = 0.0;
    for (int p = 0; p < 8; ++p) {
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram[p]);
      modes[p] = solver.eigenvectors();
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
    std::array<int, 8> kept{}, first{};
    for (int i = dropped; i < count; ++i) ++kept[static_cast<int>(strengths[i][1])];
    basis.resize(count, data.rank);
    for (Eigen::VectorXf& signs : data.signs) signs.resize(data.rank);
    for (int p = 0, place = 0; p < 8; place += kept[p++]) {
      first[p] = place;
      modes[p] = modes[p].rightCols(kept[p]).eval();
      basis.middleCols(place, kept[p]) = parities.at_nodes(p, modes[p]);
      for (int reflection = 0; reflection < 8; ++reflection)
        data.signs[reflection]
            .segment(place, kept[p])
            .setConstant(std::popcount(static_cast<unsigned>(reflection & p)) % 2 == 0 ? 1.0f : -1.0f);
    }

    data.translators.resize(distances);
#pragma omp parallel for schedule(dynamic)
    for (int d = 0; d < distances; ++d) {
      if (!used[d]) continue;
      data.translators[d].resize(data.rank, data.rank);
      for (int p = 0; p < 8; ++p)
        for (int q = 0; q < 8; ++q) {
          const Eigen::MatrixXcf block = parities.block(greens[d], p, q);
          data.translators[d].block(first[q], first[p], kept[q], kept[p]) =
              (modes[p].transpose().cast<ComplexF>() * block * modes[q].cast<ComplexF>()).transpose();
        }
      greens[d].resize(0, 0);
    }
    if (l > first_level_) {
      const double quarter = 0.5 * level.box_size;
      Eigen::MatrixXd rows(4, count), at_nodes(count, count);
      for (int octant = 0; octant < 8; ++octant) {
        const Vec3 arm = quarter * Vec3(octant & 1 ? 1 : -1, octant & 2 ? 1 : -1, octant & 4 ? 1 : -1);
        for (int m = 0; m < count; ++m) {
          basis_at(line, nodes_, half_width * node_of(line, nodes_, m) + arm, above_width, rows);
          at_nodes.row(m) = rows.row(0);
        }
        levels_[l - 1].from_child[octant] = (basis.transpose() * at_nodes * above).cast<float>();
      }
    }
    data.pairs.resize((level.boxes.size() + boxes_at_once - 1) / boxes_at_once);
    for (int b = 0; b < static_cast<int>(level.boxes.size()); ++b)
      for (const FarNeighbour& far : level.far(b))
        data.pairs[b / boxes_at_once].push_back(
            {distance_number(far.offset), reflection_number(far.offset), b, far.box});
    for (auto& pairs : data.pairs)
      std::stable_sort(pairs.begin(), pairs.end(),
                       [](const Pair& a, const Pair& b) { return a.distance < b.distance; });
    data.outgoing.resize(level.boxes.size());
    data.incoming.resize(level.boxes.size());
  }
  const int leaves = static_cast<int>(tree.leaves().boxes.size());
  own_.resize(leaves);
  if (with_dual_) dual_.resize(leaves);
#pragma omp parallel for schedule(dynamic, 4)
  for (int b = 0; b < leaves; ++b) build_leaf(space, dual, alpha, b, basis, half_width);
}

void InterpolatedProduct::build_leaf(const RwgSpace& space, const DualSpace* dual,
                                     std::span<const double> alpha, int leaf, const Eigen::MatrixXd& basis,
                                     double half_width) {
  const Interpolation line(nodes_);
  const TreeBox& box = tree_.leaves().boxes[leaf];
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
  const auto store = [&](const RowMajorD& at_nodes, Moments& to) {
    const Eigen::MatrixXd values = basis.transpose() * at_nodes.transpose();
    to.values.resize(values.size());
    Eigen::Map<Eigen::MatrixXf>(to.values.data(), rank, kinds * count) = values.cast<float>();
  };
  for (int i = 0; i < count; ++i) {
    const int function = tree_.order()[box.first_function + i];
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
  store(own_at_nodes, own_[leaf]);
  if (with_dual_) store(second_at_nodes, dual_[leaf]);
}

void InterpolatedProduct::radiate(int leaf, const ComplexF* electric, const ComplexF* magnetic,
                                  std::size_t rows, int columns) {
  const TreeBox& box = tree_.leaves().boxes[leaf];
  Level& level = levels_.back();
  const int count = box.last_function - box.first_function, currents = magnetic ? 2 : 1;
  Coefficients& out = level.outgoing[leaf];
  out.resize(currents * potentials * columns, level.rank);
  Eigen::MatrixXf x(2 * columns, count), sums(2 * columns, level.rank);
  for (int current = 0; current < currents; ++current) {
    const ComplexF* from = (current ? magnetic : electric) + box.first_function;
    for (int i = 0; i < count; ++i)
      for (int c = 0; c < columns; ++c)
        x(2 * c, i) = from[c * rows + i].real(), x(2 * c + 1, i) = from[c * rows + i].imag();
    for (int p = 0; p < potentials; ++p) {
      using RowMajorF = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
      sums.noalias() =
          x * Eigen::Map<const RowMajorF>(
                  &own_[leaf].values[static_cast<std::size_t>(p) * count * level.rank], count, level.rank);
      for (int r = 0; r < level.rank; ++r)
        for (int c = 0; c < columns; ++c)
          out((current * potentials + p) * columns + c, r) = ComplexF(sums(2 * c, r), sums(2 * c + 1, r));
    }
  }
}

void InterpolatedProduct::receive(int leaf, bool with_magnetic, ComplexF* to_electric, ComplexF* to_magnetic,
                                  std::size_t rows, int columns) const {
  using RowMajorF = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const TreeBox& box = tree_.leaves().boxes[leaf];
  const Level& level = levels_.back();
  const int count = box.last_function - box.first_function, currents = with_magnetic ? 2 : 1;
  const Coefficients& in = level.incoming[leaf];
  // As real numbers: Re, Im of each column follow each other.
  const Eigen::Map<const Eigen::MatrixXf> real(reinterpret_cast<const float*>(in.data()), 2 * in.rows(),
                                               in.cols());
  const ComplexF first(imaginary_unit * k_ * vacuum_impedance), charges(-1.0 / (k_ * k_)),
      second(vacuum_impedance);
  Eigen::MatrixXf of_a(2 * columns, count), of_phi(2 * columns, count), of_curl(2 * columns, count);
  for (const bool dual : {false, true}) {
    if (dual && !with_dual_) break;
    const Moments& moments = (dual ? dual_ : own_)[leaf];
    for (int current = 0; current < currents; ++current) {
      const auto field = [&](int p) {
        return real.middleRows(2 * (current * potentials + p) * columns, 2 * columns);
      };
      const auto tests = [&](int kind) {
        return Eigen::Map<const RowMajorF>(
                   &moments.values[static_cast<std::size_t>(kind) * count * level.rank], count, level.rank)
            .transpose();
      };
      // P of f and Q of g ask for the potentials, Q of f and P of g for the curl.
      of_a.noalias() = field(0) * tests(0);
      of_curl.noalias() = field(0) * tests(4);
      for (int c = 1; c < 3; ++c) {
        of_a.noalias() += field(c) * tests(c);
        of_curl.noalias() += field(c) * tests(4 + c);
      }
      of_phi.noalias() = field(3) * tests(3);
      ComplexF* const same = (current ? to_magnetic : to_electric) + box.first_function;
      ComplexF* const other =
          with_magnetic ? (current ? to_electric : to_magnetic) + box.first_function : nullptr;
      const float sign = current ? 1.0f : -1.0f;  // +Q M in the rows of J, −Q J in those of M
      for (int i = 0; i < count; ++i) {
        const float weight = dual ? 1.0f : alpha_[box.first_function + i];
        for (int c = 0; c < columns; ++c) {
          const ComplexF potential = weight * first *
                                     (ComplexF(of_a(2 * c, i), of_a(2 * c + 1, i)) +
                                      charges * ComplexF(of_phi(2 * c, i), of_phi(2 * c + 1, i)));
          const ComplexF curl = weight * second * ComplexF(of_curl(2 * c, i), of_curl(2 * c + 1, i));
          same[c * rows + i] += dual ? -curl : potential;
          if (other) other[c * rows + i] += sign * (dual ? potential : curl);
        }
      }
    }
  }
}

void InterpolatedProduct::add(const ComplexF* electric, const ComplexF* magnetic, ComplexF* to_electric,
                              ComplexF* to_magnetic, std::size_t rows, int columns) {
  const SingleThreadedBlas guard;
  const int depth = tree_.depth(), width = (magnetic ? 2 : 1) * potentials * columns;
  if (first_level_ > depth) return;
  const auto as_real = [](Coefficients& c) {
    return Eigen::Map<Eigen::MatrixXf>(reinterpret_cast<float*>(c.data()), 2 * c.rows(), c.cols());
  };
  const int leaves = static_cast<int>(tree_.leaves().boxes.size());
#pragma omp parallel for schedule(dynamic, 4)
  for (int b = 0; b < leaves; ++b) radiate(b, electric, magnetic, rows, columns);
  for (int l = depth - 1; l >= first_level_; --l) {
    const auto& boxes = tree_.level(l).boxes;
#pragma omp parallel for schedule(dynamic, 4)
    for (int b = 0; b < static_cast<int>(boxes.size()); ++b) {
      Coefficients& out = levels_[l].outgoing[b];
      out.setZero(width, levels_[l].rank);
      for (int child = boxes[b].first_child; child < boxes[b].last_child; ++child)
        as_real(out).noalias() += as_real(levels_[l + 1].outgoing[child]) *
                                  levels_[l].from_child[tree_.level(l + 1).boxes[child].octant];
    }
  }
  for (int l = first_level_; l <= depth; ++l) {
    const TreeLevel& level = tree_.level(l);
    Level& data = levels_[l];
#pragma omp parallel for schedule(dynamic)
    for (int chunk = 0; chunk < static_cast<int>(data.pairs.size()); ++chunk) translate(l, chunk, width);
    if (l == first_level_) continue;
#pragma omp parallel for schedule(dynamic, 4)
    for (int b = 0; b < static_cast<int>(level.boxes.size()); ++b)
      as_real(data.incoming[b]).noalias() += as_real(levels_[l - 1].incoming[level.boxes[b].parent]) *
                                             levels_[l - 1].from_child[level.boxes[b].octant].transpose();
  }
#pragma omp parallel for schedule(dynamic, 4)
  for (int b = 0; b < leaves; ++b) receive(b, magnetic != nullptr, to_electric, to_magnetic, rows, columns);
}

/// Boxes whose offsets differ by reflections go through one translator together.
void InterpolatedProduct::translate(int l, int chunk, int width) {
  Level& data = levels_[l];
  const int last = std::min<int>((chunk + 1) * boxes_at_once, static_cast<int>(data.incoming.size()));
  for (int b = chunk * boxes_at_once; b < last; ++b) data.incoming[b].setZero(width, data.rank);
  const std::vector<Pair>& pairs = data.pairs[chunk];
  Coefficients sources, targets;
  for (std::size_t first = 0; first < pairs.size();) {
    std::size_t end = first;
    while (end < pairs.size() && end - first < pairs_at_once && pairs[end].distance == pairs[first].distance)
      ++end;
    const int count = static_cast<int>(end - first);
    const auto signs = [&](int i) { return data.signs[pairs[first + i].reflection].asDiagonal(); };
    sources.resize(count * width, data.rank);
    for (int i = 0; i < count; ++i)
      sources.middleRows(i * width, width) = data.outgoing[pairs[first + i].source] * signs(i);
    multiply(sources, data.translators[pairs[first].distance], targets);
    for (int i = 0; i < count; ++i)
      data.incoming[pairs[first + i].target] += targets.middleRows(i * width, width) * signs(i);
    first = end;
  }
}

Eigen::MatrixXcf InterpolatedProduct::translator(int l, const std::array<signed char, 3>& offset) const {
  const Level& data = levels_[l];
  const auto signs = data.signs[reflection_number(offset)].asDiagonal();
  return signs * data.translators[distance_number(offset)] * signs;
}

void InterpolatedProduct::entries(int row_leaf, int column_leaf, std::span<const int> rows,
                                  std::span<const int> columns, Eigen::MatrixXcf& own,
                                  Eigen::MatrixXcf* crossed) const {
  own.setZero(rows.size(), columns.size());
  if (crossed) crossed->setZero(rows.size(), columns.size());
  // The level where their boxes are apart and the boxes above touch.
  int l = tree_.depth(), a = row_leaf, b = column_leaf;
  std::array<signed char, 3> offset{};
  Eigen::MatrixXf from_a, from_b;  // what the level's coefficients are of the leaf's
  for (;; --l) {
    if (l < first_level_) return;
    const TreeLevel& level = tree_.level(l);
    const TreeLevel& above = tree_.level(l - 1);
    const auto near = above.near(level.boxes[a].parent);
    if (std::binary_search(near.begin(), near.end(), level.boxes[b].parent)) {
      for (int i = 0; i < 3; ++i)
        offset[i] = static_cast<signed char>(level.boxes[b].cell[i] - level.boxes[a].cell[i]);
      break;
    }
    if (l == first_level_) return;
    const Eigen::MatrixXf& up_a = levels_[l - 1].from_child[level.boxes[a].octant];
    const Eigen::MatrixXf& up_b = levels_[l - 1].from_child[level.boxes[b].octant];
    from_a = from_a.size() ? Eigen::MatrixXf(from_a * up_a) : up_a;
    from_b = from_b.size() ? Eigen::MatrixXf(from_b * up_b) : up_b;
    a = level.boxes[a].parent, b = level.boxes[b].parent;
  }
  using RowMajorF = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const int leaf_rank = levels_.back().rank;
  const auto selected = [&](const Moments& moments, int leaf, int kind, std::span<const int> which,
                            const Eigen::MatrixXf& up) {
    const TreeBox& box = tree_.leaves().boxes[leaf];
    const int count = box.last_function - box.first_function;
    const Eigen::Map<const RowMajorF> all(&moments.values[static_cast<std::size_t>(kind) * count * leaf_rank],
                                          count, leaf_rank);
    Eigen::MatrixXf some(which.size(), leaf_rank);
    for (std::size_t i = 0; i < which.size(); ++i) some.row(i) = all.row(which[i]);
    return up.size() ? Eigen::MatrixXf(some * up) : some;
  };
  const ComplexF first(imaginary_unit * k_ * vacuum_impedance), charges(-1.0 / (k_ * k_)),
      second(vacuum_impedance);
  const int first_row = tree_.leaves().boxes[row_leaf].first_function;
  // Moments are real: real and imaginary parts of fields stand side by side.
  const auto wide = static_cast<int>(columns.size());
  Eigen::MatrixXf between, incoming, field, part;
  {
    const Eigen::MatrixXcf complex = translator(l, offset);
    between.resize(complex.rows(), 2 * complex.cols());
    between << complex.real(), complex.imag();
  }
  const long rank = between.cols() / 2;
  field.resize(rank, 2 * wide);
  for (int p = 0; p < potentials; ++p) {
    // Incoming coefficients of each column's potential: [rank] × [part, column].
    multiply(selected(own_[column_leaf], column_leaf, p, columns, from_b), between, incoming);
    field << incoming.leftCols(rank).transpose(), incoming.rightCols(rank).transpose();
    const auto add = [&](const Moments& moments, int kind, ComplexF factor, bool weighted,
                         Eigen::MatrixXcf& to) {
      multiply(selected(moments, row_leaf, kind, rows, from_a), field, part);
      if (weighted)
        for (std::size_t i = 0; i < rows.size(); ++i) part.row(i) *= alpha_[first_row + rows[i]];
      const auto real = part.leftCols(wide), imag = part.rightCols(wide);
      to.real() += factor.real() * real - factor.imag() * imag;
      to.imag() += factor.real() * imag + factor.imag() * real;
    };
    const ComplexF potential = p < 3 ? first : first * charges;
    add(own_[row_leaf], p, potential, true, own);
    if (crossed && p < 3) add(own_[row_leaf], 4 + p, second, true, *crossed);
    if (!with_dual_) continue;
    if (p < 3) add(dual_[row_leaf], 4 + p, -second, false, own);
    if (crossed) add(dual_[row_leaf], p, potential, false, *crossed);
  }
}

InterpolatedProduct::Bytes InterpolatedProduct::bytes() const {
  Bytes bytes{};
  for (const Moments& m : own_) bytes.moments += m.values.size() * sizeof(float);
  for (const Moments& m : dual_) bytes.moments += m.values.size() * sizeof(float);
  for (const Level& level : levels_) {
    for (const auto& m : level.translators) bytes.translators += m.size() * sizeof(ComplexF);
    for (const auto& m : level.from_child) bytes.translators += m.size() * sizeof(float);
    for (const auto& m : level.outgoing) bytes.fields += m.size() * sizeof(ComplexF);
    for (const auto& m : level.incoming) bytes.fields += m.size() * sizeof(ComplexF);
  }
  return bytes;
}

}  // namespace pace
