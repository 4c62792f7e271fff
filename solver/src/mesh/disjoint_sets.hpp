// Union-find over 0 … n−1 (path halving, smaller root wins, so that results do not depend on the order of
// unions).
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace pace {

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }

  int root(int item) {
    while (parent_[item] != item) {
      parent_[item] = parent_[parent_[item]];
      item = parent_[item];
    }
    return item;
  }
  void unite(int a, int b) {
    a = root(a);
    b = root(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }
  /// Consecutive set numbers from 0, in the order of each set's smallest member.
  std::pair<std::vector<int>, int> numbered() {
    std::vector<int> number(parent_.size(), -1);
    int count = 0;
    for (std::size_t i = 0; i < parent_.size(); ++i) {
      const int r = root(static_cast<int>(i));
      if (number[r] < 0) number[r] = count++;
      number[i] = number[r];
    }
    return {std::move(number), count};
  }

 private:
  std::vector<int> parent_;
};

}  // namespace pace
