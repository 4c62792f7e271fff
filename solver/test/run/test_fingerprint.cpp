#include <doctest/doctest.h>

#include "../mesh/shapes.hpp"
#include "model/fingerprint.hpp"
#include "run_folder.hpp"

using nlohmann::json;

namespace {

/// Another value of the same kind.
json changed(const json& value) {
  if (value.is_number()) return value.get<double>() + 1.0;
  if (value.is_string()) return value.get<std::string>() + "x";
  if (value.is_boolean()) return !value.get<bool>();
  if (value.is_array()) {
    json more = value;
    more.push_back(1);
    return more;
  }
  return json{{"other", 1}};
}

}  // namespace

TEST_CASE(
    "every setting of a job makes it another computation, but for where it runs and how accurate it is to be") {
  shapes::Builder box;
  box.box(Vec3(0, 0, 0), Vec3(0.4, 0.3, 0.2), 1);
  const RunFolder folder(box.mesh);
  const Job job = folder.job({{"excitation", {40, 70, 1}},
                              {"frequency", {3e8, -1, -1}},
                              {"solvertype", 2},
                              {"adaptivetolerance", 0.1}},
                             {{"digits", 3}, {"memoryLimitBytes", 1 << 30}, {"shadowPieces", 8}});
  const json chosen{{"method", "mlfma"}};
  const std::string before = fingerprint(job, box.mesh, chosen);

  for (const std::string prefix : {"", "/solverInput"}) {
    for (const auto& [name, value] : job.normalized.at(json::json_pointer(prefix)).items()) {
      const std::string pointer = prefix + "/" + name;
      if (pointer == "/solverInput") continue;
      CAPTURE(pointer);
      Job other = job;
      other.normalized.at(json::json_pointer(pointer)) = changed(value);
      CHECK((fingerprint(other, box.mesh, chosen) == before) == left_out_of_fingerprint().contains(pointer));
    }
  }
  // A name that a later version of the contract may add.
  Job later = job;
  later.normalized["solverInput"]["newsetting"] = 1;
  CHECK(fingerprint(later, box.mesh, chosen) != before);

  CHECK(fingerprint(job, box.mesh, {{"method", "dense-lu"}}) != before);
  Mesh moved = box.mesh;
  moved.vertices[0].x() += 1e-9;
  CHECK(fingerprint(job, moved, chosen) != before);
  // Bends make another body; bends of which none is bent would not be there.
  Mesh bent = box.mesh;
  bent.bends.resize(bent.triangles.size());
  for (Bend& bend : bent.bends) bend.sagitta.fill(Vec3::Zero());
  bent.bends[5].sagitta[1] = Vec3(0.01, -0.02, 0.005);
  const std::string of_bent = fingerprint(job, bent, chosen);
  CHECK(of_bent != before);
  std::swap(bent.bends[5].sagitta[1], bent.bends[5].sagitta[2]);
  CHECK(fingerprint(job, bent, chosen) != of_bent);
  for (const std::string& pointer : left_out_of_fingerprint()) {
    CAPTURE(pointer);
    CHECK(job.normalized.contains(json::json_pointer(pointer)));
  }
}
