// The equations of electric and magnetic currents at one frequency: their matrix, what a wave puts into them,
// what they radiate.
#pragma once

#include <functional>
#include <vector>

#include "equations/current_spaces.hpp"
#include "equations/local_terms.hpp"
#include "excitation/plane_wave.hpp"
#include "linalg/dense_matrix.hpp"
#include "observables/far_field.hpp"
#include "observables/plane_wave_moments.hpp"
#include "operators/block.hpp"
#include "operators/matrix_sink.hpp"
#include "operators/quadrature_choice.hpp"

namespace pace {

/// |k| of the frequencies that share a tree [1/m]; zeros: one frequency is alone.
struct SharedWaves {
  double lowest = 0.0, highest = 0.0;
};

/// What fills a region at one frequency.
struct RegionMedium {
  Complex k;                   ///< k' − jk'' [1/m]
  Complex relative_impedance;  ///< η/η₀
  SharedWaves shared = {};
};

/// In each region, with P and Q of operators/assembly.hpp at its k, ζ = η/η₀ and its signs S of the unknowns
/// (J, M/η₀):
///   S D [ζP Q; −Q P/ζ] S,   D and the α of P and Q from row_weights.
/// Summed over the regions these are, for α = 1, the PMCHWT equations where a surface has two sides, the
/// halves of the fields on the surface itself cancelling between them; for α < 1 the JMCFIE [Ylä-Oijala &
/// Taskinen, IEEE TAP 53(10), 2005], its second part tested with dual functions and weighted by the index of
/// the medium as in N-Müller equations. On an impedance surface E_tan = Z J and H_tan = M/Z keep their
/// halves, α·½Z⟨f, f⟩ and α·½η₀²/Z⟨f, f⟩: with α = 1 the equations of Bendali, Fares & Gay, IEEE TAP 47(10),
/// 1999; with α < 1 a CFIE whose rows for J and M are each other's dual [Yan & Jin, IEEE TAP 61(11), 2013],
/// which is the CFIE of the conductor for Z → 0. A sheet coated alike on both sides has the same equations
/// for the sums of the currents of both sides.
struct CurrentEquations {
  const CurrentSpaces* spaces;
  std::vector<RegionMedium> media;  ///< as spaces->regions
  LocalTerms local;
  double least_impedance = 1.0;  ///< |Z|/η₀ of the impedance surfaces; at most 1
};

/// How the rows of a region are made up.
struct RowWeights {
  std::vector<double> alpha;  ///< by function
  std::vector<double> scale;  ///< by function, of the whole row
};
/// Between media α·(tested with f) + (1 − α)·|n|·(tested with g), n = k/k₀; else as the region's α says.
RowWeights row_weights(const CurrentEquations& equations, int region);

/// One of the four blocks that a block of a region's matrix goes to.
struct BlockOfRegion {
  const std::vector<Unknown>*rows, *columns;
  Complex factor;
};
/// P goes to (J, J) and (M, M), Q to (J, M) and (M, J).
std::array<BlockOfRegion, 2> blocks_of(const RegionBoundary& region, const RegionMedium& medium, Block block);

/// The whole matrix.
/// @param quadrature  rules of each region
/// @throws Cancelled
DenseMatrix assemble_dense(const CurrentEquations& equations, const std::vector<QuadratureChoice>& quadrature,
                           const std::function<void(double)>& progress = {});

/// Some of the unknowns, which are the rows of one of several ranks.
struct HeldUnknowns {
  /// @param unknowns  in the order of the rows
  HeldUnknowns(const CurrentSpaces& spaces, std::span<const int> unknowns);
  std::vector<int> unknowns;
  std::vector<int> functions;  ///< of the outermost region, of which any unknown is held
  RowsOf rows;                 ///< of these functions among all
  CurrentSpaces outside;       ///< these functions alone; their unknowns are rows
};

/// Right-hand side of a plane wave, spaces->unknowns values. @param held  the rows; null: all unknowns
void excite(const CurrentEquations& equations, const PlaneWave& wave, Complex* column,
            const HeldUnknowns* held = nullptr);
/// Adds those of some waves to columns, one a wave, by all threads. Waves of one direction are neighbours.
void add_excitations(const CurrentEquations& equations, std::span<const PlaneWave> waves, Columns& columns,
                     const HeldUnknowns* held = nullptr);

/// Currents on the outermost region's functions, a column each.
struct OuterCurrents {
  Columns electric;  ///< [A/m] × length, as RWG coefficients
  Columns magnetic;  ///< M/η₀
};
OuterCurrents outer_currents(const CurrentSpaces& spaces, const Columns& solution);

/// As far_field and backscatter of observables/far_field.hpp, of both currents.
std::vector<std::vector<FarFieldAmplitude>> far_field(const RwgSpace& space, double k,
                                                      const std::vector<Direction>& directions,
                                                      const OuterCurrents& currents);
std::vector<FarFieldAmplitude> backscatter(const RwgSpace& space, double k,
                                           const std::vector<Direction>& directions,
                                           const OuterCurrents& currents);

}  // namespace pace
