#include "run/full_wave_sweep.hpp"

#include <algorithm>
#include <cmath>

#include "core/cancel.hpp"
#include "core/stopwatch.hpp"
#include "excitation/sweep.hpp"
#include "formulations/formulation.hpp"
#include "model/fingerprint.hpp"
#include "model/model.hpp"
#include "model/resolution.hpp"
#include "output/result_files.hpp"
#include "run/band_sampling.hpp"
#include "run/earlier_solutions.hpp"
#include "run/error_pass.hpp"
#include "run/field_checks.hpp"
#include "run/incident_waves.hpp"
#include "run/method_choice.hpp"
#include "run/rank_divisions.hpp"
#include "run/result_writer.hpp"
#include "run/shared_bands.hpp"
#include "systems/checkpoint.hpp"
#include "systems/dense_solution.hpp"

namespace pace {
namespace {

using nlohmann::json;

/// Part of a frequency's progress that is setup.
constexpr double setup_share = 0.5;
/// Where the estimate of errors begins.
constexpr double errors_begin = 0.9;
/// Up to here the progress of an adaptive sweep is what was expected.
constexpr double as_expected = 0.8;
/// Change of the wave number. The aircraft of the benchmarks takes no more products at 25 %, and 8 % more at
/// 68 %.
constexpr double inverse_serves_within = 0.15;
constexpr std::uint64_t krylov_bytes = std::uint64_t{6} << 30;

std::unique_ptr<Formulation> formulation_of(const Job& job, const Model& model,
                                            std::span<const double> frequencies_hz) {
  if (!model.part_by_optics.empty()) return hybrid_formulation(model, job, frequencies_hz);
  if (job.program_type == 1) return conductor_formulation(model);
  if (job.program_type == 2) return coating_formulation(model, job, frequencies_hz);
  return composite_formulation(model, job, frequencies_hz);
}

/// Of columns of which each rank has some rows.
std::vector<double> norms_of(const Columns& columns, Communicator& ranks) {
  std::vector<double> norms(columns.columns);
#pragma omp parallel for
  for (int c = 0; c < columns.columns; ++c)
    norms[c] = Eigen::Map<const Eigen::VectorXcd>(columns.column(c), columns.rows).squaredNorm();
  ranks.sum(norms);
  for (double& norm : norms) norm = std::sqrt(norm);
  return norms;
}

/// A frequency under way.
struct FrequencySolution {
  FrequencyResult result;
  Extinction extinction;
  /// Of each return: what the residual may change of it at most, relative.
  std::vector<double> rcs_uncertainty;
  std::int64_t products = 0, rank = 0, products_one_by_one = 0;
  std::unique_ptr<ErrorPass> errors;  ///< null: none are estimated
  Stopwatch clock;

  PartialResult so_far(int illuminations) const {
    PartialResult partial;
    partial.frequency_hz = result.frequency_hz;
    partial.illuminations = illuminations;
    partial.backward_error = result.full_wave->backward_error;
    partial.converged = result.converged;
    partial.digits = result.full_wave->digits;
    if (extinction.points > 0)
      partial.extinction = {extinction.points, extinction.illuminations, extinction.worst};
    partial.cancellation = extinction.cancellation;
    partial.rcs_uncertainty = rcs_uncertainty;
    partial.products = products;
    partial.rank = rank;
    partial.products_one_by_one = products_one_by_one;
    return partial;
  }

