#include "method/fast_system.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>

#include "core/cancel.hpp"
#include "fmm/near_matrix.hpp"
#include "fmm/near_sink.hpp"
#include "krylov/block_gcr.hpp"
#include "operators/assembly.hpp"
#include "output/events.hpp"
#include "preconditioner/near_inverse.hpp"

namespace pace {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The matrix as the Krylov method sees it, in tree order.
class FastOperator : public LinearOperator {
 public:
  FastOperator(const NearMatrix& near, FarProduct& far, std::size_t size) : near_(near), far_(far), size_(size) {}
  std::size_t size() const override { return size_; }
  void apply(const ComplexF* x, ComplexF* y, int columns) override {
    for (int first = 0; first < columns; first += FarProduct::most_columns) {
      throw_if_cancelled();
      const int count = std::min(FarProduct::most_columns, columns - first);
      const auto start = Clock::now();
      near_.multiply(x + first * size_, y + first * size_, size_, count);
      near_seconds += since(start);
      const auto middle = Clock::now();
      far_.add(x + first * size_, y + first * size_, size_, count);
      far_seconds += since(middle);
      products += count;
    }
  }
  double near_seconds = 0.0, far_seconds = 0.0;
  long products = 0;

 private:
  const NearMatrix& near_;
  FarProduct& far_;
  std::size_t size_;
};

/// An unfinished solution on disk: compressed columns and how they make up the real ones, in order of functions.
struct Checkpoint {
  FloatColumns x;
  SmallMatrix weights;

  static constexpr std::array<char, 8> magic{'P', 'A', 'C', 'E', 'C', 'H', 'K', '1'};

  void write(const std::filesystem::path& path, const Octree& tree) const {
    const std::filesystem::path part = path.string() + ".part";
    {
      std::ofstream file(part, std::ios::binary);
      const std::uint64_t numbers[] = {x.rows, static_cast<std::uint64_t>(x.columns), static_cast<std::uint64_t>(weights.cols())};
      file.write(magic.data(), magic.size());
      file.write(reinterpret_cast<const char*>(numbers), sizeof numbers);
      file.write(reinterpret_cast<const char*>(weights.data()), static_cast<long>(sizeof(Complex)) * weights.size());
      std::vector<ComplexF> column(x.rows);
      for (int c = 0; c < x.columns; ++c) {
        for (std::size_t p = 0; p < x.rows; ++p) column[tree.order()[p]] = x.column(c)[p];
        file.write(reinterpret_cast<const char*>(column.data()), static_cast<long>(sizeof(ComplexF) * x.rows));
      }
      if (!file) throw std::runtime_error("The checkpoint " + path.string() + " can not be written; is the disk full?");
    }
    std::filesystem::rename(part, path);
  }

  /// @returns false if there is none, or one of something else
  bool read(const std::filesystem::path& path, const Octree& tree, int columns) {
    std::ifstream file(path, std::ios::binary);
    std::array<char, 8> head{};
    std::uint64_t numbers[3] = {};
    file.read(head.data(), head.size());
    file.read(reinterpret_cast<char*>(numbers), sizeof numbers);
    if (!file || head != magic || numbers[0] != tree.order().size() || numbers[2] != static_cast<std::uint64_t>(columns) ||
        numbers[1] > numbers[2])
      return false;
    weights.resize(static_cast<long>(numbers[1]), columns);
    file.read(reinterpret_cast<char*>(weights.data()), static_cast<long>(sizeof(Complex)) * weights.size());
    x = FloatColumns(numbers[0], static_cast<int>(numbers[1]));
    std::vector<ComplexF> column(x.rows);
    for (int c = 0; c < x.columns; ++c) {
      file.read(reinterpret_cast<char*>(column.data()), static_cast<long>(sizeof(ComplexF) * x.rows));
      for (std::size_t p = 0; p < x.rows; ++p) x.column(c)[p] = column[tree.order()[p]];
    }
    return static_cast<bool>(file);
  }
};

class FastSystem : public FrequencySystem {
 public:
  FastSystem(const Model& model, FastPlan plan, const FastOptions& options, const OnSetup& on_setup)
      : plan_(std::move(plan)), options_(options), near_(*plan_.tree) {
    auto start = Clock::now();
    fill_near(model.space, *plan_.tree, near_, plan_.compression, [&](MatrixSink& sink, double begin, double end) {
      assemble(model.space, model.dual_space(), plan_.k, model.alpha, quadrature_of(model, plan_.k, plan_.digits), sink,
               [&](double fraction) { on_setup(assembly_share_ * (begin + (end - begin) * fraction), stage::near); });
    });
    near_seconds_ = since(start);
    throw_if_cancelled();
    on_setup(assembly_share_, stage::near);
    start = Clock::now();
    far_ = std::make_unique<FarProduct>(model.space, model.dual_space(), *plan_.tree, plan_.k, model.alpha, plan_.sampling);
    far_seconds_ = since(start);
    throw_if_cancelled();
    on_setup(0.5 * (1.0 + assembly_share_), stage::near);
    start = Clock::now();
    inverse_ = std::make_unique<NearInverse>(*plan_.tree, near_, plan_.points, plan_.overlap);
    inverse_seconds_ = since(start);
    operator_ = std::make_unique<FastOperator>(near_, *far_, plan_.points.size());
    KrylovOptions krylov;
    krylov.tolerance = options.residual;
    krylov.most_iterations = options.most_iterations;
    krylov.basis_bytes = options.basis_bytes;
    krylov_ = std::make_unique<BlockGcr>(*operator_, inverse_.get(), krylov);
  }

