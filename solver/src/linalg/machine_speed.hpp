// How fast this machine is, measured, so that predictions hold on others than the one that the rates were
// taken on.
#pragma once

namespace pace {

/// Complex double multiply-adds of one core as flops per second: the best of a few products of small
/// matrices, about 20 ms the first time, remembered.
double core_flops_per_second();

/// What bounds a kernel that all threads work on: about a second to measure.
struct MachineBounds {
  double bytes_per_second;  ///< read from memory, far beyond the caches
  double flops_per_second;  ///< of real single precision, in a product of large matrices
};
MachineBounds measure_bounds(int threads);

}  // namespace pace
