// Hot spots of synthetic points: places and levels, sidelobes taken off, sides that are not seen.
#include <doctest/doctest.h>

#include "../close_to.hpp"
#include "excitation/directions.hpp"
#include "imaging/back_projection.hpp"
#include "reference/mie.hpp"

using namespace pace;

namespace {

struct Scatterer {
  Vec3 at;
  Complex amplitude;
};

/// φ from −25 to 25° about x, at θ = 75°.
std::vector<Look> looks_at(const std::vector<Scatterer>& scatterers, const std::vector<double>& wavenumbers) {
  std::vector<Look> looks;
  const std::vector<double> weights = raised_cosine(41);
  for (int i = 0; i <= 40; ++i) {
    Look look{r_hat(radians(75.0), radians(-25.0 + 1.25 * i)), {}, weights[i]};
    for (const double k : wavenumbers) {
      Complex field = 0.0;
      for (const Scatterer& s : scatterers)
        field += s.amplitude * std::polar(1.0, 2.0 * k * look.towards.dot(s.at));
      look.fields.push_back(field);
    }
    looks.push_back(std::move(look));
  }
  return looks;
}

std::vector<double> band(double from, double to, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(2.0 * pi * (from + (to - from) * i / (count - 1)));
  return values;
}

/// A plane grid 0.1 λ apart, tilted.
std::vector<SurfacePoint> grid() {
  std::vector<SurfacePoint> points;
  for (int i = -30; i <= 30; ++i)
    for (int j = -30; j <= 30; ++j) points.push_back({Vec3(0.1 * i, 0.1 * j, 0.02 * i - 0.03 * j)});
  return points;
}

int nearest(const std::vector<SurfacePoint>& points, const Vec3& to) {
  int best = 0;
  for (int p = 0; p < static_cast<int>(points.size()); ++p)
    if ((points[p].position - to).norm() < (points[best].position - to).norm()) best = p;
  return best;
}

}  // namespace

TEST_CASE("one point has its own RCS at its place, and no sidelobe is a hot spot") {
  const std::vector<SurfacePoint> points = grid();
  const int place = nearest(points, Vec3(0.7, -1.1, 0.0));
  const std::vector<double> k = band(0.8, 1.2, 9);
  const BackProjection projection(points, k, raised_cosine(9),
                                  looks_at({{points[place].position, Complex(0.3, -0.4)}}, k));
  const std::vector<Complex> image = projection.image();
  CHECK(std::abs(image[place] - Complex(0.3, -0.4)) < 1e-12);
  const auto spots = projection.hot_spots(image, {0.5, 10, 30.0});
  REQUIRE(spots.size() == 1);
  CHECK(spots[0].point == place);
  CHECK(spots[0].rcs_m2 == close_to(4.0 * pi * 0.25));
}

TEST_CASE("points of different strength are found in their order, the weakest 14 dB down") {
  const std::vector<SurfacePoint> points = grid();
  const std::vector<double> k = band(0.8, 1.2, 9);
  std::vector<Scatterer> scatterers;
  const std::vector<std::pair<Vec3, Complex>> wanted{
      {{0.7, -1.1, 0.0}, {0.0, 1.0}}, {{-1.6, 0.4, 0.0}, {0.4, 0.3}}, {{0.9, 1.9, 0.0}, {-0.2, 0.0}}};
  for (const auto& [at, amplitude] : wanted)
    scatterers.push_back({points[nearest(points, at)].position, amplitude});
  const BackProjection projection(points, k, raised_cosine(9), looks_at(scatterers, k));
  const auto spots = projection.hot_spots(projection.image(), {0.5, 10, 20.0});
  REQUIRE(spots.size() == 3);
  for (int i = 0; i < 3; ++i) {
    CHECK((points[spots[i].point].position - scatterers[i].at).norm() < 0.15);
    const double level_db =
        10.0 * std::log10(spots[i].rcs_m2 / (4.0 * pi * std::norm(scatterers[i].amplitude)));
    CHECK(std::abs(level_db) < 0.1);
  }
}

TEST_CASE("a point is not seen from behind") {
  const std::vector<double> k = band(0.8, 1.2, 9);
  const Vec3 place(0.3, 0.2, -0.1);
  const auto looks = looks_at({{place, 1.0}}, k);
  const std::vector<SurfacePoint> points{{place, Vec3::UnitX()}, {place, -Vec3::UnitX()}, {place}};
  const std::vector<Complex> image = BackProjection(points, k, raised_cosine(9), looks).image();
  CHECK(std::abs(image[0] - 1.0) < 1e-12);
  CHECK(image[1] == Complex(0.0));
  CHECK(std::abs(image[2] - 1.0) < 1e-12);
}

TEST_CASE(
    "exact fields of three spheres of 3 wavelengths: a hot spot each within half a wavelength of where it shines") {
  const double radius = 1.5;
  const std::vector<Vec3> centres{{0.4, -0.3, 0.8}, {4.9, 1.7, -0.6}, {1.1, -4.3, 1.2}};
  const std::vector<double> k = band(0.8, 1.2, 17), angle_weights = raised_cosine(41);
  std::vector<Look> looks;
  for (int i = 0; i <= 40; ++i) {
    const double theta = radians(75.0), phi = radians(-25.0 + 1.25 * i);
    const std::array<std::pair<double, double>, 1> back{{{theta, phi}}};
    Look look{r_hat(theta, phi), {}, angle_weights[i]};
    for (const double wavenumber : k) {
      const double hertz = wavenumber * speed_of_light / (2.0 * pi);
      Complex field = 0.0;  // what the spheres do to each other is left out
      for (const Vec3& centre : centres)
        field +=
            mie_far_field({.core_radius_m = radius, .center_m = centre}, hertz, theta, phi, 1.0, 0.0, back)[0]
                .theta;
      look.fields.push_back(field);
    }
    looks.push_back(std::move(look));
  }
  std::vector<SurfacePoint> points;
  std::vector<int> sphere_of;
  constexpr int rings = 60;
  for (int s = 0; s < 3; ++s)
    for (int t = 0; t < rings; ++t)
      for (int p = 0; p < 2 * rings; ++p) {
        const Vec3 normal = r_hat(pi * (t + 0.5) / rings, pi * (p + 0.3 * s) / rings);
        points.push_back({centres[s] + radius * normal, normal});
        sphere_of.push_back(s);
      }
  const BackProjection projection(points, k, raised_cosine(17), looks);
  const auto spots = projection.hot_spots(projection.image(), {0.6, 10, 12.0});
  REQUIRE(spots.size() >= 3);
  const Vec3 middle = r_hat(radians(75.0), 0.0);
  std::vector<char> found(3, false);
  for (int i = 0; i < 3; ++i) {
    const int s = sphere_of[spots[i].point];
    found[s] = true;
    const double away = (points[spots[i].point].position - (centres[s] + radius * middle)).norm();
    MESSAGE(s << ": " << away);
    CHECK(away < 0.5);
  }
  CHECK((found[0] && found[1] && found[2]));
}
