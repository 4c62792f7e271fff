#include "fmm/interpolated_product.hpp"

#include <algorithm>
#include <cmath>

#include "core/cross.hpp"
#include "fmm/node_moments.hpp"
#include "linalg/float_columns.hpp"
#include "linalg/small_product.hpp"
#include "parallel/threads.hpp"

namespace pace {
namespace {

/// x, y, z of the current and its charge: what radiates.
constexpr int potentials = 4;
/// What a translator of low rank may leave out, of what the digits of the product allow.
constexpr double left_out_of_digits = 0.2;

/// C = A B. @param c  becomes as long as is needed
void multiply(const float* a, long a_stride, const float* b, long columns, std::vector<float>& c, long rows,
              long inner) {
  c.resize(rows * columns + small_product_slack);
  small_product(a, a_stride, b, columns, c.data(), static_cast<int>(rows), static_cast<int>(inner),
                static_cast<int>(columns));
}

/// Rows of fields have a multiple of so many numbers: re and im of four potentials.
constexpr long step = 2 * potentials;
using Step = Eigen::Map<Eigen::Array<float, step, 1>>;
using ConstStep = Eigen::Map<const Eigen::Array<float, step, 1>>;

void copy_rows(const float* from, long from_stride, float* to, long to_stride, long rows, long width) {
  for (long r = 0; r < rows; ++r)
    for (long c = 0; c < width; c += step)
      Step(to + r * to_stride + c) = ConstStep(from + r * from_stride + c);
}

void add_rows(const float* from, long from_stride, float* to, long to_stride, long rows, long width) {
  for (long r = 0; r < rows; ++r)
    for (long c = 0; c < width; c += step)
      Step(to + r * to_stride + c) += ConstStep(from + r * from_stride + c);
}

/// (X + jY) (re + j im) of X and Y times the fields, `re` and `im`: rank × [block, (re, im), column] each.
void sum_up(const float* re, const float* im, float* to, long rank, int blocks, int columns) {
  const long width = static_cast<long>(blocks) * 2 * columns;
  for (long start = 0; start < rank * width; start += 2 * columns)
    for (int c = 0; c < columns; ++c) {
      const long at_re = start + c, at_im = at_re + columns;
      to[at_re] = re[at_re] - im[at_im];
      to[at_im] = re[at_im] + im[at_re];
    }
}

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
    const LevelGreens greens = space->translators(tree, l, k);
    data.translators.resize(greens.size());
#pragma omp parallel for schedule(dynamic)
    for (std::size_t d = 0; d < greens.size(); ++d)
      if (greens[d].size() > 0)
        data.translators[d] = real_factors(
            greens[d].transpose(), left_out_of_digits * std::pow(10.0, -space->digits()) * greens[d].norm());
    data.pairs.resize((level.boxes.size() + boxes_at_once - 1) / boxes_at_once);
    for (int b = 0; b < static_cast<int>(level.boxes.size()); ++b)
      for (const FarNeighbour& far : level.far(b))
        data.pairs[b / boxes_at_once].push_back(
            {distance_number(far.offset), reflection_number(far.offset), b, far.box});
    for (auto& pairs : data.pairs)
      std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
        return std::pair(a.distance, a.reflection) < std::pair(b.distance, b.reflection);
      });
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
  out.resize(rank, currents * potentials * 2 * columns);
  Eigen::MatrixXf x(count, 2 * columns);  // re, then im, of all columns
  for (int current = 0; current < currents; ++current) {
    const ComplexF* from = (current ? magnetic : electric) + box.first_function;
    for (int c = 0; c < columns; ++c)
      for (int i = 0; i < count; ++i)
        x(i, c) = from[c * rows + i].real(), x(i, columns + c) = from[c * rows + i].imag();
    for (int p = 0; p < potentials; ++p)
      out.middleCols((current * potentials + p) * 2 * columns, 2 * columns).noalias() =
          space_->own()[leaf][p].unpacked().transpose() * x;
  }
}

