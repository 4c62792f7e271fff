#include "equations/current_equations.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <numeric>

#include "core/cross.hpp"
#include "observables/wave_series.hpp"
#include "operators/assembly.hpp"

namespace pace {
namespace {

/// Puts a block of a region's matrix into the blocks of the whole one.
class ScatterSink : public MatrixSink {
 public:
  ScatterSink(DenseMatrix& matrix, std::vector<std::mutex>& locks, std::array<BlockOfRegion, 2> blocks,
              std::span<const double> scale)
      : matrix_(matrix), locks_(locks), blocks_(blocks), scale_(scale), functions_(scale.size()) {
    std::iota(functions_.begin(), functions_.end(), 0);
  }
  int group(int) const override { return 0; }
  void columns_for(std::span<const int>, std::vector<int>& columns) const override { columns = functions_; }
  void add_row(int row, std::span<const int> columns, std::span<const Complex> values) override {
    for (const BlockOfRegion& block : blocks_) {
      const Unknown to = (*block.rows)[row];
      if (to.index < 0) continue;
      const Complex factor = scale_[row] * to.sign * block.factor;
      const std::lock_guard guard(locks_[to.index]);
      Complex* entries = matrix_.row(to.index);
      for (std::size_t c = 0; c < columns.size(); ++c)
        if (const Unknown from = (*block.columns)[columns[c]]; from.index >= 0)
          entries[from.index] += factor * from.sign * values[c];
    }
  }

