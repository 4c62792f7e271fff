#include "fmm/interpolated_product.hpp"

#include <algorithm>
#include <cmath>

#include "core/cross.hpp"
#include "fmm/node_moments.hpp"
#include "linalg/float_columns.hpp"
#include "parallel/threads.hpp"

namespace pace {
namespace {

/// x, y, z of the current and its charge: what radiates.
constexpr int potentials = 4;
/// What a translator of low rank may leave out, of what the digits of the product allow.
constexpr double left_out_of_digits = 0.1;

}  // namespace

InterpolatedProduct::InterpolatedProduct(std::shared_ptr<InterpolationSpace> space, const Octree& tree,
                                         Complex k, std::span<const double> alpha)
    : space_(space),
      tree_(tree),
      first_level_(space->first_level()),
      k_(k),
      with_dual_(std::any_of(alpha.begin(), alpha.end(), [](double a) { return a < 1.0; })),
      levels_(tree.depth() + 1),
      alpha_(alpha.size()) {
  for (std::size_t f = 0; f < alpha.size(); ++f) alpha_[tree.place()[f]] = static_cast<float>(alpha[f]);
  for (int l = first_level_; l <= tree.depth(); ++l) {
    const TreeLevel& level = tree.level(l);
    Level& data = levels_[l];
    LevelGreens greens = space->translators(tree, l, k);
    data.translators.resize(greens.size());
#pragma omp parallel for schedule(dynamic)
    for (std::size_t d = 0; d < greens.size(); ++d) {
      if (greens[d].size() == 0) continue;
      const double allowed = left_out_of_digits * std::pow(10.0, -space->digits()) * greens[d].norm();
      if (auto product = low_rank(greens[d], allowed, greens[d].size()))
        data.translators[d] = std::move(*product);
      else
        data.translators[d].left = std::move(greens[d]);
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
}

void InterpolatedProduct::radiate(int leaf, const ComplexF* electric, const ComplexF* magnetic,
                                  std::size_t rows, int columns) {
  const TreeBox& box = tree_.leaves().boxes[leaf];
  const int rank = space_->level(tree_.depth()).rank;
  const int count = box.last_function - box.first_function, currents = magnetic ? 2 : 1;
  Coefficients& out = levels_.back().outgoing[leaf];
  out.resize(currents * potentials * columns, rank);
  Eigen::MatrixXf x(2 * columns, count), sums(2 * columns, rank);
  for (int current = 0; current < currents; ++current) {
    const ComplexF* from = (current ? magnetic : electric) + box.first_function;
    for (int i = 0; i < count; ++i)
      for (int c = 0; c < columns; ++c)
        x(2 * c, i) = from[c * rows + i].real(), x(2 * c + 1, i) = from[c * rows + i].imag();
    for (int p = 0; p < potentials; ++p) {
      sums.noalias() = x * space_->own()[leaf][p].unpacked();
      for (int r = 0; r < rank; ++r)
        for (int c = 0; c < columns; ++c)
          out((current * potentials + p) * columns + c, r) = ComplexF(sums(2 * c, r), sums(2 * c + 1, r));
    }
  }
}

void InterpolatedProduct::receive(int leaf, bool with_magnetic, ComplexF* to_electric, ComplexF* to_magnetic,
                                  std::size_t rows, int columns) const {
  const TreeBox& box = tree_.leaves().boxes[leaf];
  const int count = box.last_function - box.first_function, currents = with_magnetic ? 2 : 1;
  const Coefficients& in = levels_.back().incoming[leaf];
  // As real numbers: Re, Im of each column follow each other.
  const Eigen::Map<const Eigen::MatrixXf> real(reinterpret_cast<const float*>(in.data()), 2 * in.rows(),
                                               in.cols());
  const ComplexF first(imaginary_unit * k_ * vacuum_impedance), charges(-1.0 / (k_ * k_)),
      second(vacuum_impedance);
  Eigen::MatrixXf of_a(2 * columns, count), of_phi(2 * columns, count), of_curl(2 * columns, count);
  for (const bool dual : {false, true}) {
    if (dual && !with_dual_) break;
    // P of f and Q of g ask for the potentials, Q of f and P of g for the curl.
    const bool potentials_asked = !dual || with_magnetic, curl_asked = dual || with_magnetic;
    const Moments& moments = (dual ? space_->dual() : space_->own())[leaf];
    std::array<PackedReals::RowMajor, std::tuple_size_v<Moments>> tests;
    for (int kind = 0; kind < static_cast<int>(tests.size()); ++kind)
      if (kind < potentials ? potentials_asked : curl_asked) tests[kind] = moments[kind].unpacked();
    for (int current = 0; current < currents; ++current) {
      const auto field = [&](int p) {
        return real.middleRows(2 * (current * potentials + p) * columns, 2 * columns);
      };
      if (potentials_asked) {
        of_a.noalias() = field(0) * tests[0].transpose();
        for (int c = 1; c < 3; ++c) of_a.noalias() += field(c) * tests[c].transpose();
        of_phi.noalias() = field(3) * tests[3].transpose();
      }
      if (curl_asked) {
        of_curl.noalias() = field(0) * tests[potentials].transpose();
        for (int c = 1; c < 3; ++c) of_curl.noalias() += field(c) * tests[potentials + c].transpose();
      }
      ComplexF* const same = (current ? to_magnetic : to_electric) + box.first_function;
      ComplexF* const other =
          with_magnetic ? (current ? to_electric : to_magnetic) + box.first_function : nullptr;
      const float sign = current ? 1.0f : -1.0f;  // +Q M in the rows of J, −Q J in those of M
      for (int i = 0; i < count; ++i) {
        const float weight = dual ? 1.0f : alpha_[box.first_function + i];
        for (int c = 0; c < columns; ++c) {
          ComplexF potential = 0.0f, curl = 0.0f;
          if (potentials_asked)
            potential = weight * first *
                        (ComplexF(of_a(2 * c, i), of_a(2 * c + 1, i)) +
                         charges * ComplexF(of_phi(2 * c, i), of_phi(2 * c + 1, i)));
          if (curl_asked) curl = weight * second * ComplexF(of_curl(2 * c, i), of_curl(2 * c + 1, i));
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
      out.setZero(width, space_->level(l).rank);
      for (int child = boxes[b].first_child; child < boxes[b].last_child; ++child)
        as_real(out).noalias() += as_real(levels_[l + 1].outgoing[child]) *
                                  space_->level(l).from_child[tree_.level(l + 1).boxes[child].octant];
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
      as_real(data.incoming[b]).noalias() +=
          as_real(levels_[l - 1].incoming[level.boxes[b].parent]) *
          space_->level(l - 1).from_child[level.boxes[b].octant].transpose();
  }
#pragma omp parallel for schedule(dynamic, 4)
  for (int b = 0; b < leaves; ++b) receive(b, magnetic != nullptr, to_electric, to_magnetic, rows, columns);
}

/// Boxes whose offsets differ by reflections go through one translator together.
void InterpolatedProduct::translate(int l, int chunk, int width) {
  Level& data = levels_[l];
  const int rank = space_->level(l).rank;
  const int last = std::min<int>((chunk + 1) * boxes_at_once, static_cast<int>(data.incoming.size()));
  for (int b = chunk * boxes_at_once; b < last; ++b) data.incoming[b].setZero(width, rank);
  const std::vector<Pair>& pairs = data.pairs[chunk];
  Coefficients sources, between, targets;
  for (std::size_t first = 0; first < pairs.size();) {
    std::size_t end = first;
    while (end < pairs.size() && end - first < pairs_at_once && pairs[end].distance == pairs[first].distance)
      ++end;
    const int count = static_cast<int>(end - first);
    const auto signs = [&](int i) {
      return space_->level(l).signs[pairs[first + i].reflection].asDiagonal();
    };
    sources.resize(count * width, rank);
    for (int i = 0; i < count; ++i)
      sources.middleRows(i * width, width) = data.outgoing[pairs[first + i].source] * signs(i);
    const LowRank& translator = data.translators[pairs[first].distance];
    if (translator.right.size() > 0) {
      multiply(sources, translator.left, between);
      multiply(between, translator.right, targets);
    } else {
      multiply(sources, translator.left, targets);
    }
    for (int i = 0; i < count; ++i)
      data.incoming[pairs[first + i].target] += targets.middleRows(i * width, width) * signs(i);
    first = end;
  }
}

InterpolatedProduct::LeafPart::LeafPart(const InterpolatedProduct& of, int leaf, std::vector<int> functions,
                                        bool crossed)
    : of_(of), leaf_(leaf), functions_(std::move(functions)), crossed_(crossed), boxes_{leaf} {
  const InterpolationSpace& space = *of.space_;
  const int rank = space.level(of.tree_.depth()).rank;
  const auto count = static_cast<long>(functions_.size());
  Stacks stacks;
  for (int p = 0; p < potentials; ++p) {
    std::vector<const PackedReals*> kinds{&space.own()[leaf][p]};
    if (of.with_dual_ && p < 3) kinds.push_back(&space.dual()[leaf][potentials + p]);
    if (crossed && p < 3) kinds.push_back(&space.own()[leaf][potentials + p]);
    if (crossed && of.with_dual_) kinds.push_back(&space.dual()[leaf][p]);
    PackedReals::RowMajor rows(static_cast<long>(kinds.size()) * count, rank);
    for (std::size_t n = 0; n < kinds.size(); ++n)
      for (long i = 0; i < count; ++i)
        kinds[n]->unpack(functions_[i], functions_[i] + 1, rows.row(static_cast<long>(n) * count + i).data());
    stacks[p] = rows;
  }
  stacks_.push_back(std::move(stacks));
}

const InterpolatedProduct::LeafPart::Stacks& InterpolatedProduct::LeafPart::at(int level) {
  const int depth = of_.tree_.depth();
  while (static_cast<int>(stacks_.size()) <= depth - level) {
    const int below = depth - static_cast<int>(stacks_.size()) + 1;
    const TreeBox& box = of_.tree_.level(below).boxes[boxes_.back()];
    Stacks stacks;
    for (int p = 0; p < potentials; ++p)
      multiply(stacks_.back()[p], of_.space_->level(below - 1).from_child[box.octant], stacks[p]);
    stacks_.push_back(std::move(stacks));
    boxes_.push_back(box.parent);
  }
  return stacks_[depth - level];
}

void InterpolatedProduct::entries(LeafPart& rows, LeafPart& columns, Eigen::MatrixXcf& own,
                                  Eigen::MatrixXcf* crossed) const {
  const auto height = static_cast<long>(rows.functions().size()),
             wide = static_cast<long>(columns.functions().size());
  own.setZero(height, wide);
  if (crossed) crossed->setZero(height, wide);
  // The level where their boxes are apart and the boxes above touch.
  int l = tree_.depth(), a = rows.leaf(), b = columns.leaf();
  std::array<signed char, 3> offset{};
  for (;; --l) {
    if (l < first_level_) return;
    const TreeLevel& level = tree_.level(l);
    const auto near = tree_.level(l - 1).near(level.boxes[a].parent);
    if (std::binary_search(near.begin(), near.end(), level.boxes[b].parent)) {
      for (int i = 0; i < 3; ++i)
        offset[i] = static_cast<signed char>(level.boxes[b].cell[i] - level.boxes[a].cell[i]);
      break;
    }
    a = level.boxes[a].parent, b = level.boxes[b].parent;
  }
  const LeafPart::Stacks &of_rows = rows.at(l), &of_columns = columns.at(l);
  // Moments are real: real and imaginary parts of the translator's factors stand side by side.
  const LowRank& translator = levels_[l].translators[distance_number(offset)];
  const auto signs = space_->level(l).signs[reflection_number(offset)].asDiagonal();
  const bool is_whole = translator.right.size() == 0;
  const long rank = translator.left.cols();
  Eigen::MatrixXf left(translator.left.rows(), 2 * rank), right;
  left << signs * translator.left.real(), signs * translator.left.imag();
  if (!is_whole) {
    right.resize(left.rows(), 2 * rank);
    right << signs * translator.right.real().transpose(), signs * translator.right.imag().transpose();
  }
  const auto as_complex = [&](const Eigen::MatrixXf& parts, long first, long count, Eigen::MatrixXcf& to) {
    to.resize(count, rank);
    to.real() = parts.block(first, 0, count, rank);
    to.imag() = parts.block(first, rank, count, rank);
  };
  const ComplexF first(imaginary_unit * k_ * vacuum_impedance), charges(-1.0 / (k_ * k_)),
      second(vacuum_impedance);
  const int first_row = tree_.leaves().boxes[rows.leaf()].first_function;
  Eigen::VectorXf alpha(height);
  for (long i = 0; i < height; ++i) alpha[i] = alpha_[first_row + rows.functions()[i]];
  Eigen::MatrixXf parts;
  Eigen::MatrixXcf of_column, of_row, in_own, in_crossed, product;
  for (int p = 0; p < potentials; ++p) {
    multiply(Eigen::MatrixXf(of_columns[p].topRows(wide)), left, parts);
    as_complex(parts, 0, wide, of_column);
    if (is_whole) {
      parts.setZero(of_rows[p].rows(), 2 * rank);
      parts.leftCols(rank) = of_rows[p] * signs;
    } else {
      multiply(of_rows[p], right, parts);
    }
    const ComplexF potential = p < 3 ? first : first * charges;
    long place = 0;
    const auto next = [&]() -> const Eigen::MatrixXcf& {
      as_complex(parts, height * place++, height, of_row);
      return of_row;
    };
    in_own = alpha.asDiagonal() * next() * potential;
    if (with_dual_ && p < 3) in_own -= second * next();
    const Eigen::MatrixXcf transposed = of_column.transpose();
    multiply(in_own, transposed, product);
    own += product;
    if (!crossed) continue;
    in_crossed.setZero(height, rank);
    if (p < 3) in_crossed += alpha.asDiagonal() * next() * second;
    if (with_dual_) in_crossed += potential * next();
    multiply(in_crossed, transposed, product);
    *crossed += product;
  }
}

InterpolatedProduct::Bytes InterpolatedProduct::bytes() const {
  Bytes bytes{space_->bytes(), 0, 0};
  for (const Level& level : levels_) {
    for (const auto& m : level.translators)
      bytes.translators += (m.left.size() + m.right.size()) * sizeof(ComplexF);
    for (const auto& m : level.outgoing) bytes.fields += m.size() * sizeof(ComplexF);
    for (const auto& m : level.incoming) bytes.fields += m.size() * sizeof(ComplexF);
  }
  return bytes;
}

}  // namespace pace
