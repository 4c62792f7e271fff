#include "parallel/threads.hpp"

#include <omp.h>
#include <sys/resource.h>

extern "C" void openblas_set_num_threads(int) __attribute__((weak));

namespace pace {

void set_threads(int count) {
  omp_set_num_threads(count);
  if (openblas_set_num_threads) openblas_set_num_threads(count);
}

long peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024L;
}

}  // namespace pace
