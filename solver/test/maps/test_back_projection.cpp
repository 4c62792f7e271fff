// Hot spots of whole runs against where the echoes are known to come from.
#include <doctest/doctest.h>

#include "../mesh/shapes.hpp"
#include "../run/run_folder.hpp"
#include "../schemas/file_schemas.hpp"
#include "maps/run_back_projection.hpp"

using nlohmann::json;

namespace {

constexpr double centre_hertz = speed_of_light;  // wavelength 1 m

/// Azimuth from 20 to 70°, nine frequencies around a wavelength of 1 m, V and H.
json azimuth_sweep(double theta, double phi_step) {
  return {{"anglesweep", 1},
          {"excitation", {theta, theta, 20, 70, 4, 10, phi_step}},
          {"cfiealpha", {0.5}},
          {"freqsweep", 1},
          {"frequency", {0.75 * centre_hertz, 0.0625 * centre_hertz, 1.25 * centre_hertz}},
          {"numberoffarlocations", 0},
          {"solvertype", 2},
          {"outputselection", {0, 0, 0, 0, 0}}};
}

RunBackProjection hot_spots_of(const RunFolder& folder, const Job& job, const char* letter,
                               double floor_db = 20.0) {
  BackProjectionRequest request;
  request.results = folder.results();
  request.incident = letter[0] == 'V' ? Polarization::vertical : Polarization::horizontal;
  request.floor_db = floor_db;
  return back_projection(job, request);
}

}  // namespace

TEST_CASE("three spheres: a hot spot each, within half a wavelength of where it shines") {
  const std::vector<Vec3> centres{{0.2, -0.1, 0.3}, {2.3, 0.9, -0.4}, {0.6, -2.2, 0.7}};
  const double radius = 0.4;
  shapes::Builder builder;
  for (int i = 0; i < 3; ++i) shapes::add_sphere(builder, centres[i], radius, 4, i + 1);
  const RunFolder folder(builder.mesh);
  const Job job = folder.job(azimuth_sweep(80.0, 5.0), {{"method", "dense-lu"}, {"errorEstimate", false}});
  run(job, folder.results());
  const Vec3 middle = r_hat(radians(80.0), radians(45.0));
  for (const char* letter : {"V", "H"}) {
    const RunBackProjection made = hot_spots_of(folder, job, letter, 10.0);
    CHECK(schema_complaints("backprojection", back_projection_file(made.record)) == "");
    CHECK(made.image.values.size() == builder.mesh.triangles.size());
    REQUIRE(made.record.spots.size() >= 3);
    std::vector<char> found(3, false);
    for (int i = 0; i < 3; ++i) {
      const auto& spot = made.record.spots[i];
      found[spot.part] = true;
      CAPTURE(spot.part);
      const double away = (spot.position_m - (centres[spot.part] + radius * middle)).norm();
      MESSAGE(away);
      CHECK(away < 0.5);
    }
    CHECK((found[0] && found[1] && found[2]));
  }
}

TEST_CASE("a trihedral: the strongest hot spot is within half a wavelength of its apex") {
  const Vec3 apex(0.3, -0.2, 0.5);
  const double leg = 2.0;
  constexpr int n = 12;
  shapes::Builder builder;
  // Triangular plates in the coordinate planes; the builder joins what has the same vertices.
  for (int plane = 0; plane < 3; ++plane) {
    const Vec3 u = leg / n * Vec3::Unit(plane), v = leg / n * Vec3::Unit((plane + 1) % 3);
    for (int i = 0; i < n; ++i)
      for (int j = 0; i + j < n; ++j) {
        const Vec3 corner = apex + i * u + j * v;
        builder.triangle(corner, corner + u, corner + v, plane + 1);
        if (i + j + 1 < n) builder.triangle(corner + u, corner + u + v, corner + v, plane + 1);
      }
  }
  const RunFolder folder(builder.mesh);
  const Job job = folder.job(azimuth_sweep(54.7, 5.0), {{"method", "dense-lu"}, {"errorEstimate", false}});
  run(job, folder.results());
  for (const char* letter : {"V", "H"}) {
    const RunBackProjection made = hot_spots_of(folder, job, letter);
    REQUIRE(!made.record.spots.empty());
    MESSAGE((made.record.spots[0].position_m - apex).norm());
    CHECK((made.record.spots[0].position_m - apex).norm() < 0.5);
  }
}

TEST_CASE("a run without a sweep has no hot spots") {
  const RunFolder folder(shapes::sphere(0.3, 3));
  const Job job = folder.job({{"frequency", {centre_hertz, -1, -1}}, {"excitation", {60, 30, 1}}});
  run(job, folder.results());
  BackProjectionRequest request;
  request.results = folder.results();
  CHECK(sentence_of([&] { back_projection(job, request); }).find("three directions") != std::string::npos);
}
