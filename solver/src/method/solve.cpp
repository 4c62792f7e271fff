#include "method/solve.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>

#include "core/cancel.hpp"
#include "core/version.hpp"
#include "excitation/plane_wave.hpp"
#include "excitation/sweep.hpp"
#include "linalg/dense_matrix.hpp"
#include "method/model.hpp"
#include "observables/cuts.hpp"
#include "observables/far_field.hpp"
#include "observables/plane_wave_moments.hpp"
#include "observables/surface_current.hpp"
#include "operators/dense_assembly.hpp"
#include "output/result_files.hpp"
#include "parallel/threads.hpp"

namespace pace {
namespace {

using nlohmann::json;

double radians(double degrees) { return degrees * pi / 180.0; }

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
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
  json to_json() const { return {{"near", near}, {"fields", fields}, {"solution", solution}, {"output", output}}; }
  json stages() const {
    return json::array({{{"stage", stage::near}, {"seconds", near}},
                        {{"stage", stage::fields}, {"seconds", fields}},
                        {{"stage", stage::solution}, {"seconds", solution}},
                        {{"stage", "OUTPUT"}, {"seconds", output}}});
  }
};

/// What makes two jobs the same computation: everything but where it runs.
std::string fingerprint(const Job& job, const Model& model) {
  std::uint64_t hash = 1469598103934665603ULL;
  const auto mix = [&](const void* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211ULL;
  };
  for (const Vec3& v : model.mesh.vertices) mix(v.data(), sizeof(double) * 3);
  for (const Triangle& t : model.mesh.triangles) mix(t.vertex.data(), sizeof t.vertex);
  for (const double a : model.alpha) mix(&a, sizeof a);
  for (const double e : job.input.excitation) mix(&e, sizeof e);
  for (const double f : job.input.frequency_hz) mix(&f, sizeof f);
  const int numbers[] = {job.program_type,       job.input.angle_sweep,   job.input.frequency_sweep,
                         job.input.far_locations, job.input.thetas_3d,     static_cast<int>(job.input.solver),
                         job.input.outputs.coefficients, job.input.outputs.currents, job.input.outputs.iterations,
                         job.input.outputs.time, job.input.outputs.farzone};
  mix(numbers, sizeof numbers);
  return std::to_string(hash);
}

json field_columns(const Cut& cut) {
  json columns{{"plane", cut.plane}, {"angleTheta", json::array()}, {"anglePhi", json::array()}};
  for (std::size_t i = 0; i < cut.theta_deg.size(); ++i) {
    columns["angleTheta"].push_back(angle_times_ten(cut.theta_deg[i]));
    columns["anglePhi"].push_back(angle_times_ten(cut.phi_deg[i]));
  }
  return columns;
}

class Run {
 public:
  Run(const Job& job, const std::filesystem::path& folder, EventStream& events)
      : job_(job), folder_(folder), events_(events), model_(prepare_model(job)),
        frequencies_(frequencies_hz(job.input.frequency_sweep, job.input.frequency_hz)),
        illuminations_(illuminations(job.input.angle_sweep, job.input.excitation)),
        polarization_(static_cast<int>(job.input.excitation[job.input.angle_sweep ? 4 : 2])),
        cuts_(far_field_cuts(job.input.outputs.farzone ? job.input.far_locations : 0,
                             job.input.outputs.farzone ? job.input.thetas_3d : 0)) {
    for (const Cut& cut : cuts_)
      for (std::size_t i = 0; i < cut.theta_deg.size(); ++i)
        directions_.push_back({radians(cut.theta_deg[i]), radians(cut.phi_deg[i])});
    cost_ = dense_cost(model_.space.size(), model_.mesh.vertices.size(), frequencies_.size(), illuminations_.size(),
                       directions_.size(), job.threads);
  }

  const CostEstimate& cost() const { return cost_; }