  void go_on_from(const PartialResult& partial) {
    result.full_wave->backward_error = partial.backward_error;
    result.converged = partial.converged;
    extinction.checked = partial.extinction || !partial.cancellation.empty();
    if (partial.extinction) {
      extinction.points = partial.extinction->points;
      extinction.illuminations = partial.extinction->illuminations;
      extinction.worst = partial.extinction->field_inside;
    }
    extinction.cancellation = partial.cancellation;
    rcs_uncertainty = partial.rcs_uncertainty;
    products = partial.products;
    rank = partial.rank;
    products_one_by_one = partial.products_one_by_one;
  }
};

class FullWaveSweep final : public Sweep {
 public:
  FullWaveSweep(const Job& job, const std::filesystem::path& folder, EventStream& events, Communicator& ranks)
      : job_(job),
        folder_(folder),
        events_(events),
        ranks_(ranks),
        model_(prepare_model(job)),
        frequencies_(job.input.frequencies_hz),
        is_adaptive_(BandSampling::is_wanted(job)),
        expected_(is_adaptive_ ? BandSampling::expected(job, model_.mesh)
                               : static_cast<double>(frequencies_.size())),
        illuminations_(illuminations(job.input.angle_sweep, job.input.excitation)),
        formulation_(formulation_of(job, model_, frequencies_)),
        solutions_(folder, model_.mesh, std::max(job.input.residual, smallest_residual), ranks),
        bands_(folder, ranks.size() > 1 ? std::span<const double>() : std::span<const double>(frequencies_),
               expected_),
        writer_(job, *formulation_, model_.mesh, folder, ranks) {
    formulation_->share_trees(bands_.of(frequencies_.back()));
    MethodPlan plan = choose_method(job_, frequencies_.back(), work(), ranks_.size(), model_, *formulation_);
    cost_ = std::move(plan.cost);
    digits_ = plan.digits;
    if (cost_.method == Method::mlfma) return;
    bands_ = SharedBands({}, {}, 0.0);
    formulation_->share_trees({});
  }

  const CostEstimate& cost() const override { return cost_; }

  RunResult beginning() override {
    RunResult result;
    result.unknowns = formulation_->unknowns();
    result.triangles = static_cast<std::int64_t>(model_.space.triangles().size());
    result.formulation = formulation_->between_media();
    result.fingerprint = fingerprint(job_, model_.mesh, chosen());
    result.frequencies_hz = frequencies_;
    result.illuminations = illuminations_;
    result.notices = model_.notices;
    if (is_adaptive_) result.adaptive.emplace().tolerance_db = *job_.input.adaptive_tolerance_db;
    formulation_->set_frequency(frequencies_.back());
    if (const auto coarse = coarse_mesh_notice()) result.notices.push_back(*coarse);
    return result;
  }

  void execute(RunRecord& record, Progress& progress) override {
    const std::vector<double> order = is_adaptive_ ? frequencies_ : coarse_to_fine(frequencies_);
    record.resume(order,
                  [&](double error, int digits) { return error <= asked_residual() && digits >= digits_; });
    for (const FrequencyResult& f : std::vector(record.result().frequencies))
      if (!f.converged) record.add(not_converged_notice(f.frequency_hz, f.full_wave->backward_error));
    // A pass that was killed may have saved the record, and nothing after it.
    for (const FrequencyResult& f : record.result().frequencies)
      ErrorPass::remove_solutions(folder_, f.frequency_hz);
    for (const FrequencyResult& f : record.result().frequencies) solutions_.add(f.frequency_hz);
    if (is_adaptive_) {
      sample_band(record, progress);
    } else {
      for (std::size_t f = 0; f < order.size(); ++f)
        if (!record.has(order[f])) one_frequency({order[f], f}, record, progress);
    }
    solutions_.remove();
  }

  /// docs/run-folder.md; null of other methods than MLFMA
  json divisions(int most_ranks) {
    if (cost_.method != Method::mlfma) return nullptr;
    formulation_->share_trees({});
    formulation_->set_frequency(frequencies_.back());
    FastDemand demand = demand_in_memory();
    demand.waves_only = true;
    const MultiRegionPlan plan = formulation_->divided_plan(demand);
    if (plan.regions.empty()) return nullptr;
    return rank_divisions(plan, most_ranks, replicated_bytes(work()));
  }