void InterpolatedProduct::receive(int leaf, bool with_magnetic, ComplexF* to_electric, ComplexF* to_magnetic,
                                  std::size_t rows, int columns) const {
  const TreeBox& box = tree_.leaves().boxes[leaf];
  const int count = box.last_function - box.first_function, currents = with_magnetic ? 2 : 1;
  const Coefficients& in = levels_.back().incoming[leaf];
  const ComplexF first(imaginary_unit * k_ * vacuum_impedance), charges(-1.0 / (k_ * k_)),
      second(vacuum_impedance);
  Eigen::MatrixXf of_a(count, 2 * columns), of_phi(count, 2 * columns), of_curl(count, 2 * columns);
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
        return in.middleCols((current * potentials + p) * 2 * columns, 2 * columns);
      };
      if (potentials_asked) {
        of_a.noalias() = tests[0] * field(0);
        for (int c = 1; c < 3; ++c) of_a.noalias() += tests[c] * field(c);
        of_phi.noalias() = tests[3] * field(3);
      }
      if (curl_asked) {
        of_curl.noalias() = tests[potentials] * field(0);
        for (int c = 1; c < 3; ++c) of_curl.noalias() += tests[potentials + c] * field(c);
      }
      ComplexF* const same = (current ? to_magnetic : to_electric) + box.first_function;
      ComplexF* const other =
          with_magnetic ? (current ? to_electric : to_magnetic) + box.first_function : nullptr;
      const float sign = current ? 1.0f : -1.0f;  // +Q M in the rows of J, −Q J in those of M
      for (int c = 0; c < columns; ++c)
        for (int i = 0; i < count; ++i) {
          const float weight = dual ? 1.0f : alpha_[box.first_function + i];
          ComplexF potential = 0.0f, curl = 0.0f;
          if (potentials_asked)
            potential = weight * first *
                        (ComplexF(of_a(i, c), of_a(i, columns + c)) +
                         charges * ComplexF(of_phi(i, c), of_phi(i, columns + c)));
          if (curl_asked) curl = weight * second * ComplexF(of_curl(i, c), of_curl(i, columns + c));
          same[c * rows + i] += dual ? -curl : potential;
          if (other) other[c * rows + i] += sign * (dual ? potential : curl);
        }
    }
  }
}

void InterpolatedProduct::add(const ComplexF* electric, const ComplexF* magnetic, ComplexF* to_electric,
                              ComplexF* to_magnetic, std::size_t rows, int columns) {
  const SingleThreadedBlas guard;
  const int depth = tree_.depth(), blocks = (magnetic ? 2 : 1) * potentials;
  if (first_level_ > depth) return;
  const int leaves = static_cast<int>(tree_.leaves().boxes.size());
#pragma omp parallel for schedule(dynamic, 4)
  for (int b = 0; b < leaves; ++b) radiate(b, electric, magnetic, rows, columns);
  for (int l = depth - 1; l >= first_level_; --l) {
    const auto& boxes = tree_.level(l).boxes;
#pragma omp parallel for schedule(dynamic, 4)
    for (int b = 0; b < static_cast<int>(boxes.size()); ++b) {
      Coefficients& out = levels_[l].outgoing[b];
      out.setZero(space_->level(l).rank, blocks * 2 * columns);
      for (int child = boxes[b].first_child; child < boxes[b].last_child; ++child)
        out.noalias() += space_->level(l).from_child[tree_.level(l + 1).boxes[child].octant].transpose() *
                         levels_[l + 1].outgoing[child];
    }
  }
  for (int l = first_level_; l <= depth; ++l) {
    const TreeLevel& level = tree_.level(l);
    Level& data = levels_[l];
#pragma omp parallel
    {
      Room room;
#pragma omp for schedule(dynamic)
      for (int chunk = 0; chunk < static_cast<int>(data.pairs.size()); ++chunk)
        translate(l, chunk, columns, blocks, room);
    }
    if (l == first_level_) continue;
#pragma omp parallel for schedule(dynamic, 4)
    for (int b = 0; b < static_cast<int>(level.boxes.size()); ++b)
      data.incoming[b].noalias() += space_->level(l - 1).from_child[level.boxes[b].octant] *
                                    levels_[l - 1].incoming[level.boxes[b].parent];
  }
#pragma omp parallel for schedule(dynamic, 4)
  for (int b = 0; b < leaves; ++b) receive(b, magnetic != nullptr, to_electric, to_magnetic, rows, columns);
}

