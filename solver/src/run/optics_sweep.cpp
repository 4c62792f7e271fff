#include "run/optics_sweep.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <mutex>
#include <optional>

#include "core/cancel.hpp"
#include "core/cross.hpp"
#include "core/error.hpp"
#include "core/stopwatch.hpp"
#include "model/byte_text.hpp"
#include "model/fingerprint.hpp"
#include "model/job_mesh.hpp"
#include "model/model.hpp"
#include "model/size_question.hpp"
#include "model/stated_accuracy.hpp"
#include "observables/cuts.hpp"
#include "observables/surface_current.hpp"
#include "output/result_files.hpp"
#include "physical_optics/bounces.hpp"
#include "physical_optics/face_waves.hpp"
#include "physical_optics/flat_surface.hpp"
#include "physical_optics/fringe.hpp"
#include "physical_optics/grazing.hpp"
#include "physical_optics/radiation.hpp"
#include "run/incident_waves.hpp"
#include "run/optics_checkpoint.hpp"

namespace pace {
namespace {

/// Shadow rays a wavelength, along each edge of a facet; the edge of a shadow is known to half of their
/// distance.
constexpr double shadow_rays_per_wavelength = 4.0;
/// Tubes of bouncing rays a wavelength, across the wave: the usual figure of shooting and bouncing rays.
constexpr double tubes_per_wavelength = 10.0;
/// Of the process before it reads a model, of a facet with mesh and rays' tree, of one that may share rays
/// more, and of a bouncing ray: from the peaks of the runs of `npm run bench:po` and in
/// validation/results.json.
constexpr double program_bytes = 1.4e7, bytes_per_facet = 440.0, bytes_of_sharing = 60.0,
                 bytes_per_ray = 250.0;
/// Where currents are written: of a facet the points that it is at, and of a vertex while it is computed.
constexpr double bytes_of_points = 36.0, bytes_per_current = 100.0;
constexpr double seconds_between_checkpoints = 10.0, seconds_between_returns = 0.5;
/// Below this diameter [wavelengths] the notice points to the full wave.
constexpr double few_wavelengths = 3.0;

/// Of one core, measured by `npm run bench:po`, rounded down; they only predict.
constexpr double shadow_rays_per_second = 6e6, facets_per_second = 1.2e8, bounced_rays_per_second = 5e5,
                 edges_per_second = 1e6;
/// Seconds a facet from the mesh to the first ray, and rays a facet that looks to the source where they are
/// shared: also from `npm run bench:po`.
constexpr double setup_seconds = 5e-6, shared_rays = 0.2;
/// Pairs of edges of one face that are tried for a ray from one to the other, of one arrival: 400 edges
/// around a sheet took 48 ms.
constexpr double face_pairs_per_second = 1e7;

void require_metal(const Job& job) {
  if (job.program_type != 1)
    throw InputError(Message{"VALIDATION.opticsNeedsPec"}, "/solverInput/solvertype");
}

/// Are there so many arrivals that finding out which facets may share rays pays?
bool shares_rays(const Report& report, std::size_t arrivals) {
  return arrivals >= Illuminator::least_for_sharing && report.crossings.empty();
}

class OpticsModel {
 public:
  explicit OpticsModel(const Job& job)
      : frequencies(job.input.frequencies_hz),
        illuminations(pace::illuminations(job.input.angle_sweep, job.input.excitation)),
        waves(illuminations, job.input.polarization()),
        examined(examined_mesh(job)),
        shortest_wavelength(speed_of_light / *std::max_element(frequencies.begin(), frequencies.end())),
        flat(flat_surface(examined.mesh, shortest_wavelength)),
        mesh(flat ? flat->mesh : examined.mesh),
        topology(flat ? flat->topology : examined.topology),
        surface(mesh, topology),
        cuts(far_field_cuts(job.input.outputs.farzone ? job.input.far_locations : 0,
                            job.input.outputs.farzone ? job.input.thetas_3d : 0)),
        directions(directions_of(cuts)) {
    question_small_size(job, examined.report);
    if (job.input.outputs.currents) {
      vertices = vertices_of(surface, examined.mesh.vertices.size());
      sides = BentSides(examined.mesh);
      if (flat) middles = middles_of(*flat, surface, sides.vertices());
    }
    if (job.input.edge_diffraction) edges = sharp_edges(mesh, topology, shortest_wavelength);
  }
  RayGrid grid(const Job& job) const {
    return {shortest_wavelength / tubes_per_wavelength, job.input.reflections};
  }

