#include "run/error_pass.hpp"

#include <algorithm>
#include <cmath>

#include "core/stopwatch.hpp"
#include "output/events.hpp"
#include "output/result_files.hpp"

namespace pace {
namespace {

std::filesystem::path solutions_of(const std::filesystem::path& folder, double frequency_hz) {
  return folder / (".solutions_" + number_text(frequency_hz) + ".bin");
}

std::filesystem::path receivers_of(const std::filesystem::path& folder, double frequency_hz) {
  return folder / (".receivers_" + number_text(frequency_hz) + ".bin");
}

/// Columns of receivers that LU solves: so many take a quarter of the time of the factorisation, 8n²/(8n³/3)
/// each.
int most_receivers(int unknowns) { return std::max(1500, unknowns / 12); }
/// Where they are solved for some directions of a cut alone: 45° of a great circle.
constexpr std::size_t sampled_intervals = 8;
/// Columns that are solved for these together: the directions that they need, and forget, stay few.
constexpr int sampled_together = 18;
/// Columns, receivers and triangles, multiplied, for which cuts have bars: about a minute of one core. Long
/// sweeps have bars straight back alone, where a column has but two receivers.
constexpr double most_reactions = 1e9;
/// Corrected fields are written where their bars are shorter by this factor in the middle. By less, two
/// curves that are nearly one tell a reader nothing.
constexpr double shorter_by = 2.0 / 3.0;
/// Part of the progress that building the product takes.
constexpr double product_share = 0.6;

double middle_of(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + static_cast<long>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::unique_ptr<ErrorPass> ErrorPass::of(const Job& job, const Formulation& formulation,
                                         const ResultWriter& writer, const std::filesystem::path& folder,
                                         double frequency_hz, Method method, Communicator& ranks,
                                         std::size_t triangles) {
  if (!job.error_estimate || !formulation.has_symmetric_equations()) return nullptr;
  return std::unique_ptr<ErrorPass>(
      new ErrorPass(formulation, writer, folder, frequency_hz, method, ranks, triangles));
}

ErrorPass::ErrorPass(const Formulation& formulation, const ResultWriter& writer,
                     const std::filesystem::path& folder, double frequency_hz, Method method,
                     Communicator& ranks, std::size_t triangles)
    : formulation_(formulation),
      writer_(writer),
      rows_(formulation.column_size()),
      store_(solutions_of(folder, frequency_hz), rows_),
      receivers_store_(receivers_of(folder, frequency_hz), rows_),
      frequency_hz_(frequency_hz),
      method_(method),
      ranks_(ranks),
      triangles_(triangles) {}

void ErrorPass::remove_solutions(const std::filesystem::path& folder, double frequency_hz) {
  SolutionStore(solutions_of(folder, frequency_hz), 0).remove();
  SolutionStore(receivers_of(folder, frequency_hz), 0).remove();
}

void ErrorPass::keep_in(const SolutionStore& store, int first, const Columns& solved) const {
  if (ranks_.size() == 1) return store.write(first, solved);
  for (int c = 0; c < solved.columns; ++c) {
    Columns whole(0, 1);
    whole.data = writer_.whole_column(solved, c);
    whole.rows = static_cast<int>(whole.data.size());
    if (ranks_.is_first()) store.write(first + c, whole);
  }
}

void ErrorPass::keep(int first, const Columns& solved) const { keep_in(store_, first, solved); }

Columns ErrorPass::kept_receivers(int first, int count) const {
  if (ranks_.size() == 1) return receivers_store_.read(first, count);
  // The first rank has the file.
  std::vector<ComplexF> values(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(count));
  Columns columns(rows_, count);
  if (ranks_.is_first()) {
    columns = receivers_store_.read(first, count);
    std::transform(columns.data.begin(), columns.data.end(), values.begin(),
                   [](const Complex& value) { return ComplexF(value); });
  }
  ranks_.broadcast(std::span(values));
  std::copy(values.begin(), values.end(), columns.data.begin());
  return columns;
}

Columns ErrorPass::kept(const IncidentWaves& own, int first) const {
  if (ranks_.size() == 1) return store_.read(first, own.columns());
  // The first rank has the file.
  const int all[]{first, own.columns()};
  const std::vector<int> wanted = ranks_.gather_everywhere(std::span<const int>(all));
  std::vector<std::vector<ComplexF>> columns(static_cast<std::size_t>(ranks_.size()));
  if (ranks_.is_first())
    for (int r = 0; r < ranks_.size(); ++r) {
      const Columns of_rank = store_.read(wanted[2 * r], wanted[2 * r + 1]);
      columns[r].assign(of_rank.data.begin(), of_rank.data.end());
    }
  columns = ranks_.all_to_all(columns);
  Columns result(rows_, own.columns());
  std::copy(columns.front().begin(), columns.front().end(), result.data.begin());
  return result;
}

bool ErrorPass::serves(std::size_t receivers, const IncidentWaves& waves) const {
  return receivers > 0 &&
         2.0 * static_cast<double>(receivers) * waves.columns() * static_cast<double>(triangles_) <=
             most_reactions;
}

void ErrorPass::solve_for_receivers(FrequencySystem& system, const IncidentWaves& waves) {
  const std::vector<Cut> cuts = writer_.cuts_with_errors();
  const std::size_t all = directions_of(cuts).size();
  const bool solves_all = method_ == Method::dense_lu && static_cast<int>(2 * all) <= most_receivers(rows_),
             has_optics = formulation_.symmetric_equations()->has_optics();
  SampledReceivers receivers(cuts, solves_all || has_optics ? all : sampled_intervals);
  if (!serves(receivers.directions().size(), waves)) return;
  adjoint_ = solves_all ? "solved" : has_optics ? "optics" : "sampled";
  receivers_ = std::move(receivers);
  if (adjoint_ == "optics") return;
  Stopwatch clock;
  const auto columns = static_cast<int>(2 * receivers_->directions().size());
  const int together = solves_all ? columns : sampled_together;
  for (int first = 0; first < columns; first += together) {
    std::vector<PlaneWave> waves_of_some;
    for (int c = first; c < std::min(first + together, columns); ++c) {
      const auto [theta, phi] = receivers_->directions()[c / 2];
      waves_of_some.push_back(
          plane_wave(theta, phi, c % 2 == 0 ? Polarization::vertical : Polarization::horizontal));
    }
    Columns some = formulation_.excite_all(waves_of_some);
    system.solve_receivers(some);
    throw_if_any_cancelled(ranks_);
    keep_in(receivers_store_, first, some);
  }
  receivers_seconds_ = clock.lap();
}

void ErrorPass::take_over(std::unique_ptr<FrequencySystem> system, int digits) {
  if (method_ != Method::dense_lu && formulation_.symmetric_equations()->are_solved())
    solved_with_ = solved_product(std::move(system), digits, ranks_);
}

std::unique_ptr<ReactionProduct> ErrorPass::product(const SymmetricEquations& equations,
                                                    const FastDemand& demand, SharedTrees* shared,
                                                    const OnSetup& on_product) {
  if (solved_with_) return std::move(solved_with_);
  if (method_ != Method::dense_lu) return equations.fast(demand, shared, ranks_, on_product);
  if (equations.are_solved()) return nullptr;
  return equations.dense(on_product);
}

std::vector<double> ErrorPass::fields_of(const IncidentWaves& waves, const RunRecord& record) const {
  std::vector<double> sizes;
  const auto each = static_cast<std::size_t>(waves.per_illumination());
  for (const MonostaticRecord& r : record.returns_of(frequency_hz_))
    for (std::size_t wave = 0; wave < each; ++wave)
      sizes.push_back(std::hypot(std::abs(r.field.at(wave).theta), std::abs(r.field.at(wave).phi)));
  return sizes;
}

std::optional<FrequencyResult::ErrorEstimate::Map> ErrorPass::write_map(const ErrorMap& map) const {
  if (map.components() == 0) return std::nullopt;
  const std::vector<double> of_mesh = map.contributions();
  double sum = 0.0, squares = 0.0;
  for (const double e : of_mesh) sum += e, squares += e * e;
  return FrequencyResult::ErrorEstimate::Map{writer_.write_error_map(frequency_hz_, of_mesh), sum,
                                             std::sqrt(squares)};
}

std::optional<FrequencyResult::ErrorEstimate> ErrorPass::estimate(const IncidentWaves& waves,
                                                                  const FastDemand& demand,
                                                                  SharedTrees* shared,
                                                                  const OnSetup& on_progress,
                                                                  RunRecord& record) {
  if (!ranks_.any(store_.held() >= waves.columns())) return std::nullopt;
  Stopwatch clock;
  const double k = 2.0 * pi * frequency_hz_ / speed_of_light;
  const OnSetup on_product = [&](double done, const char*) {
    on_progress(product_share * done, stage::errors);
  };
  on_product(0.0, nullptr);
  const std::unique_ptr<SymmetricEquations> equations = formulation_.symmetric_equations();
  ErrorEstimate errors(*equations, rows_, k, triangles_, product(*equations, demand, shared, on_product));
  throw_if_any_cancelled(ranks_);
  FrequencyResult::ErrorEstimate result;
  result.receivers = adjoint_;
  if (receivers_)
    errors.set_receivers(
        receivers_->directions(),
        adjoint_ == "optics" ? ErrorEstimate::ReadColumns()
                             : [this](int first, int count) { return kept_receivers(first, count); });

  std::vector<double> equation, discretisation, geometry, layers, whole, corrected;
  const std::vector<double> sizes = fields_of(waves, record), fields = reference_fields(sizes);
  ErrorMap map(triangles_);
  const int each = waves.per_illumination(), at_once = right_hand_sides_at_once(rows_) / each * each;
  std::vector<std::vector<FieldError>> back;
  std::vector<std::vector<FieldCorrection>> corrections;
  for (int first = 0; first < waves.columns(); first += at_once) {
    const int count = std::min(at_once, waves.columns() - first);
    const IncidentWaves some = waves.some(first, count);
    const auto begin_of = [&](int rank) { return count / each * rank / ranks_.size() * each; };
    const int own_first = begin_of(ranks_.rank()), own_count = begin_of(ranks_.rank() + 1) - own_first;
    const IncidentWaves own = some.some(own_first, own_count);
    const Columns solved = kept(own, first + own_first);
    const ColumnErrors of_some =
        errors.of(own, solved, std::span(fields).subspan(first + own_first, own_count), map).of_all(ranks_);
    throw_if_any_cancelled(ranks_);
    for (int c = 0; c < count; c += each) {
      back.emplace_back(of_some.back.begin() + c, of_some.back.begin() + c + each);
      corrections.emplace_back(of_some.corrections.begin() + c, of_some.corrections.begin() + c + each);
      if (!receivers_ || !ranks_.is_first()) continue;
      std::vector<std::vector<FieldError>> towards;
      for (const std::vector<FieldError>& receiver : of_some.towards)
        towards.emplace_back(receiver.begin() + c, receiver.begin() + c + each);
      writer_.add_errors(frequency_hz_, some.illumination(c), [&](std::span<const FieldOfWaves> fields) {
        return receivers_->spread(towards, fields);
      });
    }
    for (int c = 0; c < count; ++c) {
      const double size = sizes.at(first + c);
      if (!(size > 0.0)) continue;
      equation.push_back(of_some.parts[c].equation / size);
      discretisation.push_back(of_some.parts[c].discretisation / size);
      geometry.push_back(of_some.parts[c].geometry / size);
      layers.push_back(of_some.parts[c].layers / size);
      whole.push_back(of_some.parts[c].sum() / size);
      const FieldError& left = of_some.corrections[c].error;
      corrected.push_back((some.polarization(c) == Polarization::horizontal ? left.phi : left.theta) / size);
    }
    on_progress(product_share + (1.0 - product_share) * (first + count) / waves.columns(), stage::errors);
  }
  record.set_errors(frequency_hz_, std::move(back));
  const double left = middle_of(std::move(corrected));
  if (left < shorter_by * middle_of(std::move(whole))) {
    record.set_corrections(frequency_hz_, corrections);
    result.corrected = left;
  }
  result.equation = middle_of(std::move(equation));
  result.discretisation = middle_of(std::move(discretisation));
  result.geometry = middle_of(std::move(geometry));
  if (std::any_of(layers.begin(), layers.end(), [](double part) { return part > 0.0; }))
    result.layers = middle_of(std::move(layers));
  std::vector<double> squares = map.squares();
  ranks_.sum(squares);
  result.map = write_map(ErrorMap(std::move(squares), static_cast<int>(ranks_.sum(map.components()))));
  result.seconds = receivers_seconds_ + clock.lap();
  return result;
}

}  // namespace pace
