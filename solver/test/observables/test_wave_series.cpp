// Right-hand sides of many waves against those of each wave alone.
#include <doctest/doctest.h>

#include <random>

#include "../mesh/shapes.hpp"
#include "observables/wave_series.hpp"

using namespace pace;

namespace {

/// From random directions, two waves each.
std::vector<PlaneWave> waves_from_everywhere(int directions) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  std::vector<PlaneWave> waves;
  for (int d = 0; d < directions; ++d) {
    const double theta = pi * share(random), phi = 2.0 * pi * share(random);
    waves.push_back(plane_wave(theta, phi, Polarization::vertical));
    waves.push_back(plane_wave(theta, phi, Polarization::right_circular));
  }
  return waves;
}

/// From a slanted great circle, which is no plane of the coordinates.
std::vector<PlaneWave> waves_of_a_cut(int directions) {
  const Vec3 along = Vec3(0.3, -0.5, 0.8).normalized(), across = along.unitOrthogonal();
  std::vector<PlaneWave> waves;
  for (int d = 0; d < directions; ++d) {
    const double angle = 0.1 + 0.07 * d;
    const Vec3 from = std::cos(angle) * along + std::sin(angle) * across;
    const double theta = std::acos(from.z()), phi = std::atan2(from.y(), from.x());
    waves.push_back(plane_wave(theta, phi, Polarization::vertical));
    waves.push_back(plane_wave(theta, phi, Polarization::right_circular));
  }
  return waves;
}

/// Largest difference over the largest value, of all functions and waves.
double difference(const Columns& a, const Columns& b) {
  double error = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < a.data.size(); ++i) {
    error = std::max(error, std::abs(a.data[i] - b.data[i]));
    largest = std::max(largest, std::abs(b.data[i]));
  }
  return error / largest;
}

Mesh open_and_closed() {
  shapes::Builder b;
  b.box(Vec3(-0.3, 0.2, 0.0), Vec3(0.5, 0.7, 0.4), 3);
  Mesh mesh = b.mesh;
  // Without its last triangles the box has a rim, where functions have no dual.
  mesh.triangles.resize(mesh.triangles.size() - 5);
  for (Vec3& v : mesh.vertices) v += Vec3(0.1 * v.y(), 0.07 * v.z() * v.x(), 0.15 * v.x());
  return mesh;
}

}  // namespace

TEST_CASE(
    "many waves at once get the right-hand sides of each alone: EFIE, MFIE and CFIE, facets and bent, rims") {
  for (const std::vector<PlaneWave>& waves : {waves_from_everywhere(30), waves_of_a_cut(30)})
    for (const Mesh& mesh : {open_and_closed(), shapes::sphere(0.4, 3, Vec3(0.3, -0.2, 0.1)),
                             shapes::bent_sphere(0.4, 3, Vec3(0.3, -0.2, 0.1))}) {
      const RwgSpace space(mesh, analyse(mesh));
      const DualSpace dual(space);
      std::vector<double> alpha(space.size());
      for (int f = 0; f < space.size(); ++f) alpha[f] = std::array{0.0, 0.4, 1.0, 0.7}[f % 4];
      // Edges from a fifth of a wavelength down to a hundredth.
      for (const double edge : {0.2, 0.08, 0.01}) {
        const double k = 2.0 * pi * edge / space.mean_edge_m();
        for (const DualSpace* tests : {&dual, static_cast<const DualSpace*>(nullptr)}) {
          CAPTURE(edge);
          REQUIRE(is_for_series(space, k, waves));
          CHECK_FALSE(is_for_series(space, k, std::span(waves).first(46)));
          CHECK_FALSE(is_for_series(space, 20.0 * k * 0.1 / edge, waves));
          CAPTURE(space.is_bent());
          CAPTURE(tests != nullptr);
          const int count = static_cast<int>(waves.size());
          Columns alone(space.size(), count), together(space.size(), count), some(space.size(), count);
          for (int w = 0; w < count; ++w) excite(space, tests, k, waves[w], alpha, alone.column(w));
          for (Complex& value : together.data) value = Complex(0.0, 1.0);
          add_excitations(space, tests, k, waves, alpha, together);
          for (Complex& value : together.data) value -= Complex(0.0, 1.0);

          CHECK(difference(together, alone) < 1e-7);
          // What is not asked for is not given.
          std::vector<int> asked;
          for (int f = 1; f < space.size(); f += 3) asked.push_back(f);
          excite_many(space, tests, k, waves, alpha, asked,
                      [&](std::span<const int> given, int wave, const Complex* values) {
                        for (const int function : given) some.column(wave)[function] += *values++;
                      });
          for (int w = 0; w < count; ++w)
            for (int f = 0; f < space.size(); ++f)
              if (f % 3 != 1) together.column(w)[f] = 0.0;
          CHECK(difference(some, together) < 1e-7);
        }
      }
    }
}