 private:
  DenseMatrix& matrix_;
  std::vector<std::mutex>& locks_;
  std::array<BlockOfRegion, 2> blocks_;
  std::span<const double> scale_;
  std::vector<int> functions_;
};

/// E of both currents from the fields that each would make as an electric one: M/η radiates r̂ × what J does,
/// turned back.
FarFieldAmplitude together(const FarFieldAmplitude& j, const FarFieldAmplitude& m) {
  return {j.theta + m.phi, j.phi - m.theta};
}

}  // namespace

RowWeights row_weights(const CurrentEquations& equations, int region) {
  const RegionBoundary& boundary = equations.spaces->regions[region];
  RowWeights weights{boundary.alpha, std::vector<double>(boundary.alpha.size(), 1.0)};
  const double index = std::abs(equations.media[region].k / equations.media[0].k);
  for (std::size_t f = 0; f < boundary.between.size(); ++f) {
    if (!boundary.between[f]) continue;
    weights.scale[f] = weights.alpha[f] + (1.0 - weights.alpha[f]) * index;
    weights.alpha[f] /= weights.scale[f];
  }
  return weights;
}

std::array<BlockOfRegion, 2> blocks_of(const RegionBoundary& region, const RegionMedium& medium,
                                       Block block) {
  if (block == Block::diagonal)
    return {{{&region.electric, &region.electric, medium.relative_impedance},
             {&region.magnetic, &region.magnetic, 1.0 / medium.relative_impedance}}};
  return {{{&region.electric, &region.magnetic, 1.0}, {&region.magnetic, &region.electric, -1.0}}};
}

DenseMatrix assemble_dense(const CurrentEquations& equations, const std::vector<QuadratureChoice>& quadrature,
                           const std::function<void(double)>& progress) {
  const CurrentSpaces& spaces = *equations.spaces;
  DenseMatrix matrix(spaces.unknowns);
  std::vector<std::mutex> locks(spaces.unknowns);
  const double steps = 2.0 * static_cast<double>(spaces.regions.size());
  int step = 0;
  for (std::size_t r = 0; r < spaces.regions.size(); ++r) {
    const RowWeights weights = row_weights(equations, static_cast<int>(r));
    for (const Block block : {Block::diagonal, Block::off_diagonal}) {
      const RegionBoundary& region = spaces.regions[r];
      ScatterSink sink(matrix, locks, blocks_of(region, equations.media[r], block), weights.scale);
      assemble(
          region.space, region.dual_space(), equations.media[r].k, weights.alpha, quadrature[r], sink,
          [&](double fraction) {
            if (progress) progress((step + fraction) / steps);
          },
          block);
      ++step;
    }
  }
  for (int row = 0; row < equations.local.rows(); ++row)
    for (const auto& [column, value] : equations.local.row(row)) matrix.row(row)[column] += Complex(value);
  return matrix;
}

namespace {

/// The equations of M are those of J for (ηH, −E): the wave with k̂ × E0 in the place of E0.
PlaneWave wave_of_magnetic_rows(const PlaneWave& wave) {
  return {wave.direction, cross(wave.direction, wave.polarization)};
}

/// No two functions of a region are the same unknown.
bool are_apart(const RegionBoundary& region, int unknowns) {
  std::vector<char> taken(unknowns, 0);
  for (const auto* list : {&region.electric, &region.magnetic})
    for (const Unknown& u : *list)
      if (u.index >= 0 && taken[u.index]++) return false;
  return true;
}

}  // namespace

HeldUnknowns::HeldUnknowns(const CurrentSpaces& spaces, std::span<const int> of)
    : unknowns(of.begin(), of.end()) {
  std::vector<int> row_of_unknown(spaces.unknowns, -1);
  for (std::size_t i = 0; i < unknowns.size(); ++i) row_of_unknown[unknowns[i]] = static_cast<int>(i);
  const RegionBoundary& all = spaces.regions[0];
  const auto held = [&](const Unknown& u) {
    return Unknown{u.index < 0 ? -1 : row_of_unknown[u.index], u.sign};
  };
  std::vector<Unknown> electric, magnetic;
  rows.row.assign(all.space.size(), -1);
  for (int f = 0; f < all.space.size(); ++f) {
    const Unknown e = held(all.electric[f]), m = held(all.magnetic[f]);
    if (e.index < 0 && m.index < 0) continue;
    rows.row[f] = static_cast<int>(functions.size());
    functions.push_back(f);
    electric.push_back(e);
    magnetic.push_back(m);
  }
  rows.count = static_cast<int>(functions.size());
  outside.unknowns = static_cast<int>(unknowns.size());
  outside.regions.push_back({RwgSpace(all.space, functions),
                             std::nullopt,
                             {},
                             {},
                             std::move(electric),
                             std::move(magnetic),
                             all.region});
}

void excite(const CurrentEquations& equations, const PlaneWave& wave, Complex* column,
            const HeldUnknowns* held) {
  const RegionBoundary& outside = equations.spaces->regions[0];
  const CurrentSpaces& to = held ? held->outside : *equations.spaces;
  const double k = equations.media[0].k.real();
  std::fill_n(column, to.unknowns, Complex(0.0));
  const std::array both{wave, wave_of_magnetic_rows(wave)};
  const std::size_t size = to.regions[0].electric.size();
  std::vector<Complex> values(both.size() * size);
  excite(outside.space, outside.dual_space(), k, both, outside.alpha, values.data(),
         held ? &held->rows : nullptr);
  for (const bool magnetic : {false, true}) {
    const auto& unknowns = magnetic ? to.regions[0].magnetic : to.regions[0].electric;
    const Complex* const of_wave = values.data() + (magnetic ? size : 0);
    for (std::size_t f = 0; f < size; ++f)
      if (unknowns[f].index >= 0) column[unknowns[f].index] += unknowns[f].sign * of_wave[f];
  }
}

void add_excitations(const CurrentEquations& equations, std::span<const PlaneWave> waves, Columns& columns,
                     const HeldUnknowns* held) {
  const RegionBoundary& outside = equations.spaces->regions[0];
  const CurrentSpaces& to = held ? held->outside : *equations.spaces;
  const double k = equations.media[0].k.real();
  if (is_for_series(outside.space, k, waves) && are_apart(to.regions[0], to.unknowns)) {
    std::vector<PlaneWave> both;
    for (const PlaneWave& wave : waves) both.insert(both.end(), {wave, wave_of_magnetic_rows(wave)});
    std::vector<int> functions(outside.space.size());
    std::iota(functions.begin(), functions.end(), 0);
    if (held) functions = held->functions;
    excite_many(outside.space, outside.dual_space(), k, both, outside.alpha, functions,
                [&](std::span<const int> some, int wave, const Complex* values) {
                  const auto& unknowns = wave % 2 == 0 ? to.regions[0].electric : to.regions[0].magnetic;
                  Complex* column = columns.column(wave / 2);
                  for (std::size_t i = 0; i < some.size(); ++i) {
                    const Unknown& u = unknowns[held ? held->rows.row[some[i]] : some[i]];
                    if (u.index >= 0) column[u.index] += u.sign * values[i];
                  }
                });
    return;
  }
#pragma omp parallel
  {
    std::vector<Complex> excited(to.unknowns);
#pragma omp for schedule(dynamic)
    for (int w = 0; w < columns.columns; ++w) {
      excite(equations, waves[w], excited.data(), held);
      for (std::size_t i = 0; i < excited.size(); ++i) columns.column(w)[i] += excited[i];
    }
  }
}

OuterCurrents outer_currents(const CurrentSpaces& spaces, const Columns& solution) {
  const RegionBoundary& outside = spaces.regions[0];
  const int size = outside.space.size();
  OuterCurrents currents{Columns(size, solution.columns), Columns(size, solution.columns)};
  for (int c = 0; c < solution.columns; ++c)
    for (int f = 0; f < size; ++f) {
      if (const Unknown u = outside.electric[f]; u.index >= 0)
        currents.electric.column(c)[f] = u.sign * solution.column(c)[u.index];
      if (const Unknown u = outside.magnetic[f]; u.index >= 0)
        currents.magnetic.column(c)[f] = u.sign * solution.column(c)[u.index];
    }
  return currents;
}

std::vector<std::vector<FarFieldAmplitude>> far_field(const RwgSpace& space, double k,
                                                      const std::vector<Direction>& directions,
                                                      const OuterCurrents& currents) {
  auto fields = far_field(space, k, directions, currents.electric);
  const auto magnetic = far_field(space, k, directions, currents.magnetic);
  for (std::size_t d = 0; d < fields.size(); ++d)
    for (std::size_t c = 0; c < fields[d].size(); ++c) fields[d][c] = together(fields[d][c], magnetic[d][c]);
  return fields;
}

std::vector<FarFieldAmplitude> backscatter(const RwgSpace& space, double k,
                                           const std::vector<Direction>& directions,
                                           const OuterCurrents& currents) {
  auto fields = backscatter(space, k, directions, currents.electric);
  const auto magnetic = backscatter(space, k, directions, currents.magnetic);
  for (std::size_t c = 0; c < fields.size(); ++c) fields[c] = together(fields[c], magnetic[c]);
  return fields;
}

}  // namespace pace
