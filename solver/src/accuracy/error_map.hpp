// Where on the surface error bars come from: what each triangle adds to them.
#pragma once

#include <vector>

#include "accuracy/error_bar.hpp"
#include "accuracy/local_reaction.hpp"

namespace pace {

/// The contribution of each triangle: the root of the mean, over some field components, of the square of
///   kη/4π (1.4 |d| + 1.5 |g| + |r|) / |F|
/// with its terms d, g, r of the reaction and the factors of the bars. Terms are taken by their size, so that
/// triangles whose errors cancel count like others (docs/theory/error-estimate.md, "The map").
class ErrorMap {
 public:
  explicit ErrorMap(std::size_t triangles) : squares_(triangles, 0.0) {}
  ErrorMap(std::vector<double> squares, int components)
      : squares_(std::move(squares)), components_(components) {}

  /// One component. @param over_field  by which terms [V·A] become parts of the field
  void add(const TriangleTerms& terms, double over_field, const BarFactors& factors = {});
  /// The components of another map of the same triangles.
  void add(const ErrorMap& other);

  int components() const { return components_; }
  /// Sums over the components, of each triangle.
  const std::vector<double>& squares() const { return squares_; }
  /// One a triangle of the space, over the field; 0 without components.
  std::vector<double> contributions() const;

 private:
  std::vector<double> squares_;
  int components_ = 0;
};

/// The field by which contributions to a component are divided: its own, or the middle one of all components
/// where it is less, so that nulls do not count more than what lies around them.
/// @param sizes  |F| of each component [V]  @return  as many
std::vector<double> reference_fields(std::vector<double> sizes);

}  // namespace pace
