// Damaged files are refused in a sentence or read; nothing else happens. `npm run fuzz` does this with the
// sanitizers and a hundred thousand files of each kind; here are a few, always the same ones.
#include <doctest/doctest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "../mesh/shapes.hpp"
#include "../run/run_folder.hpp"
#include "core/error.hpp"
#include "mesh/doctor.hpp"
#include "mesh/drawing.hpp"
#include "mutations.hpp"
#include "run/optics_checkpoint.hpp"
#include "systems/checkpoint.hpp"

using namespace pace;
using nlohmann::json;
namespace fs = std::filesystem;

extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace {

/// A file that takes longer hangs [s].
constexpr unsigned patience = 120;

const char* kind_now = "";
std::uint64_t case_now = 0;

void report_case() {
  std::fprintf(stderr, "fuzz: kind %s, PACE_FUZZ_FIRST=%llu\n", kind_now,
               static_cast<unsigned long long>(case_now));
}
void report_hang(int) {
  std::fputs("fuzz: hangs\n", stderr);
  report_case();
  _exit(99);
}

std::uint64_t setting(const char* name, std::uint64_t fallback) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : fallback;
}

/// Calls work(mutator) for every case; an InputError is an answer, anything else is a failure.
/// @param share  of PACE_FUZZ_COUNT, for kinds that take longer
template <class Work>
void many(const char* kind, std::uint64_t few, double share, const Work& work) {
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(report_case);
  signal(SIGALRM, report_hang);
  kind_now = kind;
  const auto asked = static_cast<double>(setting("PACE_FUZZ_COUNT", 0));
  const std::uint64_t count = asked > 0.0 ? static_cast<std::uint64_t>(asked * share) : few,
                      first = setting("PACE_FUZZ_FIRST", 0);
  std::uint64_t refused = 0;
  for (case_now = first; case_now < first + count; ++case_now) {
    alarm(patience);
    fuzz::Mutator mutator(case_now * 1000003 + kind[0]);
    try {
      work(mutator);
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).size() > 10);
      ++refused;
    } catch (const std::exception& error) {
      report_case();
      FAIL_CHECK(error.what());
    }
  }
  alarm(0);
  if (asked > 0.0) std::cout << "fuzz: " << count << " " << kind << ", " << refused << " refused\n";
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

bool all_finite(const json& value) {
  if (value.is_null()) return false;
  if (value.is_structured())
    return std::all_of(value.begin(), value.end(), [](const json& child) { return all_finite(child); });
  return true;
}

json input_of(int solver) {
  return {{"excitation", {40, 70, 1}},
          {"frequency", {3e8, -1, -1}},
          {"numberoffarlocations", 4},
          {"solvertype", solver}};
}

std::vector<std::string> meshes() {
  std::vector<std::string> texts;
  const fs::path target = fs::temp_directory_path() / ("pace-fuzz-" + std::to_string(getpid()) + ".unv");
  shapes::Builder plate;
  plate.surface(
      2, 2, [](double u, double v) { return Vec3(0.4 * u, 0.3 * v, 0.0); }, 2);
  for (const Mesh& mesh : {shapes::tetrahedron(), plate.mesh, shapes::cube(1)}) {
    write_unv(mesh, target);
    texts.push_back(contents(target));
  }
  fs::remove(target);
  return texts;
}

}  // namespace

TEST_CASE("damaged universal files are checked or refused, and solved to finite fields or refused") {
  const std::vector<std::string> texts = meshes();
  const RunFolder folder(shapes::tetrahedron());
  many("meshes", 150, 1.0, [&](fuzz::Mutator& mutator) {
    const std::string text = mutator.text(mutator.one_of(texts), texts);
    const UnvFile file = parse_unv(text);
    const json report = examine(file, length_unit(file, {}), 3e8);
    CHECK(report.contains("verdict"));
    put(folder.results().parent_path() / "mesh.unv", text);
    fs::remove_all(folder.results());
    run_unchecked(folder.job(input_of(mutator.below(2) ? 1 : 2), {{"threads", 1}}), folder.results());
    CHECK(all_finite(folder.read("monostatic.json")));
    CHECK(all_finite(folder.read("result.json")));
  });
}

