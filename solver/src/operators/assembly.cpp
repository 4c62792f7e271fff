#include "operators/assembly.hpp"

#include <omp.h>

#include <algorithm>

#include "core/cancel.hpp"
#include "operators/dual_rows.hpp"
#include "operators/proximity.hpp"
#include "operators/rwg_rows.hpp"

namespace pace {
namespace {

/// Green's functions of a dual cell over those of a triangle: only weighs the progress.
constexpr int triangles_per_cell = 4;

/// Triangles with a row that the sink wants.
std::vector<char> wanted_triangles(const RwgSpace& space, const MatrixSink& sink) {
  std::vector<char> wanted(space.triangles().size());
  for (int t = 0; t < static_cast<int>(wanted.size()); ++t)
    for (const HalfFunction& half : space.halves(t))
      wanted[t] |= static_cast<char>(sink.wants(half.function));
  return wanted;
}

}  // namespace

void assemble(const RwgSpace& space, const DualSpace* dual, Complex k, std::span<const double> alpha,
              const QuadratureChoice& choice, MatrixSink& sink, const std::function<void(double)>& progress,
              Block block) {
  const auto neighbours = neighbours_within(space, choice.middle_distance, wanted_triangles(space, sink));
  const bool magnetic = std::any_of(alpha.begin(), alpha.end(), [](double a) { return a < 1.0; });
  if (!magnetic) dual = nullptr;
  const int triangles = static_cast<int>(space.triangles().size()),
            cells = dual ? static_cast<int>(dual->cells().size()) : 0;
  const double total = triangles + triangles_per_cell * cells;
  int done = 0;
  const auto report = [&](int units) {
    int count;
#pragma omp atomic capture
    count = done += units;
    if (progress && omp_get_thread_num() == 0 && count % 64 < units * omp_get_num_threads())
      progress(count / total);
  };
  {
    // Gone before the other rows make their own: both hold points of all triangles.
    const RwgRows rwg_rows(space, dual, k, alpha, block, choice, neighbours);
#pragma omp parallel
    {
      RwgRows::Workspace work(space);
#pragma omp for schedule(dynamic, 16)
      for (int p = 0; p < triangles; ++p) {
        if (stop_requested()) continue;
        rwg_rows.add(p, sink, work);
        report(1);
      }
    }
  }
  if (dual) {
    const DualRows dual_rows(space, *dual, k, alpha, block, choice, neighbours);
#pragma omp parallel
    {
      DualRows::Workspace work(space);
#pragma omp for schedule(dynamic, 4)
      for (int c = 0; c < cells; ++c) {
        if (stop_requested()) continue;
        dual_rows.add(c, sink, work);
        report(triangles_per_cell);
      }
    }
  }
  throw_if_cancelled();
}

}  // namespace pace
