#include "linalg/machine_speed.hpp"

#include <algorithm>
#include <ctime>
#include <vector>

#include "core/types.hpp"
#include "linalg/dense_matrix.hpp"
#include "parallel/threads.hpp"

extern "C" void zgemm_(const char*, const char*, const int*, const int*, const int*, const void*, const void*, const int*, const void*,
                       const int*, const void*, void*, const int*);

namespace pace {
namespace {

/// Of the processor, so that other programs disturb little.
double thread_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double measure() {
  const SingleThreadedBlas guard;
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
  return 8.0 * n * n * static_cast<double>(n) / best;
}

}  // namespace

double core_flops_per_second() {
  static const double rate = measure();
  return rate;
}

}  // namespace pace
