#include "run/solve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

#include "core/cancel.hpp"
#include "core/stopwatch.hpp"
#include "core/version.hpp"
#include "excitation/plane_wave.hpp"
#include "excitation/sweep.hpp"
#include "formulations/formulation.hpp"
#include "model/byte_text.hpp"
#include "model/fingerprint.hpp"
#include "model/model.hpp"
#include "model/part_choice.hpp"
#include "model/resolution.hpp"
#include "output/result_files.hpp"
#include "parallel/threads.hpp"
#include "planning/rank_plan.hpp"
#include "run/earlier_run.hpp"
#include "run/field_checks.hpp"
#include "run/method_choice.hpp"
#include "run/optics_run.hpp"
#include "run/result_writer.hpp"
#include "systems/checkpoint.hpp"
#include "systems/dense_solution.hpp"

namespace pace {
namespace {

using nlohmann::json;

struct StageSeconds {
  double near = 0.0, fields = 0.0, solution = 0.0, output = 0.0;
  json to_json() const {
    return {{"near", near}, {"fields", fields}, {"solution", solution}, {"output", output}};
  }
  json stages() const {
    return json::array({{{"stage", stage::near}, {"seconds", near}},
                        {{"stage", stage::fields}, {"seconds", fields}},
                        {{"stage", stage::solution}, {"seconds", solution}},
                        {{"stage", "OUTPUT"}, {"seconds", output}}});
  }
};

std::unique_ptr<Formulation> formulation_of(const Job& job, const Model& model,
                                            std::span<const double> frequencies_hz) {
  if (!model.part_by_optics.empty()) return hybrid_formulation(model, job, frequencies_hz);
  if (job.program_type == 1) return conductor_formulation(model);
  if (job.program_type == 2) return coating_formulation(model, job, frequencies_hz);
  return composite_formulation(model, job, frequencies_hz);
}

bool can_be_divided(const Job& job) {
  return job.program_type == 1 && job.input.solver != SolverType::physical_optics;
}

Message one_rank(int started) { return {"ONE_RANK", {{"idle", started - 1}, {"started", started}}}; }

class Run {
 public:
  /// @param idle  ranks that were started beside these and can not help
  Run(const Job& job, const std::filesystem::path& folder, EventStream& events, Communicator& ranks,
      int idle = 0)
      : job_(job),
        folder_(folder),
        events_(events),
        ranks_(ranks),
        model_(prepare_model(job)),
        frequencies_(frequencies_hz(job.input.frequency_sweep, job.input.frequency_hz)),
        illuminations_(illuminations(job.input.angle_sweep, job.input.excitation)),
        formulation_(formulation_of(job, model_, frequencies_)),
        writer_(job, *formulation_, folder, ranks) {
    MethodPlan plan = choose_method(job_, frequencies_.back(), work(), ranks_.size(), model_, *formulation_);
    cost_ = std::move(plan.cost);
    digits_ = plan.digits;
    if (idle > 0) model_.notices.emplace_back(one_rank(idle + 1));
  }

  const CostEstimate& cost() const { return cost_; }

  /// docs/run-folder.md
  json divisions(int most_ranks) {
    const double k = 2.0 * pi * frequencies_.back() / speed_of_light;
    FastDemand demand = fast_demand(job_, ranks_.size());
    demand.waves_only = true;
    const FastPlan plan = plan_fast(model_.space, model_.alpha, k, demand);
    json list = json::array();
    for (int ranks = 1; ranks <= most_ranks; ranks *= 2) {
      const Division division(*plan.tree, plan.sampling, ranks, plan.leaf_work);
      RankSizes most;
      std::uint64_t sent = 0, most_sent = 0, most_held = 0;
      for (const RankSizes& r : rank_sizes(plan, division)) {
        sent += r.traffic.total();
        if (r.traffic.total() >= most_sent) most.traffic = r.traffic, most_sent = r.traffic.total();
        if (r.held() >= most_held)
          most_held = r.held(),
          most = {r.unknowns, r.near, r.inverse, r.patterns, r.fields, r.translators, r.tree, most.traffic};
      }
      json groups = json::array(), boxes = json::array(), patterns = json::array();
      for (int l = plan.sampling.first_level; l <= plan.tree->depth(); ++l) {
        groups.push_back(division.group_size(l));
        boxes.push_back(plan.tree->level(l).boxes.size());
        patterns.push_back(static_cast<std::uint64_t>(padded_directions(plan.sampling.degree[l])) * planes *
                           sizeof(float));
      }
      list.push_back({{"ranks", ranks},
                      {"groups", groups},
                      {"boxes", boxes},
                      {"patternBytes", patterns},
                      {"bytesSentPerProduct", sent},
                      {"busiest",
                       {{"bytesSentPerProduct", most_sent},
                        {"near", most.traffic.near},
                        {"redistributed", most.traffic.redistributed},
                        {"translated", most.traffic.translated},
                        {"shared", most.traffic.shared}}},
                      {"fullest",
                       {{"unknowns", most.unknowns},
                        {"bytes",
                         {{"near", most.near},
                          {"preconditioner", most.inverse},
                          {"patterns", most.patterns},
                          {"fields", most.fields},
                          {"translators", most.translators},
                          {"tree", most.tree},
                          {"model", replicated_bytes(work())}}}}}});
    }
    return list;
  }

