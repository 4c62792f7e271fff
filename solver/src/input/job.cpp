#include "input/job.hpp"

#include "excitation/sweep.hpp"
#include "input/json_file.hpp"
#include "input/rules.hpp"
#include "input/shape.hpp"

namespace pace {
namespace {

using Json = nlohmann::json;

SolverInput solver_input(const Json& from) {
  const auto flag = [&](const char* key) { return from.at(key) == 1; };
  const auto output = [&](std::size_t index) { return from.at("outputselection")[index] == 1; };
  SolverInput input{};
  input.manual_levels = from.at("numberoflevels")[0] == 0;
  input.levels = from.at("numberoflevels")[1];
  if (from.contains("scalefactor")) input.metres_per_unit = from.at("scalefactor").get<double>();
  input.rounding_deg = from.at("roundingangle");
  input.change_normal = flag("changenormal");
  input.angle_sweep = flag("anglesweep");
  input.excitation = from.at("excitation").get<std::vector<double>>();
  input.frequencies_hz =
      from.at("freqsweep") == 2
          ? from.at("frequencylist").get<std::vector<double>>()
          : frequencies_hz(flag("freqsweep"), from.at("frequency").get<std::array<double, 3>>());
  if (from.contains("adaptivetolerance"))
    input.adaptive_tolerance_db = from.at("adaptivetolerance").get<double>();
  input.far_locations = from.at("numberoffarlocations");
  input.thetas_3d = from.at("numberof3dthetas");
  input.solver = static_cast<SolverType>(from.at("solvertype").get<int>());
  input.reflections = from.at("numberofreflections");
  input.edge_diffraction = flag("edgediffraction");
  input.size_confirmed = flag("sizeconfirmed");
  input.residual = from.at("residualerror");
  input.max_iterations = from.at("numberofiterations");
  input.cfie_alpha = from.at("cfiealpha").get<std::vector<double>>();
  input.part_methods = from.at("partmethods").get<std::vector<int>>();
  input.outer_media = from.at("outermedia").get<std::vector<int>>();
  input.outputs = {output(0), output(1), output(2), output(3), output(4)};
  return input;
}

}  // namespace

Job parse_job(const Json& json, const std::filesystem::path& base_dir) {
  Json shaped = shaped_job(json);
  check_rules(shaped);
  Job job{};
  job.program_type = shaped.at("programType");
  job.mesh = std::filesystem::absolute(base_dir / shaped.at("mesh").get<std::string>()).lexically_normal();
  job.input = solver_input(shaped.at("solverInput"));
  job.materials = shaped.value("materials", Json());
  const std::string method = shaped.at("method"), preconditioner = shaped.at("preconditioner"),
                    formulation = shaped.at("formulation");
  job.method = method == "auto"    ? MethodChoice::automatic
               : method == "mlfma" ? MethodChoice::mlfma
                                   : MethodChoice::dense_lu;
  job.preconditioner = preconditioner == "auto"   ? PreconditionerChoice::automatic
                       : preconditioner == "near" ? PreconditionerChoice::near
                                                  : PreconditionerChoice::inner;
  job.formulation = formulation == "auto"     ? FormulationChoice::automatic
                    : formulation == "pmchwt" ? FormulationChoice::pmchwt
                                              : FormulationChoice::jmcfie;
  if (shaped.contains("digits")) job.digits = shaped.at("digits").get<int>();
  job.error_estimate = shaped.at("errorEstimate");
  job.shadow_pieces = shaped.at("shadowPieces");
  job.threads = shaped.at("threads");
  if (shaped.contains("memoryLimitBytes"))
    job.memory_limit_bytes = shaped.at("memoryLimitBytes").get<std::uint64_t>();
  job.normalized = std::move(shaped);
  return job;
}

Job read_job(const std::filesystem::path& file) {
  return parse_job(read_json_file(file), file.parent_path());
}

}  // namespace pace
