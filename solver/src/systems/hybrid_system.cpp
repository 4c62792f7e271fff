#include "systems/hybrid_system.hpp"

#include <algorithm>

#include "core/cancel.hpp"
#include "core/stopwatch.hpp"
#include "operators/assembly.hpp"
#include "output/events.hpp"
#include "preconditioner/deferred_inverse.hpp"

namespace pace {
namespace {

using Eigen::MatrixXcd;

/// Columns of right-hand sides that are reduced and completed together.
constexpr int columns_at_once = 32;

std::vector<double> row_weights(const Model& model, const PartDivision& division) {
  std::vector<double> alpha = model.alpha;
  for (const int f : division.optics) alpha[f] = 0.0;
  return alpha;
}

class HybridSystem : public FrequencySystem {
 public:
  HybridSystem(const HybridModel& hybrid, FastPlan plan, const FastOptions& options, const OnSetup& on_setup)
      : hybrid_(hybrid),
        space_(hybrid.model->space),
        plan_(std::move(plan)),
        near_(*plan_.tree, hybrid.division) {
    auto start = Clock::now();
    assemble(space_, &hybrid.dual, plan_.k, hybrid.alpha, quadrature_of(space_, plan_.k.real(), plan_.digits),
             near_, [&](double fraction) { on_setup(assembly_share_ * fraction, stage::near); });
    leave_out_border_identity();
    near_seconds_ = seconds_since(start);
    throw_if_cancelled();
    on_setup(assembly_share_, stage::near);
    start = Clock::now();
    far_ = far_product(plan_.sampling);
    far_seconds_ = seconds_since(start);
    throw_if_cancelled();
    on_setup(0.5 * (1.0 + assembly_share_), stage::near);

    std::vector<Vec3> points;
    for (const int f : hybrid.division.full_wave) points.push_back(plan_.points[f]);
    full_wave_tree_ = std::make_unique<Octree>(points, plan_.tree->leaves().box_size);
    const auto& order = full_wave_tree_->order();
    const auto gather = [this, &order](std::span<const int> places, ComplexF* out) {
      for (const int row : places)
        for (const int column : places)
          *out++ =
              near_.entry(hybrid_.division.full_wave[order[row]], hybrid_.division.full_wave[order[column]]);
    };
    inverse_ = std::make_unique<DeferredInverse>(
        order,
        [this, gather, points] {
          return std::make_unique<NearInverse>(*full_wave_tree_, gather, points, plan_.overlap,
                                               plan_.inverse_error);
        },
        options.kept_inverse);
    operator_ = std::make_unique<CoupledOperator>(pieces(), far_.get());
    const auto make_inner = [this] {
      low_accuracy_far_ = far_product(sampling_for(*plan_.tree, plan_.k, low_accuracy_digits, 0.0));
      low_accuracy_ = std::make_unique<CoupledOperator>(pieces(), low_accuracy_far_.get());
      return std::make_unique<InnerSolve>(*low_accuracy_, *inverse_, InnerSolve::Options{});
    };
    preconditioner_ = std::make_unique<GrowingPreconditioner>(*inverse_, make_inner, options.inner);
    krylov_ = std::make_unique<KrylovSolution>(*operator_, *preconditioner_, order, options,
                                               rounding_of_directions(plan_.inverse_error));
  }

  SolutionRecord solve(Columns& columns, const SolutionFiles& files,
                       const OnIteration& on_iteration) override {
    Columns reduced(hybrid_.division.full_wave_count(), columns.columns);
    for (int first = 0; first < columns.columns; first += columns_at_once) {
      const int count = std::min(columns_at_once, columns.columns - first);
      MatrixXcd optics = take(columns, hybrid_.division.optics, first, count);
      hybrid_.currents.solve(optics);  // 2 n̂ × H_inc
      const MatrixXcd right =
          take(columns, hybrid_.division.full_wave, first, count) - operator_->returned(optics);
      Eigen::Map<MatrixXcd>(reduced.column(first), right.rows(), count) = right;
      put(optics, hybrid_.division.optics, columns, first);
    }
    const SolutionRecord record = krylov_->solve(reduced, files, on_iteration);
    for (int first = 0; first < columns.columns; first += columns_at_once) {
      const int count = std::min(columns_at_once, columns.columns - first);
      const MatrixXcd full_wave = Eigen::Map<const MatrixXcd>(reduced.column(first), reduced.rows, count);
      put(full_wave, hybrid_.division.full_wave, columns, first);
      put(take(columns, hybrid_.division.optics, first, count) + operator_->induced(full_wave),
          hybrid_.division.optics, columns, first);
    }
    return record;
  }

  KeptInverse kept_inverse() const override { return inverse_->kept(); }

  std::optional<SolveReport> report() const override {
    const double products = std::max<double>(1.0, static_cast<double>(operator_->products));
    const double n = space_.size();
    const FarProduct::Bytes bytes = far_ ? far_->bytes() : FarProduct::Bytes{0, 0, 0};
    SolveReport report;
    report.digits = plan_.digits;
    report.levels = far_ ? plan_.levels : 0;
    report.leaf_wavelengths = plan_.tree->leaves().box_size * plan_.k.real() / (2.0 * pi);
    report.hybrid = {static_cast<std::int64_t>(hybrid_.division.full_wave_count()),
                     static_cast<std::int64_t>(hybrid_.division.optics_count()),
                     static_cast<std::int64_t>(hybrid_.division.collar_triangles),
                     static_cast<std::int64_t>(hybrid_.sight.groups()),
                     static_cast<double>(hybrid_.currents.bytes()) / n};
    report.bytes_per_unknown = {
        8.0 * static_cast<double>(near_.entries()) / n, static_cast<double>(inverse_->bytes()) / n,
        static_cast<double>(bytes.patterns) / n, static_cast<double>(bytes.fields) / n,
        static_cast<double>(bytes.translators) / n};
    report.seconds = {.near_matrix = near_seconds_,
                      .patterns = far_seconds_,
                      .preconditioner = {},
                      .solution = krylov_->seconds(),
                      .per_product = operator_->seconds / products,
                      .near_per_product = {},
                      .far_per_product = {}};
    report.uses_inner_solve = preconditioner_->uses_inner_solve();
    report.inner_products = preconditioner_->inner_products();
    return report;
  }