  void execute() {
    if (ranks_.is_first()) std::filesystem::create_directories(folder_);
    require_memory(cost_, job_.memory_limit_bytes);
    events_.say(event_of(cost_));
    start_result();
    for (const Notice& n : model_.notices) events_.notice(n);
    for (std::size_t f = 0; f < frequencies_.size(); ++f) {
      if (is_done(frequencies_[f])) continue;
      frequency_index_ = f;
      one_frequency(frequencies_[f]);
    }
    result_["finished"] = true;
    record_cost();
    write("result.json", result_);
    events_.say({{"event", "stage"},
                 {"stage", stage::finished},
                 {"fraction", 1.0},
                 {"seconds", clock_.seconds()},
                 {"memoryBytes", result_["memoryBytes"]}});
    events_.say({{"event", "finished"},
                 {"converged", result_["converged"]},
                 {"seconds", clock_.seconds()},
                 {"memoryBytes", result_["memoryBytes"]}});
  }

 private:
  double asked_residual() const {
    return is_iterative(cost_.method) ? std::max(job_.input.residual, smallest_residual)
                                      : job_.input.residual;
  }
  /// Of one rank's threads.
  Workload work() const {
    return {formulation_->unknowns(),
            static_cast<std::int64_t>(model_.mesh.vertices.size()),
            static_cast<std::int64_t>(frequencies_.size()),
            static_cast<std::int64_t>(illuminations_.size()),
            static_cast<std::int64_t>(writer_.directions()),
            job_.threads};
  }

  void start_result() {
    result_ = {{"schema", "pace-result-1"},
               {"version", version},
               {"programType", job_.program_type},
               {"method", name_of(cost_.method)},
               {"reason", english(cost_.reason)},
               {"reasonMessage", cost_.reason},
               {"unknowns", formulation_->unknowns()},
               {"triangles", model_.space.triangles().size()},
               {"threads", job_.threads},
               {"polarization", job_.input.polarization()},
               {"frequenciesHz", frequencies_},
               {"converged", true},
               {"finished", false},
               {"fingerprint", fingerprint(job_, model_.mesh, chosen())},
               {"notices", json::array()},
               {"frequencies", json::array()},
               {"illuminations", json::array()},
               {"predicted", {{"seconds", cost_.seconds}, {"memoryBytes", cost_.memory_bytes}}}};
    if (const std::string equations = formulation_->between_media(); !equations.empty())
      result_["formulation"] = equations;
    if (is_iterative(cost_.method))
      result_["predicted"].update({{"secondsPerProduct", cost_.seconds_per_product},
                                   {"products", cost_.products},
                                   {"nearEntries", cost_.near_entries},
                                   {"levels", cost_.levels}});
    for (const Illumination& i : illuminations_)
      result_["illuminations"].push_back({{"thetaDeg", i.theta_deg}, {"phiDeg", i.phi_deg}});
    for (const Notice& n : model_.notices) result_["notices"].push_back(n);
    formulation_->set_frequency(frequencies_.back());
    report_coarse();
    take_up_earlier();
  }

