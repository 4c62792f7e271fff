#include "run/accuracy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numeric>
#include <random>

#include "excitation/plane_wave.hpp"
#include "excitation/sweep.hpp"
#include "fmm/far_interactions.hpp"
#include "fmm/near_matrix.hpp"
#include "fmm/near_sink.hpp"
#include "observables/plane_wave_moments.hpp"
#include "operators/assembly.hpp"
#include "parallel/threads.hpp"
#include "planning/fast_plan.hpp"
#include "systems/frequency_system.hpp"

namespace pace {
namespace {

/// Keeps Σ_j Z_ij x_j of a few rows for some vectors x.
class SampledRows : public MatrixSink {
 public:
  SampledRows(const RwgSpace& space, const std::vector<int>& rows,
              const std::array<std::vector<Complex>, 2>& vectors)
      : slot_(space.size(), -1), all_(space.size()), vectors_(vectors) {
    for (auto& product : products) product.resize(rows.size());
    std::iota(all_.begin(), all_.end(), 0);
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) slot_[rows[i]] = i;
  }
  int group(int row) const override { return slot_[row] >= 0 ? 0 : -1; }
  void columns_for(std::span<const int> rows, std::vector<int>& columns) const override {
    columns.clear();
    if (std::any_of(rows.begin(), rows.end(), [&](int r) { return slot_[r] >= 0; })) columns = all_;
  }
  void add_row(int row, std::span<const int> columns, std::span<const Complex> values) override {
    if (slot_[row] < 0) return;
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      Complex sum = 0.0;
      for (std::size_t c = 0; c < columns.size(); ++c) sum += values[c] * vectors_[v][columns[c]];
      const std::lock_guard guard(lock_);
      products[v][slot_[row]] += sum;
    }
  }

 private:
  std::vector<int> slot_, all_;
  const std::array<std::vector<Complex>, 2>& vectors_;
  std::mutex lock_;

 public:
  std::array<std::vector<Complex>, 2> products;  ///< [vector][row]
};

}  // namespace

ExactProducts exact_products(const Model& model, double k, int rows) {
  const int n = model.space.size();
  std::mt19937_64 random(17);
  ExactProducts result;
  auto& [sampled, vectors, products] = result;
  sampled.resize(n);
  std::iota(sampled.begin(), sampled.end(), 0);
  std::shuffle(sampled.begin(), sampled.end(), random);
  sampled.resize(std::min(rows, n));

  for (auto& vector : vectors) vector.resize(n);
  std::normal_distribution<float> normal;
  for (Complex& value : vectors[0]) value = Complex(normal(random), normal(random));
  const std::vector<double> electric(n, 1.0);
  excite(model.space, nullptr, k, plane_wave(1.1, 0.4, 1), electric, vectors[1].data());
  for (int i = 0; i < n; ++i) vectors[1][i] /= model.space.triangles()[model.space.sides()[i][0]].area;

  SampledRows exact(model.space, sampled, vectors);
  constexpr int most_digits = 4;
  assemble(model.space, model.dual_space(), k, model.alpha, quadrature_of(model.space, k, most_digits),
           exact);
  products = std::move(exact.products);
  return result;
}

ProductAccuracy product_accuracy(const Model& model, double k, const ExactProducts& exact, int digits,
                                 int manual_levels, double leaf_scale, const SharedProducts& shared) {
  const int n = model.space.size();
  FastDemand demand{std::pow(10.0, -digits), manual_levels};
  demand.shared = shared.waves;
  const FastPlan plan = plan_fast(model.space, model.alpha, k, demand, leaf_scale);
  SharedTree* const tree = shared.trees ? &shared.trees->of(0, *plan.tree) : nullptr;
  NearSamples* const samples =
      tree ? &tree->near(Block::diagonal, model.alpha, plan.k, plan.digits) : nullptr;
  const bool is_interpolated = samples && samples->serve();
  NearMatrix near(*plan.tree);
  fill_near(
      model.space, *plan.tree, near, plan.compression,
      [&](MatrixSink& sink, double, double) {
        assemble(model.space, model.dual_space(), k, model.alpha,
                 quadrature_of(model.space, plan.highest_k, plan.digits), sink);
      },
      samples);
  FarInteractions far(model.space, model.dual_space(), *plan.tree, plan.waves(), k, model.alpha,
                      plan.sampling, plan.digits, nullptr, tree, plan.band);
  const auto& order = plan.tree->order();
  FloatColumns x(n, 2), y(n, 2);
  for (int v = 0; v < 2; ++v)
    for (int p = 0; p < n; ++p) x.column(v)[p] = ComplexF(exact.coefficients[v][order[p]]);
  near.multiply(x.data.data(), y.data.data(), n, 2);
  far.add(x.data.data(), y.data.data(), n, 2);

  std::array<double, 2> error{}, norm{};
  for (int v = 0; v < 2; ++v)
    for (std::size_t i = 0; i < exact.rows.size(); ++i) {
      error[v] += std::norm(Complex(y.column(v)[plan.tree->place()[exact.rows[i]]]) - exact.products[v][i]);
      norm[v] += std::norm(exact.products[v][i]);
    }
  return {n,
          static_cast<int>(exact.rows.size()),
          plan.digits,
          plan.tree->depth(),
          plan.tree->leaves().box_size * k / (2.0 * pi),
          static_cast<double>(near.entries()) / n,
          static_cast<double>(near.bytes()) / n,
          is_interpolated,
          std::sqrt(error[0] / norm[0]),
          std::sqrt(error[1] / norm[1])};
}

ProductAccuracy product_accuracy(const Job& job, int rows, int digits, int manual_levels) {
  set_threads(job.threads);
  const Model model = prepare_model(job);
  const double frequency = job.input.frequencies_hz.back();
  const double k = 2.0 * pi * frequency / speed_of_light;
  return product_accuracy(model, k, exact_products(model, k, rows), digits, manual_levels);
}

}  // namespace pace
