#include "maps/run_maps.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

#include "core/cancel.hpp"
#include "core/error.hpp"
#include "core/stopwatch.hpp"
#include "design/part_changes.hpp"
#include "design/shares.hpp"
#include "design/surface_window.hpp"
#include "maps/run_currents.hpp"
#include "maps/run_results.hpp"
#include "model/job_mesh.hpp"
#include "model/part_choice.hpp"
#include "output/field_files.hpp"
#include "output/result_files.hpp"

namespace pace {
namespace {

/// Illuminations that are taken apart at once: what a window sums side by side.
constexpr int at_once = 64;
/// Responses of parts that a record lists: some ten megabytes of JSON.
constexpr std::size_t most_responses = 50000;
/// Of the field that the coefficients make and the one that the run wrote, relative: far above rounding, far
/// below what another mesh or frequency gives.
constexpr double same_field = 1e-5;

std::string letter_of(Polarization p) { return p == Polarization::vertical ? "V" : "H"; }

/// What of the run is asked for, checked.
class Selection {
 public:
  Selection(const Job& job, const MapsRequest& request)
      : results_(request.results), code_(job.input.polarization()) {
    if (by_optics_alone(job)) throw maps_unavailable("method");
    if (code_ == 2 || code_ == 3) throw maps_unavailable("circular");
    const std::vector<double> frequencies = job.input.frequencies_hz;
    frequency_hz = request.frequency_hz.value_or(frequencies.front());
    const auto nearest = std::min_element(frequencies.begin(), frequencies.end(), [&](double a, double b) {
      return std::abs(a - frequency_hz) < std::abs(b - frequency_hz);
    });
    if (std::abs(*nearest - frequency_hz) > 1e-9 * frequency_hz)
      throw maps_unavailable("frequency", {{"ghz", frequency_hz / 1e9}});
    frequency_hz = *nearest;

    incident = request.incident.value_or(code_ == 0 ? Polarization::horizontal : Polarization::vertical);
    received = request.received.value_or(incident);
    for (const Polarization p : {incident, received})
      if (code_ != both_polarizations && static_cast<int>(p) != code_)
        throw maps_unavailable("polarization", {{"letter", letter_of(p)}});

    const std::vector<Illumination> all = pace::illuminations(job.input.angle_sweep, job.input.excitation);
    for (const Illumination& i : all)
      if (is_between(i.theta_deg, request.from.theta_deg, request.to.theta_deg) &&
          is_between(i.phi_deg, request.from.phi_deg, request.to.phi_deg))
        illuminations.push_back(i);
    if (illuminations.empty())
      throw maps_unavailable("illumination",
                             {{"theta", request.from.theta_deg}, {"phi", request.from.phi_deg}});
    if (!request.receiver) return;
    const auto found = std::find_if(all.begin(), all.end(), [&](const Illumination& i) {
      return std::abs(i.theta_deg - request.receiver->theta_deg) < same_angle_deg &&
             std::abs(i.phi_deg - request.receiver->phi_deg) < same_angle_deg;
    });
    if (found == all.end())
      throw maps_unavailable("receiver",
                             {{"theta", request.receiver->theta_deg}, {"phi", request.receiver->phi_deg}});
    receiver = *found;
  }

  /// The solution for the wave from there. @param size  unknowns of the run
  std::vector<Complex> column(const Illumination& from, Polarization polarization, int size) const {
    const std::string kind =
        "coefficients" + (code_ == both_polarizations ? letter_of(polarization) : std::string());
    const std::filesystem::path path = results_ / result_file_name(kind, "bin", frequency_hz, from);
    if (!std::filesystem::exists(path))
      throw maps_unavailable("coefficients", {{"file", path.filename().string()}}, path.filename().string());
    std::optional<std::vector<Complex>> values = read_coefficients(path);
    if (!values || static_cast<int>(values->size()) != size)
      throw maps_unavailable("results", {{"file", path.filename().string()}}, path.filename().string());
    return std::move(*values);
  }

  double frequency_hz;
  Polarization incident, received;
  std::vector<Illumination> illuminations;
  std::optional<Illumination> receiver;

 private:
  std::filesystem::path results_;
  int code_;
};

Direction direction_of(const Illumination& i) { return {radians(i.theta_deg), radians(i.phi_deg)}; }

/// What one illumination adds.
struct Response {
  Complex field;
  std::vector<Complex> shares;  ///< by triangle of the outside [V]
  std::vector<FaceDerivatives> faces;
  std::vector<MaterialDerivatives> materials;
  Direction from, to;
};

/// Sums over the illuminations.
class Sums {
 public:
  Sums(std::size_t faces, std::size_t parts, double k)
      : k_(k), contribution(faces), share(parts), without(parts) {
    for (auto& map : derivatives) map.resize(faces);
  }