  /// What the job left to the solver and changes the numbers.
  json chosen() const {
    return {{"method", name_of(cost_.method)},
            {"formulation", formulation_->between_media()},
            {"levels", is_iterative(cost_.method) && job_.input.manual_levels ? job_.input.levels : 0}};
  }

  /// Time and memory of this and of earlier, interrupted passes together.
  void record_cost() {
    const double memory = std::max(
        static_cast<double>(ranks_.sum(static_cast<std::int64_t>(peak_memory_bytes()))), earlier_memory_);
    result_["seconds"] = earlier_seconds_ + clock_.seconds();
    result_["processorSeconds"] =
        earlier_processor_seconds_ +
        1e-6 * static_cast<double>(ranks_.sum(static_cast<std::int64_t>(1e6 * processor_seconds())));
    result_["memoryBytes"] = memory;
    result_["bytesPerUnknown"] = memory / formulation_->unknowns();
    bool converged = true;
    for (const json& f : result_["frequencies"]) converged &= f.value("converged", true);
    result_["converged"] = converged;
    write("monostatic.json", {{"converged", converged}, {"monoStaticRcs", monostatic_}});
  }

  void write(const char* name, const json& value) const {
    if (ranks_.is_first()) write_json(folder_ / name, value);
  }

  /// A file of the folder as it was, on every rank; discarded if there is none.
  json earlier_file(const char* name) const {
    std::string text;
    if (ranks_.is_first()) {
      std::ifstream file(folder_ / name);
      text.assign(std::istreambuf_iterator<char>(file), {});
    }
    ranks_.broadcast(text);
    return json::parse(text, nullptr, false);
  }

  void report_coarse() {
    const auto coarse = coarse_mesh(model_.mesh, formulation_->wavenumber_at_triangles());
    if (!coarse) return;
    add_notice(Message{job_.program_type == 3 ? "MESH_COARSE.medium" : "MESH_COARSE",
                       {{"count", coarse->parts},
                        {"part", model_.mesh.parts[coarse->part].number},
                        {"percent", std::lround(100.0 * coarse->share)},
                        {"longest", significant(coarse->longest_edge, 2)}}});
  }

  void add_notice(const Notice& notice) {
    model_.notices.push_back(notice);
    result_["notices"].push_back(notice);
  }

  /// Keeps what an earlier run of the same job has.
  void take_up_earlier() {
    std::optional<EarlierRun> earlier = earlier_run(
        earlier_file("result.json"), earlier_file("monostatic.json"),
        result_["fingerprint"].get<std::string>(), frequencies_, static_cast<int>(illuminations_.size()),
        [&](double error, int digits) { return error <= asked_residual() && digits >= digits_; });
    if (!earlier) return;
    result_["frequencies"] = std::move(earlier->frequencies);
    if (!earlier->partial.is_null()) result_["partial"] = std::move(earlier->partial);
    monostatic_ = std::move(earlier->records);
    earlier_seconds_ = earlier->seconds;
    earlier_processor_seconds_ = earlier->processor_seconds;
    earlier_memory_ = earlier->memory_bytes;
    for (const json& f : result_["frequencies"])
      if (!f["converged"].get<bool>()) report_unconverged(f["frequencyHz"], f["backwardError"]);
  }

  bool is_done(double frequency_hz) const {
    for (const json& f : result_["frequencies"])
      if (f["frequencyHz"] == frequency_hz) return true;
    return false;
  }

  /// Illuminations of this frequency that an interrupted run has finished.
  int done_illuminations(double frequency_hz) const {
    if (!result_.contains("partial") || result_["partial"]["frequencyHz"] != frequency_hz) return 0;
    return result_["partial"]["illuminations"];
  }

  void say_stage(const char* name, double fraction_of_frequency, double frequency_hz) {
    const double fraction = (static_cast<double>(frequency_index_) + fraction_of_frequency) /
                            static_cast<double>(frequencies_.size());
    events_.say({{"event", "stage"},
                 {"stage", name},
                 {"fraction", fraction},
                 {"frequencyHz", frequency_hz},
                 {"seconds", clock_.seconds()},
                 {"memoryBytes", peak_memory_bytes()}});
  }

