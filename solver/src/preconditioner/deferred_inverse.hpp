// A near inverse that is built when it is first applied, unless that of another frequency serves.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/stopwatch.hpp"
#include "preconditioner/near_inverse.hpp"

namespace pace {

/// A near inverse of any tree of the same functions.
struct KeptInverse {
  std::shared_ptr<NearInverse> inverse;  ///< null: none
  std::vector<int> order;                ///< function at each place of its vectors
};

class DeferredInverse : public LinearOperator {
 public:
  using Make = std::function<std::unique_ptr<NearInverse>()>;
  /// @param order  function at each place of the vectors
  /// @param kept   is applied instead of building one
  DeferredInverse(std::vector<int> order, Make make, const KeptInverse& kept = {})
      : order_(std::move(order)), make_(std::move(make)), inverse_(kept.inverse) {
    if (!inverse_) return;
    std::vector<int> place(order_.size());
    for (std::size_t p = 0; p < kept.order.size(); ++p) place[kept.order[p]] = static_cast<int>(p);
    for (const int function : order_) place_in_kept_.push_back(place[function]);
    kept_order_ = kept.order;
  }

  std::size_t size() const override { return order_.size(); }
  void apply(const ComplexF* x, ComplexF* y, int columns) override {
    if (!inverse_) {
      const Stopwatch clock;
      inverse_ = make_();
      seconds_ = clock.seconds();
    }
    if (place_in_kept_.empty()) return inverse_->apply(x, y, columns);
    const std::size_t n = size();
    std::vector<ComplexF> of_kept(n * columns), result(n * columns);
    for (int c = 0; c < columns; ++c)
      for (std::size_t p = 0; p < n; ++p) of_kept[c * n + place_in_kept_[p]] = x[c * n + p];
    inverse_->apply(of_kept.data(), result.data(), columns);
    for (int c = 0; c < columns; ++c)
      for (std::size_t p = 0; p < n; ++p) y[c * n + p] = result[c * n + place_in_kept_[p]];
  }

  /// For another frequency; none where none was built or given.
  KeptInverse kept() const { return {inverse_, place_in_kept_.empty() ? order_ : kept_order_}; }
  /// 0 until it is built.
  std::size_t bytes() const { return inverse_ ? inverse_->bytes() : 0; }
  double seconds() const { return seconds_; }  ///< that building it took

 private:
  std::vector<int> order_, kept_order_, place_in_kept_;
  Make make_;
  std::shared_ptr<NearInverse> inverse_;
  double seconds_ = 0.0;
};

}  // namespace pace