  /// @param windowed  shares by face  @param by_part  shares
  /// @param changes  of the parts, nothing of those with sheets
  void add(const Response& of, const std::vector<Complex>& windowed, const std::vector<Complex>& by_part,
           const std::vector<std::optional<PartDerivatives>>& changes) {
    power += std::norm(of.field);
    for (std::size_t t = 0; t < contribution.size(); ++t) contribution[t] += std::norm(windowed[t]);
    for (std::size_t p = 0; p < share.size(); ++p) {
      share[p] += std::norm(by_part[p]);
      without[p] += std::norm(of.field - by_part[p]);
    }
    const auto of_power = [&](const Complex& change) { return 2.0 * (std::conj(of.field) * change).real(); };
    for (std::size_t f = 0; f < of.faces.size(); ++f) {
      derivatives[0][f] += of_power(of.faces[f].displacement);
      derivatives[1][f] += of_power(of.faces[f].impedance);
      derivatives[2][f] += of_power(imaginary_unit * of.faces[f].impedance);
      derivatives[3][f] += of_power(of.faces[f].layer);
    }
    std::array<Complex, 3> moved{};
    for (const auto& part : changes)
      for (int axis = 0; part && axis < 3; ++axis) moved[axis] += part->moved[axis];
    const Vec3 both = r_hat(of.from.theta, of.from.phi) + r_hat(of.to.theta, of.to.phi);
    for (int axis = 0; axis < 3; ++axis) {
      const Complex known = imaginary_unit * (k_ * both[axis]) * of.field;
      largest_known_ = std::max(largest_known_, std::abs(known));
      largest_defect_ = std::max(largest_defect_, std::abs(moved[axis] - known));
    }
  }
  std::optional<double> translation_defect() const {
    if (!(largest_known_ > 0.0)) return std::nullopt;
    return largest_defect_ / largest_known_;
  }

 private:
  double k_;
  double largest_known_ = 0.0, largest_defect_ = 0.0;

