// Design maps of whole runs: that they are those of the solved currents, by LU and by MLFMA, and that what a
// run lacks is said.
#include <doctest/doctest.h>

#include <cstring>

#include "../close_to.hpp"
#include "../mesh/shapes.hpp"
#include "../run/run_folder.hpp"
#include "../schemas/file_schemas.hpp"
#include "maps/run_maps.hpp"
#include "output/result_files.hpp"

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr double hertz = speed_of_light;  // wavelength 1 m

/// A tilted lump of two parts, off the origin.
Mesh lump(int n, double growth_of_cap = 0.0) {
  Mesh mesh = shapes::sphere(1.0, n);
  mesh.parts = {{1, "rest"}, {2, "cap"}};
  const Vec3 up = Vec3(0.4, 0.5, 0.77).normalized();
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    mesh.triangles[t].part = mesh.centroid(t).dot(up) > 0.3;
  const Eigen::AngleAxisd tilt(0.5, Vec3(0.6, 0.2, -0.7).normalized());
  for (Vec3& v : mesh.vertices) {
    const double share = std::max(0.0, v.normalized().dot(up) - 0.3);
    v = Vec3(0.13, -0.2, 0.3) +
        tilt * Vec3(Vec3(0.42, 0.3, 0.34).cwiseProduct(v) * (1.0 + growth_of_cap * share));
  }
  return mesh;
}

json sweep(int polarization, double step = 30.0) {
  return {{"anglesweep", 1},
          {"excitation", {30, 120, 25, 25, polarization, step, 0}},
          {"cfiealpha", {0.5}},
          {"frequency", {hertz, -1, -1}},
          {"residualerror", 1e-4},
          {"numberofiterations", 300},
          {"solvertype", 2},
          {"numberoflevels", {1, 0}},
          {"outputselection", {1, 0, 0, 0, 0}}};
}

MapsRequest request_at(const RunFolder& folder, double theta) {
  MapsRequest request;
  request.results = folder.results();
  request.from = request.to = {theta, 25.0};
  return request;
}

double largest(const std::vector<float>& values) {
  double most = 0.0;
  for (const float value : values) most = std::max(most, std::abs(static_cast<double>(value)));
  return most;
}

/// [dB] of a co-polar record of monostatic.json.
double echo(const RunFolder& folder, const char* term, int illumination) {
  const json record = folder.read("monostatic.json")["monoStaticRcs"][illumination];
  const Complex field(record[std::string(term) + "_Real"], record[std::string(term) + "_Imag"]);
  return 20.0 * std::log10(std::abs(field));
}

/// Complex fields of monostatic.json, term by term of each record.
std::vector<Complex> fields_of(const RunFolder& folder, const std::vector<std::string>& terms) {
  const json records = folder.read("monostatic.json")["monoStaticRcs"];
  std::vector<Complex> values;
  for (const json& record : records)
    for (const std::string& term : terms) values.emplace_back(record[term + "_Real"], record[term + "_Imag"]);
  return values;
}

/// [dB] that a map of displacements of single triangles gives for nodes that move from one mesh to another.
double predicted_change(const TriangleMap& displacement, const Mesh& rest, const Mesh& from, const Mesh& to) {
  const RwgSpace space(rest, analyse(rest));
  double change = 0.0;
  for (const SurfaceTriangle& t : space.triangles()) {
    double moved = 0.0;
    for (const int v : t.vertex_id) moved += (to.vertices[v] - from.vertices[v]).dot(t.normal) / 3.0;
    change += 1e3 * moved * displacement.values[t.mesh_triangle];
  }
  return change;
}

}  // namespace

