// Right-hand sides of many plane waves: what a function gets of them is a power series in their directions.
#pragma once

#include <functional>
#include <span>

#include "basis/dual_space.hpp"
#include "excitation/plane_wave.hpp"
#include "linalg/dense_matrix.hpp"
#include "observables/plane_wave_moments.hpp"

namespace pace {

/// From so many directions on the series is quicker.
inline constexpr int series_directions = 24;

/// The waves come from so many directions that `excite_many` is quicker than `excite`, and no edge is too
/// long for its series. Waves of one direction are neighbours.
bool is_for_series(const RwgSpace& space, double k, std::span<const PlaneWave> waves);

/// Takes the values of some functions and a wave. Each is given once, by any thread.
using TakeValues = std::function<void(std::span<const int> functions, int wave, const Complex* values)>;

/// The values of `excite` for some functions, by all threads. With c the middle of a function's edge, e^{jk
/// d·r} = e^{jk d·c} Σ_α jⁿ dᵅ (k (r − c))ᵅ / α!, n = |α|, up to the degree that leaves out 2e-6 of
/// the phase factor where the function is farthest from c (1e-7 of the values). Its moments with the powers
/// are made once, and all directions are two products of matrices. Directions in one plane, as those of a cut
/// of a sweep, have powers of two coordinates alone.
void excite_many(const RwgSpace& space, const DualSpace* dual, double k, std::span<const PlaneWave> waves,
                 std::span<const double> alpha, std::span<const int> functions, const TakeValues& take);

/// Adds the right-hand sides of `excite` to columns, one a wave, by all threads and the quicker of both ways.
void add_excitations(const RwgSpace& space, const DualSpace* dual, double k, std::span<const PlaneWave> waves,
                     std::span<const double> alpha, Columns& columns, const RowsOf* rows = nullptr);

}  // namespace pace