  void execute() {
    std::filesystem::create_directories(folder_);
    require_memory();
    events_.say({{"event", "estimate"}, {"unknowns", cost_.unknowns}, {"memoryBytes", cost_.memory_bytes},
                 {"seconds", cost_.seconds}, {"method", cost_.method}, {"reason", cost_.reason}});
    start_result();
    for (const Notice& n : model_.notices) events_.notice(n.code, n.sentence);
    for (std::size_t f = 0; f < frequencies_.size(); ++f) {
      if (is_done(frequencies_[f])) continue;
      frequency_index_ = f;
      one_frequency(frequencies_[f]);
    }
    record_cost();
    write_json(folder_ / "result.json", result_);
    events_.say({{"event", "stage"}, {"stage", stage::finished}, {"fraction", 1.0}, {"seconds", clock_.seconds()},
                 {"memoryBytes", peak_memory_bytes()}});
    events_.say({{"event", "finished"}, {"converged", true}, {"seconds", clock_.seconds()},
                 {"memoryBytes", peak_memory_bytes()}});
  }

 private:
  void require_memory() const {
    if (!job_.memory_limit_bytes || cost_.memory_bytes <= *job_.memory_limit_bytes) return;
    const auto gib = [](double bytes) { return std::to_string(std::lround(bytes / (1 << 30) * 10) / 10.0).substr(0, 5); };
    throw InputError("MEMORY", "The run needs about " + gib(cost_.memory_bytes) + " GiB for " +
                                   std::to_string(cost_.unknowns) + " unknowns, but only " +
                                   gib(*job_.memory_limit_bytes) +
                                   " GiB may be used; use a coarser mesh or a lower frequency.");
  }

  void start_result() {
    result_ = {{"schema", "pace-result-1"}, {"version", version}, {"programType", job_.program_type},
               {"method", cost_.method}, {"reason", cost_.reason}, {"unknowns", model_.space.size()},
               {"triangles", model_.space.triangles().size()}, {"threads", job_.threads},
               {"polarization", polarization_}, {"frequenciesHz", frequencies_}, {"converged", true},
               {"fingerprint", fingerprint(job_, model_)}, {"notices", json::array()},
               {"frequencies", json::array()}, {"illuminations", json::array()},
               {"predicted", {{"seconds", cost_.seconds}, {"memoryBytes", cost_.memory_bytes}}}};
    for (const Illumination& i : illuminations_)
      result_["illuminations"].push_back({{"thetaDeg", i.theta_deg}, {"phiDeg", i.phi_deg}});
    for (const Notice& n : model_.notices) result_["notices"].push_back({{"code", n.code}, {"sentence", n.sentence}});
    const double shortest = speed_of_light / frequencies_.back();
    if (model_.space.mean_edge_m() > shortest / coarse_mesh_)
      add_notice("MESH_COARSE", "The mean edge is 1/" +
                                    std::to_string(shortest / model_.space.mean_edge_m()).substr(0, 4) +
                                    " of the wavelength at the highest frequency; 1/10 or finer is usual.");
    take_up_earlier();
  }

  /// Time and memory of this and of earlier, interrupted passes together.
  void record_cost() {
    const double memory = std::max(static_cast<double>(peak_memory_bytes()), earlier_memory_);
    result_["seconds"] = earlier_seconds_ + clock_.seconds();
    result_["memoryBytes"] = memory;
    result_["bytesPerUnknown"] = memory / model_.space.size();
  }

  void add_notice(const std::string& code, const std::string& sentence) {
    model_.notices.push_back({code, sentence});
    result_["notices"].push_back({{"code", code}, {"sentence", sentence}});
  }

  /// Keeps the frequencies of an interrupted run of the same job.
  void take_up_earlier() {
    std::ifstream result_file(folder_ / "result.json"), monostatic_file(folder_ / "monostatic.json");
    const json earlier = json::parse(result_file, nullptr, false), monostatic = json::parse(monostatic_file, nullptr, false);
    if (earlier.is_discarded() || monostatic.is_discarded()) return;
    if (earlier.value("fingerprint", "") != result_["fingerprint"].get<std::string>()) return;
    result_["frequencies"] = earlier["frequencies"];
    earlier_seconds_ = earlier.value("seconds", 0.0);
    earlier_memory_ = earlier.value("memoryBytes", 0.0);
    for (const json& record : monostatic["monoStaticRcs"])
      if (is_done(record["frequency"])) monostatic_.push_back(record);
  }

  bool is_done(double frequency_hz) const {
    for (const json& f : result_["frequencies"])
      if (f["frequencyHz"] == frequency_hz) return true;
    return false;
  }