TEST_CASE(
    "maps of a run: shares sum up, files fit their schema, a sector is the mean, MLFMA agrees with LU") {
  const Mesh mesh = lump(6);
  const RunFolder by_lu(mesh), by_mlfma(mesh);
  const Job lu = by_lu.job(sweep(4), {{"method", "dense-lu"}});
  const Job mlfma = by_mlfma.job(sweep(4), {{"method", "mlfma"}, {"digits", 4}});
  run(lu, by_lu.results());
  run(mlfma, by_mlfma.results());

  MapsRequest request = request_at(by_lu, 60.0);
  request.layer = ThinLayer{Complex(4.0, -1.0), Complex(1.5, -0.7)};
  const DesignMaps one = design_maps(lu, request);
  const json file = maps_file(one.record, one.maps);
  CHECK(schema_complaints("maps", file) == "");
  REQUIRE(one.maps.size() == 5);
  for (const TriangleMap& map : one.maps) {
    REQUIRE(map.values.size() == mesh.triangles.size());
    CHECK(largest(map.values) > 0.0);
  }
  // Of two parts either is the total without the other.
  const auto& parts = one.record.parts;
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].share_rcs_m2 == close_to(parts[1].without_rcs_m2, 1e-9));
  CHECK(parts[1].share_rcs_m2 == close_to(parts[0].without_rcs_m2, 1e-9));
  const auto share = [&](int p) {
    return std::polar(std::sqrt(parts[p].share_rcs_m2), radians(*parts[p].phase_deg));
  };
  CHECK(std::abs(share(0) + share(1) - std::sqrt(one.record.rcs_m2)) < 1e-6 * std::sqrt(one.record.rcs_m2));
  CHECK(*one.record.translation_defect < 0.05);

  // The complex derivatives are those in decibels, and moving both parts moves the whole body.
  REQUIRE(one.record.responses.size() == 1);
  const auto& response = one.record.responses[0];
  CHECK(4.0 * pi * std::norm(response.field) == close_to(one.record.rcs_m2));
  CHECK(std::abs(response.parts[0].share + response.parts[1].share - response.field) <
        1e-9 * std::abs(response.field));
  const auto in_decibels = [&](const Complex& change) {
    return 20.0 / std::log(10.0) * (change / response.field).real();
  };
  for (int p = 0; p < 2; ++p) {
    const auto& complex = *response.parts[p].derivatives;
    CHECK(in_decibels(complex.per_millimetre) == close_to(parts[p].derivatives->per_millimetre));
    CHECK(in_decibels(*complex.per_ohm) == close_to(*parts[p].derivatives->per_ohm));
    CHECK(in_decibels(complex.per_millimetre_of_layer) ==
          close_to(*parts[p].derivatives->per_millimetre_of_layer));
  }
  const Vec3 back = 2.0 * r_hat(radians(60.0), radians(25.0));
  for (int axis = 0; axis < 3; ++axis) {
    const Complex moved = response.parts[0].derivatives->per_millimetre_moved[axis] +
                          response.parts[1].derivatives->per_millimetre_moved[axis];
    const Complex known = 1e-3 * imaginary_unit * 2.0 * pi * back[axis] * response.field;
    CHECK(std::abs(moved - known) < 0.05 * 1e-3 * 4.0 * pi * std::abs(response.field));
  }

  write_maps(by_lu.results() / "maps.bin", one.maps);
  std::ifstream binary(by_lu.results() / "maps.bin", std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(binary)), {});
  REQUIRE(bytes.size() == 16 + 5 * 4 * mesh.triangles.size());
  CHECK(bytes.starts_with("PACEMAP1"));
  float third = 0.0F;
  std::memcpy(&third, bytes.data() + 16 + 4 * (mesh.triangles.size() + 2), sizeof third);
  CHECK(third == one.maps[1].values[2]);

  MapsRequest of_other = request;
  of_other.results = by_mlfma.results();
  const DesignMaps other = design_maps(mlfma, of_other);
  for (std::size_t m = 0; m < one.maps.size(); ++m) {
    double difference = 0.0;
    for (std::size_t t = 0; t < one.maps[m].values.size(); ++t)
      difference = std::max(difference,
                            std::abs(static_cast<double>(one.maps[m].values[t]) - other.maps[m].values[t]));
    CAPTURE(one.maps[m].name);
    CHECK(difference < 0.01 * largest(one.maps[m].values));
  }

  // Of a sector: powers add up.
  request.from = {30.0, 25.0}, request.to = {60.0, 25.0};
  const DesignMaps both = design_maps(lu, request);
  MapsRequest first = request_at(by_lu, 30.0);
  first.layer = request.layer;
  const DesignMaps begin = design_maps(lu, first);
  CHECK(both.record.illuminations.size() == 2);
  CHECK_FALSE(both.record.parts[0].phase_deg);
  CHECK(both.record.rcs_m2 == close_to(0.5 * (one.record.rcs_m2 + begin.record.rcs_m2)));
  const double weighted = (one.record.rcs_m2 * *parts[1].derivatives->per_ohm +
                           begin.record.rcs_m2 * *begin.record.parts[1].derivatives->per_ohm) /
                          (one.record.rcs_m2 + begin.record.rcs_m2);
  CHECK(*both.record.parts[1].derivatives->per_ohm == close_to(weighted));
}

