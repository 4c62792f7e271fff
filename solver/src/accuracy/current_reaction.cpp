#include "accuracy/current_reaction.hpp"

namespace pace {

CurrentReaction::CurrentReaction(std::vector<RegionForms> regions, std::size_t triangles)
    : regions_(std::move(regions)), triangles_(triangles) {
  local_.reserve(regions_.size());
  for (const RegionForms& region : regions_) local_.emplace_back(*region.space, region.bending);
}

void CurrentReaction::values(const std::vector<RegionCoefficients>& of, ReactionValues& values) const {
  values.regions.resize(regions_.size());
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    const auto set = [&](const std::vector<Complex>& coefficients, ReactionValues::OfCurrent& current) {
      local_[r].missing(coefficients.data(), current.missing);
      local_[r].middle(coefficients.data(), current.middle);
    };
    set(of[r].electric, values.regions[r].electric);
    if (regions_[r].magnetic) set(of[r].magnetic, values.regions[r].magnetic);
  }
}

void CurrentReaction::terms(const ReactionValues& own, const ReactionValues& adjoint,
                            TriangleTerms& terms) const {
  terms.clear();
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    const auto add = [&](const ReactionForm& form, const ReactionValues::OfCurrent& a,
                         const ReactionValues::OfCurrent& b) {
      local_[r].add_discretisation(form, a.missing, b.missing, terms);
      local_[r].add_geometry(form, a.middle, b.middle, terms);
      local_[r].add_layers(form, a.middle, b.middle, terms);
    };
    const auto &a = own.regions[r], &b = adjoint.regions[r];
    add(regions_[r].electric, a.electric, b.electric);
    if (regions_[r].magnetic) add(*regions_[r].magnetic, a.magnetic, b.magnetic);
  }
}

double CurrentReaction::bytes() const {
  constexpr double each =
      sizeof(std::array<CVec3, 3>) + sizeof(std::array<Complex, 3>) + sizeof(MiddleCurrent);
  double sum = 0.0;
  for (const RegionForms& region : regions_)
    sum += each * (region.magnetic ? 2.0 : 1.0) * static_cast<double>(region.space->triangles().size());
  return sum;
}

}  // namespace pace
