#include "run/result_writer.hpp"

#include <algorithm>
#include <fstream>

#include "output/result_files.hpp"

namespace pace {

ResultWriter::ResultWriter(const Job& job, const Formulation& formulation, const Mesh& mesh,
                           std::filesystem::path folder, Communicator& ranks)
    : job_(job),
      formulation_(formulation),
      folder_(std::move(folder)),
      cuts_(far_field_cuts(job.input.outputs.farzone ? job.input.far_locations : 0,
                           job.input.outputs.farzone ? job.input.thetas_3d : 0)),
      sides_(mesh),
      ranks_(ranks) {
  directions_ = directions_of(cuts_);
}

std::vector<FarFieldAmplitude> ResultWriter::write(double frequency_hz, const IncidentWaves& waves,
                                                   const Columns& currents, int first,
                                                   const SolutionRecord& record,
                                                   const std::string& method) const {
  const auto& outputs = job_.input.outputs;
  const ScatteredFields fields = scattered_fields(formulation_, ranks_, waves, directions_, currents);
  for (int c = 0; c < currents.columns; ++c) {
    const std::vector<Complex> whole =
        outputs.coefficients || outputs.currents ? whole_column(currents, c) : std::vector<Complex>();
    if (ranks_.is_first()) write_column(frequency_hz, waves, c, whole, first + c, record, method);
  }
  if (ranks_.is_first() && outputs.farzone)
    write_far_zones(frequency_hz, waves, fields,
                    std::span(record.converged).subspan(first, currents.columns));
  return fields.back;
}

void ResultWriter::write_column(double frequency_hz, const IncidentWaves& waves, int column,
                                std::span<const Complex> whole, int number, const SolutionRecord& record,
                                const std::string& method) const {
  const auto& outputs = job_.input.outputs;
  const auto file = [&](const std::string& kind, const char* extension) {
    return path(kind + waves.letter(column), extension, frequency_hz, waves.illumination(column));
  };
  if (outputs.coefficients) write_coefficients(file("coefficients", "bin"), whole);
  if (outputs.currents) {
    const auto write = [&](const std::string& kind, const SurfaceCurrent& current) {
      write_currents(file(kind, "bin"), current.vertices, current.middles, sides_.vertices());
    };
    write("currents", formulation_.electric_current(sides_, whole.data()));
    if (const auto magnetic = formulation_.magnetic_current(sides_, whole.data()))
      write("magnetic", *magnetic);
  }
  if (outputs.iterations)
    write_iterations(file("iterations", "json"), method,
                     record.earlier.empty() ? std::vector<double>() : record.earlier[number],
                     record.residuals[number], record.converged[number]);
}

void ResultWriter::write_far_zones(double frequency_hz, const IncidentWaves& waves,
                                   const ScatteredFields& fields, std::span<const char> converged) const {
  const int each = waves.per_illumination();
  for (int c = 0; c < waves.columns(); c += each) {
    const auto field_at = [&](std::size_t direction) {
      const auto of_waves = fields.towards[direction].begin() + c;
      return FieldOfWaves(of_waves, of_waves + each);
    };
    const auto of_illumination = converged.subspan(c, each);
    const bool all =
        std::all_of(of_illumination.begin(), of_illumination.end(), [](char one) { return one; });
    write_json(
        path("farzone", "json", frequency_hz, waves.illumination(c)),
        far_zone_file(cuts_, frequency_hz, waves.illumination(c), job_.input.polarization(), field_at, all));
  }
}

std::optional<FarZoneFields> ResultWriter::far_zone(double frequency_hz,
                                                    const Illumination& illumination) const {
  std::ifstream file(path("farzone", "json", frequency_hz, illumination));
  if (!file) return std::nullopt;
  FarZoneFields read = far_zone_fields_of(nlohmann::json::parse(file));
  if (read.fields.size() != directions_.size()) return std::nullopt;
  return read;
}

void ResultWriter::write_interpolated(double frequency_hz, const Illumination& illumination,
                                      const FarZoneFields& interpolated) const {
  nlohmann::json document = far_zone_file(
      cuts_, frequency_hz, illumination, job_.input.polarization(),
      [&](std::size_t direction) { return interpolated.fields[direction]; }, interpolated.converged);
  const std::vector<std::size_t> with_errors = numbers_with_errors();
  pace::add_errors(document, [&](std::size_t i) { return interpolated.errors[with_errors[i]]; });
  document["computed"] = false;
  write_json(path("farzone", "json", frequency_hz, illumination), document);
}

std::vector<Cut> ResultWriter::cuts_with_errors() const {
  std::vector<Cut> cuts;
  std::copy_if(cuts_.begin(), cuts_.end(), std::back_inserter(cuts), has_errors);
  return cuts;
}

std::vector<std::size_t> ResultWriter::numbers_with_errors() const {
  std::vector<std::size_t> numbers;
  std::size_t direction = 0;
  for (const Cut& cut : cuts_)
    for (std::size_t i = 0; i < cut.theta_deg.size(); ++i, ++direction)
      if (has_errors(cut)) numbers.push_back(direction);
  return numbers;
}

void ResultWriter::add_errors(
    double frequency_hz, const Illumination& illumination,
    const std::function<std::vector<std::vector<FieldError>>(std::span<const FieldOfWaves> fields)>&
        errors_of) const {
  const std::filesystem::path file = path("farzone", "json", frequency_hz, illumination);
  std::ifstream written(file);
  nlohmann::json document = nlohmann::json::parse(written);
  const std::vector<FieldOfWaves> all = far_zone_fields_of(document).fields;
  std::vector<FieldOfWaves> fields;
  for (const std::size_t number : numbers_with_errors()) fields.push_back(all.at(number));
  const std::vector<std::vector<FieldError>> errors = errors_of(fields);
  pace::add_errors(document, [&](std::size_t i) { return errors[i]; });
  write_json(file, document);
}

std::string ResultWriter::write_error_map(double frequency_hz, std::span<const double> at_triangles) const {
  const std::string name = error_map_file_name(frequency_hz);
  if (ranks_.is_first()) pace::write_error_map(folder_ / name, at_triangles);
  return name;
}

std::vector<Complex> ResultWriter::whole_column(const Columns& some, int column) const {
  const std::span<const Complex> own(some.column(column), static_cast<std::size_t>(some.rows));
  const auto functions = formulation_.held();
  if (!functions) return {own.begin(), own.end()};
  const std::vector<int> where = ranks_.gather(*functions);
  const std::vector<Complex> values = ranks_.gather(own);
  std::vector<Complex> whole(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) whole[where[i]] = values[i];
  return whole;
}

void ResultWriter::write_times(double frequency_hz, const Illumination& illumination,
                               const std::vector<std::pair<std::string, double>>& stages,
                               double seconds) const {
  if (ranks_.is_first() && job_.input.outputs.time)
    write_json(path("time", "json", frequency_hz, illumination), times_file(stages, seconds));
}

std::filesystem::path ResultWriter::path(const std::string& kind, const char* extension, double frequency_hz,
                                         const Illumination& i) const {
  return folder_ / result_file_name(kind, extension, frequency_hz, i);
}

/// The history of a continued run goes on where the unconverged one stopped.
void ResultWriter::write_iterations(const std::filesystem::path& file, const std::string& method,
                                    const std::vector<double>& earlier, const std::vector<double>& residuals,
                                    bool converged) const {
  std::ifstream before(file);
  std::vector<double> history =
      unconverged_residuals_of(nlohmann::json::parse(before, nullptr, false), method);
  history.insert(history.end(), earlier.begin(), earlier.end());
  history.insert(history.end(), residuals.begin(), residuals.end());
  write_json(file, iterations_file(method, history, converged));
}

}  // namespace pace