  void say_stage(const char* name, double fraction_of_frequency, double frequency_hz) {
    const double fraction = (frequency_index_ + fraction_of_frequency) / frequencies_.size();
    events_.say({{"event", "stage"}, {"stage", name}, {"fraction", fraction}, {"frequencyHz", frequency_hz},
                 {"seconds", clock_.seconds()}, {"memoryBytes", peak_memory_bytes()}});
  }

  void one_frequency(double frequency_hz) {
    const double k = 2.0 * pi * frequency_hz / speed_of_light;
    StageSeconds seconds;
    clock_.lap();
    say_stage(stage::near, 0.0, frequency_hz);
    DenseMatrix matrix = assemble_dense(
        model_.space, model_.dual_space(), k, model_.alpha, QuadratureChoice::for_edge(model_.space.longest_edge_m() * k / (2.0 * pi)),
        [&, last = clock_.seconds()](double fraction) mutable {
          if (clock_.seconds() - last < seconds_between_events_) return;
          last = clock_.seconds();
          say_stage(stage::near, 0.5 * fraction, frequency_hz);
        });
    seconds.near = clock_.lap();

    throw_if_cancelled();
    say_stage(stage::fields, 0.5, frequency_hz);
    Columns right_hand_sides = excite_block(k, 0);
    seconds.fields = clock_.lap();

    throw_if_cancelled();
    say_stage(stage::solution, 0.55, frequency_hz);
    const LuFactors lu(std::move(matrix));
    seconds.solution = clock_.lap();

    double worst = 0.0;
    const int count = static_cast<int>(illuminations_.size());
    for (int first = 0; first < count; first += right_hand_sides_at_once) {
      throw_if_cancelled();
      say_stage(stage::solution, 0.75 + 0.25 * first / count, frequency_hz);
      if (first > 0) right_hand_sides = excite_block(k, first);
      seconds.fields += clock_.lap();
      worst = std::max(worst, solve_block(lu, k, frequency_hz, first, right_hand_sides, seconds));
    }
    result_["frequencies"].push_back(
        {{"frequencyHz", frequency_hz}, {"backwardError", worst}, {"seconds", seconds.to_json()}});
    write_json(folder_ / "monostatic.json", {{"converged", true}, {"monoStaticRcs", monostatic_}});
    record_cost();
    write_json(folder_ / "result.json", result_);
  }

  Direction arrival(int illumination) const {
    return {radians(illuminations_[illumination].theta_deg), radians(illuminations_[illumination].phi_deg)};
  }

  /// Right-hand sides of the illuminations first … as many as go at once.
  Columns excite_block(double k, int first) const {
    const int size = std::min<int>(right_hand_sides_at_once, static_cast<int>(illuminations_.size()) - first);
    Columns right_hand_sides(model_.space.size(), size);
#pragma omp parallel for schedule(dynamic)
    for (int c = 0; c < size; ++c) {
      const Direction from = arrival(first + c);
      excite(model_.space, model_.dual_space(), k, plane_wave(from.theta, from.phi, polarization_), model_.alpha,
             right_hand_sides.column(c));
    }
    return right_hand_sides;
  }

  /// Solves and observes one block, whose first column is illumination `first`; returns the largest backward error.
  double solve_block(const LuFactors& lu, double k, double frequency_hz, int first, const Columns& right_hand_sides,
                     StageSeconds& seconds) {
    const int size = right_hand_sides.columns;
    Columns currents = right_hand_sides;
    lu.solve(currents);
    const std::vector<double> errors = lu.backward_errors(currents, right_hand_sides);
    seconds.solution += clock_.lap();

    std::vector<Direction> arrivals;
    for (int c = 0; c < size; ++c) arrivals.push_back(arrival(first + c));
    const auto back = backscatter(model_.space, k, arrivals, currents);
    const auto fields = far_field(model_.space, k, directions_, currents);
    for (int c = 0; c < size; ++c) {
      const Illumination& illumination = illuminations_[first + c];
      monostatic_.push_back(record_of(back[c], illumination, frequency_hz));
      write_illumination(frequency_hz, illumination, currents.column(c), fields, c, errors[c]);
    }
    seconds.output += clock_.lap();
    if (job_.input.outputs.time)
      for (int c = 0; c < size; ++c)
        write_json(folder_ / result_file_name("time", "json", frequency_hz, illuminations_[first + c]),
                   {{"stages", seconds.stages()}, {"seconds", clock_.seconds()}});
    return *std::max_element(errors.begin(), errors.end());
  }

