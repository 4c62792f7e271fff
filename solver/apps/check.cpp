#include "check.hpp"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/error.hpp"
#include "error_json.hpp"
#include "mesh/coincident.hpp"
#include "mesh/doctor.hpp"
#include "mesh/viewer_geometry.hpp"
#include "solve.hpp"

namespace pace {
namespace {

struct CheckOptions {
  std::string model;
  std::optional<double> metres_per_unit, frequency_hz, merge_tolerance_m;
  bool merges_seams = false;
  double rounding_deg = 0.0;
  std::string json, geometry, mend, merged;
};

std::string triple(const Vec3& v, const char* unit) {
  char text[120];
  std::snprintf(text, sizeof text, "%.5g x %.5g x %.5g %s", v.x(), v.y(), v.z(), unit);
  return text;
}

void print_units(const Report& report) {
  const std::string stated =
      report.units_stated ? "the file says \"" + report.units_name + "\"" : "the file does not say";
  const char* source = report.unit.source == LengthUnit::Source::file   ? "from the file"
                       : report.unit.source == LengthUnit::Source::user ? "as asked for"
                                                                        : "assumed";
  std::printf("Units       %s; 1 unit = %.8g m (%s)\n", stated.c_str(), report.unit.metres_per_unit, source);
  std::printf("Size        %s = %s", triple(report.box_file_units.size(), "units").c_str(),
              triple(report.box_m.size(), "m").c_str());
  if (report.wavelength_m) {
    std::printf(" = %s", triple(report.box_m.size() / *report.wavelength_m, "wavelengths").c_str());
  }
  std::printf("\n");
}

void print_totals(const Report& report) {
  std::printf("Mesh        %d vertices, %d triangles, %d edges, %d unknowns (RWG, perfect conductor)\n",
              report.vertices, report.triangles, report.edges, report.unknowns_rwg);
  std::printf("Edges       %.4g to %.4g m, mean %.4g m", report.edge_m.min, report.edge_m.max,
              report.edge_m.mean);
  if (report.wavelength_m) {
    std::printf(" (longest %.3g, mean %.3g wavelengths)", report.edge_m.max / *report.wavelength_m,
                report.edge_m.mean / *report.wavelength_m);
  }
  std::printf("\n            %d open, %d junctions\n", report.open_edges, report.junction_edges);
  std::printf("Quality     radius ratio mean %.2f, worst %.2g; %d slivers\n", report.quality_mean,
              report.quality_min, report.sliver_count);
}

void print_curvature(const Report& report) {
  if (!report.curved) return;
  const CurvedReport& curved = *report.curved;
  std::printf("Curvature   %d bent triangles, largest sagitta %.3g m (%.3g of its edge", curved.triangles,
              curved.sagitta_m, curved.sagitta_of_edge);
  if (report.wavelength_m) std::printf(", %.3g wavelengths", curved.sagitta_m / *report.wavelength_m);
  std::printf("); smallest scaled Jacobian %.2g\n", curved.scaled_jacobian);
}

void print_parts(const Report& report) {
  std::printf("Parts\n  number  triangles     area/m2  mean edge/m  open edges  kind     name\n");
  for (const PartReport& part : report.parts) {
    const char* kind = part.open ? "open" : part.internal_triangles == part.triangles ? "inside" : "closed";
    std::printf("  %6d  %9d  %10.5g  %11.4g  %10d  %-7s  %s\n", part.number, part.triangles, part.area_m2,
                part.edge_m.mean, part.open_edges, kind, part.name.c_str());
  }
  constexpr std::size_t listed = 10;
  std::printf("Pieces\n");
  for (std::size_t c = 0; c < report.components.size() && c < listed; ++c) {
    const ComponentReport& piece = report.components[c];
    std::printf("  %6zu  %9d triangles, %s, volume %.5g m3\n", c + 1, piece.triangles,
                piece.closed ? "closed" : "open", piece.volume_m3);
  }
  if (report.components.size() > listed) std::printf("  and %zu more\n", report.components.size() - listed);
}

void print_findings(const Report& report) {
  std::printf("Findings%s\n", report.findings.empty() ? "    none" : "");
  for (const Finding& finding : report.findings) {
    const char* severity = finding.severity == Severity::error     ? "ERROR  "
                           : finding.severity == Severity::warning ? "warning"
                                                                   : "note   ";
    std::printf("  %s %s: %s%s%s\n", severity, finding.code.c_str(), finding.sentence.c_str(),
                finding.where.empty() ? "" : " At ", finding.where.c_str());
  }
  std::printf("Verdict     %s\n", report.verdict().c_str());
}

void print_summary(const Report& report) {
  print_units(report);
  print_totals(report);
  print_curvature(report);
  print_parts(report);
  print_findings(report);
}

void write_report(const std::string& target, const nlohmann::json& json) {
  // Part names and paths may hold bytes that are no UTF-8; they are replaced, not refused.
  const std::string text = json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
  if (target == "-") {
    std::cout << text << "\n";
    return;
  }
  std::ofstream out(target);
  out << text << "\n";
  out.close();
  if (!out) {
    throw InputError(Message{"REPORT_NOT_WRITABLE", {{"file", target}}}, target);
  }
}

void merge_if_asked(UnvFile& file, const LengthUnit& unit, const CheckOptions& options) {
  if (!options.merge_tolerance_m) return;
  const Merge merge = merge_coincident(file.mesh, *options.merge_tolerance_m / unit.metres_per_unit);
  file.notes.push_back({"FILE_NOTE.merged",
                        {{"count", merge.vertices},
                         {"collapsed", Message{"triangles", {{"count", merge.collapsed_triangles}}}}}});
  if (merge.sides.sides > 0) file.notes.push_back(note_of(merge.sides));
}

int check(const CheckOptions& options) {
  UnvFile file = read_unv(options.model);
  const LengthUnit unit = length_unit(file, options.metres_per_unit);
  merge_if_asked(file, unit, options);
  const Examination examination =
      options.merges_seams ? diagnose_merged(file, unit, options.frequency_hz, options.rounding_deg)
                           : diagnose(file, unit, options.frequency_hz, options.rounding_deg);
  if (!options.geometry.empty())
    write_viewer_geometry(examination.mesh, examination.topology, options.geometry);
  if (!options.mend.empty()) write_unv(oriented(examination.mesh, examination.topology), options.mend);
  if (!options.merged.empty()) write_unv(file, options.merged);
  if (options.json != "-") print_summary(examination.report);
  if (!options.json.empty()) write_report(options.json, examination.report);
  return examination.report.has_errors() ? exit_model_errors : exit_done;
}

int report_bad_input(const InputError& error, const CheckOptions& options) {
  std::cerr << error.code() << ": " << error.what() << "\n";
  if (error.code() == "REPORT_NOT_WRITABLE")
    std::cout << error_json(error).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  else if (!options.json.empty())
    write_report(options.json, error_json(error));
  return exit_bad_input;
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* verb =
      app.add_subcommand("check", "Examine a mesh before solving: units, parts, openings, quality");
  verb->add_option("model", options->model, "Triangle mesh in UNV format")->required();
  verb->add_option("--unit-scale", options->metres_per_unit,
                   "Metres per unit of the file; without it the file's own");
  verb->add_option("--frequency", options->frequency_hz, "Judge sizes against this frequency [Hz]");
  verb->add_option("--merge", options->merge_tolerance_m, "Merge vertices closer than this [m] first")
      ->check(CLI::NonNegativeNumber);
  verb->add_flag("--merge-seams", options->merges_seams,
                 "Merge the nodes of torn seams (UNMERGED_SEAM) before the examination");
  verb->add_option("--round", options->rounding_deg,
                   "Round smooth parts of a mesh without middle nodes: where neighbours turn by less than "
                   "this angle [deg]; 0: leave the facets")
      ->check(CLI::Range(0.0, 60.0));
  verb->add_option("--json", options->json,
                   "Write the report as JSON to this file, or - for standard output");
  verb->add_option("--geometry", options->geometry, "Write the surface for the viewer (PACEGEO1)");
  verb->add_option(
      "--merged", options->merged,
      "Write a UNV with nodes merged as asked for, in units of the model and with its statement of them");
  verb->add_option("--mend", options->mend, "Write a UNV in metres with consistent outward winding");
  verb->callback([options, &exit_code] {
    try {
      exit_code = check(*options);
    } catch (const InputError& error) {
      exit_code = report_bad_input(error, *options);
    }
  });
}

}  // namespace pace
