#include "model/fingerprint.hpp"

#include <cstdint>

namespace pace {
namespace {

/// FNV-1a of 64 bits.
class Hash {
 public:
  void add(const void* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
      value_ = (value_ ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211ULL;
  }
  void add(const std::string& text) { add(text.data(), text.size()); }
  std::string text() const { return std::to_string(value_); }

 private:
  std::uint64_t value_ = 1469598103934665603ULL;
};

}  // namespace

const std::set<std::string>& left_out_of_fingerprint() {
  static const std::set<std::string> pointers{"/mesh",
                                              "/threads",
                                              "/memoryLimitBytes",
                                              "/method",
                                              "/preconditioner",
                                              "/formulation",
                                              "/digits",
                                              "/solverInput/adaptivetolerance",
                                              "/solverInput/residualerror",
                                              "/solverInput/numberofiterations",
                                              "/solverInput/numberoflevels",
                                              "/solverInput/sizeconfirmed"};
  return pointers;
}

std::string fingerprint(const Job& job, const Mesh& mesh, const nlohmann::json& chosen) {
  nlohmann::json same = job.normalized;
  for (const std::string& pointer : left_out_of_fingerprint()) {
    const nlohmann::json::json_pointer at(pointer);
    if (same.contains(at)) same.at(at.parent_pointer()).erase(at.back());
  }
  Hash hash;
  hash.add(same.dump());
  hash.add(chosen.dump());
  for (const Vec3& v : mesh.vertices) hash.add(v.data(), 3 * sizeof(double));
  for (const Triangle& t : mesh.triangles) {
    hash.add(t.vertex.data(), sizeof t.vertex);
    hash.add(&t.part, sizeof t.part);
  }
  for (const Bend& bend : mesh.bends)
    for (const Vec3& sagitta : bend.sagitta) hash.add(sagitta.data(), 3 * sizeof(double));
  for (const Part& p : mesh.parts) hash.add(&p.number, sizeof p.number);
  return hash.text();
}

}  // namespace pace
