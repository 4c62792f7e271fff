#include "accuracy/error_map.hpp"

#include <algorithm>
#include <cmath>

namespace pace {

void ErrorMap::add(const TriangleTerms& terms, double over_field, const BarFactors& factors) {
  ++components_;
  for (std::size_t t = 0; t < squares_.size(); ++t) {
    const double part = over_field * (factors.discretisation * std::abs(terms.discretisation[t]) +
                                      factors.geometry * std::abs(terms.geometry[t]) +
                                      factors.rims * std::abs(terms.rims[t]));
    squares_[t] += part * part;
  }
}

void ErrorMap::add(const ErrorMap& other) {
  components_ += other.components_;
  for (std::size_t t = 0; t < squares_.size(); ++t) squares_[t] += other.squares_[t];
}

std::vector<double> ErrorMap::contributions() const {
  std::vector<double> values(squares_.size(), 0.0);
  if (components_ > 0)
    for (std::size_t t = 0; t < values.size(); ++t) values[t] = std::sqrt(squares_[t] / components_);
  return values;
}

std::vector<double> reference_fields(std::vector<double> sizes) {
  if (sizes.empty()) return sizes;
  std::vector<double> sorted = sizes;
  const auto middle = sorted.begin() + static_cast<long>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  for (double& size : sizes) size = std::max(size, *middle);
  return sizes;
}

}  // namespace pace