  static json record_of(const FarFieldAmplitude& field, const Illumination& i, double frequency_hz) {
    return {{"angleTheta", angle_times_ten(i.theta_deg)}, {"anglePhi", angle_times_ten(i.phi_deg)},
            {"frequency", frequency_hz}, {"e_Theta_Real", field.theta.real()}, {"e_Theta_Imag", field.theta.imag()},
            {"e_Phi_Real", field.phi.real()}, {"e_Phi_Imag", field.phi.imag()}};
  }

  void write_illumination(double frequency_hz, const Illumination& illumination, const Complex* coefficients,
                          const std::vector<std::vector<FarFieldAmplitude>>& fields, int column, double error) const {
    const auto path = [&](const char* kind, const char* extension) {
      return folder_ / result_file_name(kind, extension, frequency_hz, illumination);
    };
    const auto& outputs = job_.input.outputs;
    if (outputs.coefficients)
      write_coefficients(path("coefficients", "bin"), {coefficients, static_cast<std::size_t>(model_.space.size())});
    if (outputs.currents)
      write_currents(path("currents", "bin"),
                     current_at_vertices(model_.space, static_cast<int>(model_.mesh.vertices.size()), coefficients));
    if (outputs.iterations)
      write_json(path("iterations", "json"), {{"method", cost_.method}, {"converged", true},
                                              {"iterations", {{{"iteration", 1}, {"residual", error}}}}});
    if (outputs.farzone) write_json(path("farzone", "json"), far_zone(frequency_hz, illumination, fields, column));
  }

  json far_zone(double frequency_hz, const Illumination& illumination,
                const std::vector<std::vector<FarFieldAmplitude>>& fields, int column) const {
    json document{{"frequency", frequency_hz}, {"theta", angle_times_ten(illumination.theta_deg)},
                  {"phi", angle_times_ten(illumination.phi_deg)}, {"polarization", polarization_},
                  {"converged", true}, {"cuts", json::array()}};
    std::size_t direction = 0;
    for (const Cut& cut : cuts_) {
      json columns = field_columns(cut);
      std::vector<double> theta_re, theta_im, phi_re, phi_im;
      for (std::size_t i = 0; i < cut.theta_deg.size(); ++i, ++direction) {
        const FarFieldAmplitude& e = fields[direction][column];
        theta_re.push_back(e.theta.real()), theta_im.push_back(e.theta.imag());
        phi_re.push_back(e.phi.real()), phi_im.push_back(e.phi.imag());
      }
      columns["e_Theta_Real"] = theta_re, columns["e_Theta_Imag"] = theta_im;
      columns["e_Phi_Real"] = phi_re, columns["e_Phi_Imag"] = phi_im;
      document["cuts"].push_back(std::move(columns));
    }
    return document;
  }

  /// Edges longer than this fraction of the wavelength earn a notice.
  static constexpr double coarse_mesh_ = 8.0;
  static constexpr double seconds_between_events_ = 1.0;

  const Job& job_;
  std::filesystem::path folder_;
  EventStream& events_;
  Model model_;
  std::vector<double> frequencies_;
  std::vector<Illumination> illuminations_;
  int polarization_;
  std::vector<Cut> cuts_;
  std::vector<Direction> directions_;
  CostEstimate cost_;
  Stopwatch clock_;
  std::size_t frequency_index_ = 0;
  double earlier_seconds_ = 0.0, earlier_memory_ = 0.0;
  json result_, monostatic_ = json::array();
};

}  // namespace

CostEstimate estimate(const Job& job) {
  EventStream silent(stderr);
  return Run(job, {}, silent).cost();
}

void solve(const Job& job, const std::filesystem::path& folder, EventStream& events) {
  set_threads(job.threads);
  Run(job, folder, events).execute();
}

}  // namespace pace
