#include "systems/reaction_product.hpp"

#include <cmath>

#include "fmm/near_sink.hpp"
#include "krylov/compressed_product.hpp"
#include "operators/dense_assembly.hpp"
#include "output/events.hpp"
#include "systems/fast_operator.hpp"
#include "systems/multi_region_system.hpp"
#include "systems/rank_part.hpp"

namespace pace {
namespace {

/// Fewer cost no less: what is near is assembled all the same.
constexpr int least_digits = 3;

FastDemand with_digits(FastDemand demand) {
  demand.digits = std::max(least_digits, demand.digits > 0 ? demand.digits : digits_for(demand.residual));
  return demand;
}

std::vector<double> efie_alone(const RwgSpace& space) { return std::vector<double>(space.size(), 1.0); }

class DenseProduct : public ReactionProduct {
 public:
  explicit DenseProduct(DenseMatrix matrix) : matrix_(std::move(matrix)) {}
  Columns multiply(const Columns& x) override { return pace::multiply(matrix_, x); }
  double error() const override { return 1e-12; }

 private:
  DenseMatrix matrix_;
};

/// The functions whose rows each rank has.
std::vector<std::vector<int>> rows_of_ranks(std::span<const int> own, Communicator& ranks) {
  return ranks.all_to_all(std::vector<std::vector<int>>(ranks.size(), {own.begin(), own.end()}));
}

/// Whole columns by a product of which each rank has some rows: all ranks multiply the columns of all.
Columns multiply_over_ranks(const Columns& x, const std::vector<std::vector<int>>& rows, Communicator& ranks,
                            const std::function<Columns(const Columns&)>& multiply_own) {
  std::vector<std::vector<Complex>> parts(ranks.size());
  for (int r = 0; r < ranks.size(); ++r)
    for (int c = 0; c < x.columns; ++c)
      for (const int row : rows[r]) parts[r].push_back(x.column(c)[row]);
  parts = ranks.all_to_all(parts);
  const std::size_t own = rows[ranks.rank()].size();
  std::size_t columns = 0;
  std::vector<std::size_t> columns_of(ranks.size());
  const std::vector<std::vector<int>> counts =
      ranks.all_to_all(std::vector<std::vector<int>>(ranks.size(), {x.columns}));
  for (int r = 0; r < ranks.size(); ++r) columns += columns_of[r] = static_cast<std::size_t>(counts[r][0]);
  Columns some(static_cast<int>(own), static_cast<int>(columns));
  auto place = some.data.begin();
  for (const std::vector<Complex>& part : parts) place = std::copy(part.begin(), part.end(), place);
  if (columns > 0) some = multiply_own(some);
  place = some.data.begin();
  for (int r = 0; r < ranks.size(); ++r) {
    const auto end = place + static_cast<long>(own * columns_of[r]);
    parts[r].assign(place, end);
    place = end;
  }
  parts = ranks.all_to_all(parts);
  Columns y(x.rows, x.columns);
  for (int r = 0; r < ranks.size(); ++r) {
    auto value = parts[r].begin();
    for (int c = 0; c < x.columns; ++c)
      for (const int row : rows[r]) y.column(c)[row] = *value++;
  }
  return y;
}

class FastEfie : public ReactionProduct {
 public:
  FastEfie(const RwgSpace& space, double k, FastPlan plan, SharedTrees* trees, Communicator& ranks,
           const OnSetup& on_setup)
      : plan_(std::move(plan)),
        part_(ranks.size() > 1 ? std::make_unique<RankPart>(plan_, ranks) : nullptr),
        near_(leaves()) {
    const std::vector<double> alpha = efie_alone(space);
    SharedTree* shared = trees && !part_ ? &trees->of(0, *plan_.tree) : nullptr;
    near_.keep_in(plan_.files.near);
    together(ranks, [&] {
      fill_near(
          space, leaves(), near_, plan_.compression,
          [&](MatrixSink& sink, double begin, double end) {
            assemble(space, nullptr, k, alpha, quadrature_of(space, plan_.highest_k, plan_.digits), sink,
                     [&](double fraction) { on_setup(begin + (end - begin) * fraction, stage::near); });
          },
          shared ? &shared->near(Block::diagonal, alpha, plan_.k, plan_.digits) : nullptr);
    });
    throw_if_any_cancelled(ranks);
    far_ = std::make_unique<FarInteractions>(space, nullptr, *plan_.tree, plan_.waves(), plan_.k, alpha,
                                             plan_.sampling, plan_.digits, part_ ? &part_->share : nullptr,
                                             shared, plan_.band);
    far_->move_patterns_to(plan_.files.patterns);
    operator_ =
        std::make_unique<FastOperator>(near_, *far_, static_cast<std::size_t>(leaves().own_functions()),
                                       ranks, part_ ? &part_->halo : nullptr);
    if (part_) rows_ = rows_of_ranks(part_->own(), ranks);
  }