 private:
  double asked_residual() const {
    return is_iterative(cost_.method) ? std::max(job_.input.residual, smallest_residual)
                                      : job_.input.residual;
  }

  /// Frequencies start from each other's solutions.
  bool has_earlier_solutions() const { return is_iterative(cost_.method) && frequencies_.size() > 1; }
  /// Currents that are solved for.
  double solved_residual() const {
    return has_earlier_solutions()
               ? std::max(EarlierSolutions::residual_share * asked_residual(), smallest_residual)
               : asked_residual();
  }

  /// Of one rank's threads.
  Workload work() {
    // An adaptive sweep solves about so many, evenly.
    std::vector<double> solved = frequencies_;
    if (is_adaptive_) {
      solved.resize(std::max<std::size_t>(2, static_cast<std::size_t>(std::lround(expected_))));
      for (std::size_t i = 0; i < solved.size(); ++i)
        solved[i] = std::lerp(frequencies_.front(), frequencies_.back(),
                              static_cast<double>(i) / static_cast<double>(solved.size() - 1));
    }
    const std::vector<double> order = coarse_to_fine(solved);
    const StartedShare share = started_share(order, vertex_box(model_.mesh).diagonal().norm(),
                                             std::max(job_.input.residual, smallest_residual));
    return {formulation_->unknowns(),
            static_cast<std::int64_t>(model_.mesh.vertices.size()),
            static_cast<std::int64_t>(std::lround(expected_)),
            static_cast<std::int64_t>(illuminations_.size()),
            waves_of(illuminations_).per_illumination(),
            static_cast<std::int64_t>(writer_.directions().size()),
            job_.threads,
            job_.error_estimate && formulation_->has_symmetric_equations(),
            share.decades,
            share.started,
            bands_.sharing(order),
            ranks_.size() > 1 ? static_cast<std::int64_t>(order.size()) : inverses_of(order)};
  }

  /// Preconditioners that frequencies in this order build, where no medium disperses.
  static std::int64_t inverses_of(std::span<const double> order) {
    std::int64_t count = 0;
    double kept = 0.0;
    for (const double f : order)
      if (std::abs(f - kept) > inverse_serves_within * kept) kept = f, ++count;
    return count;
  }

  /// What the job left to the solver and changes the numbers.
  json chosen() const {
    return {{"method", name_of(cost_.method)},
            {"formulation", formulation_->between_media()},
            {"levels", is_iterative(cost_.method) && job_.input.manual_levels ? job_.input.levels : 0}};
  }

  std::optional<Notice> coarse_mesh_notice() const {
    const auto coarse = coarse_mesh(model_.mesh, formulation_->wavenumber_at_triangles(),
                                    formulation_->impedance_at_triangles());
    if (!coarse) return std::nullopt;
    const bool medium = job_.program_type == 3, flat = coarse->limit == flat_mesh_limit;
    json values{{"count", coarse->parts},
                {"part", model_.mesh.parts[coarse->part].number},
                {"percent", std::lround(100.0 * coarse->share)},
                {"longest", significant(coarse->longest_edge, 2)}};
    if (!flat) values["limit"] = coarse->limit, values["usual"] = coarse->usual;
    return Notice(Message{flat ? (medium ? "MESH_COARSE.medium" : "MESH_COARSE")
                               : (medium ? "MESH_COARSE.curvedMedium" : "MESH_COARSE.curved"),
                          std::move(values)});
  }

  Notice not_converged_notice(double frequency_hz, double worst) const {
    const double ghz = frequency_hz / 1e9;
    if (!is_iterative(cost_.method))
      return Message{"NOT_CONVERGED.direct",
                     {{"ghz", ghz},
                      {"residual", significant(worst, 2)},
                      {"limit", std::min(asked_residual(), direct_residual_bound)}}};
    return Message{"NOT_CONVERGED",
                   {{"ghz", ghz},
                    {"iterations", job_.input.max_iterations},
                    {"residual", significant(worst, 2)},
                    {"asked", asked_residual()}}};
  }

