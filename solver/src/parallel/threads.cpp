#include "parallel/threads.hpp"

#include <omp.h>
#include <sys/resource.h>

extern "C" void openblas_set_num_threads(int) __attribute__((weak));

extern "C" int openblas_get_num_threads() __attribute__((weak));

namespace pace {

void set_threads(int count) {
  omp_set_num_threads(count);
  if (openblas_set_num_threads) openblas_set_num_threads(count);
}

SingleThreadedBlas::SingleThreadedBlas() : before_(openblas_get_num_threads ? openblas_get_num_threads() : 1) {
  if (openblas_set_num_threads) openblas_set_num_threads(1);
}

SingleThreadedBlas::~SingleThreadedBlas() {
  if (openblas_set_num_threads) openblas_set_num_threads(before_);
}

long peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024L;
}

}  // namespace pace
