// How an iterative solution of one frequency was made: sizes, memory and time, `mlfma` or `hybrid` of an
// entry of `frequencies` in result.json (docs/run-folder.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace pace {

/// Bytes, of all ranks [B] or of an unknown [B/unknown].
struct ProductBytes {
  double near = 0.0, preconditioner = 0.0, patterns = 0.0, fields = 0.0, translators = 0.0;
};

/// Of one product: time of all threads, and what has to be done and moved at least.
struct ProductStage {
  std::string name;
  double core_seconds, flops, bytes;
};

struct RankReport {
  double unknowns;
  ProductBytes bytes;
  double tree_bytes;
  double bytes_sent_per_product, near_seconds_per_product, far_seconds_per_product, wait_seconds_per_product;
};

struct SolveReport {
  int digits = 0, levels = 0;

  /// Of bodies of several media: the tree of each region.
  struct Region {
    std::size_t functions;
    int levels;
    double leaf_wavelengths;
  };
  std::vector<Region> regions;
  std::optional<double> leaf_wavelengths;   ///< of the one tree
  std::optional<std::vector<int>> degrees;  ///< of the levels that have waves

  struct Hybrid {
    std::int64_t full_wave_unknowns, optics_functions, collar_triangles, groups;
    double projection_bytes_per_unknown;
  };
  std::optional<Hybrid> hybrid;

  ProductBytes bytes_per_unknown;

  /// What is not measured apart is left out.
  struct Seconds {
    double near_matrix = 0.0;
    std::optional<double> patterns, preconditioner;
    double solution = 0.0, per_product = 0.0;
    std::optional<double> near_per_product, far_per_product;
  };
  Seconds seconds;

  std::vector<ProductStage> stages;
  std::optional<double> flops_per_product;
  bool uses_inner_solve = false;
  std::int64_t inner_products = 0;
  std::optional<bool> near_interpolated;  ///< between other frequencies; none where that cannot be
  std::vector<RankReport> ranks;          ///< empty for one rank
};
void to_json(nlohmann::json& json, const SolveReport& report);

}  // namespace pace