  /// A frequency, and how many were solved before it.
  struct Turn {
    double frequency_hz;
    std::size_t number;
  };

  void sample_band(RunRecord& record, Progress& progress) {
    BandSampling sampling(job_, model_.mesh, writer_, ranks_);
    std::size_t number = 0;
    while (const auto frequency_hz = sampling.next()) {
      if (!record.has(*frequency_hz)) one_frequency({*frequency_hz, number}, record, progress);
      ++number;
      sampling.add(*frequency_hz, record);
    }
    // What an earlier pass solved without being asked for now: of an ordinary sweep that was interrupted.
    const std::vector<FrequencyResult> solved = record.result().frequencies;
    for (const FrequencyResult& f : solved)
      if (!sampling.has(f.frequency_hz)) sampling.add(f.frequency_hz, record);
    sampling.finish(record);
  }

  /// Of the run, from that of a frequency. An adaptive sweep may need more than were expected: it slows down
  /// towards the end, and never goes back.
  double fraction(const Turn& turn, double of_frequency) const {
    const double part = (static_cast<double>(turn.number) + of_frequency) / expected_;
    if (!is_adaptive_ || part < as_expected) return part;
    return 1.0 - (1.0 - as_expected) * std::exp((as_expected - part) / (1.0 - as_expected));
  }

  std::unique_ptr<FrequencySystem> build(const Turn& f, Progress& progress) {
    const double frequency_hz = f.frequency_hz;
    formulation_->share_trees(bands_.of(frequency_hz));
    formulation_->set_frequency(frequency_hz);
    const auto on_setup = [&, f, frequency_hz](double done, const char* stage) {
      progress.stage_now_and_then(stage, fraction(f, setup_share * done), frequency_hz);
    };
    if (cost_.method == Method::dense_lu) return formulation_->dense(on_setup);
    if (inverse_.inverse && !inverse_serves()) inverse_ = {};
    FastOptions options;
    options.kept_inverse = inverse_;
    options.shared = bands_.trees(frequency_hz);
    options.residual = solved_residual();
    options.most_iterations = job_.input.max_iterations;
    options.basis_bytes = krylov_bytes;
    options.inner = job_.preconditioner == PreconditionerChoice::automatic ? InnerChoice::automatic
                    : job_.preconditioner == PreconditionerChoice::near    ? InnerChoice::never
                                                                           : InnerChoice::always;
    options.ranks = &ranks_;
    if (job_.memory_limit_bytes) options.basis_bytes = std::min(krylov_bytes, *job_.memory_limit_bytes / 4);
    return formulation_->fast(demand(), options, on_setup);
  }

  FastDemand demand_in_memory() const {
    const IncidentWaves waves = waves_of(illuminations_);
    return fast_demand(job_, ranks_.size(), waves.columns(), waves.per_illumination());
  }
  /// Of a system that is built now; its files end with it.
  FastDemand demand() const {
    FastDemand demand = demand_in_memory();
    if (cost_.disk_bytes > 0) demand.files.near = std::make_shared<PagingFile>(folder_);
    if (cost_.patterns_on_disk) demand.files.patterns = demand.files.near;
    return demand;
  }

  /// Whether the kept preconditioner is close enough to one of the frequency that is set.
  bool inverse_serves() const {
    const std::vector<double> k = formulation_->wavenumber_at_triangles();
    for (std::size_t t = 0; t < k.size(); ++t)
      if (std::abs(k[t] - inverse_k_[t]) > inverse_serves_within * inverse_k_[t]) return false;
    return true;
  }

  void keep_inverse(const FrequencySystem& system) {
    KeptInverse kept = system.kept_inverse();
    if (!kept.inverse || kept.inverse == inverse_.inverse) return;
    inverse_ = std::move(kept);
    inverse_k_ = formulation_->wavenumber_at_triangles();
  }

