// Bands of a sweep over frequency whose systems share trees, near entries and moments
// (docs/theory/wideband.md).
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "fmm/shared_tree.hpp"

namespace pace {

class SharedBands {
 public:
  /// Frequencies of a band differ by this factor at most: leaves are of the lowest one, and larger than
  /// others need.
  static constexpr double widest = 1.25;
  /// So many frequencies of a band are solved at least: fewer would be nearly all assembled.
  static constexpr double fewest_solved = 6.0;

  /// @param folder     of the results: files go there that have no names
  /// @param ascending  frequencies of the sweep [Hz]
  /// @param solved     of them, about
  SharedBands(std::filesystem::path folder, std::span<const double> ascending, double solved);

  /// The frequencies that share trees with this one, itself among them; none where it is alone.
  std::span<const double> of(double frequency_hz);
  /// Of each band those of some frequencies, in their order; the highest of the sweep is 1.
  std::vector<std::vector<double>> sharing(std::span<const double> order);
  /// What these have left; null where it is alone. Of one band at a time there are moments in memory.
  SharedTrees* trees(double frequency_hz);

 private:
  struct Band {
    std::vector<double> frequencies_hz;
    std::unique_ptr<SharedTrees> trees;
  };
  Band* band_of(double frequency_hz);

  std::filesystem::path folder_;
  std::shared_ptr<FileRoom> room_;  ///< null until a file may be needed
  std::vector<Band> bands_;
  double highest_hz_ = 1.0;
};

}  // namespace pace
