// The CFIE matrix of a perfect conductor, entry by entry, from triangle pairs.
#pragma once

#include <functional>
#include <span>

#include "basis/rwg_space.hpp"
#include "linalg/dense_matrix.hpp"
#include "operators/quadrature_choice.hpp"

namespace pace {

/// Z = α·jkη·[L − grad-div] + (1 − α)·η·[½ − K], tested by Galerkin; rows are testing functions [V/A · m² = Ω·m²].
/// @param space     RWG functions
/// @param k         wavenumber [1/m]
/// @param alpha     EFIE weight of each testing function, size space.size(); 1 is EFIE, 0 is MFIE
/// @param progress  called with a fraction from 0 to 1, from one thread
/// @throws Cancelled
DenseMatrix assemble_dense(const RwgSpace& space, double k, std::span<const double> alpha,
                           const QuadratureChoice& choice, const std::function<void(double)>& progress = {});

}  // namespace pace
