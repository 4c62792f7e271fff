#include "linalg/machine_speed.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <vector>

#include "core/types.hpp"
#include "linalg/dense_matrix.hpp"
#include "parallel/threads.hpp"

extern "C" void zgemm_(const char*, const char*, const int*, const int*, const int*, const void*, const void*,
                       const int*, const void*, const int*, const void*, void*, const int*);

extern "C" void sgemm_(const char*, const char*, const int*, const int*, const int*, const float*,
                       const float*, const int*, const float*, const int*, const float*, float*, const int*);

namespace pace {
namespace {

/// Of the processor, so that other programs disturb little.
double thread_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double measure() {
  const int threads = omp_get_max_threads();
  set_threads(1);
  constexpr int n = 256, tries = 6;
  const Complex one = 1.0, zero = 0.0;
  const std::vector<Complex> a(n * n, Complex(0.3, -0.7)), b(n * n, Complex(-0.2, 0.4));
  std::vector<Complex> c(n * n);
  double best = 1e300;
  for (int i = 0; i < tries; ++i) {
    const double start = thread_seconds();
    zgemm_("N", "N", &n, &n, &n, &one, a.data(), &n, b.data(), &n, &zero, c.data(), &n);
    best = std::min(best, thread_seconds() - start);
  }
  set_threads(threads);
  return 8.0 * n * n * static_cast<double>(n) / best;
}

}  // namespace

double core_flops_per_second() {
  static const double rate = measure();
  return rate;
}

MachineBounds measure_bounds(int threads) {
  constexpr int tries = 5, n = 2048;
  MachineBounds bounds{0.0, 0.0};
  {
    std::vector<float> values(std::size_t{1} << 27, 1.0f);
    for (int i = 0; i < tries; ++i) {
      const double start = omp_get_wtime();
      float sum = 0.0f;
#pragma omp parallel for simd reduction(+ : sum) num_threads(threads) schedule(static)
      for (std::size_t j = 0; j < values.size(); ++j) sum += values[j];
      const double seconds = omp_get_wtime() - start;
      if (sum > 0.0f)
        bounds.bytes_per_second =
            std::max(bounds.bytes_per_second, 4.0 * static_cast<double>(values.size()) / seconds);
    }
  }
  const std::vector<float> a(static_cast<std::size_t>(n) * n, 0.5f), b(a);
  std::vector<float> c(a.size());
  const float one = 1.0f, zero = 0.0f;
  for (int i = 0; i < tries; ++i) {
    const double start = omp_get_wtime();
    sgemm_("N", "N", &n, &n, &n, &one, a.data(), &n, b.data(), &n, &zero, c.data(), &n);
    bounds.flops_per_second =
        std::max(bounds.flops_per_second, 2.0 * std::pow(n, 3) / (omp_get_wtime() - start));
  }
  return bounds;
}

}  // namespace pace