TEST_CASE("a cap that grows changes the RCS as the maps of an MLFMA run say, V and H") {
  const json more{{"method", "mlfma"}, {"digits", 4}};
  const RunFolder rest(lump(8)), up(lump(8, 0.02)), down(lump(8, -0.02));
  const Job job = rest.job(sweep(4), more);
  run(job, rest.results());
  run(up.job(sweep(4), more), up.results());
  run(down.job(sweep(4), more), down.results());
  // The growth is not the same everywhere on the cap, so the map is summed by triangle.
  for (const auto& [incident, received, term] :
       {std::tuple{Polarization::vertical, Polarization::vertical, "s_VV"},
        {Polarization::horizontal, Polarization::horizontal, "s_HH"}})
    for (const int illumination : {0, 1, 3}) {
      MapsRequest request = request_at(rest, 30.0 + 30.0 * illumination);
      request.incident = incident, request.received = received;
      request.radius_m = 1e-4;  // no other triangle: the map is that of single triangles
      const DesignMaps maps = design_maps(job, request);
      REQUIRE(std::string(maps.maps[1].name) == "displacement");
      const double predicted = predicted_change(maps.maps[1], lump(8), lump(8, -0.02), lump(8, 0.02));
      const double measured = echo(up, term, illumination) - echo(down, term, illumination);
      CAPTURE(term);
      CAPTURE(illumination);
      CHECK(std::abs(predicted - measured) < 0.03 * std::max(std::abs(measured), 0.1));
    }
}

TEST_CASE("the change that the map of displacements predicts for λ/120 is within 0.1 dB of the run's") {
  const RunFolder rest(lump(8));
  const Job job = rest.job(sweep(4), {{"method", "dense-lu"}});
  run(job, rest.results());
  for (const double growth : {0.0339, -0.0339}) {
    const RunFolder grown(lump(8, growth));
    run(grown.job(sweep(4), {{"method", "dense-lu"}}), grown.results());
    double farthest = 0.0;
    const Mesh before = lump(8), after = lump(8, growth);
    for (std::size_t v = 0; v < before.vertices.size(); ++v)
      farthest = std::max(farthest, (after.vertices[v] - before.vertices[v]).norm());
    CHECK(farthest == close_to(1.0 / 120.0, 0.02));
    for (const auto& [polarization, term] :
         {std::pair{Polarization::vertical, "s_VV"}, {Polarization::horizontal, "s_HH"}})
      for (int illumination = 0; illumination < 4; ++illumination) {
        MapsRequest request = request_at(rest, 30.0 + 30.0 * illumination);
        request.incident = request.received = polarization;
        request.radius_m = 1e-4;
        const double predicted = predicted_change(design_maps(job, request).maps[1], before, before, after);
        const double measured = echo(grown, term, illumination) - echo(rest, term, illumination);
        CAPTURE(predicted);
        CAPTURE(measured);
        CHECK(std::abs(predicted - measured) < 0.1);
      }
  }
}