  Columns multiply(const Columns& x) override {
    if (!part_) return multiply_compressed(*operator_, x, plan_.tree->order());
    return multiply_over_ranks(x, rows_, part_->share.ranks,
                               [this](const Columns& own) { return multiply_own(*operator_, own, *part_); });
  }
  double error() const override { return std::pow(10.0, -plan_.digits); }

 private:
  const Octree& leaves() const { return part_ ? part_->leaves : *plan_.tree; }

  FastPlan plan_;
  std::unique_ptr<RankPart> part_;  ///< null: one rank
  NearMatrix near_;
  std::unique_ptr<FarInteractions> far_;
  std::unique_ptr<FastOperator> operator_;
  std::vector<std::vector<int>> rows_;  ///< of each rank
};

class MultiRegionProduct : public ReactionProduct {
 public:
  MultiRegionProduct(RowsProduct product, int digits, Communicator& ranks)
      : product_(std::move(product)), digits_(digits), ranks_(ranks) {
    if (product_.own) rows_ = rows_of_ranks(*product_.own, ranks_);
  }
  Columns multiply(const Columns& x) override {
    if (rows_.empty()) return product_.multiply(x);
    return multiply_over_ranks(x, rows_, ranks_, product_.multiply);
  }
  double error() const override { return std::pow(10.0, -digits_); }

 private:
  RowsProduct product_;
  int digits_;
  Communicator& ranks_;
  std::vector<std::vector<int>> rows_;  ///< of each rank; empty: one
};

/// The matrix that the currents were solved with.
class SolvedProduct : public ReactionProduct {
 public:
  SolvedProduct(std::unique_ptr<FrequencySystem> system, int digits, Communicator& ranks)
      : system_(std::move(system)), digits_(digits), ranks_(ranks) {
    if (const auto own = system_->own_functions()) rows_ = rows_of_ranks(*own, ranks_);
  }
  Columns multiply(const Columns& x) override {
    if (rows_.empty()) return system_->multiply(x).value();
    return multiply_over_ranks(x, rows_, ranks_,
                               [this](const Columns& own) { return system_->multiply(own).value(); });
  }
  double error() const override { return std::pow(10.0, -digits_); }

 private:
  std::unique_ptr<FrequencySystem> system_;
  int digits_;
  Communicator& ranks_;
  std::vector<std::vector<int>> rows_;  ///< of each rank; empty: one
};

}  // namespace

std::unique_ptr<ReactionProduct> dense_efie(const RwgSpace& space, double k, const OnSetup& on_setup) {
  return std::make_unique<DenseProduct>(
      assemble_dense(space, nullptr, k, efie_alone(space), quadrature_of(space, k),
                     [&](double fraction) { on_setup(fraction, stage::near); }));
}

std::unique_ptr<ReactionProduct> fast_efie(const RwgSpace& space, double k, const FastDemand& demand,
                                           SharedTrees* shared, Communicator& ranks,
                                           const OnSetup& on_setup) {
  return std::make_unique<FastEfie>(space, k, plan_fast(space, efie_alone(space), k, with_digits(demand)),
                                    shared, ranks, on_setup);
}

std::unique_ptr<ReactionProduct> dense_multi_region_product(const CurrentEquations& equations,
                                                            const OnSetup& on_setup) {
  return std::make_unique<DenseProduct>(assemble_dense(
      equations, quadrature_of(equations), [&](double fraction) { on_setup(fraction, stage::near); }));
}

std::unique_ptr<ReactionProduct> fast_multi_region_product(const CurrentEquations& equations,
                                                           const FastDemand& demand, SharedTrees* shared,
                                                           Communicator& ranks, const OnSetup& on_setup) {
  const FastDemand own = with_digits(demand);
  return std::make_unique<MultiRegionProduct>(
      multi_region_product(equations, plan_multi_region(equations, own), shared, ranks, on_setup), own.digits,
      ranks);
}

std::unique_ptr<ReactionProduct> solved_product(std::unique_ptr<FrequencySystem> system, int digits,
                                                Communicator& ranks) {
  return std::make_unique<SolvedProduct>(std::move(system), digits, ranks);
}

}  // namespace pace