 private:
  static constexpr double assembly_share_ = 0.6;

  CoupledOperator::Pieces pieces() const {
    return {&hybrid_.division, &hybrid_.sight,           &hybrid_.currents, &near_,
            plan_.tree.get(),  &full_wave_tree_->order()};
  }

  std::unique_ptr<FarProduct> far_product(const Sampling& sampling) const {
    if (!plan_.has_far_boxes) return nullptr;
    return std::make_unique<FarProduct>(space_, &hybrid_.dual, *plan_.tree, plan_.k, hybrid_.alpha, sampling);
  }

  /// The rows of physical optics come with ½η⟨f, J⟩ in them; the operator adds it itself, for it knows no
  /// shadow.
  void leave_out_border_identity() {
    const auto& border = hybrid_.currents.border();
    for (int column = 0; column < border.outerSize(); ++column)
      for (Eigen::SparseMatrix<double>::InnerIterator it(border, column); it; ++it)
        near_.add(hybrid_.division.optics[it.row()], hybrid_.division.full_wave[it.col()], -it.value());
  }

  static MatrixXcd take(const Columns& columns, const std::vector<int>& functions, int first, int count) {
    MatrixXcd values(static_cast<long>(functions.size()), count);
    for (int c = 0; c < count; ++c)
      for (std::size_t i = 0; i < functions.size(); ++i)
        values(static_cast<long>(i), c) = columns.column(first + c)[functions[i]];
    return values;
  }
  static void put(const MatrixXcd& values, const std::vector<int>& functions, Columns& columns, int first) {
    for (int c = 0; c < static_cast<int>(values.cols()); ++c)
      for (std::size_t i = 0; i < functions.size(); ++i)
        columns.column(first + c)[functions[i]] = values(static_cast<long>(i), c);
  }

  const HybridModel& hybrid_;
  const RwgSpace& space_;
  FastPlan plan_;
  NearCoupling near_;
  std::unique_ptr<FarProduct> far_, low_accuracy_far_;
  std::unique_ptr<Octree> full_wave_tree_;
  std::unique_ptr<DeferredInverse> inverse_;
  std::unique_ptr<CoupledOperator> operator_, low_accuracy_;
  std::unique_ptr<GrowingPreconditioner> preconditioner_;
  std::unique_ptr<KrylovSolution> krylov_;
  double near_seconds_ = 0.0, far_seconds_ = 0.0;
};

}  // namespace

HybridModel::HybridModel(const Model& from, double longest_wavelength, double shortest_wavelength)
    : model(&from),
      division(from.mesh, from.topology, from.space, from.part_by_optics, longest_wavelength),
      alpha(row_weights(from, division)),
      dual(from.space, division.optics_function),
      flat(flat_surface(from.mesh, shortest_wavelength)),
      facets(flat ? FacetSurface(flat->mesh, flat->topology, flat->of_parts(division.optics_mesh_triangle),
                                 flat->triangle)
                  : FacetSurface(from.mesh, from.topology, division.optics_mesh_triangle)),
      rays(facets),
      sight(from.space, division, facets, rays),
      currents(from.space, division),
      border(border_halves(from.space, division)) {}

FastPlan plan_hybrid(const HybridModel& hybrid, double k, const FastDemand& demand) {
  const PartDivision& division = hybrid.division;
  FastPlan plan = plan_fast(hybrid.model->space, hybrid.alpha, k, demand);
  // The near entries of a hybrid are few: below the plane waves nothing has to be interpolated.
  if (plan.wave_tree) {
    plan.tree = std::move(plan.wave_tree);
    plan.levels = plan.tree->depth();
    plan.has_far_boxes = plan.levels >= Octree::first_far_level;
  }
  const double share = static_cast<double>(division.full_wave_count()) / hybrid.model->space.size();
  plan.near_entries = NearCoupling::count_entries(*plan.tree, division);
  plan.near_bytes = 8 * plan.near_entries;
  plan.inverse_entries = static_cast<std::uint64_t>(static_cast<double>(plan.inverse_entries) * share);
  plan.inverse_bytes =
      static_cast<std::uint64_t>(bytes_of_inverse_entry * static_cast<double>(plan.inverse_entries));
  plan.inverse_flops *= share;
  // There in a column for each group, and back.
  plan.far_flops *= 1.0 + hybrid.sight.groups();
  plan.solved = share;
  long first_kind = 0;
  for (const int f : division.full_wave) first_kind += hybrid.alpha[f] == 1.0;
  plan.overlap = 2 * first_kind > division.full_wave_count() ? 0.5 : 0.25;
  return plan;
}

std::unique_ptr<FrequencySystem> hybrid_system(const HybridModel& hybrid, FastPlan plan,
                                               const FastOptions& options, const OnSetup& on_setup) {
  return std::make_unique<HybridSystem>(hybrid, std::move(plan), options, on_setup);
}

}  // namespace pace