/// Two smooth bodies half a wavelength apart, off the origin; the second one moved and turned.
Mesh two_lumps(const Vec3& moved = Vec3::Zero(), const Vec3& turned_deg = Vec3::Zero(), int n = 7) {
  Mesh mesh = shapes::sphere(1.0, n);
  const auto fixed = static_cast<int>(mesh.vertices.size());
  const auto triangles = mesh.triangles.size();
  for (int v = 0; v < fixed; ++v) mesh.vertices.push_back(mesh.vertices[v]);
  for (std::size_t t = 0; t < triangles; ++t) {
    Triangle other = mesh.triangles[t];
    for (int& v : other.vertex) v += fixed;
    other.part = 1;
    mesh.triangles.push_back(other);
  }
  mesh.parts = {{1, "fixed"}, {2, "moving"}};
  const Eigen::AngleAxisd tilt(0.5, Vec3(0.6, 0.2, -0.7).normalized());
  const double angle = radians(turned_deg.norm());
  const Eigen::AngleAxisd turn(angle, angle > 0.0 ? Vec3(turned_deg.normalized()) : Vec3::UnitX());
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    Vec3& at = mesh.vertices[v];
    if (v < static_cast<std::size_t>(fixed))
      at = Vec3(0.1, -0.2, 0.1) + 0.25 * at;
    else
      at = Vec3(0.7, 0.3, 0.35) + moved + turn * (tilt * Vec3(0.36, 0.22, 0.27).cwiseProduct(at));
  }
  return mesh;
}

TEST_CASE("a part that is moved and turned changes the complex field as the maps say within 3 %") {
  const RunFolder rest(two_lumps());
  const Job job = rest.job(sweep(4, 90.0), {{"method", "dense-lu"}});
  run(job, rest.results());
  const auto fields = [](const Mesh& mesh) {
    const RunFolder folder(mesh);
    run(folder.job(sweep(4, 90.0), {{"method", "dense-lu"}}), folder.results());
    return fields_of(folder, {"s_VV", "s_HH"});
  };
  constexpr double millimetres = 2.0, degrees = 1.0;
  const Vec3 along = Vec3(0.6, -0.3, 0.7).normalized(), about = Vec3(0.5, 0.7, -0.4).normalized();
  for (const bool turns : {false, true}) {
    const Vec3 by_moving = turns ? Vec3::Zero() : Vec3(1e-3 * millimetres * along);
    const Vec3 by_turning = turns ? Vec3(degrees * about) : Vec3::Zero();
    const auto up = fields(two_lumps(by_moving, by_turning));
    const auto down = fields(two_lumps(-by_moving, -by_turning));
    double difference = 0.0, size = 0.0;
    for (std::size_t i = 0; i < up.size(); ++i) {
      MapsRequest request = request_at(rest, i < 2 ? 30.0 : 120.0);
      request.incident = i % 2 == 0 ? Polarization::vertical : Polarization::horizontal;
      const DesignMaps maps = design_maps(job, request);
      CHECK((maps.record.parts[1].middle_m - Vec3(0.7, 0.3, 0.35)).norm() < 1e-6);
      const auto& d = *maps.record.responses[0].parts[1].derivatives;
      Complex predicted = 0.0;
      for (int axis = 0; axis < 3; ++axis)
        predicted +=
            turns ? about[axis] * d.per_degree_turned[axis] : along[axis] * d.per_millimetre_moved[axis];
      const Complex measured = (up[i] - down[i]) / (2.0 * (turns ? degrees : millimetres));
      difference += std::norm(predicted - measured), size += std::norm(measured);
    }
    CAPTURE(turns);
    MESSAGE(std::sqrt(difference / size));
    CHECK(difference < 0.03 * 0.03 * size);
  }
}

