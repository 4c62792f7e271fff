// The solved columns of a frequency, in a file until their errors are estimated.
#pragma once

#include <filesystem>

#include "linalg/dense_matrix.hpp"

namespace pace {

/// 8 bytes a coefficient. Columns are written in their order; what an interrupted run wrote is read again.
class SolutionStore {
 public:
  /// @param path  is made by the first `write`
  SolutionStore(std::filesystem::path path, int rows) : path_(std::move(path)), rows_(rows) {}

  /// @param first  column of the frequency that the first of these is
  /// @throws std::runtime_error  if the disk is full
  void write(int first, const Columns& columns) const;
  /// Columns that the file holds from the first on.
  int held() const;
  /// @throws std::runtime_error  if they are not there
  Columns read(int first, int count) const;
  void remove() const;

 private:
  std::filesystem::path path_;
  int rows_;
};

}  // namespace pace