  void one_frequency(const Turn& f, RunRecord& record, Progress& progress) {
    const double frequency_hz = f.frequency_hz;
    FrequencySolution solution;
    solution.result.frequency_hz = frequency_hz;
    solution.result.full_wave.emplace().digits = digits_;
    StageSeconds& seconds = solution.result.full_wave->seconds;
    progress.stage(stage::near, fraction(f, 0.0), frequency_hz);
    std::unique_ptr<FrequencySystem> system = build(f, progress);
    formulation_->hold(system->own_functions());
    seconds.near = solution.clock.lap();
    throw_if_any_cancelled(ranks_);
    solution.errors = ErrorPass::of(job_, *formulation_, writer_, folder_, frequency_hz, cost_.method, ranks_,
                                    model_.mesh.triangles.size());

    int first = 0;
    if (const auto& partial = record.result().partial; partial && partial->frequency_hz == frequency_hz) {
      first = partial->illuminations;
      solution.go_on_from(*partial);
    }
    const int count = static_cast<int>(illuminations_.size()),
              at_once = right_hand_sides_at_once(formulation_->column_size()) /
                        waves_of(illuminations_).per_illumination();
    for (; first < count; first += at_once) {
      throw_if_any_cancelled(ranks_);
      some_illuminations(f, first, std::min(at_once, count - first), *system, solution, record, progress);
    }
    FrequencyResult& result = solution.result;
    const Extinction& extinction = solution.extinction;
    if (extinction.points > 0)
      result.extinction = {extinction.points, extinction.illuminations, extinction.worst};
    if (has_earlier_solutions()) keep_inverse(*system);
    if (is_iterative(cost_.method))
      result.iterative = {solution.products, solution.rank, solution.products_one_by_one, *system->report()};
    if (solution.errors) {
      solution.errors->solve_for_receivers(*system, waves_of(illuminations_));
      solution.errors->take_over(std::move(system), digits_);
    }
    system.reset();
    if (solution.errors)
      result.error_estimate = solution.errors->estimate(
          waves_of(illuminations_), demand(), bands_.trees(frequency_hz),
          [&](double done, const char* stage) {
            progress.stage_now_and_then(stage, fraction(f, errors_begin + (1.0 - errors_begin) * done),
                                        frequency_hz);
          },
          record);
    if (!result.converged)
      record.add(not_converged_notice(frequency_hz, result.full_wave->backward_error));
    else if (const auto notice =
                 accuracy_notice(frequency_hz, extinction, std::move(solution.rcs_uncertainty)))
      record.add(*notice);
    report_traffic(result);
    record.add(std::move(result));
    record.save();
    solutions_.add(frequency_hz);
    if (solution.errors) ErrorPass::remove_solutions(folder_, frequency_hz);
  }