TEST_CASE("damaged jobs are estimated or refused") {
  std::vector<std::string> texts;
  for (const auto& entry : fs::directory_iterator(fs::path(PACE_REPOSITORY) / "contract/examples/good"))
    texts.push_back(json::parse(contents(entry.path()))["job"].dump(1));
  std::sort(texts.begin(), texts.end());
  const RunFolder folder(shapes::tetrahedron());
  const fs::path file = folder.results().parent_path() / "job.json";
  many("jobs", 100, 1.0, [&](fuzz::Mutator& mutator) {
    put(file, mutator.text(mutator.one_of(texts), texts));
    const CostEstimate cost = estimate(read_job(file));
    CHECK(std::isfinite(cost.seconds));
  });
}

TEST_CASE("a run goes on from damaged results, or starts again") {
  const RunFolder folder(shapes::tetrahedron());
  json input = input_of(2);
  input.update({{"freqsweep", 1}, {"frequency", {2e8, 1e8, 4e8}}});
  const Job job = folder.job(input, {{"threads", 1}});
  run_unchecked(job, folder.results());
  const std::vector<std::string> names{"result.json", "monostatic.json",
                                       "solver_result_200000000_iterations_400_700.json"};
  std::vector<std::string> sound;
  for (const std::string& name : names) sound.push_back(contents(folder.results() / name));
  json interrupted = json::parse(sound[0]);
  interrupted["finished"] = false;
  interrupted["partial"] = interrupted["frequencies"][2];
  interrupted["partial"]["illuminations"] = 1;
  interrupted["frequencies"].erase(2);
  many("results", 30, 0.2, [&](fuzz::Mutator& mutator) {
    for (std::size_t i = 0; i < names.size(); ++i) put(folder.results() / names[i], sound[i]);
    if (mutator.below(2)) put(folder.results() / names[0], interrupted.dump());
    const std::size_t damaged = mutator.below(names.size());
    const fs::path file = folder.results() / names[damaged];
    put(file, mutator.text(contents(file), sound));
    run_unchecked(job, folder.results());
    const json result = folder.read("result.json");
    CHECK(all_finite(result));
    CHECK(result["frequencies"].size() == 3);
    CHECK(all_finite(folder.read("monostatic.json")));
    CHECK(folder.read("monostatic.json")["monoStaticRcs"].size() == 3);
  });
}

TEST_CASE("damaged checkpoints and drawings are read or refused") {
  const fs::path folder = fs::temp_directory_path() / ("pace-fuzz-" + std::to_string(getpid()));
  fs::create_directories(folder);
  std::vector<int> functions(5);
  for (int i = 0; i < 5; ++i) functions[i] = i;
  Checkpoint solution{
      FloatColumns(5, 2), Eigen::MatrixXcd::Identity(2, 3), {{0.5, 0.1}, {0.4, 0.2}, {0.3, 0.1}}};
  solution.write(folder / "c.bin", functions, 5, Communicator::alone());
  const OpticsCheckpoint optics(folder, "fingerprint");
  optics.write({std::vector<char>(3, 1), std::vector<FarFieldAmplitude>(6)});
  std::string drawing = "PACETRI1";
  const auto append = [&](const auto& value) {
    drawing.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  for (const std::uint32_t n : {4u, 2u}) append(n);
  for (int i = 0; i < 12; ++i) append(static_cast<float>(i % 5));
  for (const std::uint32_t n : {0u, 1u, 2u, 1u, 2u, 3u}) append(n);
  const std::vector<std::string> sound{contents(folder / "c.bin"),
                                       contents(folder / ".checkpoint_optics.bin"), drawing};
  many("binaries", 300, 1.0, [&](fuzz::Mutator& mutator) {
    const std::size_t kind = mutator.below(3);
    const fs::path file = folder / (kind == 1 ? ".checkpoint_optics.bin" : "c.bin");
    put(file, mutator.text(sound[kind], sound));
    Checkpoint read;
    if (kind == 0 && read.read(file, functions, 5, 3, Communicator::alone())) CHECK(read.x.rows == 5);
    if (kind == 1) optics.read(3, 2);
    if (kind == 2) read_drawing(file);
  });
  fs::remove_all(folder);
}
