// The BLAS library chooses its kernels by the processor's model when it is loaded, and an old one takes slow
// kernels for a new model.
#pragma once

namespace pace {

/// Where the processor has AVX-512 and the library did not take kernels for it, starts this program again
/// with the environment variable that asks for them; returns otherwise, or when OPENBLAS_CORETYPE is set. To
/// be called first in main.
void restart_with_wide_kernels(char** argv);

}  // namespace pace