  /// Solves, observes and writes the illuminations from `first` on.
  void some_illuminations(const Turn& f, int first, int size, FrequencySystem& system,
                          FrequencySolution& solution, RunRecord& record, Progress& progress) {
    const double frequency_hz = f.frequency_hz, target = solved_residual();
    const auto count = static_cast<double>(illuminations_.size());
    FrequencyResult::FullWave& full_wave = *solution.result.full_wave;
    StageSeconds& seconds = full_wave.seconds;
    const double begin = setup_share + (1.0 - setup_share) * first / count,
                 share = (1.0 - setup_share) * size / count;

    progress.stage(stage::fields, fraction(f, begin), frequency_hz);
    const IncidentWaves waves = waves_of(std::span(illuminations_).subspan(first, size));
    const std::filesystem::path checkpoint =
        folder_ / (".checkpoint_" + number_text(frequency_hz) + "_" + std::to_string(first) + ".bin");
    SolutionFiles files{checkpoint, {}, {}};
    if (has_earlier_solutions()) files = solutions_.files(frequency_hz, first, waves, checkpoint);
    std::vector<double> excited;
    const auto right_hand_sides = [&](int of_first, int some) {
      Columns columns = formulation_->excite_all(waves.some(of_first, some).all());
      if (of_first < static_cast<int>(excited.size())) return columns;  // once more
      const std::vector<double> norms = norms_of(columns, ranks_);
      excited.insert(excited.end(), norms.begin(), norms.end());
      if (of_first + some == waves.columns()) {
        seconds.fields += solution.clock.lap();
        progress.stage(stage::solution, fraction(f, begin), frequency_hz);
      }
      return columns;
    };
    const auto on_iteration = [&](int iteration, double residual) {
      events_.say({{"event", "iteration"},
                   {"frequencyHz", frequency_hz},
                   {"rightHandSide", first},
                   {"iteration", iteration},
                   {"residual", residual}});
      const double done =
          residual <= target ? 1.0 : std::clamp(std::log(residual) / std::log(target), 0.0, 1.0);
      progress.stage(stage::solution, fraction(f, begin + 0.9 * share * done), frequency_hz);
    };
    auto [solved, currents] = system.solve(waves.columns(), right_hand_sides, files, on_iteration);
    seconds.solution += solution.clock.lap();
    solution.products += solved.products;
    solution.rank += solved.rank;
    for (const auto& history : solved.residuals) {
      // Rounds until each had converged: alone it would need no fewer.
      const auto reached =
          std::find_if(history.begin(), history.end(), [&](double r) { return r <= target; });
      solution.products_one_by_one +=
          std::min<std::int64_t>(static_cast<std::int64_t>(history.size()), 1 + (reached - history.begin()));
    }
    for (int c = 0; c < waves.columns(); ++c) {
      const double error = solved.residuals[c].back();
      // A Krylov method was asked for a share of it.
      solved.converged[c] = (solved.converged[c] || is_iterative(cost_.method)) && error <= asked_residual();
      full_wave.backward_error = std::max(full_wave.backward_error, error);
      solution.result.converged &= static_cast<bool>(solved.converged[c]);
    }

    if (!solution.extinction.checked)
      solution.extinction = check_extinction(*formulation_, ranks_, frequency_hz, waves, currents);
    std::vector<FarFieldAmplitude> returns;
    for (int c = 0; c < waves.columns(); c += currents_at_once) {
      const IncidentWaves of_some = waves.some(c, std::min(currents_at_once, waves.columns() - c));
      const Columns some = currents(c, of_some.columns());
      const std::vector<double> answered = norms_of(some, ranks_);
      refuse_not_finite(frequency_hz, answered, solved);
      const std::vector<FarFieldAmplitude> back =
          writer_.write(frequency_hz, of_some, some, c, solved, name_of(cost_.method));
      for (int i = 0; i < some.columns; ++i) {
        const double reaction = std::hypot(std::abs(back[i].theta), std::abs(back[i].phi)) * 2.0 *
                                speed_of_light / (frequency_hz * vacuum_impedance);  // 4π|E|/(kη)
        if (reaction > 0.0)
          solution.rcs_uncertainty.push_back(solved.residuals[c + i].back() * excited[c + i] * answered[i] /
                                             reaction);
      }
      returns.insert(returns.end(), back.begin(), back.end());
      if (solution.errors) solution.errors->keep(first * waves.per_illumination() + c, some);
    }
    const std::vector<MonostaticRecord> records = waves.records(frequency_hz, returns);
    record.add(records);
    progress.returns(frequency_hz, records, expected_ * static_cast<double>(illuminations_.size()));
    seconds.output += solution.clock.lap();
    for (int i = first; i < first + size; ++i)
      writer_.write_times(frequency_hz, illuminations_[i], stages_of(seconds), progress.seconds());

    if (solution.errors || first + size < static_cast<int>(illuminations_.size())) {
      record.set_partial(solution.so_far(first + size));
      record.save();
    }
    if (std::all_of(solved.converged.begin(), solved.converged.end(), [](char c) { return c; }))
      remove_checkpoint(checkpoint);
  }

