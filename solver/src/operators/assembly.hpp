// The CFIE matrix of a perfect conductor, entry by entry, into any sink.
#pragma once

#include <functional>
#include <span>

#include "basis/dual_space.hpp"
#include "operators/matrix_sink.hpp"
#include "operators/quadrature_choice.hpp"

namespace pace {

/// Z = α·jkη·[L − grad-div] + (1 − α)·η·[½ − K]; rows are testing functions, columns RWG functions [Ω·m²]. The electric
/// part is tested with the RWG functions, the magnetic part with the dual functions of the rows that have one, else with
/// the RWG functions too.
/// @param space     RWG functions
/// @param dual      testing functions of the MFIE; null: RWG functions test it everywhere
/// @param k         wavenumber [1/m]
/// @param alpha     EFIE weight of each testing function, size space.size(); 1 is EFIE, 0 is MFIE
/// @param progress  called with a fraction from 0 to 1, from one thread
/// @throws Cancelled
void assemble(const RwgSpace& space, const DualSpace* dual, double k, std::span<const double> alpha,
              const QuadratureChoice& choice, MatrixSink& sink, const std::function<void(double)>& progress = {});

}  // namespace pace
