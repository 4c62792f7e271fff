#include "parallel/threads.hpp"

#include <omp.h>
#include <sys/resource.h>

#include <fstream>
#include <string>
#include <string_view>

extern "C" void openblas_set_num_threads(int) __attribute__((weak));

extern "C" int openblas_get_num_threads() __attribute__((weak));
extern "C" int openblas_get_parallel() __attribute__((weak));

namespace pace {

void set_threads(int count) {
  if (openblas_set_num_threads) openblas_set_num_threads(count);
  omp_set_num_threads(count);
}

namespace {

/// The library that is built on OpenMP takes OpenMP's number of threads, one inside of a parallel region, and
/// sets that number for everybody when it is asked to set its own.
bool follows_openmp() {
  constexpr int openmp = 2;
  return openblas_get_parallel && openblas_get_parallel() == openmp;
}

}  // namespace

SingleThreadedBlas::SingleThreadedBlas()
    : before_(openblas_get_num_threads && !follows_openmp() ? openblas_get_num_threads() : 0) {
  if (before_ > 0) openblas_set_num_threads(1);
}

SingleThreadedBlas::~SingleThreadedBlas() {
  if (before_ > 0) openblas_set_num_threads(before_);
}

long peak_memory_bytes() {
  // ru_maxrss survives exec: a process begins with the peak of the one that started it.
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    constexpr std::string_view name = "VmHWM:";
    if (line.starts_with(name)) return std::stol(line.substr(name.size())) * 1024L;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024L;
}

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace pace
