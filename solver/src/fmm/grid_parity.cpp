#include "fmm/grid_parity.hpp"

namespace pace {

void split_parity(const float* plane, int thetas, int half, float factor, const ParityParts& parts) {
  for (int t = 0; t < (thetas + 1) / 2; ++t) {
    const int mirrored = thetas - 1 - t;
    const float* near = plane + static_cast<std::size_t>(t) * 2 * half;
    const float* far = plane + static_cast<std::size_t>(mirrored) * 2 * half;
    float *even = parts.part[0][0] + t * parts.row, *odd = parts.part[1][0] + t * parts.row;
    if (mirrored == t) {
#pragma omp simd
      for (int i = 0; i < half; ++i) {
        even[i] = factor * (near[i] + near[half + i]);
        odd[i] = factor * (near[i] - near[half + i]);
      }
      continue;
    }
    float *even_about = parts.part[0][1] + t * parts.row, *odd_about = parts.part[1][1] + t * parts.row;
#pragma omp simd
    for (int i = 0; i < half; ++i) {
      const float e = near[i] + near[half + i], o = near[i] - near[half + i];
      const float e_far = far[i] + far[half + i], o_far = far[i] - far[half + i];
      even[i] = factor * (e + e_far), even_about[i] = factor * (e - e_far);
      odd[i] = factor * (o + o_far), odd_about[i] = factor * (o - o_far);
    }
  }
}

template <bool adds>
void join_parity(const ParityParts& parts, int thetas, int half, float factor, float* plane) {
  const auto take = [](float& place, float value) __attribute__((always_inline)) {
    place = adds ? place + value : value;
  };
  for (int t = 0; t < (thetas + 1) / 2; ++t) {
    const int mirrored = thetas - 1 - t;
    float* near = plane + static_cast<std::size_t>(t) * 2 * half;
    float* far = plane + static_cast<std::size_t>(mirrored) * 2 * half;
    const float *even = parts.part[0][0] + t * parts.row, *odd = parts.part[1][0] + t * parts.row;
    if (mirrored == t) {
#pragma omp simd
      for (int i = 0; i < half; ++i) {
        take(near[i], factor * (even[i] + odd[i]));
        take(near[half + i], factor * (even[i] - odd[i]));
      }
      continue;
    }
    const float *even_about = parts.part[0][1] + t * parts.row, *odd_about = parts.part[1][1] + t * parts.row;
#pragma omp simd
    for (int i = 0; i < half; ++i) {
      const float e = even[i] + even_about[i], o = odd[i] + odd_about[i];
      const float e_far = even[i] - even_about[i], o_far = odd[i] - odd_about[i];
      take(near[i], factor * (e + o)), take(near[half + i], factor * (e - o));
      take(far[i], factor * (e_far + o_far)), take(far[half + i], factor * (e_far - o_far));
    }
  }
}

template void join_parity<false>(const ParityParts&, int, int, float, float*);
template void join_parity<true>(const ParityParts&, int, int, float, float*);

}  // namespace pace
