#include "maps/run_back_projection.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <set>

#include "core/error.hpp"
#include "core/stopwatch.hpp"
#include "excitation/directions.hpp"
#include "imaging/back_projection.hpp"
#include "maps/run_results.hpp"
#include "model/job_mesh.hpp"
#include "output/field_files.hpp"
#include "output/result_files.hpp"

namespace pace {
namespace {

constexpr double same_frequency = 1e-9;
/// Fewer values of a sweep than these resolve no places.
constexpr std::size_t fewest = 3;
/// From here on a sweep in azimuth goes all the way round, and has no ends to be tapered.
constexpr double full_circle_deg = 300.0;

using Range = std::optional<std::pair<double, double>>;

bool is_in(double value, const Range& range, double tolerance) {
  return !range || is_between(value, range->first, range->second, tolerance);
}

struct Values {
  std::vector<double> values, weights;
  double span() const { return values.back() - values.front(); }
};

Values weighted(const std::set<double>& values, bool tapered) {
  Values of{{values.begin(), values.end()}, std::vector<double>(values.size(), 1.0)};
  if (tapered) of.weights = raised_cosine(values.size());
  return of;
}

std::size_t index_of(const Values& of, double value) {
  return static_cast<std::size_t>(std::lower_bound(of.values.begin(), of.values.end(), value) -
                                  of.values.begin());
}

/// The part of monostatic.json that is asked for, as a grid of frequencies and angles.
class Sweep {
 public:
  Sweep(const Job& job, const BackProjectionRequest& request) : code_(job.input.polarization()) {
    choose_polarization(request);
    std::set<double> frequencies, thetas, phis;
    for (const MonostaticRecord& r : records_of(request.results)) {
      if (!is_in(r.frequency_hz, request.frequencies_hz, same_frequency * r.frequency_hz) ||
          !is_in(r.illumination.theta_deg, request.thetas_deg, same_angle_deg) ||
          !is_in(r.illumination.phi_deg, request.phis_deg, same_angle_deg))
        continue;
      frequencies.insert(r.frequency_hz);
      thetas.insert(r.illumination.theta_deg);
      phis.insert(r.illumination.phi_deg);
      records_.push_back(r);
    }
    if (std::max({frequencies.size(), thetas.size(), phis.size()}) < fewest) throw maps_unavailable("few");
    frequency = weighted(frequencies, true);
    theta = weighted(thetas, true);
    phi = weighted(phis, *phis.rbegin() - *phis.begin() < full_circle_deg);
  }

  /// A look a direction that has every frequency: a run that was stopped lacks some.
  std::vector<Look> looks() const {
    const std::size_t directions = theta.values.size() * phi.values.size();
    std::vector<Look> all(directions);
    std::vector<std::size_t> found(directions, 0);
    for (const MonostaticRecord& r : records_) {
      const std::size_t t = index_of(theta, r.illumination.theta_deg),
                        p = index_of(phi, r.illumination.phi_deg);
      Look& look = all[t * phi.values.size() + p];
      const double angle = radians(r.illumination.theta_deg);
      look.towards = r_hat(angle, radians(r.illumination.phi_deg));
      // Of a solid angle; over θ = 0 the whole circle of φ is one direction.
      look.weight = theta.weights[t] * phi.weights[p] *
                    (theta.values.size() > 1 ? std::max(std::sin(angle), 1e-3) : 1.0);
      look.fields.resize(frequency.values.size());
      look.fields[index_of(frequency, r.frequency_hz)] = field_of(r);
      ++found[t * phi.values.size() + p];
    }
    std::vector<Look> whole;
    for (std::size_t i = 0; i < directions; ++i)
      if (found[i] == frequency.values.size()) whole.push_back(std::move(all[i]));
    if (whole.empty()) throw maps_unavailable("few");
    return whole;
  }

  Values frequency, theta, phi;
  Polarization received = Polarization::vertical;
  int incident_code = 1;

