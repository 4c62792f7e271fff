#include "run/field_records.hpp"

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

json monostatic_record(const FarFieldAmplitude& field, const Illumination& i, double frequency_hz) {
  return {{"angleTheta", angle_times_ten(i.theta_deg)},
          {"anglePhi", angle_times_ten(i.phi_deg)},
          {"frequency", frequency_hz},
          {"e_Theta_Real", field.theta.real()},
          {"e_Theta_Imag", field.theta.imag()},
          {"e_Phi_Real", field.phi.real()},
          {"e_Phi_Imag", field.phi.imag()}};
}

json far_zone_record(std::span<const Cut> cuts, double frequency_hz, const Illumination& illumination,
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

}  // namespace pace
