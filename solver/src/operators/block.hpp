// Which block of a matrix of electric and magnetic currents.
#pragma once

namespace pace {

/// With currents J and M/η the equations of a region are, row by row, [P Q; −Q P] (operators/assembly.hpp).
enum class Block {
  diagonal,     ///< P: a current in its own equation
  off_diagonal  ///< Q: the other current in it
};

}  // namespace pace
