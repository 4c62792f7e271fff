#include "run/result_writer.hpp"

#include <fstream>

#include "output/result_files.hpp"

namespace pace {
namespace {

void add(const FarFieldAmplitude& known, FarFieldAmplitude& field) {
  field.theta += known.theta;
  field.phi += known.phi;
}

/// Fields of the currents of all ranks, from those of each.
void add_up(std::vector<FarFieldAmplitude>& fields, Communicator& ranks) {
  static_assert(sizeof(FarFieldAmplitude) == 4 * sizeof(double));
  ranks.sum({reinterpret_cast<double*>(fields.data()), 4 * fields.size()});
}

/// Illuminations whose far fields are held at once.
constexpr int columns_at_once = 64;

}  // namespace

ResultWriter::ResultWriter(const Job& job, const Formulation& formulation, std::filesystem::path folder,
                           Communicator& ranks)
    : job_(job),
      formulation_(formulation),
      folder_(std::move(folder)),
      cuts_(far_field_cuts(job.input.outputs.farzone ? job.input.far_locations : 0,
                           job.input.outputs.farzone ? job.input.thetas_3d : 0)),
      ranks_(ranks) {
  directions_ = directions_of(cuts_);
}

std::vector<MonostaticRecord> ResultWriter::write(double frequency_hz,
                                                  std::span<const Illumination> illuminations,
                                                  const Columns& currents, const SolutionRecord& record,
                                                  const std::string& method) const {
  const auto& outputs = job_.input.outputs;
  std::vector<MonostaticRecord> monostatic;
  for (int first = 0; first < currents.columns; first += columns_at_once) {
    const int count = std::min(columns_at_once, currents.columns - first);
    Columns some(currents.rows, count);
    std::copy_n(currents.column(first), some.data.size(), some.data.begin());
    std::vector<Direction> arrivals;
    for (int c = 0; c < count; ++c)
      arrivals.push_back(
          {radians(illuminations[first + c].theta_deg), radians(illuminations[first + c].phi_deg)});
    Columns radiating = some;
    for (int c = 0; c < count; ++c) formulation_.leave_out_known(wave_from(arrivals[c]), radiating.column(c));
    std::vector<FarFieldAmplitude> back;
    std::vector<std::vector<FarFieldAmplitude>> fields;
    together(ranks_, [&] {
      back = formulation_.backscatter(arrivals, radiating);
      fields = formulation_.far_field(directions_, radiating);
    });
    add_up(back, ranks_);
    for (auto& of_direction : fields) add_up(of_direction, ranks_);
    for (int c = 0; c < count; ++c) {
      std::vector<Direction> seen{arrivals[c]};
      seen.insert(seen.end(), directions_.begin(), directions_.end());
      const auto known = formulation_.known_field(wave_from(arrivals[c]), seen);
      if (known.empty()) continue;
      add(known[0], back[c]);
      for (std::size_t d = 0; d < directions_.size(); ++d) add(known[d + 1], fields[d][c]);
    }
    for (int c = 0; c < count; ++c) {
      const Illumination& illumination = illuminations[first + c];
      const bool converged = record.converged[first + c];
      monostatic.push_back({frequency_hz, illumination, back[c]});
      const std::vector<Complex> whole =
          outputs.coefficients || outputs.currents ? whole_column(some, c) : std::vector<Complex>();
      if (!ranks_.is_first()) continue;
      if (outputs.coefficients)
        write_coefficients(path("coefficients", "bin", frequency_hz, illumination), whole);
      if (outputs.currents) {
        write_currents(path("currents", "bin", frequency_hz, illumination),
                       formulation_.electric_at_vertices(whole.data()));
        const std::vector<CVec3> magnetic = formulation_.magnetic_at_vertices(whole.data());
        if (!magnetic.empty()) write_currents(path("magnetic", "bin", frequency_hz, illumination), magnetic);
      }
      if (outputs.iterations)
        write_iterations(path("iterations", "json", frequency_hz, illumination), method,
                         record.earlier.empty() ? std::vector<double>() : record.earlier[first + c],
                         record.residuals[first + c], converged);
      if (outputs.farzone)
        write_json(path("farzone", "json", frequency_hz, illumination),
                   far_zone_file(
                       cuts_, frequency_hz, illumination, job_.input.polarization(),
                       [&](std::size_t direction) { return fields[direction][c]; }, converged));
    }
  }
  return monostatic;
}

PlaneWave ResultWriter::wave_from(const Direction& arrival) const {
  return plane_wave(arrival.theta, arrival.phi, job_.input.polarization());
}

/// On the first rank, of all unknowns in their order.
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

std::filesystem::path ResultWriter::path(const char* kind, const char* extension, double frequency_hz,
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