  std::vector<double> frequencies;
  std::vector<Illumination> illuminations;
  IncidentWaves waves;
  ExaminedMesh examined;
  double shortest_wavelength;
  std::optional<FlatSurface> flat;  ///< of a mesh with bent triangles
  const Mesh& mesh;
  const Topology& topology;
  FacetSurface surface;
  BentSides sides;                  ///< without currents to write empty, as what follows
  SurfacePoints vertices, middles;  ///< of the mesh, and of its bent sides
  std::vector<Cut> cuts;
  std::vector<Direction> directions;  ///< of the cuts
  std::vector<WedgeEdge> edges;
};

CostEstimate cost_of(const Job& job, const OpticsModel& model) {
  const double facets = static_cast<double>(model.surface.facets.size());
  const double arrivals = static_cast<double>(model.illuminations.size()),
               frequencies = static_cast<double>(model.frequencies.size());
  const double observed = 1.0 + static_cast<double>(model.directions.size());
  const double waves = model.waves.per_illumination();
  const bool shares = shares_rays(model.examined.report, model.illuminations.size());
  double shadow_rays = 0.0;  // of one arrival: half of the facets look there
  for (const Facet& f : model.surface.facets) {
    const double cuts = Illuminator::first_pieces(f, model.shortest_wavelength / shadow_rays_per_wavelength,
                                                  job.shadow_pieces);
    shadow_rays += cuts > 1.0 ? 2.0 * cuts * cuts : (shares ? 0.5 * shared_rays : 0.5);
  }
  double rays = 0.0;
  if (job.input.reflections > 1)
    for (const auto& [theta, phi] :
         {std::pair{0.0, 0.0}, std::pair{0.5 * pi, 0.0}, std::pair{0.5 * pi, 0.5 * pi}})
      rays = std::max(rays, ray_count(model.surface, theta, phi, model.grid(job).spacing));
  std::map<int, double> sides;
  for (const WedgeEdge& edge : model.edges)
    for (const int face : edge.face) sides[face] += 1.0;
  double pairs = 0.0;
  for (const auto& [_, count] : sides) pairs += count * count;
  const double seconds_of_arrival =
      pairs / face_pairs_per_second + shadow_rays / shadow_rays_per_second + rays / bounced_rays_per_second +
      frequencies * observed *
          (facets / facets_per_second + waves * static_cast<double>(model.edges.size()) / edges_per_second);
  CostEstimate cost{};
  cost.unknowns = 0;
  cost.facets = static_cast<std::int64_t>(model.surface.facets.size());
  cost.method = Method::physical_optics;
  cost.seconds = setup_seconds * facets + arrivals * seconds_of_arrival / job.threads;
  const double per_thread =
      24.0 * static_cast<double>(model.mesh.vertices.size()) + facets + 32.0 * observed * frequencies * waves;
  const double currents =
      job.input.outputs.currents
          ? bytes_of_points * facets + bytes_per_current * static_cast<double>(model.mesh.vertices.size()) *
                                           std::min<double>(job.threads, arrivals)
          : 0.0;
  cost.memory_bytes = static_cast<std::uint64_t>(
      program_bytes + currents + (bytes_per_facet + (shares ? bytes_of_sharing : 0.0)) * facets +
      per_thread * job.threads + 400.0 * arrivals * frequencies * waves +
      bytes_per_ray * std::min(rays, static_cast<double>(rays_at_once)));
  const bool reflects = job.input.reflections > 1, diffracts = job.input.edge_diffraction;
  cost.reason = {reflects && diffracts ? "METHOD.opticsReflectionsEdges"
                 : reflects            ? "METHOD.opticsReflections"
                 : diffracts           ? "METHOD.opticsEdges"
                                       : "METHOD.optics",
                 {{"facets", model.surface.facets.size()}}};
  if (reflects) cost.reason.values["reflections"] = job.input.reflections;
  if (diffracts) cost.reason.values["edges"] = model.edges.size();
  return cost;
}

class OpticsSweep final : public Sweep {
 public:
  OpticsSweep(const Job& job, const std::filesystem::path& folder)
      : job_(job), folder_(folder), model_(job), cost_(cost_of(job, model_)) {}

