// Number types and physical constants shared by every room. SI units everywhere inside the solver.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <complex>
#include <numbers>

namespace pace {

using Complex = std::complex<double>;
using ComplexF = std::complex<float>;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using CVec3 = Eigen::Vector3cd;

inline constexpr double pi = std::numbers::pi;
/// Speed of light in vacuum [m/s], exact by definition.
inline constexpr double speed_of_light = 299'792'458.0;
/// Vacuum permeability [H/m] (CODATA 2018).
inline constexpr double vacuum_permeability = 1.25663706212e-6;
/// Vacuum permittivity [F/m], from the two above.
inline constexpr double vacuum_permittivity = 1.0 / (vacuum_permeability * speed_of_light * speed_of_light);
/// Vacuum impedance [ohm].
inline constexpr double vacuum_impedance = vacuum_permeability * speed_of_light;

inline constexpr Complex imaginary_unit{0.0, 1.0};

constexpr double radians(double degrees) { return degrees * pi / 180.0; }

}  // namespace pace
