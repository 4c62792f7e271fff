// A run as the program does it: a folder with a mesh and a job in, results and events out.
#pragma once

#include <unistd.h>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "../schemas/file_schemas.hpp"
#include "core/cancel.hpp"
#include "core/error.hpp"
#include "input/job.hpp"
#include "mesh/unv.hpp"
#include "run/driver.hpp"

using namespace pace;

/// A folder with a mesh and a job; gone with the test.
class RunFolder {
 public:
  explicit RunFolder(const Mesh& mesh)
      : path_(std::filesystem::temp_directory_path() /
              ("pace-test-run-" + std::to_string(getpid()) + "-" + std::to_string(++count_))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
    write_unv(mesh, path_ / "mesh.unv");
  }
  ~RunFolder() { std::filesystem::remove_all(path_); }

  /// Without error bars, where `more` does not ask for them. On one thread, which adds in one order: several
  /// round sums otherwise in every run, and packing makes up to 1e-4 of the field of it.
  Job job(nlohmann::json input, nlohmann::json more = nlohmann::json::object()) const {
    nlohmann::json document{{"schema", "pace-job-1"}, {"programType", 1},
                            {"mesh", "mesh.unv"},     {"threads", 1},
                            {"errorEstimate", false}, {"solverInput", std::move(input)}};
    document.update(more);
    return parse_job(document, path_);
  }
  std::filesystem::path results() const { return path_ / "results"; }
  nlohmann::json read(const std::string& name) const {
    std::ifstream file(results() / name);
    return nlohmann::json::parse(file);
  }

 private:
  static inline int count_ = 0;
  std::filesystem::path path_;
};

/// Whatever is in the folder already.
inline std::vector<nlohmann::json> run_unchecked(const Job& job, const std::filesystem::path& results) {
  std::FILE* file = std::tmpfile();
  EventStream events(file);
  solve(job, results, events);
  std::rewind(file);
  std::vector<nlohmann::json> said;
  char line[65536];
  while (std::fgets(line, sizeof line, file)) said.push_back(nlohmann::json::parse(line));
  std::fclose(file);
  return said;
}

/// Every file that is there at the end, also of a run that was interrupted, must fit its schema.
inline std::vector<nlohmann::json> run(const Job& job, const std::filesystem::path& results) {
  try {
    auto said = run_unchecked(job, results);
    check_result_files(results);
    return said;
  } catch (const Cancelled&) {
    check_result_files(results);
    throw;
  }
}

/// Runs until it says what is waited for, then stops it as a signal does. @returns what it said until then
inline std::vector<nlohmann::json> run_until(const Job& job, const std::filesystem::path& results,
                                             std::function<bool(const nlohmann::json&)> is_it) {
  struct Reader {
    std::function<bool(const nlohmann::json&)> is_it;
    std::string rest;
    std::vector<nlohmann::json> said;
  } reader{std::move(is_it), {}, {}};
  const auto write = [](void* cookie, const char* text, std::size_t size) {
    Reader& to = *static_cast<Reader*>(cookie);
    to.rest.append(text, size);
    for (std::size_t end; (end = to.rest.find('\n')) != std::string::npos; to.rest.erase(0, end + 1)) {
      to.said.push_back(nlohmann::json::parse(to.rest.substr(0, end)));
      if (to.is_it(to.said.back())) stop_requested() = true;
    }
    return static_cast<ssize_t>(size);
  };
  std::FILE* file = fopencookie(&reader, "w", {nullptr, write, nullptr, nullptr});
  bool was_stopped = false;
  try {
    EventStream events(file);
    solve(job, results, events);
  } catch (const Cancelled&) {
    was_stopped = true;
  }
  std::fclose(file);
  stop_requested() = false;
  CHECK(was_stopped);
  check_result_files(results);
  return reader.said;
}

inline bool has_notice(const nlohmann::json& result, const std::string& code, const std::string& part = "") {
  for (const nlohmann::json& n : result["notices"])
    if (n["code"] == code && n["sentence"].get<std::string>().find(part) != std::string::npos) return true;
  return false;
}

/// "none" if nothing was refused.
inline std::string code_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& e) {
    return e.code();
  }
  return "none";
}

/// "none" if nothing was refused.
inline std::string sentence_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& e) {
    return e.what();
  }
  return "none";
}