  std::unique_ptr<FrequencySystem> build(double frequency_hz) {
    formulation_->set_frequency(frequency_hz);
    const auto on_setup = [&, last = clock_.seconds(), last_stage = stage::near](double fraction,
                                                                                 const char* name) mutable {
      if (name == last_stage && clock_.seconds() - last < seconds_between_events_) return;
      last = clock_.seconds();
      last_stage = name;
      say_stage(name, setup_share_ * fraction, frequency_hz);
    };
    if (cost_.method == Method::dense_lu) return formulation_->dense(on_setup);
    FastOptions options;
    options.residual = asked_residual();
    options.most_iterations = job_.input.max_iterations;
    options.basis_bytes = krylov_bytes_;
    options.inner = job_.preconditioner == PreconditionerChoice::automatic ? InnerChoice::automatic
                    : job_.preconditioner == PreconditionerChoice::near    ? InnerChoice::never
                                                                           : InnerChoice::always;
    options.ranks = &ranks_;
    if (job_.memory_limit_bytes) options.basis_bytes = std::min(krylov_bytes_, *job_.memory_limit_bytes / 4);
    return formulation_->fast(fast_demand(job_, ranks_.size()), options, on_setup);
  }

  void one_frequency(double frequency_hz) {
    StageSeconds seconds;
    clock_.lap();
    say_stage(stage::near, 0.0, frequency_hz);
    const std::unique_ptr<FrequencySystem> system = build(frequency_hz);
    formulation_->hold(system->own_functions());
    seconds.near = clock_.lap();
    throw_if_any_cancelled(ranks_);

    const int count = static_cast<int>(illuminations_.size()),
              at_once = right_hand_sides_at_once(formulation_->column_size());
    const int done = done_illuminations(frequency_hz);
    double worst = done > 0 ? result_["partial"]["backwardError"].get<double>() : 0.0;
    bool converged = done == 0 || result_["partial"]["converged"].get<bool>();
    Extinction extinction;
    std::vector<double>
        rcs_uncertainty;  // of each return: what the residual may change of it at most, relative
    long products = 0, alone = 0;
    int rank = 0;
    for (int first = done; first < count; first += at_once) {
      throw_if_any_cancelled(ranks_);
      const int size = std::min(at_once, count - first);
      const double begin = setup_share_ + (1.0 - setup_share_) * first / count;
      const double share = (1.0 - setup_share_) * size / count;
      say_stage(stage::fields, begin, frequency_hz);
      Columns columns = excite_block(first, size);
      const std::vector<double> excited = norms_of(columns);
      seconds.fields += clock_.lap();
      say_stage(stage::solution, begin, frequency_hz);
      const std::filesystem::path checkpoint =
          folder_ / (".checkpoint_" + number_text(frequency_hz) + "_" + std::to_string(first) + ".bin");
      SolutionRecord record = system->solve(columns, checkpoint, [&](int iteration, double residual) {
        events_.say({{"event", "iteration"},
                     {"frequencyHz", frequency_hz},
                     {"rightHandSide", first},
                     {"iteration", iteration},
                     {"residual", residual}});
        const double target = asked_residual();
        const double progress =
            residual <= target ? 1.0 : std::clamp(std::log(residual) / std::log(target), 0.0, 1.0);
        say_stage(stage::solution, begin + 0.9 * share * progress, frequency_hz);
      });
      seconds.solution += clock_.lap();
      products += record.products;
      for (const auto& history :
           record.residuals)  // rounds until each had converged: alone it would need no fewer
        alone += std::min<long>(static_cast<long>(history.size()),
                                1 + (std::find_if(history.begin(), history.end(),
                                                  [&](double r) { return r <= asked_residual(); }) -
                                     history.begin()));
      rank += record.rank;
      const std::vector<double> answered = norms_of(columns);
      refuse_not_finite(frequency_hz, answered, record);
      for (int c = 0; c < size; ++c) {
        const double error = record.residuals[c].back();
        record.converged[c] = record.converged[c] && error <= asked_residual();
        worst = std::max(worst, error);
        converged &= static_cast<bool>(record.converged[c]);
      }
      const std::span<const Illumination> some(&illuminations_[first], size);
      if (!extinction.checked)
        extinction = check_extinction(job_, *formulation_, ranks_, frequency_hz, some, columns);
      int column = 0;
      for (json& entry : writer_.write(frequency_hz, some, columns, record, name_of(cost_.method))) {
        const double reaction =
            field_of(entry) * 2.0 * speed_of_light / (frequency_hz * vacuum_impedance);  // 4π|E|/(kη)
        if (reaction > 0.0)
          rcs_uncertainty.push_back(record.residuals[column].back() * excited[column] * answered[column] /
                                    reaction);
        monostatic_.push_back(std::move(entry));
        ++column;
      }
      seconds.output += clock_.lap();
      for (const Illumination& i : some)
        writer_.write_times(frequency_hz, i, {{"stages", seconds.stages()}, {"seconds", clock_.seconds()}});
      if (first + size < count) {
        result_["partial"] = {{"frequencyHz", frequency_hz},
                              {"illuminations", first + size},
                              {"backwardError", worst},
                              {"converged", converged},
                              {"digits", digits_}};
        record_cost();
        write("result.json", result_);
      }
      if (std::all_of(record.converged.begin(), record.converged.end(), [](char c) { return c; }))
        remove_checkpoint(checkpoint);
    }
    json entry{{"frequencyHz", frequency_hz},
               {"backwardError", worst},
               {"digits", digits_},
               {"converged", converged},
               {"seconds", seconds.to_json()}};
    if (extinction.points > 0)
      entry["extinction"] = {{"points", extinction.points},
                             {"illuminations", extinction.illuminations},
                             {"fieldInside", extinction.worst}};
    if (is_iterative(cost_.method))
      entry.update({{"products", products},
                    {"rank", rank},
                    {"productsOneByOneAtLeast", alone},
                    {name_of(cost_.method), system->report()}});
    result_["frequencies"].push_back(std::move(entry));
    result_.erase("partial");
    if (!converged)
      report_unconverged(frequency_hz, worst);
    else if (const auto notice = accuracy_notice(frequency_hz, extinction, std::move(rcs_uncertainty)))
      say(*notice);
    record_cost();
    write("result.json", result_);
    report_traffic(frequency_hz);
  }

