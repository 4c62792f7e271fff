// A near inverse that is built when it is first applied: not at all where the starting values of a solution
// are accurate enough.
#pragma once

#include <functional>
#include <memory>

#include "core/stopwatch.hpp"
#include "preconditioner/near_inverse.hpp"

namespace pace {

class DeferredInverse : public LinearOperator {
 public:
  using Make = std::function<std::unique_ptr<NearInverse>()>;
  DeferredInverse(std::size_t size, Make make) : size_(size), make_(std::move(make)) {}

  std::size_t size() const override { return size_; }
  void apply(const ComplexF* x, ComplexF* y, int columns) override {
    if (!inverse_) {
      const Stopwatch clock;
      inverse_ = make_();
      seconds_ = clock.seconds();
    }
    inverse_->apply(x, y, columns);
  }

  /// 0 until it is built.
  std::size_t bytes() const { return inverse_ ? inverse_->bytes() : 0; }
  double seconds() const { return seconds_; }  ///< that building it took

 private:
  std::size_t size_;
  Make make_;
  std::unique_ptr<NearInverse> inverse_;
  double seconds_ = 0.0;
};

}  // namespace pace