  const CostEstimate& cost() const override { return cost_; }

  RunResult beginning() override {
    RunResult result;
    result.triangles = static_cast<std::int64_t>(model_.surface.facets.size());
    result.frequencies_hz = model_.frequencies;
    result.illuminations = model_.illuminations;
    result.physical_optics = {.reflections = job_.input.reflections,
                              .edge_diffraction = job_.input.edge_diffraction != 0,
                              .sharp_edges = static_cast<std::int64_t>(model_.edges.size())};
    for (const Finding& f : model_.examined.report.findings)
      if (touches_run(f, MeshUser::physical_optics))
        result.notices.emplace_back(static_cast<const Statement&>(f), f.where);
    if (job_.input.reflections == 1) result.notices.emplace_back(Message{"PO_ONE_REFLECTION"});
    const double size = model_.surface.extent / (speed_of_light / model_.frequencies.front());
    if (size < few_wavelengths)
      result.notices.emplace_back(Message{"PO_SMALL_BODY", {{"size", decimals(size, 1)}}});
    if (const auto grazing = grazing_notice()) result.notices.push_back(*grazing);
    for (const Notice& n : flipped_notices(model_.topology)) result.notices.push_back(n);
    return result;
  }

  void execute(RunRecord& record, Progress& progress) override {
    progress.stage(stage::near, 0.0);
    const RayScene rays(model_.surface);
    const Illuminator illuminator(model_.surface, rays,
                                  model_.shortest_wavelength / shadow_rays_per_wavelength, job_.shadow_pieces,
                                  shares_rays(model_.examined.report, model_.illuminations.size()));
    const double setup = progress.seconds();
    trace(rays, illuminator, progress);
    for (std::size_t f = 0; f < model_.frequencies.size(); ++f) {
      const auto waves = static_cast<std::size_t>(model_.waves.columns());
      record.add(
          model_.waves.records(model_.frequencies[f], std::span(done_.back).subspan(f * waves, waves)));
      FrequencyResult result;
      result.frequency_hz = model_.frequencies[f];
      record.add(std::move(result));
    }
    record.set_optics_seconds(setup, progress.seconds() - setup);
  }

 private:
  std::optional<Notice> grazing_notice() const {
    std::vector<Vec3> sources;
    for (const Illumination& i : model_.illuminations)
      sources.push_back(r_hat(radians(i.theta_deg), radians(i.phi_deg)));
    const auto face =
        grazing_face(model_.mesh, model_.topology, speed_of_light / model_.frequencies.front(), sources);
    if (!face) return std::nullopt;
    const Illumination& worst = model_.illuminations[face->worst];
    nlohmann::json values{{"count", face->waves},
                          {"all", sources.size()},
                          {"from", std::floor(face->from_normal * 180.0 / pi)},
                          {"part", model_.mesh.parts[face->part].name},
                          {"size", decimals(face->size, 1)},
                          {"theta", worst.theta_deg},
                          {"phi", worst.phi_deg},
                          {"mean", stated_accuracy::grazing_without_edges_mean_db}};
    if (job_.input.edge_diffraction) {
      values["mean"] = stated_accuracy::grazing_with_edges.mean_db;
      values["worst"] = stated_accuracy::grazing_with_edges.max_db;
    }
    return Message{job_.input.edge_diffraction ? "PO_GRAZING" : "PO_GRAZING.facets", std::move(values)};
  }

