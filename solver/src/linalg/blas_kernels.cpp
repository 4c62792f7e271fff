#include "linalg/blas_kernels.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

extern "C" char* openblas_get_corename() __attribute__((weak));

namespace pace {

void restart_with_wide_kernels([[maybe_unused]] char** argv) {
#if defined(__x86_64__) && defined(__linux__)
  if (!openblas_get_corename || std::getenv("OPENBLAS_CORETYPE") || !__builtin_cpu_supports("avx512f"))
    return;
  const std::string_view taken = openblas_get_corename();
  if (taken != "Prescott" && taken != "Haswell" && taken != "Zen") return;
  setenv("OPENBLAS_CORETYPE", "SkylakeX", 1);
  execv("/proc/self/exe", argv);  // continues with the slow ones where this is not possible
#endif
}

}  // namespace pace