  SolutionRecord solve(Columns& columns, const std::filesystem::path& checkpoint, const OnIteration& on_iteration) override {
    const std::vector<int>& order = plan_.tree->order();
    CompressedColumns compressed;
    {
      FloatColumns b(order.size(), columns.columns);
      for (int c = 0; c < columns.columns; ++c)
        for (std::size_t p = 0; p < order.size(); ++p) b.column(c)[p] = ComplexF(columns.column(c)[order[p]]);
      compressed = compress(b, compression_share_ * options_.residual);
    }
    FloatColumns x;
    Checkpoint earlier;
    if (!checkpoint.empty() && earlier.read(checkpoint, *plan_.tree, columns.columns))
      x = product(earlier.x.data.data(), earlier.weights * compressed.weights.adjoint(), order.size());

    SolutionRecord record;
    record.residuals.resize(columns.columns);
    auto last_save = Clock::now();
    const auto save = [&](const FloatColumns& solution) {
      if (checkpoint.empty()) return;
      Checkpoint{solution, compressed.weights}.write(checkpoint, *plan_.tree);
      last_save = Clock::now();
    };
    const auto on_round = [&](const KrylovProgress& progress) {
      if (progress.iteration > 0) {
        for (int c = 0; c < columns.columns; ++c) record.residuals[c].push_back(progress.residuals[c]);
        if (on_iteration) on_iteration(progress.iteration, progress.worst);
      }
      if (since(last_save) > options_.checkpoint_seconds) save(*progress.solution);
    };
    const auto start = Clock::now();
    KrylovOutcome outcome;
    try {
      outcome = krylov_->solve(compressed, x, on_round);
    } catch (const Cancelled&) {
      save(x);
      throw;
    }
    solve_seconds_ += since(start);
    record.products = outcome.products;
    record.rank = outcome.rank;
    for (int c = 0; c < columns.columns; ++c) {
      if (record.residuals[c].empty()) record.residuals[c].push_back(outcome.residuals[c]);
      record.converged.push_back(outcome.residuals[c] <= options_.residual);
    }
    if (!outcome.converged) save(x);
    for (int c = 0; c < columns.columns; ++c) {
      const FloatColumns whole = product(x.data.data(), compressed.weights.col(c), order.size());
      for (std::size_t p = 0; p < order.size(); ++p) columns.column(c)[order[p]] = Complex(whole.data[p]);
    }
    return record;
  }

  nlohmann::json report() const override {
    const double n = static_cast<double>(plan_.points.size());
    const FarProduct::Bytes bytes = far_->bytes();
    const double products = std::max<double>(1.0, static_cast<double>(operator_->products));
    nlohmann::json degrees = nlohmann::json::array();
    for (int l = Octree::first_far_level; l <= plan_.tree->depth(); ++l) degrees.push_back(plan_.sampling.degree[l]);
    return {{"digits", plan_.digits}, {"levels", plan_.tree->depth()},
            {"leafWavelengths", plan_.tree->leaves().box_size * plan_.k / (2.0 * pi)}, {"degrees", degrees},
            {"bytesPerUnknown", {{"near", static_cast<double>(near_.bytes()) / n}, {"preconditioner", static_cast<double>(inverse_->bytes()) / n},
                                 {"patterns", static_cast<double>(bytes.patterns) / n}, {"fields", static_cast<double>(bytes.fields) / n},
                                 {"translators", static_cast<double>(bytes.translators) / n}}},
            {"seconds", {{"nearMatrix", near_seconds_}, {"patterns", far_seconds_}, {"preconditioner", inverse_seconds_},
                         {"solution", solve_seconds_}, {"perProduct", (operator_->near_seconds + operator_->far_seconds) / products},
                         {"nearPerProduct", operator_->near_seconds / products}, {"farPerProduct", operator_->far_seconds / products},
                         {"leavesPerProduct", far_->seconds().leaves / products}, {"upPerProduct", far_->seconds().up / products},
                         {"acrossPerProduct", far_->seconds().across / products}, {"downPerProduct", far_->seconds().down / products}}},
            {"flopsPerProduct", plan_.product_flops}};
  }

 private:
  static constexpr double assembly_share_ = 0.6;
  /// Part of the residual that compression of the right-hand sides may use up.
  static constexpr double compression_share_ = 0.1;

  FastPlan plan_;
  FastOptions options_;
  NearMatrix near_;
  std::unique_ptr<FarProduct> far_;
  std::unique_ptr<NearInverse> inverse_;
  std::unique_ptr<FastOperator> operator_;
  std::unique_ptr<BlockGcr> krylov_;
  double near_seconds_ = 0.0, far_seconds_ = 0.0, inverse_seconds_ = 0.0, solve_seconds_ = 0.0;
};

}  // namespace

std::unique_ptr<FrequencySystem> fast_system(const Model& model, FastPlan plan, const FastOptions& options, const OnSetup& on_setup) {
  return std::make_unique<FastSystem>(model, std::move(plan), options, on_setup);
}

}  // namespace pace
