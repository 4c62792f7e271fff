// The matrices of the surface integral equations, entry by entry, into any sink.
#pragma once

#include <functional>
#include <span>

#include "basis/dual_space.hpp"
#include "operators/block.hpp"
#include "operators/matrix_sink.hpp"
#include "operators/quadrature_choice.hpp"

namespace pace {

/// P = α·jkη·L + (1 − α)·η·[½ − K] and Q = α·η·K + (1 − α)·jkη·L, rows testing functions, columns RWG
/// functions [Ω·m²];
///   L f = ∫ G f + (1/k²) ∇∫ G ∇·f,  K f = ∫ ∇G × f (principal value).
/// P alone is the CFIE of a perfect conductor. The electric part (α) is tested with the RWG functions, the
/// other part with the dual functions of the rows that have one, else in P by n × with the RWG functions too;
/// rows of Q that have no dual function must have α = 1.
///
/// With the magnetic current M as M/η and its equations times η, the fields of both currents on their own
/// surface are [P Q; −Q P] (J, M/η): duality takes (E, ηH, J, M/η) to (ηH, −E, M/η, −J).
/// @param space     RWG functions
/// @param dual      testing functions of the MFIE; null: RWG functions test it everywhere
/// @param k         wavenumber k' − jk'' [1/m]; real where α < 1 somewhere; η is vacuum's
/// @param alpha     weight of each testing function, size space.size(); 1 is EFIE, 0 is MFIE
/// @param progress  called with a fraction from 0 to 1, from one thread
/// @throws Cancelled
void assemble(const RwgSpace& space, const DualSpace* dual, Complex k, std::span<const double> alpha,
              const QuadratureChoice& choice, MatrixSink& sink,
              const std::function<void(double)>& progress = {}, Block block = Block::diagonal);

}  // namespace pace
