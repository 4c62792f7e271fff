// A whole block of the matrix of a surface.
#pragma once

#include <functional>
#include <span>

#include "linalg/dense_matrix.hpp"
#include "operators/assembly.hpp"

namespace pace {

/// All entries; parameters as `assemble` (operators/assembly.hpp).
DenseMatrix assemble_dense(const RwgSpace& space, const DualSpace* dual, Complex k,
                           std::span<const double> alpha, const QuadratureChoice& choice,
                           const std::function<void(double)>& progress = {}, Block block = Block::diagonal);

}  // namespace pace
