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

namespace pace {
namespace {

constexpr double default_alpha = 0.5, least_coated_alpha = 0.2;

std::vector<double> alpha_of_parts(const Job& job, std::size_t parts) {
  const auto& given = job.input.cfie_alpha;
  if (given.empty()) return std::vector<double>(parts, default_alpha);
  if (given.size() == 1) return std::vector<double>(parts, given[0]);
  if (given.size() != parts)
    throw InputError(Message{"ALPHA_COUNT", {{"values", given.size()}, {"parts", parts}}},
                     "/solverInput/cfiealpha");
  return given;
}

Message outer_medium_name(int outer) {
  if (outer == 0) return {"outerMedium.vacuum"};
  if (outer == -1) return {"outerMedium.interface"};
  return {"outerMedium.surface", {{"surface", outer}}};
}

/// The solver input may repeat what the table of outer media says, one value a part; both must say the same.
void compare_outer_media(const Job& job, const Mesh& mesh) {
  const std::vector<int>& said = job.input.outer_media;
  if (said.empty()) return;
  const auto refuse = [](Message message) {
    throw InputError(std::move(message), "/solverInput/outermedia");
  };
  if (said.size() != mesh.parts.size())
    refuse({"REGION_TABLE.outerMediaCount",
            {{"values", Message{"values", {{"count", said.size()}}}},
             {"surfaces", Message{"surfaceCount", {{"count", mesh.parts.size()}}}}}});
  if (!job.materials.is_object() || !job.materials.contains("outerMedias")) return;
  for (const auto& entry : job.materials.at("outerMedias"))
    for (std::size_t p = 0; p < said.size(); ++p)
      if (mesh.parts[p].number == entry.at("surfaceApplied") && said[p] != entry.at("outerMedia"))
        refuse({"REGION_TABLE.outerMediaDiffer",
                {{"surface", mesh.parts[p].number},
                 {"said", outer_medium_name(said[p])},
                 {"table", outer_medium_name(entry.at("outerMedia"))}}});
}

nlohmann::json names_of(const std::set<int>& parts, const Mesh& mesh) {
  nlohmann::json names = nlohmann::json::array();
  for (const int p : parts) names.push_back(mesh.parts[p].name);
  return names;
}

void add_hybrid_notices(const Job& job, const Model& model, std::vector<Notice>& notices) {
  std::set<int> optics, full_wave;
  for (std::size_t p = 0; p < model.part_by_optics.size(); ++p)
    (model.part_by_optics[p] ? optics : full_wave).insert(static_cast<int>(p));
  notices.emplace_back(
      Message{"HYBRID_PARTS",
              {{"optics", names_of(optics, model.mesh)}, {"fullWave", names_of(full_wave, model.mesh)}}});
  using namespace stated_accuracy;
  notices.emplace_back(Message{"HYBRID_ACCURACY",
                               {{"mean", hybrid_on_plate.mean_db},
                                {"worst", hybrid_on_plate.max_db},
                                {"boxMean", hybrid_on_box.mean_db},
                                {"boxWorst", hybrid_on_box.max_db}}});
  if (job.input.reflections > 1) notices.emplace_back(Message{"HYBRID_ONE_REFLECTION"});
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
    notices.emplace_back(Message{"OPEN_PARTS_EFIE", {{"parts", names_of(open, model.mesh)}}});
  if (!closed_efie.empty())
    notices.emplace_back(Message{"CLOSED_EFIE", {{"parts", names_of(closed_efie, model.mesh)}}});
  if (!closed_mfie.empty())
    notices.emplace_back(Message{"CLOSED_MFIE", {{"parts", names_of(closed_mfie, model.mesh)}}});
  if (internal > 0) notices.emplace_back(Message{"INTERNAL_FACES", {{"count", internal}}});
  if (!model.part_by_optics.empty()) add_hybrid_notices(job, model, notices);
}

void add_coating_notices(const Job& job, const Model& model, std::vector<Notice>& notices) {
  std::set<int> open;
  for (std::size_t t = 0; t < model.mesh.triangles.size(); ++t)
    if (model.topology.surface[t] == Surface::sheet) open.insert(model.mesh.triangles[t].part);
  if (!open.empty())
    notices.emplace_back(Message{"OPEN_PARTS_COATED", {{"parts", names_of(open, model.mesh)}}});
  const auto frequencies = job.input.frequencies_hz;
  for (const CoatingFinding& f : coating_findings(job, model.mesh, model.topology, frequencies))
    notices.emplace_back(static_cast<const Statement&>(f));
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
  if (closed > 0) notices.emplace_back(Message{"TURNED_TRIANGLES", {{"count", closed}}});
  if (others > 0) notices.emplace_back(Message{"TURNED_TRIANGLES.open", {{"count", others}}});
  return notices;
}

Model prepare_model(const Job& job) {
  auto [mesh, topology, report] = examined_mesh(job);
  question_small_size(job, report);
  RwgSpace space(mesh, topology);
  if (space.size() == 0) throw InputError(Message{"UNV_NO_TRIANGLES.noSharedEdge"});
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
    for (const RegionFinding& f : findings) model.notices.emplace_back(static_cast<const Statement&>(f));
  }
  if (job.program_type == 1 && job.input.solver == SolverType::hybrid) {
    const double lowest = job.input.frequencies_hz.front();
    std::vector<char> optics = parts_by_optics(job, model.mesh, model.topology, lowest);
    if (std::any_of(optics.begin(), optics.end(), [](char c) { return c; }))
      model.part_by_optics = std::move(optics);
  }
  question_large_size(job, report, model.part_by_optics);
  if (job.program_type == 1 && model.part_by_optics.empty() &&
      std::any_of(model.alpha.begin(), model.alpha.end(), [](double a) { return a < 1.0; }))
    model.dual.emplace(model.space);
  for (const Finding& f : report.findings)
    if (touches_run(f, MeshUser::full_wave))
      model.notices.emplace_back(static_cast<const Statement&>(f), f.where);
  for (Notice& n : notices_of(job, model)) model.notices.push_back(std::move(n));
  return model;
}

}  // namespace pace
