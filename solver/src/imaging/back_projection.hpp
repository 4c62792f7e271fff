// Back-projection of monostatic far fields onto points of a surface: docs/theory/hot-spots.md.
#pragma once

#include <vector>

#include "core/types.hpp"

namespace pace {

/// Where the field is projected to.
struct SurfacePoint {
  Vec3 position;
  Vec3 normal =
      Vec3::Zero();  ///< unit vector outwards: seen from the half space in front; zero: from everywhere
};

/// The field that returns in one direction, at every wavenumber.
struct Look {
  Vec3 towards;                 ///< r̂, unit vector from the model to the radar
  std::vector<Complex> fields;  ///< F [V], one a wavenumber
  double weight = 1.0;          ///< against sidelobes
};

/// A place where many looks add up.
struct HotSpot {
  int point;
  double rcs_m2;  ///< of a point at this place that scatters so in every look
};

struct HotSpotSearch {
  double radius_m;         ///< around a hot spot there is no other one
  int most = 10;           ///< places
  double floor_db = 20.0;  ///< below the strongest
};

/// I(r) = Σ w F e^{−2jk r̂·r} / Σ w. A point at r that scatters A e^{2jk r̂·r} in every look has I(r) = A.
class BackProjection {
 public:
  /// @param wavenumbers  equally spaced [1/m]  @param wavenumber_weights  one each
  BackProjection(std::vector<SurfacePoint> points, std::vector<double> wavenumbers,
                 std::vector<double> wavenumber_weights, std::vector<Look> looks);

  /// I at each point [V].
  std::vector<Complex> image() const;
  /// The strongest places, one after the other: of each what a point there would add to the image is taken
  /// off before the next one is looked for, so that sidelobes do not count [Högbom, A&A Suppl. 15, 1974].
  std::vector<HotSpot> hot_spots(std::vector<Complex> image, const HotSpotSearch& search) const;

 private:
  /// What looks that see the point add to Σ w F e^{−2jk r̂·offset}, of F = 1 where no fields are given.
  Complex sum(const SurfacePoint& seen_from, const Vec3& offset, bool of_fields) const;

  std::vector<SurfacePoint> points_;
  std::vector<double> wavenumbers_, weights_;
  std::vector<Look> looks_;
  double total_weight_ = 0.0;
};

/// Against sidelobes: a raised cosine over equally spaced values, 1 for fewer than three of them.
std::vector<double> raised_cosine(std::size_t count);

}  // namespace pace
