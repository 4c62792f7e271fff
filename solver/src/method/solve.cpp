#include "method/solve.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>

#include "core/cancel.hpp"
#include "core/version.hpp"
#include "excitation/plane_wave.hpp"
#include "excitation/sweep.hpp"
#include "method/byte_text.hpp"
#include "method/checkpoint.hpp"
#include "method/dense_solution.hpp"
#include "method/earlier_run.hpp"
#include "method/formulation.hpp"
#include "method/model.hpp"
#include "method/optics_run.hpp"
#include "method/part_choice.hpp"
#include "method/rank_plan.hpp"
#include "method/resolution.hpp"
#include "method/result_writer.hpp"
#include "output/result_files.hpp"
#include "parallel/threads.hpp"

namespace pace {
namespace {

using nlohmann::json;

std::string rounded(double value, int digits) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

double radians(double degrees) { return degrees * pi / 180.0; }

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  double lap() {
    const double now = seconds(), lap = now - last_;
    last_ = now;
    return lap;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double last_ = 0.0;
};

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

/// What makes two jobs the same computation: everything but where it runs and how accurate it is to be. Of
/// the accuracy each frequency keeps what it has (`is_accurate_enough`).
std::string fingerprint(const Job& job, const Model& model, Method method, const std::string& between_media) {
  std::uint64_t hash = 1469598103934665603ULL;
  const auto mix = [&](const void* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
      hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211ULL;
  };
  for (const Vec3& v : model.mesh.vertices) mix(v.data(), sizeof(double) * 3);
  for (const Triangle& t : model.mesh.triangles) {
    mix(t.vertex.data(), sizeof t.vertex);
    mix(&t.part, sizeof t.part);
  }
  for (const Part& p : model.mesh.parts) mix(&p.number, sizeof p.number);
  for (const double a : model.alpha) mix(&a, sizeof a);
  if (!model.part_by_optics.empty()) {
    mix(model.part_by_optics.data(), model.part_by_optics.size());
    mix(&job.input.edge_diffraction, sizeof job.input.edge_diffraction);
    mix(&job.shadow_pieces, sizeof job.shadow_pieces);
  }
  if (is_iterative(method)) {
    const int levels = job.input.manual_levels ? job.input.levels : 0;
    mix(&levels, sizeof levels);
  }
  for (const double e : job.input.excitation) mix(&e, sizeof e);
  for (const double f : job.input.frequency_hz) mix(&f, sizeof f);
  const std::string materials = job.materials.dump();
  mix(materials.data(), materials.size());
  mix(between_media.data(), between_media.size());
  const int numbers[] = {job.program_type,           job.input.angle_sweep,
                         job.input.frequency_sweep,  job.input.far_locations,
                         job.input.thetas_3d,        static_cast<int>(job.input.solver),
                         static_cast<int>(method),   job.input.outputs.coefficients,
                         job.input.outputs.currents, job.input.outputs.iterations,
                         job.input.outputs.time,     job.input.outputs.farzone};
  mix(numbers, sizeof numbers);
  return std::to_string(hash);
}

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

std::string one_rank_sentence(int started) {
  return "Only MLFMA on perfect conductors (program type 1) is divided over ranks; this run is done by one rank, and " +
         std::to_string(started - 1) + " of " + std::to_string(started) +
         " wait. Give it threads in their place.";
}

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
    choose_method();
    if (idle > 0) model_.notices.push_back({"ONE_RANK", one_rank_sentence(idle + 1)});
  }

  const CostEstimate& cost() const { return cost_; }

