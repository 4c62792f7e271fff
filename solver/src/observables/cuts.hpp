// Where the far field is looked at: three great circles, and a full sphere when asked.
#pragma once

#include <string>
#include <vector>

namespace pace {

/// Directions of one cut, degrees; a full circle of evenly spaced points that starts at +x (xy) or +z (xz,
/// yz).
struct Cut {
  std::string plane;  ///< "xy": theta = 90; "xz": phi = 0, then 180; "yz": phi = 90, then 270; "3d"
  std::vector<double> theta_deg, phi_deg;
};

/// @param points   directions of each great circle; none for 0
/// @param thetas   theta points of the full sphere, poles included; its phi has 2·(thetas − 1) points; none
/// below 2
std::vector<Cut> far_field_cuts(int points, int thetas);

}  // namespace pace
