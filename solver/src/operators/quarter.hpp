// Which quarter of a matrix of electric and magnetic currents.
#pragma once

namespace pace {

/// With currents J and M/η the equations of a region are, row by row, [P Q; −Q P] (operators/assembly.hpp).
enum class Quarter {
  own,     ///< P: a current in its own equation
  crossed  ///< Q: the other current in it
};

}  // namespace pace
