// Which corners two triangles have in common.
#pragma once

#include <array>

namespace pace {

/// Permutations of both triangles' corners that put the common ones first, in the same order.
struct Alignment {
  std::array<int, 3> p, q;
  int common = 0;
};

/// @param p,q  anything with three distinct points, of any kind that can be compared, that they are known by
template <class Point>
Alignment align(const std::array<Point, 3>& p, const std::array<Point, 3>& q) {
  Alignment a;
  std::array<bool, 3> p_used{}, q_used{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (p[i] == q[j]) {
        a.p[a.common] = i;
        a.q[a.common] = j;
        ++a.common;
        p_used[i] = q_used[j] = true;
      }
  for (int i = 0, n = a.common; i < 3; ++i)
    if (!p_used[i]) a.p[n++] = i;
  for (int j = 0, n = a.common; j < 3; ++j)
    if (!q_used[j]) a.q[n++] = j;
  return a;
}

}  // namespace pace
