#include "model/model.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "excitation/sweep.hpp"
#include "materials/coating_validity.hpp"
#include "model/job_mesh.hpp"
#include "model/part_choice.hpp"
#include "model/size_question.hpp"
#include "model/stated_accuracy.hpp"
#include "output/result_files.hpp"

namespace pace {
namespace {

constexpr double default_alpha = 0.5, least_coated_alpha = 0.2;

std::vector<double> alpha_of_parts(const Job& job, std::size_t parts) {
  const auto& given = job.input.cfie_alpha;
  if (given.empty()) return std::vector<double>(parts, default_alpha);
  if (given.size() == 1) return std::vector<double>(parts, given[0]);
  if (given.size() != parts)
    throw InputError("ALPHA_COUNT",
                     "cfiealpha has " + std::to_string(given.size()) + " values but the model has " +
                         std::to_string(parts) + " parts; give one value a part, or a single one for all.",
                     "/solverInput/cfiealpha");
  return given;
}

std::string outer_medium_name(int outer) {
  if (outer == 0) return "vacuum (0)";
  if (outer == -1) return "an interface (-1)";
  return "inside surface " + std::to_string(outer) + " (" + std::to_string(outer) + ")";
}

/// The solver input may repeat what the table of outer media says, one value a part; both must say the same.
void compare_outer_media(const Job& job, const Mesh& mesh) {
  const std::vector<int>& said = job.input.outer_media;
  if (said.empty()) return;
  const auto refuse = [](const std::string& sentence) {
    throw InputError("REGION_TABLE", sentence, "/solverInput/outermedia");
  };
  if (said.size() != mesh.parts.size())
    refuse("outermedia of the solver input has " + std::to_string(said.size()) +
           (said.size() == 1 ? " value" : " values") + ", but the mesh has " +
           std::to_string(mesh.parts.size()) + (mesh.parts.size() == 1 ? " surface" : " surfaces") +
           ". Give one value for each surface, or none.");
  if (!job.materials.is_object() || !job.materials.contains("outerMedias")) return;
  for (const auto& entry : job.materials.at("outerMedias"))
    for (std::size_t p = 0; p < said.size(); ++p)
      if (mesh.parts[p].number == entry.at("surfaceApplied") && said[p] != entry.at("outerMedia"))
        refuse("The outer medium of surface " + std::to_string(mesh.parts[p].number) + " is " +
               outer_medium_name(said[p]) + " in the solver input (outermedia), but " +
               outer_medium_name(entry.at("outerMedia")) +
               " in the table of outer media. Let both say the same, or leave outermedia empty.");
}

std::string names_of(const std::set<int>& parts, const Mesh& mesh) {
  std::string text;
  for (const int p : parts) text += (text.empty() ? "" : ", ") + mesh.parts[p].name;
  return text;
}

void add_hybrid_notices(const Job& job, const Model& model, std::vector<Notice>& notices) {
  std::set<int> optics, full_wave;
  for (std::size_t p = 0; p < model.part_by_optics.size(); ++p)
    (model.part_by_optics[p] ? optics : full_wave).insert(static_cast<int>(p));
  notices.push_back({"HYBRID_PARTS", "Hybrid: Physical Optics takes " + names_of(optics, model.mesh) +
                                         ", the full wave takes " + names_of(full_wave, model.mesh) + "."});
  using namespace stated_accuracy;
  notices.push_back(
      {"HYBRID_ACCURACY",
       "Hybrid is no better than Physical Optics on the parts that Physical Optics takes. To the full wave its "
       "backscatter differs by " +
           number_text(hybrid_on_plate.mean_db) + " dB in the mean and " +
           number_text(hybrid_on_plate.max_db) +
           " dB at most on the validation fin on a plate of 10 wavelengths, by " +
           number_text(hybrid_on_box.mean_db) + " dB and " + number_text(hybrid_on_box.max_db) +
           " dB on the fin on a box of 3.5 wavelengths."});
  if (job.input.reflections > 1)
    notices.push_back(
        {"HYBRID_ONE_REFLECTION",
         "Hybrid follows one reflection: parts by Physical Optics do not light each other. Give parts "
         "that see each other to the full wave."});
}

void add_conductor_notices(const Job& job, const Model& model, std::vector<Notice>& notices) {
  std::set<int> open, closed_efie, closed_mfie;
  int internal = 0;
  for (std::size_t t = 0; t < model.mesh.triangles.size(); ++t) {
    const int part = model.mesh.triangles[t].part;
    if (model.topology.surface[t] == Surface::sheet && model.part_alpha[part] < 1.0) open.insert(part);
    if (model.topology.surface[t] == Surface::closed && model.part_alpha[part] == 1.0)
      closed_efie.insert(part);
    if (model.topology.surface[t] == Surface::closed && model.part_alpha[part] < small_alpha)
      closed_mfie.insert(part);
    internal += model.topology.surface[t] == Surface::internal;
  }
  if (!open.empty())
    notices.push_back({"OPEN_PARTS_EFIE",
                       "Open surfaces are solved by the EFIE (alpha = 1) because the MFIE needs a "
                       "closed one: " +
                           names_of(open, model.mesh) + "."});
  if (!closed_efie.empty())
    notices.push_back({"CLOSED_EFIE",
                       "Closed surfaces with alpha = 1 use the EFIE alone, which fails near interior "
                       "resonances; alpha 0.5 is safe: " +
                           names_of(closed_efie, model.mesh) + "."});
  if (!closed_mfie.empty())
    notices.push_back(
        {"CLOSED_MFIE",
         "Closed surfaces with alpha below 0.1 use the MFIE almost alone, which is wrong near interior "
         "resonances; alpha 0.5 is safe: " +
             names_of(closed_mfie, model.mesh) + "."});
  if (internal > 0)
    notices.push_back({"INTERNAL_FACES", std::to_string(internal) +
                                             " triangles lie inside the metal between closed "
                                             "cells; they carry no current and were left out."});
  if (!model.part_by_optics.empty()) add_hybrid_notices(job, model, notices);
}

void add_coating_notices(const Job& job, const Model& model, std::vector<Notice>& notices) {
  std::set<int> open;
  for (std::size_t t = 0; t < model.mesh.triangles.size(); ++t)
    if (model.topology.surface[t] == Surface::sheet) open.insert(model.mesh.triangles[t].part);
  if (!open.empty())
    notices.push_back(
        {"OPEN_PARTS_COATED",
         "Open surfaces are taken as conducting sheets coated alike on both sides, by the EFIE (alpha = 1): " +
             names_of(open, model.mesh) + "."});
  const auto frequencies = frequencies_hz(job.input.frequency_sweep, job.input.frequency_hz);
  for (const CoatingFinding& f : coating_findings(job, model.mesh, model.topology, frequencies))
    notices.push_back({f.code, f.sentence});
}

std::vector<Notice> notices_of(const Job& job, const Model& model) {
  std::vector<Notice> notices;
  if (job.program_type == 1) add_conductor_notices(job, model, notices);
  if (job.program_type == 2) add_coating_notices(job, model, notices);
  for (Notice& n : flipped_notices(model.topology)) notices.push_back(std::move(n));
  return notices;
}

}  // namespace

std::vector<Notice> flipped_notices(const Topology& topology) {
  int closed = 0, others = 0;
  for (std::size_t t = 0; t < topology.orientation.size(); ++t)
    if (topology.orientation[t] < 0) ++(topology.surface[t] == Surface::closed ? closed : others);
  std::vector<Notice> notices;
  if (closed > 0)
    notices.push_back(
        {"TURNED_TRIANGLES", std::to_string(closed) +
                                 " triangles were wound the wrong way round in the file; their normals "
                                 "were turned outward."});
  if (others > 0)
    notices.push_back({"TURNED_TRIANGLES",
                       std::to_string(others) +
                           " triangles of open surfaces were wound against their neighbours in the file; "
                           "they were turned to agree with them."});
  return notices;
}

Model prepare_model(const Job& job) {
  auto [mesh, topology, report] = examined_mesh(job);
  question_small_size(job, report);
  RwgSpace space(mesh, topology);
  if (space.size() == 0)
    throw InputError("UNV_NO_TRIANGLES",
                     "No edge of the model is shared by two triangles, so nothing can carry "
                     "current; check that the parts' nodes are merged.");
  std::vector<double> part_alpha = alpha_of_parts(job, mesh.parts.size());
  // Without some of the EFIE nothing would know of the impedance.
  if (job.program_type == 2)
    for (double& a : part_alpha) a = std::max(a, least_coated_alpha);
  std::vector<double> alpha = cfie_weights(space, part_alpha);
  Model model{std::move(mesh),
              std::move(topology),
              std::move(space),
              std::move(part_alpha),
              std::move(alpha),
              {},
              {},
              {},
              {}};
  if (job.program_type == 3) {
    compare_outer_media(job, model.mesh);
    std::vector<RegionFinding> findings;
    model.regions = region_graph(model.mesh, model.topology, job.materials, &findings);
    for (const RegionFinding& f : findings) model.notices.push_back({f.code, f.sentence});
  }
  if (job.program_type == 1 && job.input.solver == SolverType::hybrid) {
    const double lowest = frequencies_hz(job.input.frequency_sweep, job.input.frequency_hz).front();
    std::vector<char> optics = parts_by_optics(job, model.mesh, model.topology, lowest);
    if (std::any_of(optics.begin(), optics.end(), [](char c) { return c; }))
      model.part_by_optics = std::move(optics);
  }
  question_large_size(job, report, model.part_by_optics);
  if (job.program_type == 1 && model.part_by_optics.empty() &&
      std::any_of(model.alpha.begin(), model.alpha.end(), [](double a) { return a < 1.0; }))
    model.dual.emplace(model.space);
  for (const Finding& f : report.findings)
    if (touches_run(f, MeshUser::full_wave)) model.notices.push_back({f.code, f.sentence, f.where});
  for (Notice& n : notices_of(job, model)) model.notices.push_back(std::move(n));
  return model;
}

}  // namespace pace