 private:
  void choose_polarization(const BackProjectionRequest& request) {
    incident_code = code_ == both_polarizations ? 1 : code_;
    if (request.incident) {
      if (code_ != both_polarizations && static_cast<int>(*request.incident) != code_)
        throw maps_unavailable("polarization",
                               {{"letter", *request.incident == Polarization::vertical ? "V" : "H"}});
      incident_code = static_cast<int>(*request.incident);
    }
    received =
        request.received.value_or(incident_code == 0 ? Polarization::horizontal : Polarization::vertical);
  }
  static std::vector<MonostaticRecord> records_of(const std::filesystem::path& results) {
    std::ifstream file(results / "monostatic.json");
    try {
      return monostatic_records_of(nlohmann::json::parse(file));
    } catch (const std::exception&) {
      throw maps_unavailable("results", {{"file", "monostatic.json"}});
    }
  }
  Complex field_of(const MonostaticRecord& r) const {
    const FarFieldAmplitude& wave =
        r.field.size() > 1 && incident_code == static_cast<int>(Polarization::horizontal) ? r.field[1]
                                                                                          : r.field[0];
    return received == Polarization::vertical ? wave.theta : wave.phi;
  }

  int code_;
  std::vector<MonostaticRecord> records_;
};

/// Triangles that face the exterior, with the number of each.
std::pair<std::vector<SurfacePoint>, std::vector<int>> points_of(const ExaminedMesh& examined) {
  const auto& [mesh, topology, report] = examined;
  std::pair<std::vector<SurfacePoint>, std::vector<int>> points;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    if (topology.surface[t] == Surface::internal) continue;
    SurfacePoint point{mesh.centroid(t)};
    if (const Bend* bend = mesh.bend(t))
      point.position = position_at(mesh.corners(t), *bend, {1.0 / 3, 1.0 / 3, 1.0 / 3});
    if (topology.surface[t] == Surface::closed)
      point.normal = topology.orientation[t] * mesh.area_vector(t).normalized();
    points.first.push_back(point);
    points.second.push_back(t);
  }
  return points;
}

/// Two echoes whose phases differ by π over half of the span.
std::optional<double> cross_range(const Values& angles_deg, double wavelength) {
  if (angles_deg.values.size() < fewest) return std::nullopt;
  const double half = std::min(radians(angles_deg.span()) / 2.0, pi / 2.0);
  return wavelength / (4.0 * std::sin(half));
}

}  // namespace

RunBackProjection back_projection(const Job& job, const BackProjectionRequest& request) {
  Stopwatch clock;
  const Sweep sweep(job, request);
  const ExaminedMesh examined = examined_mesh(job);
  const auto [points, triangles] = points_of(examined);
  std::vector<double> wavenumbers;
  for (const double hertz : sweep.frequency.values) wavenumbers.push_back(2.0 * pi * hertz / speed_of_light);
  std::vector<Look> looks = sweep.looks();

  RunBackProjection result;
  BackProjectionRecord& record = result.record;
  record.fingerprint = fingerprint_of_results(request.results);
  record.polarization = sweep.incident_code;
  record.received = sweep.received == Polarization::vertical ? "V" : "H";
  record.frequency_hz = {sweep.frequency.values.front(), sweep.frequency.values.back()};
  record.frequencies = static_cast<int>(sweep.frequency.values.size());
  record.illuminations = static_cast<int>(looks.size());
  const double wavelength = 2.0 * speed_of_light / (record.frequency_hz[0] + record.frequency_hz[1]);
  if (sweep.frequency.values.size() >= fewest)
    record.down_range_m = speed_of_light / (2.0 * sweep.frequency.span());
  record.theta_m = cross_range(sweep.theta, wavelength);
  record.phi_m = cross_range(sweep.phi, wavelength);
  double finest = std::numeric_limits<double>::infinity();
  for (const auto& one : {record.down_range_m, record.theta_m, record.phi_m})
    if (one) finest = std::min(finest, *one);
  record.radius_m = std::max(0.5 * wavelength, finest);

  const BackProjection projection(points, wavenumbers, sweep.frequency.weights, std::move(looks));
  std::vector<Complex> image = projection.image();
  result.image = {"backprojection", std::vector<float>(examined.mesh.triangles.size(),
                                                       std::numeric_limits<float>::quiet_NaN())};
  for (std::size_t p = 0; p < image.size(); ++p)
    result.image.values[triangles[p]] = static_cast<float>(4.0 * pi * std::norm(image[p]));
  for (const HotSpot& spot :
       projection.hot_spots(std::move(image), {record.radius_m, request.most_spots, request.floor_db})) {
    const int triangle = triangles[spot.point];
    record.spots.push_back(
        {triangle, examined.mesh.triangles[triangle].part, points[spot.point].position, spot.rcs_m2});
  }
  record.seconds = clock.lap();
  return result;
}

}  // namespace pace