  /// docs/run-folder.md
  json divisions(int most_ranks) {
    const double k = 2.0 * pi * frequencies_.back() / speed_of_light;
    FastDemand demand = fast_demand();
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
        patterns.push_back(padded_directions(plan.sampling.degree[l]) * planes * sizeof(float));
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
    for (const Notice& n : model_.notices) events_.notice(n.code, n.sentence);
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
    return is_iterative(cost_.method) ? std::max(job_.input.residual, smallest_residual_)
                                      : job_.input.residual;
  }
  int manual_levels() const { return job_.input.manual_levels ? job_.input.levels : 0; }
  FastDemand fast_demand() const {
    return {.residual = job_.input.residual,
            .manual_levels = manual_levels(),
            .digits = job_.digits.value_or(0),
            .waves_only = ranks_.size() > 1};
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

  CostEstimate cost_by_mlfma(const FastSizes& plan) const {
    const Workload work = this->work();
    Workload together = work;
    together.threads *= ranks_.size();
    CostEstimate fast =
        fast_cost(together, plan, formulation_->first_kind_share(), job_.input.max_iterations);
    const std::uint64_t of_other_ranks = (ranks_.size() - 1) * replicated_bytes(work);
    fast.memory_bytes += of_other_ranks;
    fast.memory_parts["model"] += static_cast<double>(of_other_ranks);
    return fast;
  }
  bool fits(const CostEstimate& c) const {
    return !job_.memory_limit_bytes || c.memory_bytes <= *job_.memory_limit_bytes;
  }

  /// Equations first, by accuracy, whichever method is asked for: those that save rounds are taken where LU
  /// of the more accurate ones would not fit or cost too much.
  void choose_equations(const Workload& work, FastSizes& plan) {
    if (!formulation_->saves_rounds()) return;
    const CostEstimate fast = cost_by_mlfma(plan), dense = dense_cost(work, plan, all_first_kind_);
    if (plan.has_far_boxes &&
        !(fits(dense) && dense.seconds <= worth_of_accuracy_ * fast.seconds + patience_)) {
      model_.notices.push_back({"EQUATIONS_FOR_ROUNDS", formulation_->why_rounds_are_saved()});
      return;
    }
    formulation_->prefer_accuracy();
    formulation_->set_frequency(frequencies_.back());
    plan = formulation_->fast_sizes(fast_demand());
  }

  void choose_method() {
    const Workload work = this->work();
    formulation_->set_frequency(frequencies_.back());
    FastSizes plan = formulation_->fast_sizes(fast_demand());
    if (!model_.part_by_optics.empty()) return choose_hybrid(work, plan);
    choose_equations(work, plan);
    const CostEstimate dense = dense_cost(work, plan, formulation_->first_kind_share()),
                       fast = cost_by_mlfma(plan);
    const bool fast_is_better =
        manual_levels() > 0 || !fits(dense) || (fits(fast) && fast.seconds + patience_ < dense.seconds);
    const bool take_fast = plan.has_far_boxes && job_.method != MethodChoice::dense_lu &&
                           (job_.method == MethodChoice::mlfma || fast_is_better);
    if (job_.method == MethodChoice::mlfma && !plan.has_far_boxes)
      model_.notices.push_back(
          {"TOO_SMALL_FOR_MLFMA",
           "The model is so small that all of it is near: it is solved by LU, which is what "
           "MLFMA would come to."});
    cost_ = take_fast ? fast : dense;
    if (take_fast) digits_ = plan.digits;
    scale_to_machine(cost_);
    if ((job_.method == MethodChoice::mlfma && take_fast) || job_.method == MethodChoice::dense_lu)
      cost_.reason = std::string(take_fast ? "MLFMA" : "LU") + " was asked for.";
    if (take_fast) say_what_fast_keeps(plan);
  }

  /// Where the fast product was not given what was asked, or is asked for less than the residual needs.
  void say_what_fast_keeps(const FastSizes& plan) {
    if (job_.input.residual > loose_residual_)
      model_.notices.push_back(
          {"RESIDUAL_LOOSE", "A residual of " + number_text(job_.input.residual) +
                                 " says little about the currents: what has converged to it may be wrong by "
                                 "decibels. Ask for 0.01 or less."});
    if (job_.input.residual < smallest_residual_)
      model_.notices.push_back(
          {"RESIDUAL_FLOOR",
           "The fast product is accurate to four digits at most, so the residual is brought to " +
               number_text(smallest_residual_) + " and not to " + number_text(job_.input.residual) + "."});
    if (plan.digits < digits_for(job_.input.residual))
      model_.notices.push_back(
          {"FEWER_DIGITS",
           "The fast product was asked for " + std::to_string(plan.digits) + " digits, but a residual of " +
               number_text(job_.input.residual) + " needs " +
               std::to_string(digits_for(job_.input.residual)) +
               ": the currents are no more accurate than the product, whatever the residual says."});
    if (plan.levels_reduced)
      model_.notices.push_back({"LEVELS_REDUCED", "With " + std::to_string(manual_levels()) +
                                                      " levels the smallest boxes would be too "
                                                      "small for the accuracy; " +
                                                      std::to_string(plan.levels) + " levels are used."});
  }

  void choose_hybrid(const Workload& work, const FastSizes& plan) {
    const auto count = static_cast<std::int64_t>(model_.part_by_optics.size());
    const auto optics = std::count(model_.part_by_optics.begin(), model_.part_by_optics.end(), 1);
    cost_ = fast_cost(work, plan, formulation_->first_kind_share(), job_.input.max_iterations);
    const std::uint64_t projection =
        2500 * static_cast<std::uint64_t>(formulation_->column_size() - formulation_->unknowns());
    cost_.memory_bytes += projection;
    cost_.memory_parts["projection"] = static_cast<double>(projection);
    cost_.method = Method::hybrid;
    digits_ = plan.digits;
    cost_.reason = "Hybrid: " + std::to_string(optics) + " of " + std::to_string(count) +
                   " parts by Physical Optics, so that " + std::to_string(formulation_->unknowns()) + " of " +
                   std::to_string(formulation_->column_size()) +
                   " current functions are solved for by the full wave.";
    scale_to_machine(cost_);
    say_what_fast_keeps(plan);
  }

  void start_result() {
    result_ = {{"schema", "pace-result-1"},
               {"version", version},
               {"programType", job_.program_type},
               {"method", name_of(cost_.method)},
               {"reason", cost_.reason},
               {"unknowns", formulation_->unknowns()},
               {"triangles", model_.space.triangles().size()},
               {"threads", job_.threads},
               {"polarization", job_.input.polarization()},
               {"frequenciesHz", frequencies_},
               {"converged", true},
               {"finished", false},
               {"fingerprint", fingerprint(job_, model_, cost_.method, formulation_->between_media())},
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
    add_notice("MESH_COARSE",
               "The mesh is coarse on " + std::to_string(coarse->parts) +
                   (coarse->parts == 1 ? " part" : " parts") + ": on part " +
                   std::to_string(model_.mesh.parts[coarse->part].number) +
                   (job_.program_type == 3 ? " edges above 1/8 of the wavelength in the densest medium hold "
                                           : " edges above 1/8 of the wavelength hold ") +
                   std::to_string(std::lround(100.0 * coarse->share)) +
                   " % of the area, and the longest is " + rounded(coarse->longest_edge, 2) +
                   " wavelengths at the highest frequency; 1/10 or finer is usual.");
  }

  void add_notice(const std::string& code, const std::string& sentence) {
    model_.notices.push_back({code, sentence});
    result_["notices"].push_back({{"code", code}, {"sentence", sentence}});
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
    return formulation_->fast(fast_demand(), options, on_setup);
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
      if (!extinction.checked) extinction = check_extinction(some, columns);
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
    else if (!report_field_inside(frequency_hz, extinction) && job_.program_type != 1 &&
             !report_cancellation(frequency_hz, extinction))
      warn_weak_return(frequency_hz, std::move(rcs_uncertainty));
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
      throw InputError(
          "MATRIX_SINGULAR",
          "At " + number_text(frequency_hz / 1e9) +
              " GHz the solution is not finite; look for triangles of zero area, doubled surfaces "
              "and vertices far away from the model.");
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

  /// What the currents leave of a wave inside closed surfaces, and how far the returns of J and M cancel.
  struct Extinction {
    bool checked = false;
    int points = 0, illuminations = 0;
    double worst = 0.0;                ///< field left inside, of the worst illumination [V/m of 1 V/m]
    std::vector<double> cancellation;  ///< hypot(|F_J|, |F_M|)/|F_J + F_M| of each illumination
  };

  /// docs/theory/extinction.md. Of some illuminations: a resonance answers to nearly all of them.
  Extinction check_extinction(std::span<const Illumination> all, const Columns& columns) {
    Extinction result;
    result.checked = true;
    const std::vector<Vec3> points = formulation_->interior_points(points_inside_);
    const int count = std::min(checked_illuminations_, columns.columns);
    Columns some(columns.rows, count);
    std::vector<Direction> arrivals;
    std::vector<PlaneWave> waves;
    for (int c = 0; c < count; ++c) {
      const int of = static_cast<int>(static_cast<long>(c) * columns.columns / count);
      std::copy_n(columns.column(of), columns.rows, some.column(c));
      arrivals.push_back({radians(all[of].theta_deg), radians(all[of].phi_deg)});
      waves.push_back(plane_wave(arrivals[c].theta, arrivals[c].phi, job_.input.polarization()));
    }
    if (!points.empty()) {
      std::vector<std::vector<PointField>> fields;
      together(ranks_, [&] { fields = formulation_->field_at(points, some); });
      result.points = static_cast<int>(points.size());
      result.illuminations = count;
      for (int c = 0; c < count; ++c) {
        static_assert(sizeof(PointField) == 12 * sizeof(double));
        ranks_.sum({reinterpret_cast<double*>(fields[c].data()), 12 * fields[c].size()});
        result.worst = std::max(result.worst, field_left(points, fields[c], wavenumber(), waves[c]));
      }
    }
    const std::vector<double> apart = formulation_->returns_apart(arrivals, some);
    if (apart.empty()) return result;
    const std::vector<FarFieldAmplitude> back = formulation_->backscatter(arrivals, some);
    for (int c = 0; c < count; ++c)
      result.cancellation.push_back(
          std::sqrt(apart[c] / std::max(std::norm(back[c].theta) + std::norm(back[c].phi), 1e-300)));
    return result;
  }
  double wavenumber() const { return 2.0 * pi * frequencies_[frequency_index_] / speed_of_light; }

  /// The field inside must vanish. @return  whether it does not
  bool report_field_inside(double frequency_hz, const Extinction& extinction) {
    if (!(extinction.worst > suspicious_field_inside_)) return false;
    const auto [least, most] = std::minmax_element(model_.part_alpha.begin(), model_.part_alpha.end());
    const bool is_pure = job_.program_type == 1 && (*least < small_alpha || *most == 1.0);
    const std::string ghz = number_text(frequency_hz / 1e9), percent = rounded(100.0 * extinction.worst, 2);
    if (!is_pure)
      say("FIELD_INSIDE",
          "At " + ghz + " GHz " + percent +
              " % of the incident wave is left inside the closed surface, where the currents should "
              "cancel it: they and the far field are wrong by about as much. Mesh finer, ask for a "
              "smaller residual, and look at what the check of the mesh found.");
    else if (*most == 1.0)
      say("INTERIOR_RESONANCE",
          "At " + ghz + " GHz an interior resonance has " + percent +
              " % of the incident wave inside the closed surface: the EFIE alone cannot tell it "
              "from the answer. The currents are wrong by about as much, the far field less. "
              "Set alpha to 0.5.");
    else
      say("INTERIOR_RESONANCE",
          "At " + ghz + " GHz an interior resonance has " + percent +
              " % of the incident wave inside the closed surface: the MFIE alone cannot tell it "
              "from the answer. The currents and the far field are wrong by about as much. Set "
              "alpha to 0.5.");
    return true;
  }

  /// What J and M return cancels: the error of each is left. @return  whether that is told
  bool report_cancellation(double frequency_hz, Extinction extinction) {
    if (extinction.cancellation.empty()) return false;
    const auto middle =
        extinction.cancellation.begin() + static_cast<long>(extinction.cancellation.size() / 2);
    std::nth_element(extinction.cancellation.begin(), middle, extinction.cancellation.end());
    const double left = extinction.points > 0 ? extinction.worst : usual_field_inside_,
                 error = error_per_cancellation_ * left * *middle;
    if (!(error > weak_return_error_)) return false;
    say("WEAK_RETURN",
        "At " + number_text(frequency_hz / 1e9) +
            " GHz what the electric and the magnetic currents return cancels to 1/" + rounded(*middle, 2) +
            ", so that the mesh alone may change the return by some " + rounded(100.0 * error, 1) +
            " %, whatever the residual says. Mesh finer; above 100 % the return is not known but for being "
            "this weak.");
    return true;
  }

  void say(const std::string& code, const std::string& sentence) {
    add_notice(code, sentence);
    events_.notice(code, sentence);
  }

  /// A return E ∝ bᵀx changes by xᵀr at most ‖x‖‖r‖, by reciprocity; against |bᵀx| that says how far the
  /// residual may be felt. On bodies of several currents about a fifth of it was
  /// (docs/decisions/2026-11-22-currents.md).
  void warn_weak_return(double frequency_hz, std::vector<double> rcs_uncertainty) {
    if (rcs_uncertainty.empty()) return;
    const auto middle = rcs_uncertainty.begin() + static_cast<long>(rcs_uncertainty.size() / 2);
    std::nth_element(rcs_uncertainty.begin(), middle, rcs_uncertainty.end());
    if (*middle < uncertain_) return;
    const double needed =
        std::pow(10.0, std::floor(std::log10(asked_residual() * 0.1 * uncertain_ / *middle)));
    std::array<char, 32> residual{};
    std::snprintf(residual.data(), residual.size(), "%.0e", std::max(needed, smallest_residual_));
    const std::string sentence = "At " + number_text(frequency_hz / 1e9) +
                                 " GHz the return is so weak beside the currents that make it that "
                                 "the residual of " +
                                 number_text(asked_residual()) +
                                 " may be felt by some tenths of a decibel; ask for a "
                                 "residual of " +
                                 residual.data() + " to be sure.";
    add_notice("WEAK_RETURN", sentence);
    events_.notice("WEAK_RETURN", sentence);
  }

  void report_unconverged(double frequency_hz, double worst) {
    std::array<char, 32> residual{};
    std::snprintf(residual.data(), residual.size(), "%.1e", worst);
    const std::string sentence =
        !is_iterative(cost_.method)
            ? "NOT CONVERGED at " + number_text(frequency_hz / 1e9) +
                  " GHz: the factorization leaves a residual of " + residual.data() + ", sound is at most " +
                  number_text(std::min(asked_residual(), direct_residual_bound)) +
                  ". The equations are nearly singular: look at the notices of the mesh, and at the size of "
                  "the model against the wavelength."
            : "NOT CONVERGED at " + number_text(frequency_hz / 1e9) + " GHz: after " +
                  std::to_string(job_.input.max_iterations) + " iterations the residual is " +
                  residual.data() + ", asked were " + number_text(asked_residual()) +
                  ". Continue the run with more iterations; it goes on where it stopped.";
    add_notice("NOT_CONVERGED", sentence);
    events_.notice("NOT_CONVERGED", sentence);
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

  /// Where the fields inside closed surfaces are looked at, and of how many illuminations of a frequency.
  static constexpr int points_inside_ = 16, checked_illuminations_ = 4;
  /// Of the incident wave: five times what the CFIE leaves inside spheres of λ/5 meshes
  /// (docs/theory/extinction.md).
  static constexpr double suspicious_field_inside_ = 0.04;
  /// What a mesh leaves of a wave inside a body where it cannot be looked at.
  static constexpr double usual_field_inside_ = 1e-3;
  /// Error of a return over field inside times cancellation (docs/theory/extinction.md).
  static constexpr double error_per_cancellation_ = 3.0;
  /// Errors of a return above this earn a notice.
  static constexpr double weak_return_error_ = 0.15;
  static constexpr double seconds_between_events_ = 1.0;
  /// Half of the returns above this earn a notice.
  static constexpr double uncertain_ = 0.1;
  /// A residual above this earns a notice: 0.3 was 8.5 dB wrong on a sphere by the EFIE.
  static constexpr double loose_residual_ = 0.1;
  /// Single precision reaches no less.
  static constexpr double smallest_residual_ = 1e-5;
  /// LU is exact: it is taken when it needs this much longer at most [s].
  static constexpr double patience_ = 2.0;
  /// More accurate equations are taken when they take this many times longer at most.
  static constexpr double worth_of_accuracy_ = 4.0;
  /// Share of PMCHWT's rows that are of the first kind.
  static constexpr double all_first_kind_ = 1.0;
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

}  // namespace

json estimate_ranks(const Job& job, int ranks) {
  if (!can_be_divided(job) || by_optics_alone(job))
    return {{"ranksUsed", 1}, {"sentence", one_rank_sentence(ranks)}, {"divisions", json::array()}};
  EventStream silent(stderr);
  Run run(job, {}, silent, Communicator::alone());
  if (run.cost().method != Method::mlfma)
    return {{"ranksUsed", 1}, {"sentence", one_rank_sentence(ranks)}, {"divisions", json::array()}};
  return {{"ranksUsed", ranks}, {"divisions", run.divisions(ranks)}};
}

json event_of(const CostEstimate& cost) {
  json event{{"event", "estimate"},     {"unknowns", cost.unknowns},      {"memoryBytes", cost.memory_bytes},
             {"seconds", cost.seconds}, {"method", name_of(cost.method)}, {"reason", cost.reason}};
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
  if (started > 1) events.notice("ONE_RANK", one_rank_sentence(started));
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
