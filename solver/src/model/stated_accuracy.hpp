// What the notices of approximate methods say about their accuracy: measured by validation cases, of which
// tools/test/statedAccuracy.test.mjs keeps these numbers.
#pragma once

namespace pace::stated_accuracy {

/// |ΔdB| of the backscatter to the full wave, both polarizations.
struct Difference {
  double mean_db, max_db;
};

/// From 70° to 89° from the normal of plate, strip and wedge, with edge diffraction and without
/// (`po-grazing`).
inline constexpr Difference grazing_with_edges{3.5, 12.7};
inline constexpr double grazing_without_edges_mean_db = 24;
/// `hybrid-fin-on-plate`, `hybrid-fin-on-box`.
inline constexpr Difference hybrid_on_plate{0.4, 1.8}, hybrid_on_box{1.0, 4.6};

}  // namespace pace::stated_accuracy
