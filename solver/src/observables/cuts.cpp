#include "observables/cuts.hpp"

namespace pace {
namespace {

/// The half circle at `phi_deg`, then back on its other side.
Cut polar_cut(const std::string& plane, double phi_deg, int points) {
  Cut cut{plane, {}, {}};
  for (int i = 0; i < points; ++i) {
    const double angle = 360.0 * i / points;
    const bool first_side = angle <= 180.0;
    cut.theta_deg.push_back(first_side ? angle : 360.0 - angle);
    cut.phi_deg.push_back(first_side ? phi_deg : phi_deg + 180.0);
  }
  return cut;
}

}  // namespace

std::vector<Cut> far_field_cuts(int points, int thetas) {
  std::vector<Cut> cuts;
  if (points > 0) {
    Cut xy{"xy", {}, {}};
    for (int i = 0; i < points; ++i) {
      xy.theta_deg.push_back(90.0);
      xy.phi_deg.push_back(360.0 * i / points);
    }
    cuts.push_back(std::move(xy));
    cuts.push_back(polar_cut("xz", 0.0, points));
    cuts.push_back(polar_cut("yz", 90.0, points));
  }
  if (thetas > 1) {
    Cut sphere{"3d", {}, {}};
    const int phis = 2 * (thetas - 1);
    for (int t = 0; t < thetas; ++t)
      for (int p = 0; p < phis; ++p) {
        sphere.theta_deg.push_back(180.0 * t / (thetas - 1));
        sphere.phi_deg.push_back(360.0 * p / phis);
      }
    cuts.push_back(std::move(sphere));
  }
  return cuts;
}

}  // namespace pace