  /// One arrival, all its waves and all frequencies: shadows and rays are shared.
  /// @returns false if the run was stopped before all of it was there
  bool one_arrival(int index, const RayScene& rays, const Illuminator& illuminator,
                   const Progress& progress) {
    const Illumination& from = model_.illuminations[index];
    const double theta = radians(from.theta_deg), phi = radians(from.phi_deg);
    const Vec3 source = r_hat(theta, phi);
    const int waves = model_.waves.per_illumination();
    const auto wave = [&](int w) { return model_.waves.wave(index * waves + w); };
    const auto begin = Clock::now();
    const Lighting lighting = illuminator.light(source);
    const std::vector<char> lit = edges_lit(model_.edges, rays, source);
    const std::vector<FaceRay> face_rays = rays_along_faces(model_.edges, lit, source);
    const double shadows = seconds_since(begin);

    const int frequencies = static_cast<int>(model_.frequencies.size()),
              observers = static_cast<int>(model_.directions.size()) + 1;
    const auto observer = [&](int d) { return d == 0 ? Direction{theta, phi} : model_.directions[d - 1]; };
    // [frequency][observer][wave]
    std::vector<CVec3> fields(static_cast<std::size_t>(frequencies) * observers * waves, CVec3::Zero());
    const auto wavenumber = [&](int f) { return 2.0 * pi * model_.frequencies[f] / speed_of_light; };
    std::vector<FaceWaves> face_waves;
    for (int f = 0; f < frequencies; ++f)
      for (int w = 0; w < waves; ++w)
        face_waves.emplace_back(model_.edges, face_rays, wavenumber(f), wave(w));
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < frequencies * observers; ++i) {
      if (stop_requested().load(std::memory_order_relaxed)) continue;
      const double k = wavenumber(i / observers);
      const Direction d = observer(i % observers);
      const Vec3 towards = r_hat(d.theta, d.phi);
      const CVec3 spectrum = lit_area_spectrum(model_.surface, lighting, k * (towards + source));
      for (int w = 0; w < waves; ++w) {
        CVec3& field = fields[i * waves + w];
        field = physical_optics_field(k, wave(w), towards, spectrum);
        if (model_.edges.empty()) continue;
        field += fringe_field(model_.edges, lit, k, wave(w), towards) +
                 face_waves[i / observers * waves + w].field(towards);
      }
    }
    trace_bounces(model_.surface, rays, theta, phi, model_.grid(job_), [&](std::span<const Bounce> bounces) {
#pragma omp parallel for schedule(dynamic)
      for (int i = 0; i < frequencies * observers; ++i) {
        if (stop_requested().load(std::memory_order_relaxed)) continue;
        const Direction d = observer(i % observers);
        const auto field = bounce_field(bounces, wavenumber(i / observers), r_hat(d.theta, d.phi));
        for (int w = 0; w < waves; ++w) {
          const CVec3 incident = wave(w).polarization;
          fields[i * waves + w] += along(theta_hat(theta, phi), incident) * field[0] +
                                   along(phi_hat(theta, phi), incident) * field[1];
        }
      }
    });
    if (stop_requested().load(std::memory_order_relaxed)) return false;
    const auto amplitudes = [&](int f, int d) {
      const Direction at = observer(d);
      FieldOfWaves of_waves;
      for (int w = 0; w < waves; ++w) {
        const CVec3& e = fields[(static_cast<std::size_t>(f) * observers + d) * waves + w];
        of_waves.push_back({along(theta_hat(at.theta, at.phi), e), along(phi_hat(at.theta, at.phi), e)});
      }
      return of_waves;
    };
    const double solved = seconds_since(begin);
    for (int f = 0; f < frequencies; ++f) {
      const FieldOfWaves back = amplitudes(f, 0);
      std::copy(back.begin(), back.end(),
                done_.back.begin() + static_cast<long>(f) * model_.waves.columns() + index * waves);
      write(f, index, lighting, [&](std::size_t d) { return amplitudes(f, static_cast<int>(d) + 1); });
      if (job_.input.outputs.time)
        write_json(
            folder_ / result_file_name("time", "json", model_.frequencies[f], from),
            times_file({{stage::near, shadows}, {stage::fields, solved - shadows}}, progress.seconds()));
    }
    return true;
  }