void InterpolatedProduct::translate(int l, int chunk, int columns, int blocks, Room& room) {
  Level& data = levels_[l];
  const int rank = space_->level(l).rank, width = blocks * 2 * columns;
  const int last = std::min<int>((chunk + 1) * boxes_at_once, static_cast<int>(data.incoming.size()));
  for (int b = chunk * boxes_at_once; b < last; ++b) data.incoming[b].setZero(rank, width);
  const std::vector<Pair>& pairs = data.pairs[chunk];
  const int pairs_at_once = std::max(1, columns_at_once / width);
  long inner = 0, right_rank = 0;
  for (std::size_t first = 0, end; first < pairs.size(); first = end) {
    const bool is_new = first == 0 || pairs[first].distance != pairs[first - 1].distance ||
                        pairs[first].reflection != pairs[first - 1].reflection;
    if (is_new) {
      const RealFactors& translator = data.translators[pairs[first].distance];
      const auto signs = space_->level(l).signs[pairs[first].reflection].asDiagonal();
      room.left = signs * translator.left, room.right = signs * translator.right, room.core = translator.core;
      inner = translator.left_rank(), right_rank = translator.right.cols();
    }
    end = first + 1;
    while (end < pairs.size() && static_cast<int>(end - first) < pairs_at_once &&
           pairs[end].distance == pairs[first].distance && pairs[end].reflection == pairs[first].reflection)
      ++end;
    const int count = static_cast<int>(end - first);
    const long wide = static_cast<long>(count) * width;
    const bool in_place = count == 1 && width % static_cast<int>(small_product_slack) == 0;
    if (!in_place) {
      room.sources.resize(rank * wide + small_product_slack);
      for (int i = 0; i < count; ++i)
        copy_rows(data.outgoing[pairs[first + i].source].data(), width, room.sources.data() + i * width, wide,
                  rank, width);
    }
    multiply(room.right.data(), rank,
             in_place ? data.outgoing[pairs[first].source].data() : room.sources.data(), wide, room.inside,
             right_rank, rank);
    multiply(room.core.data(), right_rank, room.inside.data(), wide, room.crossed, 2 * inner, right_rank);
    room.received.resize(inner * wide + small_product_slack);
    sum_up(room.crossed.data(), room.crossed.data() + inner * wide, room.received.data(), inner,
           count * blocks, columns);
    if (in_place) {
      add_small_product(room.left.data(), inner, room.received.data(), width,
                        data.incoming[pairs[first].target].data(), width, rank, static_cast<int>(inner),
                        width);
      continue;
    }
    multiply(room.left.data(), inner, room.received.data(), wide, room.targets, rank, inner);
    for (int i = 0; i < count; ++i)
      add_rows(room.targets.data() + i * width, wide, data.incoming[pairs[first + i].target].data(), width,
               rank, width);
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
  const RealFactors& translator = levels_[l].translators[distance_number(offset)];
  const auto signs = space_->level(l).signs[reflection_number(offset)].asDiagonal();
  const long rank = translator.left_rank();
  const Eigen::MatrixXf left = signs * translator.left, right = signs * translator.right;
  Eigen::MatrixXcf core(rank, right.cols());
  core.real() = translator.core.topRows(rank), core.imag() = translator.core.bottomRows(rank);
  const ComplexF first(imaginary_unit * k_ * vacuum_impedance), charges(-1.0 / (k_ * k_)),
      second(vacuum_impedance);
  const int first_row = tree_.leaves().boxes[rows.leaf()].first_function;
  Eigen::VectorXf alpha(height);
  for (long i = 0; i < height; ++i) alpha[i] = alpha_[first_row + rows.functions()[i]];
  Eigen::MatrixXf of_row, of_column(wide, right.cols());
  Eigen::MatrixXcf translated, product;
  for (int p = 0; p < potentials; ++p) {
    // Incoming coefficients of each column's potential: [left rank] × [column].
    of_column.noalias() = of_columns[p].topRows(wide) * right;
    const Eigen::MatrixXcf columns_of_p = of_column.transpose().cast<ComplexF>();
    multiply(core, columns_of_p, translated);
    multiply(of_rows[p], left, of_row);
    const ComplexF potential = p < 3 ? first : first * charges;
    long place = 0;
    const auto next = [&] { return of_row.middleRows(height * place++, height).cast<ComplexF>(); };
    Eigen::MatrixXcf tests = alpha.asDiagonal() * Eigen::MatrixXcf(next()) * potential;
    if (with_dual_ && p < 3) tests -= second * next();
    multiply(tests, translated, product);
    own += product;
    if (!crossed) continue;
    tests.setZero();
    if (p < 3) tests += alpha.asDiagonal() * Eigen::MatrixXcf(next()) * second;
    if (with_dual_) tests += potential * next();
    multiply(tests, translated, product);
    *crossed += product;
  }
}

InterpolatedProduct::Bytes InterpolatedProduct::bytes() const {
  Bytes bytes{space_->bytes(), 0, 0};
  for (const Level& level : levels_) {
    for (const auto& m : level.translators) bytes.translators += m.size() * sizeof(float);
    for (const auto& m : level.outgoing) bytes.fields += m.size() * sizeof(float);
    for (const auto& m : level.incoming) bytes.fields += m.size() * sizeof(float);
  }
  return bytes;
}

}  // namespace pace