/// As `two_lumps`, one of them bare metal or both coated.
json two_coatings(Complex fixed, Complex moving) {
  const auto entry = [](int part, Complex ohm) {
    return json{
        {"impedanceSurface", part}, {"impedanceReal", ohm.real()}, {"impedanceImaginary", ohm.imag()}};
  };
  return {{"programType", 2},
          {"method", "dense-lu"},
          {"materials",
           {{"impedances", {{{"frequency", hertz}, {"params", {entry(1, fixed), entry(2, moving)}}}}}}}};
}

TEST_CASE(
    "maps of a coated run: shares sum up, an impedance and a part that moves change the complex field as they say") {
  const Complex fixed = 0.0, moving(60.0, 90.0);
  const auto lumps = [](const Vec3& moved = Vec3::Zero()) { return two_lumps(moved, Vec3::Zero(), 6); };
  const RunFolder rest(lumps());
  const Job job = rest.job(sweep(4, 90.0), two_coatings(fixed, moving));
  run(job, rest.results());
  const auto fields = [](const Mesh& mesh, Complex of_fixed, Complex of_moving) {
    const RunFolder folder(mesh);
    run(folder.job(sweep(4, 90.0), two_coatings(of_fixed, of_moving)), folder.results());
    return fields_of(folder, {"s_VV", "s_HH"});
  };
  std::vector<MapsRecord::PartDerivatives> derivatives;
  for (const double theta : {30.0, 120.0})
    for (const Polarization p : {Polarization::vertical, Polarization::horizontal}) {
      MapsRequest request = request_at(rest, theta);
      request.incident = p;
      request.layer = ThinLayer{Complex(4.0, -1.0), Complex(1.5, -0.7)};
      const DesignMaps maps = design_maps(job, request);
      CHECK(schema_complaints("maps", maps_file(maps.record, maps.maps)) == "");
      const auto& response = maps.record.responses[0];
      CHECK(std::abs(response.parts[0].share + response.parts[1].share - response.field) <
            1e-9 * std::abs(response.field));
      CHECK(*maps.record.translation_defect < 0.05);
      derivatives.push_back(*response.parts[1].derivatives);
    }
  const auto error = [&](const std::vector<Complex>& up, const std::vector<Complex>& down, double step,
                         const std::function<Complex(const MapsRecord::PartDerivatives&)>& predicted) {
    double difference = 0.0, size = 0.0;
    for (std::size_t i = 0; i < up.size(); ++i) {
      const Complex measured = (up[i] - down[i]) / (2.0 * step);
      difference += std::norm(predicted(derivatives[i]) - measured), size += std::norm(measured);
    }
    return std::sqrt(difference / size);
  };
  const double of_ohm = error(fields(lumps(), fixed, moving + 2.0), fields(lumps(), fixed, moving - 2.0), 2.0,
                              [](const auto& d) { return *d.per_ohm; });
  const Vec3 along = Vec3(0.6, -0.3, 0.7).normalized();
  const double of_motion = error(fields(lumps(2e-3 * along), fixed, moving),
                                 fields(lumps(-2e-3 * along), fixed, moving), 2.0, [&](const auto& d) {
                                   Complex sum = 0.0;
                                   for (int axis = 0; axis < 3; ++axis)
                                     sum += along[axis] * d.per_millimetre_moved[axis];
                                   return sum;
                                 });
  MESSAGE("impedance " << of_ohm << ", motion " << of_motion);
  CHECK(of_ohm < 0.015);
  CHECK(of_motion < 0.025);
}

struct NamedMaterial {
  const char* name;
  Complex epsilon, mu;
};
struct Placed {
  int surface, outer;  ///< 0: vacuum, else inside of that surface
  const char* material;
};

