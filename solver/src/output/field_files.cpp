#include "output/field_files.hpp"

#include <cmath>
#include <stdexcept>

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

}  // namespace

json monostatic_file(std::span<const MonostaticRecord> records, bool converged) {
  json list = json::array();
  for (const auto& [frequency_hz, from, field] : records)
    list.push_back({{"angleTheta", angle_times_ten(from.theta_deg)},
                    {"anglePhi", angle_times_ten(from.phi_deg)},
                    {"frequency", frequency_hz},
                    {"e_Theta_Real", field.theta.real()},
                    {"e_Theta_Imag", field.theta.imag()},
                    {"e_Phi_Real", field.phi.real()},
                    {"e_Phi_Imag", field.phi.imag()}});
  return {{"converged", converged}, {"monoStaticRcs", std::move(list)}};
}

std::vector<MonostaticRecord> monostatic_records_of(const json& file) {
  std::vector<MonostaticRecord> records;
  for (const json& entry : file.at("monoStaticRcs")) {
    const auto number = [&](const char* key) {
      const double value = entry.at(key).get<double>();
      if (!std::isfinite(value)) throw std::domain_error(key);
      return value;
    };
    records.push_back(
        {number("frequency"),
         {number("angleTheta") / 10.0, number("anglePhi") / 10.0},
         {{number("e_Theta_Real"), number("e_Theta_Imag")}, {number("e_Phi_Real"), number("e_Phi_Imag")}}});
  }
  return records;
}

json far_zone_file(std::span<const Cut> cuts, double frequency_hz, const Illumination& illumination,
                   int polarization, const std::function<FarFieldAmplitude(std::size_t)>& field_at,
                   bool converged) {
  json document{{"frequency", frequency_hz},
                {"theta", angle_times_ten(illumination.theta_deg)},
                {"phi", angle_times_ten(illumination.phi_deg)},
                {"polarization", polarization},
                {"converged", converged},
                {"cuts", json::array()}};
  std::size_t direction = 0;
  for (const Cut& cut : cuts) {
    json columns = field_columns(cut);
    std::vector<double> theta_re, theta_im, phi_re, phi_im;
    for (std::size_t i = 0; i < cut.theta_deg.size(); ++i, ++direction) {
      const FarFieldAmplitude e = field_at(direction);
      theta_re.push_back(e.theta.real()), theta_im.push_back(e.theta.imag());
      phi_re.push_back(e.phi.real()), phi_im.push_back(e.phi.imag());
    }
    columns["e_Theta_Real"] = theta_re, columns["e_Theta_Imag"] = theta_im;
    columns["e_Phi_Real"] = phi_re, columns["e_Phi_Imag"] = phi_im;
    document["cuts"].push_back(std::move(columns));
  }
  return document;
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
