#include "fmm/shared_tree.hpp"

#include <algorithm>
#include <cmath>

namespace pace {
namespace {

/// Of the error that the digits leave to the product.
constexpr double tolerance_share = 0.03;
/// What near functions are apart, in sizes of the leaves. By a row's norm, and by the fields of a smooth
/// current, the errors of EFIE, MFIE and CFIE are those of 0.1 to 1.3: most of a row lies close to its
/// function.
constexpr double near_distance = 1.5;

/// What is found goes to the front, or is made there; the last ones go.
template <class List, class Is, class Make>
auto& latest(List& list, std::size_t most, const Is& is, const Make& make) {
  auto at = std::find_if(list.begin(), list.end(), is);
  if (at == list.end()) {
    if (list.size() == most) list.pop_back();
    list.push_front(make());
  } else {
    std::rotate(list.begin(), at, std::next(at));
  }
  return list.front();
}

}  // namespace

NearSamples& SharedTree::near(Block block, std::span<const double> alpha, Complex k, int digits) {
  NearSamples& samples =
      *latest(
           sets_, most_sets_,
           [&](const Set& s) {
             return s.block == block &&
                    std::equal(alpha.begin(), alpha.end(), s.alpha.begin(), s.alpha.end());
           },
           [&] {
             return Set{block, {alpha.begin(), alpha.end()}, std::make_unique<NearSamples>(folder_, room_)};
           })
           .samples;
  samples.ask_for(k, polynomial(k, samples.wave_numbers(), leaf_size_, digits));
  return samples;
}

PolynomialAt SharedTree::polynomial(Complex k, std::span<const Complex> samples, double leaf_size,
                                    int digits) {
  return polynomial_at(k, samples, near_distance * leaf_size, tolerance_share * std::pow(10.0, -digits));
}

SharedTree& SharedTrees::of(std::size_t region, const Octree& tree) {
  if (region >= regions_.size()) regions_.resize(region + 1);
  return *latest(
      regions_[region], most_trees_, [&](const auto& t) { return t->is_of(tree); },
      [&] { return std::make_unique<SharedTree>(tree, folder_, room_); });
}

void SharedTrees::release_memory() {
  for (auto& trees : regions_)
    for (auto& tree : trees) tree->below.reset();
}

}  // namespace pace