/// What a composite by LU adds to a job.
json composite(const std::vector<NamedMaterial>& materials, const std::vector<Placed>& surfaces) {
  const auto complex = [](Complex z) { return json{{"real", z.real()}, {"imaginary", z.imag()}}; };
  json list = json::array(), table = json::array();
  for (const NamedMaterial& of : materials)
    list.push_back({{"id", list.size() + 1},
                    {"name", of.name},
                    {"frequency", 0},
                    {"permitivity", complex(of.epsilon)},
                    {"permeability", complex(of.mu)}});
  for (const Placed& of : surfaces)
    table.push_back(
        {{"surfaceApplied", of.surface}, {"outerMedia", of.outer}, {"outerMaterial", of.material}});
  return {{"programType", 3},
          {"method", "dense-lu"},
          {"materials", {{"inputMaterials", list}, {"outerMedias", table}}}};
}

/// A tilted ellipsoid with a ball inside that touches nothing and is off its middle.
Mesh filled_lump(int n, const Vec3& moved) {
  const Mesh outer = shapes::sphere(1.0, n), inner = shapes::sphere(1.0, n);
  Mesh mesh = outer;
  mesh.parts = {{1, "shell"}, {2, "core"}};
  const Eigen::AngleAxisd tilt(0.5, Vec3(0.6, 0.2, -0.7).normalized());
  for (Vec3& v : mesh.vertices) v = Vec3(0.1, -0.2, 0.3) + tilt * Vec3(0.6, 0.45, 0.5).cwiseProduct(v);
  for (const Vec3& v : inner.vertices)
    mesh.vertices.push_back(Vec3(0.16, -0.14, 0.26) + moved + Vec3(0.27, 0.2, 0.23).cwiseProduct(v));
  for (Triangle triangle : inner.triangles) {
    for (int& v : triangle.vertex) v += static_cast<int>(outer.vertices.size());
    triangle.part = 1;
    mesh.triangles.push_back(triangle);
  }
  return mesh;
}

TEST_CASE(
    "a core that is moved inside a composite changes the complex field as the maps say, and the way back is the same") {
  json input = sweep(4, 90.0);
  input["frequency"] = {0.4 * hertz, -1, -1};
  const Vec3 along = Vec3(0.6, -0.3, 0.7).normalized();
  for (const bool is_metal : {true, false}) {
    const json materials = composite({{"shell", Complex(2.2, -0.2), 1.0}, {"core", 1.2, Complex(1.8, -0.3)}},
                                     {{1, 0, "shell"}, {2, 1, is_metal ? "PEC" : "core"}});
    const RunFolder rest(filled_lump(5, Vec3::Zero()));
    const Job job = rest.job(input, materials);
    run(job, rest.results());
    const auto fields = [&](double millimetres) {
      const RunFolder folder(filled_lump(5, 1e-3 * millimetres * along));
      run(folder.job(input, materials), folder.results());
      return fields_of(folder, {"s_VV", "s_VH"});
    };
    constexpr double step = 4.0;
    const auto up = fields(step), down = fields(-step);
    double difference = 0.0, size = 0.0;
    for (std::size_t i = 0; i < up.size(); ++i) {
      MapsRequest request = request_at(rest, i < 2 ? 30.0 : 120.0);
      request.received = Polarization::vertical;
      request.incident = i % 2 == 0 ? Polarization::vertical : Polarization::horizontal;
      request.layer = ThinLayer{Complex(4.0, -1.0), Complex(1.5, -0.7)};
      const DesignMaps maps = design_maps(job, request);
      CHECK(schema_complaints("maps", maps_file(maps.record, maps.maps)) == "");
      CHECK(maps.maps.size() == (is_metal ? 5 : 3));
      // Relative to the field, which is small across.
      if (i % 2 == 0) CHECK(*maps.record.translation_defect < 0.03);
      CHECK(maps.record.parts[1].from_into == std::array<std::string, 2>{is_metal ? "PEC" : "core", "shell"});
      const auto& d = *maps.record.responses[0].parts[1].derivatives;
      CHECK(d.per_ohm.has_value() == is_metal);
      Complex predicted = 0.0;
      for (int axis = 0; axis < 3; ++axis) predicted += along[axis] * d.per_millimetre_moved[axis];
      const Complex measured = (up[i] - down[i]) / (2.0 * step);
      difference += std::norm(predicted - measured), size += std::norm(measured);
    }
    CAPTURE(is_metal);
    MESSAGE(std::sqrt(difference / size));
    CHECK(difference < 0.03 * 0.03 * size);

    MapsRequest there = request_at(rest, 30.0), back = request_at(rest, 120.0);
    there.incident = back.received = Polarization::vertical;
    there.received = back.incident = Polarization::horizontal;
    there.receiver = back.from, back.receiver = there.from;
    const DesignMaps to = design_maps(job, there), from = design_maps(job, back);
    for (int axis = 0; axis < 3; ++axis) {
      const auto moved = [&](const DesignMaps& of) {
        return of.record.responses[0].parts[1].derivatives->per_millimetre_moved[axis];
      };
      CHECK(std::abs(moved(to) - moved(from)) < 0.01 * std::abs(moved(to)));
    }
  }
}

