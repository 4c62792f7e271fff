// From the labels of a file, which may be sparse and in any order, to positions in an array.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

namespace pace {

class LabelIndex {
 public:
  explicit LabelIndex(std::vector<long long> labels) : labels_(std::move(labels)) {
    if (labels_.empty()) return;
    const auto [low, high] = std::minmax_element(labels_.begin(), labels_.end());
    low_ = *low;
    const unsigned long long range =
        static_cast<unsigned long long>(*high) - static_cast<unsigned long long>(*low);
    if (range < 8ull * labels_.size() + 1024) {
      build_table(range + 1);
    } else {
      build_order();
    }
  }

  /// Position of the label in the array given at construction, −1 when absent.
  int find(long long label) const {
    if (!table_.empty()) {
      const unsigned long long offset =
          static_cast<unsigned long long>(label) - static_cast<unsigned long long>(low_);
      return label >= low_ && offset < table_.size() ? table_[offset] : -1;
    }
    const auto place = std::lower_bound(order_.begin(), order_.end(), label,
                                        [this](int i, long long wanted) { return labels_[i] < wanted; });
    return place != order_.end() && labels_[*place] == label ? *place : -1;
  }

  /// Position of the first label that has been given before, if any.
  std::optional<int> duplicate() const { return duplicate_; }

 private:
  void build_table(std::size_t size) {
    table_.assign(size, -1);
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      int& entry = table_[labels_[i] - low_];
      if (entry < 0) {
        entry = static_cast<int>(i);
      } else if (!duplicate_) {
        duplicate_ = static_cast<int>(i);
      }
    }
  }
  void build_order() {
    order_.resize(labels_.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.end(), [this](int a, int b) { return labels_[a] < labels_[b]; });
    for (std::size_t i = 1; i < order_.size() && !duplicate_; ++i) {
      if (labels_[order_[i]] == labels_[order_[i - 1]]) duplicate_ = order_[i];
    }
  }

  std::vector<long long> labels_;
  long long low_ = 0;
  std::vector<int> table_;  ///< by label − low_, used when the labels are dense
  std::vector<int> order_;  ///< positions by ascending label, used when they are sparse
  std::optional<int> duplicate_;
};

}  // namespace pace
