// The singular rule that a pair of touching triangles needs, by their shape.
#pragma once

#include <array>
#include <memory>
#include <mutex>

#include "core/types.hpp"
#include "operators/quadrature_choice.hpp"
#include "quadrature/singular_rule.hpp"

namespace pace {

/// How much the distance of two points depends on the direction in which they leave what two touching
/// triangles have in common: the longest side over the smallest of the distances from one of them of what the
/// other one has opposite to it, and of the length of a common edge; for a triangle with itself its longest
/// side over its smallest height. 1.2 for equilateral triangles of one surface; large where triangles are
/// thin or the angle between them is small.
/// @param p,q  corners, the common ones first and in the same order
double contact_stretch(const std::array<Vec3, 3>& p, const std::array<Vec3, 3>& q, int common);

/// Rules with more points in the coordinates of the direction where the stretch is larger. Each is made when
/// it is asked for first: those of thin triangles have up to 160 000 points, and most meshes need none of
/// them. @tparam Rule  PairRule, of either precision, or LineRule
template <class Rule>
class ContactRules {
 public:
  /// @param symmetric  for a triangle with itself one of each two orders of points (symmetric_rule)
  ContactRules(const QuadratureChoice::Contacts& points, bool symmetric);
  /// By any thread. @param common  corners that both triangles have, at least one
  const Rule& of(int common, double stretch) const;

 private:
  struct MadeOnce {
    std::once_flag flag;
    Rule rule;
  };
  static constexpr int levels = 6;
  Rule make(int common, int level) const;

  QuadratureChoice::Contacts points_;
  bool symmetric_;
  std::unique_ptr<std::array<std::array<MadeOnce, 3>, levels>> made_;  ///< by level and common corners − 1
};

}  // namespace pace
