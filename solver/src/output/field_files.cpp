#include "output/field_files.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

#include "excitation/plane_wave.hpp"
#include "output/result_files.hpp"

namespace pace {
namespace {

using nlohmann::json;

json field_columns(const Cut& cut) {
  json columns{{"plane", cut.plane}, {"angleTheta", json::array()}, {"anglePhi", json::array()}};
  for (std::size_t i = 0; i < cut.theta_deg.size(); ++i) {
    columns["angleTheta"].push_back(angle_times_ten(cut.theta_deg[i]));
    columns["anglePhi"].push_back(angle_times_ten(cut.phi_deg[i]));
  }
  return columns;
}

/// Names of E_θ and E_φ of each wave in a record, without Real and Imag; a matrix by what is received and
/// what comes in.
struct FieldNames {
  const char *theta_real, *theta_imag, *phi_real, *phi_imag, *theta_error, *phi_error;
};
constexpr std::array of_one_wave{
    FieldNames{"e_Theta_Real", "e_Theta_Imag", "e_Phi_Real", "e_Phi_Imag", "e_Theta_Error", "e_Phi_Error"}};
constexpr std::array of_both_waves{
    FieldNames{"s_VV_Real", "s_VV_Imag", "s_HV_Real", "s_HV_Imag", "s_VV_Error", "s_HV_Error"},
    FieldNames{"s_VH_Real", "s_VH_Imag", "s_HH_Real", "s_HH_Imag", "s_VH_Error", "s_HH_Error"}};

std::span<const FieldNames> names_of(std::size_t waves) {
  if (waves == 1) return of_one_wave;
  if (waves == 2) return of_both_waves;
  throw std::invalid_argument("A field is of one incident wave or of two");
}

void write(json& record, const FieldNames& of, const FarFieldAmplitude& field) {
  record[of.theta_real] = field.theta.real(), record[of.theta_imag] = field.theta.imag();
  record[of.phi_real] = field.phi.real(), record[of.phi_imag] = field.phi.imag();
}

void write(json& record, const FieldNames& of, const FieldError& error) {
  record[of.theta_error] = error.theta, record[of.phi_error] = error.phi;
}

double finite_number(const json& record, const char* key) {
  const double value = record.at(key).get<double>();
  if (!std::isfinite(value)) throw std::domain_error(key);
  return value;
}

FarFieldAmplitude field_of(const json& record, const FieldNames& of) {
  const auto number = [&](const char* key) { return finite_number(record, key); };
  return {{number(of.theta_real), number(of.theta_imag)}, {number(of.phi_real), number(of.phi_imag)}};
}

FieldError error_of(const json& record, const FieldNames& of) {
  return {finite_number(record, of.theta_error), finite_number(record, of.phi_error)};
}

constexpr const char* corrected_key = "corrected";

}  // namespace

json monostatic_file(std::span<const MonostaticRecord> records, bool converged) {
  json list = json::array();
  for (const auto& [frequency_hz, from, field, error, corrected, computed] : records) {
    json record{{"angleTheta", angle_times_ten(from.theta_deg)},
                {"anglePhi", angle_times_ten(from.phi_deg)},
                {"frequency", frequency_hz}};
    const auto names = names_of(field.size());
    for (std::size_t w = 0; w < field.size(); ++w) write(record, names[w], field[w]);
    for (std::size_t w = 0; w < error.size(); ++w) write(record, names[w], error[w]);
    for (std::size_t w = 0; w < corrected.size(); ++w) {
      write(record[corrected_key], names[w], corrected[w].field);
      write(record[corrected_key], names[w], corrected[w].error);
    }
    if (computed) record["computed"] = *computed;
    list.push_back(std::move(record));
  }
  return {{"converged", converged}, {"monoStaticRcs", std::move(list)}};
}

std::vector<MonostaticRecord> monostatic_records_of(const json& file) {
  std::vector<MonostaticRecord> records;
  for (const json& entry : file.at("monoStaticRcs")) {
    const auto number = [&](const char* key) { return finite_number(entry, key); };
    FieldOfWaves field;
    std::vector<FieldError> error;
    std::vector<CorrectedField> corrected;
    for (const FieldNames& of : names_of(entry.contains(of_both_waves[0].theta_real) ? 2 : 1)) {
      field.push_back(field_of(entry, of));
      if (entry.contains(of.theta_error)) error.push_back(error_of(entry, of));
      if (entry.contains(corrected_key))
        corrected.push_back({field_of(entry.at(corrected_key), of), error_of(entry.at(corrected_key), of)});
    }
    records.push_back(
        {number("frequency"),
         {number("angleTheta") / 10.0, number("anglePhi") / 10.0},
         std::move(field),
         std::move(error),
         std::move(corrected),
         entry.contains("computed") ? std::optional(entry.at("computed").get<bool>()) : std::nullopt});
  }
  return records;
}

json far_zone_file(std::span<const Cut> cuts, double frequency_hz, const Illumination& illumination,
                   int polarization, const std::function<FieldOfWaves(std::size_t)>& field_at,
                   bool converged) {
  json document{{"frequency", frequency_hz},
                {"theta", angle_times_ten(illumination.theta_deg)},
                {"phi", angle_times_ten(illumination.phi_deg)},
                {"polarization", polarization},
                {"converged", converged},
                {"cuts", json::array()}};
  const auto names = names_of(polarizations_of(polarization).size());
  std::size_t direction = 0;
  for (const Cut& cut : cuts) {
    json columns = field_columns(cut);
    std::vector<FieldOfWaves> fields;
    for (std::size_t i = 0; i < cut.theta_deg.size(); ++i) fields.push_back(field_at(direction++));
    for (std::size_t w = 0; w < names.size(); ++w) {
      std::vector<double> theta_re, theta_im, phi_re, phi_im;
      for (const FieldOfWaves& e : fields) {
        theta_re.push_back(e[w].theta.real()), theta_im.push_back(e[w].theta.imag());
        phi_re.push_back(e[w].phi.real()), phi_im.push_back(e[w].phi.imag());
      }
      columns[names[w].theta_real] = theta_re, columns[names[w].theta_imag] = theta_im;
      columns[names[w].phi_real] = phi_re, columns[names[w].phi_imag] = phi_im;
    }
    document["cuts"].push_back(std::move(columns));
  }
  return document;
}

void add_errors(json& far_zone_file, const std::function<std::vector<FieldError>(std::size_t)>& error_at) {
  std::size_t direction = 0;
  for (json& cut : far_zone_file.at("cuts")) {
    if (cut.at("plane") == "3d") continue;
    const auto names = names_of(cut.contains(of_both_waves[0].theta_real) ? 2 : 1);
    for (const FieldNames& of : names) cut[of.theta_error] = cut[of.phi_error] = json::array();
    for (std::size_t i = 0; i < cut.at("angleTheta").size(); ++i) {
      const std::vector<FieldError> error = error_at(direction++);
      for (std::size_t w = 0; w < names.size(); ++w) {
        cut[names[w].theta_error].push_back(error[w].theta);
        cut[names[w].phi_error].push_back(error[w].phi);
      }
    }
  }
}

FarZoneFields far_zone_fields_of(const json& far_zone_file) {
  FarZoneFields read;
  read.converged = far_zone_file.at("converged").get<bool>();
  for (const json& cut : far_zone_file.at("cuts")) {
    const auto names = names_of(cut.contains(of_both_waves[0].theta_real) ? 2 : 1);
    const std::size_t first = read.fields.size(), count = cut.at("angleTheta").size();
    read.fields.resize(first + count);
    read.errors.resize(first + count);
    for (const FieldNames& of : names) {
      const auto column = [&](const char* key) { return cut.at(key).get<std::vector<double>>(); };
      const auto theta_re = column(of.theta_real), theta_im = column(of.theta_imag),
                 phi_re = column(of.phi_real), phi_im = column(of.phi_imag);
      for (std::size_t i = 0; i < count; ++i)
        read.fields[first + i].push_back({{theta_re.at(i), theta_im.at(i)}, {phi_re.at(i), phi_im.at(i)}});
      if (!cut.contains(of.theta_error)) continue;
      const auto theta = column(of.theta_error), phi = column(of.phi_error);
      for (std::size_t i = 0; i < count; ++i) read.errors[first + i].push_back({theta.at(i), phi.at(i)});
    }
  }
  return read;
}

std::vector<Direction> directions_of(std::span<const Cut> cuts) {
  std::vector<Direction> directions;
  for (const Cut& cut : cuts)
    for (std::size_t i = 0; i < cut.theta_deg.size(); ++i)
      directions.push_back({radians(cut.theta_deg[i]), radians(cut.phi_deg[i])});
  return directions;
}

json iterations_file(const std::string& method, std::span<const double> residuals, bool converged) {
  json list = json::array();
  for (const double residual : residuals)
    list.push_back({{"iteration", list.size() + 1}, {"residual", residual}});
  return {{"method", method}, {"converged", converged}, {"iterations", std::move(list)}};
}

std::vector<double> unconverged_residuals_of(const json& file, const std::string& method) {
  std::vector<double> residuals;
  try {
    if (file.at("method") != method || file.at("converged") != false) return {};
    for (const json& entry : file.at("iterations")) residuals.push_back(entry.at("residual").get<double>());
  } catch (const json::exception&) {
    return {};
  }
  return residuals;
}

json times_file(const std::vector<std::pair<std::string, double>>& stages, double seconds) {
  json list = json::array();
  for (const auto& [stage, of_stage] : stages) list.push_back({{"stage", stage}, {"seconds", of_stage}});
  return {{"stages", std::move(list)}, {"seconds", seconds}};
}

}  // namespace pace