TEST_CASE(
    "maps of a composite: shares sum up, and a material that changes changes the complex field as they say") {
  const auto materials = [&](Complex epsilon, Complex mu) {
    return composite({{"lossy", epsilon, 1.0}, {"magnetic", Complex(1.5, -0.1), mu}},
                     {{1, 0, "lossy"}, {2, 0, "magnetic"}});
  };
  const Mesh mesh = two_lumps(Vec3::Zero(), Vec3::Zero(), 4);
  // Edges of up to λ/11 in the denser one.
  json input = sweep(4, 90.0);
  input["frequency"] = {0.5 * hertz, -1, -1};
  const Complex epsilon(3.0, -0.5), mu(1.8, -0.3);
  const auto fields = [&](const RunFolder& folder, Complex with_epsilon, Complex with_mu) {
    const Job job = folder.job(input, materials(with_epsilon, with_mu));
    run(job, folder.results());
    return fields_of(folder, {"s_VV", "s_VH"});
  };
  const RunFolder rest(mesh);
  fields(rest, epsilon, mu);
  const Job job = rest.job(input, materials(epsilon, mu));
  const auto measured = [&](Complex of_epsilon, Complex of_mu) {
    const RunFolder up(mesh), down(mesh);
    auto change = fields(up, epsilon + of_epsilon, mu + of_mu);
    const auto other = fields(down, epsilon - of_epsilon, mu - of_mu);
    for (std::size_t i = 0; i < change.size(); ++i)
      change[i] = (change[i] - other[i]) / (2.0 * (of_epsilon + of_mu));
    return change;
  };
  const double step = 0.05;
  const auto by_epsilon = measured(step, 0.0), by_mu = measured(0.0, step);
  double wrong_epsilon = 0.0, wrong_mu = 0.0, size_epsilon = 0.0, size_mu = 0.0;
  for (std::size_t i = 0; i < by_epsilon.size(); ++i) {
    MapsRequest request = request_at(rest, i < 2 ? 30.0 : 120.0);
    request.received = Polarization::vertical;
    request.incident = i % 2 == 0 ? Polarization::vertical : Polarization::horizontal;
    const DesignMaps maps = design_maps(job, request);
    CHECK(schema_complaints("maps", maps_file(maps.record, maps.maps)) == "");
    CHECK(maps.maps.size() == 2);
    REQUIRE(maps.record.materials.size() == 2);
    CHECK(maps.record.materials[0].name == "lossy");
    CHECK_FALSE(maps.record.parts[0].derivatives->per_ohm);
    CHECK(maps.record.parts[0].from_into == std::array<std::string, 2>{"lossy", "Vacuum"});
    const auto& response = maps.record.responses[0];
    CHECK(std::abs(response.parts[0].share + response.parts[1].share - response.field) <
          1e-9 * std::abs(response.field));
    wrong_epsilon += std::norm(response.materials[0].per_permittivity - by_epsilon[i]);
    wrong_mu += std::norm(response.materials[1].per_permeability - by_mu[i]);
    size_epsilon += std::norm(by_epsilon[i]), size_mu += std::norm(by_mu[i]);
  }
  MESSAGE(std::sqrt(wrong_epsilon / size_epsilon) << " " << std::sqrt(wrong_mu / size_mu));
  CHECK(wrong_epsilon < 0.03 * 0.03 * size_epsilon);
  CHECK(wrong_mu < 0.03 * 0.03 * size_mu);
}