  void write(int f, int index, const Lighting& lighting,
             const std::function<FieldOfWaves(std::size_t)>& field_at) const {
    const double frequency_hz = model_.frequencies[f];
    const Illumination& from = model_.illuminations[index];
    const int waves = model_.waves.per_illumination();
    for (int c = index * waves; job_.input.outputs.currents && c < (index + 1) * waves; ++c) {
      const auto currents = [&](const SurfacePoints& points) {
        return physical_optics_current(model_.surface, lighting, points,
                                       2.0 * pi * frequency_hz / speed_of_light, model_.waves.wave(c));
      };
      write_currents(
          folder_ / result_file_name("currents" + model_.waves.letter(c), "bin", frequency_hz, from),
          currents(model_.vertices), currents(model_.middles), model_.sides.vertices());
    }
    if (job_.input.outputs.farzone)
      write_json(folder_ / result_file_name("farzone", "json", frequency_hz, from),
                 far_zone_file(model_.cuts, frequency_hz, from, job_.input.polarization(), field_at, true));
  }

  /// Arrivals side by side when there are enough of them for the threads; else each uses all threads.
  void trace(const RayScene& rays, const Illuminator& illuminator, Progress& progress) {
    const int count = static_cast<int>(model_.illuminations.size());
    const OpticsCheckpoint checkpoint(
        folder_, fingerprint(job_, model_.examined.mesh, {{"method", name_of(Method::physical_optics)}}));
    const std::size_t fields = model_.frequencies.size() * static_cast<std::size_t>(model_.waves.columns());
    done_ = checkpoint.read(model_.illuminations.size(), fields)
                .value_or(OpticsProgress{std::vector<char>(model_.illuminations.size()),
                                         std::vector<FarFieldAmplitude>(fields)});
    int done = static_cast<int>(std::count(done_.done.begin(), done_.done.end(), 1));
    progress.stage(stage::fields, static_cast<double>(done) / count);
    auto saved = Clock::now(), said = saved;
    std::vector<int> unsaid;  // of those done
    for (int i = 0; i < count; ++i)
      if (done_.done[i]) unsaid.push_back(i);
    std::mutex lock;
    std::exception_ptr failure;
#pragma omp parallel for schedule(dynamic) if (count >= omp_get_max_threads())
    for (int i = 0; i < count; ++i) {
      if (stop_requested().load(std::memory_order_relaxed) || done_.done[i]) continue;
      bool whole = false;
      std::exception_ptr thrown;
      try {
        whole = one_arrival(i, rays, illuminator, progress);
      } catch (...) {
        thrown = std::current_exception();
      }
      const std::lock_guard guard(lock);
      if (thrown) failure = thrown;
      done_.done[i] = whole;
      done += whole;
      if (whole) unsaid.push_back(i);
      if (seconds_since(said) > seconds_between_returns || done == count) {
        say_returns(unsaid, progress);
        unsaid.clear();
        said = Clock::now();
      }
      if (!failure && seconds_since(saved) > seconds_between_checkpoints) {
        // Others fill in their own places meanwhile, of which nothing says yet that they are done.
        checkpoint.write(done_);
        saved = Clock::now();
      }
      progress.stage_now_and_then(stage::fields, static_cast<double>(done) / count);
    }
    if (failure) std::rethrow_exception(failure);
    if (done < count) checkpoint.write(done_);
    throw_if_cancelled();
    checkpoint.remove();
  }

  void say_returns(std::span<const int> arrivals, const Progress& progress) const {
    const auto columns = static_cast<std::size_t>(model_.waves.columns());
    const int waves = model_.waves.per_illumination();
    const double expected =
        static_cast<double>(model_.illuminations.size()) * static_cast<double>(model_.frequencies.size());
    for (std::size_t f = 0; f < model_.frequencies.size(); ++f) {
      const double frequency_hz = model_.frequencies[f];
      std::vector<MonostaticRecord> records;
      for (const int i : arrivals)
        for (MonostaticRecord& one :
             model_.waves.some(i * waves, waves)
                 .records(frequency_hz, std::span(done_.back)
                                            .subspan(f * columns + static_cast<std::size_t>(i * waves),
                                                     static_cast<std::size_t>(waves))))
          records.push_back(std::move(one));
      progress.returns(frequency_hz, records, expected);
    }
  }

  const Job& job_;
  std::filesystem::path folder_;
  OpticsModel model_;
  CostEstimate cost_;
  OpticsProgress done_;
};

}  // namespace

std::unique_ptr<Sweep> optics_sweep(const Job& job, const std::filesystem::path& folder) {
  require_metal(job);
  return std::make_unique<OpticsSweep>(job, folder);
}

}  // namespace pace