 public:
  double power = 0.0;                              ///< Σ |F|² [V²]
  std::vector<double> contribution;                ///< by face, Σ |F of the neighbourhood|² [V²]
  std::array<std::vector<double>, 4> derivatives;  ///< by face, of Σ |F|²: m, Ω, jΩ, m of layer
  std::vector<double> share, without;              ///< by part [V²]
};

/// dB of the mean RCS per unit, from a derivative of Σ |F|².
double to_decibels(double derivative, double power) { return 10.0 / std::log(10.0) * derivative / power; }

constexpr double metres_per_millimetre = 1e-3;

MapsRecord::PartDerivatives derivatives_of(const PartDerivatives& d) {
  MapsRecord::PartDerivatives of{metres_per_millimetre * d.displacement, d.impedance,
                                 metres_per_millimetre * d.layer, d.moved, d.turned};
  for (Complex& moved : of.per_millimetre_moved) moved *= metres_per_millimetre;
  for (Complex& turned : of.per_degree_turned) turned *= radians(1.0);
  return of;
}

MapsRecord::Response response_of(const Response& response, const std::vector<Complex>& by_part,
                                 const std::vector<std::optional<PartDerivatives>>& derivatives) {
  MapsRecord::Response of{response.field, std::vector<MapsRecord::PartResponse>(by_part.size()), {}};
  for (const MaterialDerivatives& by : response.materials)
    of.materials.push_back({by.permittivity, by.permeability});
  for (std::size_t p = 0; p < by_part.size(); ++p) {
    of.parts[p].share = by_part[p];
    if (derivatives[p]) of.parts[p].derivatives = derivatives_of(*derivatives[p]);
  }
  return of;
}

void add_parts(MapsRecord& record, const Mesh& mesh, const RunCurrents& run, const PartChanges& changes,
               const Sums& sums) {
  record.parts.resize(mesh.parts.size());
  std::vector<std::array<double, 4>> derivatives(mesh.parts.size());
  for (std::size_t f = 0; f < run.faces().size(); ++f) {
    const Face& face = run.faces()[f];
    MapsRecord::PartShare& part = record.parts[face.part];
    ++part.triangles;
    part.area_m2 += face.area;
    for (int i = 0; i < 4; ++i) derivatives[face.part][i] += sums.derivatives[i][f];
  }
  const double to_mean_rcs = 4.0 * pi / static_cast<double>(record.illuminations.size());
  for (std::size_t p = 0; p < record.parts.size(); ++p) {
    MapsRecord::PartShare& part = record.parts[p];
    part.number = mesh.parts[p].number;
    part.name = mesh.parts[p].name;
    part.middle_m = changes.middle(p);
    if (!run.sides().empty() && run.sides()[p])
      part.from_into = {run.sides()[p]->inner, run.sides()[p]->outer};
    part.share_rcs_m2 = to_mean_rcs * sums.share[p];
    part.without_rcs_m2 = to_mean_rcs * sums.without[p];
    if (!changes.has_derivatives(p) || !(sums.power > 0.0)) continue;
    const auto decibels = [&](int i) { return to_decibels(derivatives[p][i], sums.power); };
    part.derivatives.emplace().per_millimetre = metres_per_millimetre * decibels(0);
    if (changes.is_conductor(p)) {
      part.derivatives->per_ohm = decibels(1);
      part.derivatives->per_reactive_ohm = decibels(2);
    }
    if (record.layer) part.derivatives->per_millimetre_of_layer = metres_per_millimetre * decibels(3);
  }
}

/// By triangle of the mesh, from values of the faces that have one.
std::vector<float> on_mesh(const Mesh& mesh, const std::vector<Face>& faces,
                           const std::function<bool(const Face&)>& has_value,
                           const std::function<double(std::size_t)>& value) {
  std::vector<float> values(mesh.triangles.size(), std::numeric_limits<float>::quiet_NaN());
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (has_value(faces[f])) values[faces[f].mesh_triangle] = static_cast<float>(value(f));
  return values;
}

std::vector<TriangleMap> triangle_maps(const MapsRecord& record, const Mesh& mesh, const RunCurrents& run,
                                       const SurfaceWindow& window, const Sums& sums) {
  const double to_mean_rcs = 4.0 * pi / static_cast<double>(record.illuminations.size());
  const std::vector<Face>& faces = run.faces();
  std::vector<char> radiates(mesh.triangles.size());
  for (const int f : run.outside_faces()) radiates[faces[f].mesh_triangle] = true;
  std::vector<TriangleMap> maps;
  maps.push_back(
      {"contribution", on_mesh(
                           mesh, faces, [&](const Face& face) { return radiates[face.mesh_triangle]; },
                           [&](std::size_t f) { return to_mean_rcs * sums.contribution[f]; })});
  if (!(sums.power > 0.0)) return maps;
  std::vector<std::vector<Complex>> columns;
  for (const auto& column : sums.derivatives) columns.emplace_back(column.begin(), column.end());
  columns = window(columns);
  const auto add = [&](const char* name, int column, double unit, bool of_conductors) {
    maps.push_back(
        {name,
         on_mesh(
             mesh, faces, [&](const Face& face) { return !face.sheet && (face.conductor || !of_conductors); },
             [&](std::size_t f) { return unit * to_decibels(columns[column][f].real(), sums.power); })});
  };
  add("displacement", 0, metres_per_millimetre, false);
  if (std::any_of(faces.begin(), faces.end(), [](const Face& face) { return face.conductor; })) {
    add("resistance", 1, 1.0, true);
    add("reactance", 2, 1.0, true);
  }
  if (record.layer) add("layer", 3, metres_per_millimetre, false);
  return maps;
}

/// The backscatter that the run wrote; none if there is no such file.
std::vector<MonostaticRecord> returns_of(const std::filesystem::path& results) {
  std::ifstream file(results / "monostatic.json");
  try {
    return monostatic_records_of(nlohmann::json::parse(file));
  } catch (const std::exception&) {
    return {};
  }
}

/// Do the coefficients make the field that the run wrote?
void compare_with_results(const std::vector<MonostaticRecord>& returns, const Selection& selection,
                          const Illumination& from, const Complex& field) {
  for (const MonostaticRecord& r : returns) {
    if (r.frequency_hz != selection.frequency_hz ||
        angle_times_ten(r.illumination.theta_deg) != angle_times_ten(from.theta_deg) ||
        angle_times_ten(r.illumination.phi_deg) != angle_times_ten(from.phi_deg))
      continue;
    const FarFieldAmplitude& wave =
        r.field.size() > 1 && selection.incident == Polarization::horizontal ? r.field[1] : r.field[0];
    const Complex written = selection.received == Polarization::vertical ? wave.theta : wave.phi;
    const double size = std::hypot(std::abs(wave.theta), std::abs(wave.phi));
    if (std::abs(written - field) <= same_field * size) return;
  }
  throw maps_unavailable("results", {{"file", "monostatic.json"}}, "monostatic.json");
}

/// Did the run leave parts to physical optics? A hybrid whose parts are all full wave is one by the full
/// wave.
bool has_optics(const Job& job, const ExaminedMesh& examined) {
  if (job.input.solver != SolverType::hybrid) return false;
  const double lowest = job.input.frequencies_hz.front();
  const std::vector<char> optics = parts_by_optics(job, examined.mesh, examined.topology, lowest);
  return std::any_of(optics.begin(), optics.end(), [](char c) { return c; });
}

}  // namespace

DesignMaps design_maps(const Job& job, const MapsRequest& request) {
  Stopwatch clock;
  const Selection selection(job, request);
  const ExaminedMesh examined = examined_mesh(job);
  const Mesh& mesh = examined.mesh;
  if (has_optics(job, examined)) throw maps_unavailable("method");
  const RunCurrents run(job, mesh, examined.topology, selection.frequency_hz);
  const RwgSpace& space = run.outside();
  const double k = 2.0 * pi * selection.frequency_hz / speed_of_light;

  DesignMaps result;
  MapsRecord& record = result.record;
  record.fingerprint = fingerprint_of_results(request.results);
  record.frequency_hz = selection.frequency_hz;
  record.incident = letter_of(selection.incident);
  record.received = letter_of(selection.received);
  record.illuminations = selection.illuminations;
  record.receiver = selection.receiver;
  record.radius_m = request.radius_m.value_or(pi / k);
  if (request.layer)
    record.layer = {request.layer->relative_permittivity, request.layer->relative_permeability};
  record.sheet_triangles = static_cast<int>(
      std::count_if(run.faces().begin(), run.faces().end(), [](const Face& face) { return face.sheet; }));

  const std::vector<MonostaticRecord> returns = returns_of(request.results);
  const FieldShares shares(space, k);
  const SurfaceWindow window(run.faces(), record.radius_m);
  const PartChanges changes(run.faces(), mesh.parts.size());
  for (const RunCurrents::Material& material : run.materials())
    record.materials.push_back(
        {material.name, material.medium.relative_permittivity, material.medium.relative_permeability});
  const auto solution = [&](const Illumination& from, Polarization polarization) {
    return run.of(selection.column(from, polarization, run.unknowns()));
  };
  std::optional<BoundaryCurrents> of_receiver;
  if (selection.receiver) of_receiver = run.on_boundaries(solution(*selection.receiver, selection.received));
  Sums sums(run.faces().size(), mesh.parts.size(), k);

  const int count = static_cast<int>(record.illuminations.size());
  const bool has_responses = record.illuminations.size() * mesh.parts.size() <= most_responses;
  for (int first = 0; first < count; first += at_once) {
    throw_if_cancelled();
    const int size = std::min(at_once, count - first);
    std::vector<Response> responses(size);
    std::vector<WaveCurrents> direct(size), adjoint(size);
    for (int i = 0; i < size; ++i) {
      const Illumination& from = record.illuminations[first + i];
      direct[i] = solution(from, selection.incident);
      if (!of_receiver && selection.received != selection.incident)
        adjoint[i] = solution(from, selection.received);
    }
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < size; ++i) {
      Response& of = responses[i];
      of.from = direction_of(record.illuminations[first + i]);
      of.to = selection.receiver ? direction_of(*selection.receiver) : of.from;
      DirectionMoments apart = shares(of.to.theta, of.to.phi, direct[i].view());
      of.shares = std::move(selection.received == Polarization::vertical ? apart.theta : apart.phi);
      for (const Complex& share : of.shares) of.field += share;
      const BoundaryCurrents own = run.on_boundaries(direct[i]);
      std::optional<BoundaryCurrents> crossed;
      if (!adjoint[i].electric.empty()) crossed = run.on_boundaries(adjoint[i]);
      const BoundaryCurrents& back = of_receiver ? *of_receiver : crossed ? *crossed : own;
      of.materials = run.by_material(own, back);
      of.faces = run.by_faces(own, back, request.layer);
    }
    std::vector<std::vector<Complex>> columns(size, std::vector<Complex>(run.faces().size(), 0.0));
    for (int i = 0; i < size; ++i)
      for (std::size_t t = 0; t < responses[i].shares.size(); ++t)
        columns[i][run.outside_faces()[t]] = responses[i].shares[t];
    const auto windowed = window(columns);
    for (int i = 0; i < size; ++i) {
      if (!selection.receiver)
        compare_with_results(returns, selection, record.illuminations[first + i], responses[i].field);
      const std::vector<Complex> by_part = shares.of_parts(responses[i].shares, mesh.parts.size());
      const auto derivatives = changes(responses[i].faces);
      sums.add(responses[i], windowed[i], by_part, derivatives);
      if (has_responses) record.responses.push_back(response_of(responses[i], by_part, derivatives));
      if (count > 1) continue;
      record.parts.resize(mesh.parts.size());
      for (std::size_t p = 0; p < by_part.size(); ++p)
        if (std::abs(by_part[p]) > 0.0 && std::abs(responses[i].field) > 0.0)
          record.parts[p].phase_deg = std::arg(by_part[p] / responses[i].field) * 180.0 / pi;
    }
  }
  record.rcs_m2 = 4.0 * pi * sums.power / count;
  if (record.sheet_triangles == 0) record.translation_defect = sums.translation_defect();
  add_parts(record, mesh, run, changes, sums);
  result.maps = triangle_maps(record, mesh, run, window, sums);
  record.seconds = clock.lap();
  return result;
}

}  // namespace pace