  /// What the ranks held and sent, busiest first, into the log.
  void report_traffic(double frequency_hz) {
    if (ranks_.size() == 1 || !ranks_.is_first()) return;
    const json& of_ranks = result_["frequencies"].back()["mlfma"]["ranks"];
    double most_sent = 0.0, sent = 0.0, most_held = 0.0;
    for (const json& r : of_ranks) {
      double held = 0.0;
      for (const auto& [name, bytes] : r["bytes"].items()) held += bytes.get<double>();
      most_held = std::max(most_held, held);
      most_sent = std::max(most_sent, r["bytesSentPerProduct"].get<double>());
      sent += r["bytesSentPerProduct"].get<double>();
    }
    events_.say({{"event", "log"},
                 {"topic", "ranks"},
                 {"frequencyHz", frequency_hz},
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

  static std::vector<double> norms_of(const Columns& columns) {
    std::vector<double> norms(columns.columns);
    for (int c = 0; c < columns.columns; ++c)
      norms[c] = Eigen::Map<const Eigen::VectorXcd>(columns.column(c), columns.rows).norm();
    return norms;
  }

  static double field_of(const json& record) {
    double sum = 0.0;
    for (const char* part : {"e_Theta_Real", "e_Theta_Imag", "e_Phi_Real", "e_Phi_Imag"})
      sum += std::pow(record[part].get<double>(), 2.0);
    return std::sqrt(sum);
  }

  /// The gravest of what the currents say about their accuracy.
  std::optional<Notice> accuracy_notice(double frequency_hz, const Extinction& extinction,
                                        std::vector<double> rcs_uncertainty) const {
    if (auto inside = field_inside_notice(job_, model_, frequency_hz, extinction)) return inside;
    if (job_.program_type == 1) return std::nullopt;
    if (auto cancellation = cancellation_notice(frequency_hz, extinction)) return cancellation;
    return weak_return_notice(frequency_hz, asked_residual(), std::move(rcs_uncertainty));
  }

  void say(const Notice& notice) {
    add_notice(notice);
    events_.notice(notice);
  }

  void report_unconverged(double frequency_hz, double worst) {
    const double ghz = frequency_hz / 1e9;
    say(!is_iterative(cost_.method) ? Message{"NOT_CONVERGED.direct",
                                              {{"ghz", ghz},
                                               {"residual", significant(worst, 2)},
                                               {"limit", std::min(asked_residual(), direct_residual_bound)}}}
                                    : Message{"NOT_CONVERGED",
                                              {{"ghz", ghz},
                                               {"iterations", job_.input.max_iterations},
                                               {"residual", significant(worst, 2)},
                                               {"asked", asked_residual()}}});
  }

  /// Right-hand sides of the illuminations from `first` on.
  Columns excite_block(int first, int size) const {
    Columns right_hand_sides(formulation_->rows(), size);
#pragma omp parallel for schedule(dynamic)
    for (int c = 0; c < size; ++c) {
      const Illumination& from = illuminations_[first + c];
      formulation_->excite(
          plane_wave(radians(from.theta_deg), radians(from.phi_deg), job_.input.polarization()),
          right_hand_sides.column(c));
    }
    return right_hand_sides;
  }

  static constexpr double seconds_between_events_ = 1.0;
  /// Part of a frequency's progress that is setup.
  static constexpr double setup_share_ = 0.5;
  static constexpr std::uint64_t krylov_bytes_ = std::uint64_t{6} << 30;

  const Job& job_;
  std::filesystem::path folder_;
  EventStream& events_;
  Communicator& ranks_;
  Model model_;
  std::vector<double> frequencies_;
  std::vector<Illumination> illuminations_;
  std::unique_ptr<Formulation> formulation_;
  ResultWriter writer_;
  CostEstimate cost_;
  Stopwatch clock_;
  std::size_t frequency_index_ = 0;
  int digits_ = 0;  ///< of the fast product; 0 of LU
  double earlier_seconds_ = 0.0, earlier_processor_seconds_ = 0.0, earlier_memory_ = 0.0;
  json result_, monostatic_ = json::array();
};

json undivided(int ranks) {
  json answer = Statement(one_rank(ranks));
  answer.update({{"ranksUsed", 1}, {"divisions", json::array()}});
  return answer;
}

}  // namespace

json estimate_ranks(const Job& job, int ranks) {
  if (!can_be_divided(job) || by_optics_alone(job)) return undivided(ranks);
  EventStream silent(stderr);
  Run run(job, {}, silent, Communicator::alone());
  if (run.cost().method != Method::mlfma) return undivided(ranks);
  return {{"ranksUsed", ranks}, {"divisions", run.divisions(ranks)}};
}

json event_of(const CostEstimate& cost) {
  json event{{"event", "estimate"},     {"unknowns", cost.unknowns},      {"memoryBytes", cost.memory_bytes},
             {"seconds", cost.seconds}, {"method", name_of(cost.method)}, {"reason", english(cost.reason)}};
  event["reasonMessage"] = cost.reason;
  if (is_iterative(cost.method))
    event.update({{"nearEntries", cost.near_entries},
                  {"levels", cost.levels},
                  {"secondsPerProduct", cost.seconds_per_product},
                  {"products", cost.products}});
  return event;
}

CostEstimate estimate(const Job& job) {
  if (by_optics_alone(job)) return optics_cost(job);
  EventStream silent(stderr);
  return Run(job, {}, silent, Communicator::alone()).cost();
}

namespace {

void solve_alone(const Job& job, const std::filesystem::path& folder, EventStream& events, int started) {
  if (!by_optics_alone(job)) return Run(job, folder, events, Communicator::alone(), started - 1).execute();
  if (started > 1) events.notice(one_rank(started));
  solve_by_optics(job, folder, events);
}

}  // namespace

void solve(const Job& job, const std::filesystem::path& folder, EventStream& events, Communicator& ranks) {
  set_threads(job.threads);
  if (ranks.size() > 1) {
    if (can_be_divided(job) && !by_optics_alone(job)) {
      Run run(job, folder, events, ranks);
      if (run.cost().method == Method::mlfma) return run.execute();
    }
    // One rank does what the others can not help with.
    if (ranks.is_first()) solve_alone(job, folder, events, ranks.size());
    return ranks.wait_idle();
  }
  solve_alone(job, folder, events, 1);
}

}  // namespace pace