  static std::vector<std::pair<std::string, double>> stages_of(const StageSeconds& s) {
    return {{stage::near, s.near},
            {stage::fields, s.fields},
            {stage::solution, s.solution},
            {"OUTPUT", s.output}};
  }

  /// What the ranks held and sent, busiest first, into the log.
  void report_traffic(const FrequencyResult& result) {
    if (ranks_.size() == 1 || !ranks_.is_first()) return;
    double most_sent = 0.0, sent = 0.0, most_held = 0.0;
    for (const RankReport& r : result.iterative->report.ranks) {
      const ProductBytes& b = r.bytes;
      most_held = std::max(most_held,
                           b.near + b.preconditioner + b.patterns + b.fields + b.translators + r.tree_bytes);
      most_sent = std::max(most_sent, r.bytes_sent_per_product);
      sent += r.bytes_sent_per_product;
    }
    events_.say({{"event", "log"},
                 {"topic", "ranks"},
                 {"frequencyHz", result.frequency_hz},
                 {"ranks", ranks_.size()},
                 {"bytesSentPerProduct", sent},
                 {"bytesSentPerProductAndRank", most_sent},
                 {"bytesHeldPerRank", most_held}});
  }

  /// On all ranks alike. @throws InputError MATRIX_SINGULAR
  void refuse_not_finite(double frequency_hz, const std::vector<double>& norms,
                         const SolutionRecord& record) const {
    bool is_finite = true;
    for (const double n : norms) is_finite &= std::isfinite(n);
    for (const auto& history : record.residuals) is_finite &= std::isfinite(history.back());
    if (ranks_.any(!is_finite))
      throw InputError(Message{"MATRIX_SINGULAR.solution", {{"ghz", frequency_hz / 1e9}}});
  }

  /// The gravest of what the currents say about their accuracy.
  std::optional<Notice> accuracy_notice(double frequency_hz, const Extinction& extinction,
                                        std::vector<double> rcs_uncertainty) const {
    if (auto inside = field_inside_notice(job_, model_, frequency_hz, extinction)) return inside;
    if (job_.program_type == 1) return std::nullopt;
    if (auto cancellation = cancellation_notice(frequency_hz, extinction)) return cancellation;
    return weak_return_notice(frequency_hz, asked_residual(), std::move(rcs_uncertainty));
  }

  IncidentWaves waves_of(std::span<const Illumination> illuminations) const {
    return {illuminations, job_.input.polarization()};
  }

  const Job& job_;
  std::filesystem::path folder_;
  EventStream& events_;
  Communicator& ranks_;
  Model model_;
  std::vector<double> frequencies_;
  bool is_adaptive_;
  double expected_;  ///< frequencies to solve
  std::vector<Illumination> illuminations_;
  std::unique_ptr<Formulation> formulation_;
  EarlierSolutions solutions_;
  SharedBands bands_;
  ResultWriter writer_;
  KeptInverse inverse_;            ///< of an iterative sweep over frequency
  std::vector<double> inverse_k_;  ///< wave number at each triangle that it was built for [1/m]
  CostEstimate cost_;
  int digits_ = 0;  ///< of the fast product; 0 of LU
};

}  // namespace

std::unique_ptr<Sweep> full_wave_sweep(const Job& job, const std::filesystem::path& folder,
                                       EventStream& events, Communicator& ranks) {
  return std::make_unique<FullWaveSweep>(job, folder, events, ranks);
}

json divisions_over_ranks(const Job& job, int most_ranks) {
  EventStream silent(nullptr);
  return FullWaveSweep(job, {}, silent, Communicator::alone()).divisions(most_ranks);
}

}  // namespace pace