TEST_CASE(
    "a receiver elsewhere has the current of its own illumination as adjoint: maps are those of the way back") {
  const RunFolder folder(lump(6));
  const Job job = folder.job(sweep(4));
  run(job, folder.results());
  MapsRequest there = request_at(folder, 30.0), back = request_at(folder, 120.0);
  there.incident = back.received = Polarization::vertical;
  there.received = back.incident = Polarization::horizontal;
  there.receiver = back.from, back.receiver = there.from;
  const DesignMaps to = design_maps(job, there), from = design_maps(job, back);
  CHECK(schema_complaints("maps", maps_file(to.record, to.maps)) == "");
  CHECK(to.record.rcs_m2 == close_to(from.record.rcs_m2, 0.02));
  for (std::size_t m = 1; m < to.maps.size(); ++m) {
    double difference = 0.0;
    for (std::size_t t = 0; t < to.maps[m].values.size(); ++t)
      difference =
          std::max(difference, std::abs(static_cast<double>(to.maps[m].values[t]) - from.maps[m].values[t]));
    CHECK(difference < 0.03 * largest(to.maps[m].values));
  }
}

TEST_CASE("what a run lacks for maps is said") {
  const Mesh mesh = lump(3);
  const RunFolder folder(mesh);
  const Job job = folder.job(sweep(1, 45.0));
  run(job, folder.results());
  MapsRequest request = request_at(folder, 75.0);
  CHECK(code_of([&] { design_maps(job, request); }) == "none");
  const auto sentence = [&](const Job& of, const MapsRequest& asked) {
    return sentence_of([&] { design_maps(of, asked); });
  };
  MapsRequest other = request;
  other.from = other.to = {76.0, 25.0};
  CHECK(sentence(job, other).find("illumination") != std::string::npos);
  other = request;
  other.received = Polarization::horizontal;
  CHECK(sentence(job, other).find("polarization H") != std::string::npos);
  other = request;
  other.receiver = Illumination{10.0, 10.0};
  CHECK(sentence(job, other).find("receiver") != std::string::npos);
  other.receiver = Illumination{30.0, 25.0};
  CHECK(sentence(job, other) == "none");
  other = request;
  other.frequency_hz = 2.0 * hertz;
  CHECK(sentence(job, other).find("GHz") != std::string::npos);
  CHECK(sentence(folder.job(sweep(2, 45.0)), request).find("linear") != std::string::npos);

  // A hybrid whose parts are all full wave has them; with a part by physical optics it has none.
  json hybrid = sweep(1, 45.0);
  hybrid["solvertype"] = 3;
  CHECK(sentence(folder.job(hybrid), request) == "none");
  hybrid["partmethods"] = {2, 1};
  CHECK(sentence(folder.job(hybrid), request).find("full wave alone") != std::string::npos);

  const RunFolder changed(lump(3, 0.1));
  CHECK(sentence(changed.job(sweep(1, 45.0)), request).find("belong") != std::string::npos);
  fs::remove(folder.results() / "solver_result_299792458_coefficients_750_250.bin");
  CHECK(sentence(job, request).find("coefficients") != std::string::npos);
}
