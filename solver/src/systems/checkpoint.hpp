// An unfinished solution on disk (docs/run-folder.md).
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "linalg/float_columns.hpp"
#include "parallel/communicator.hpp"

namespace pace {

/// Compressed columns and how they make up the real ones. One rank writes one file; of several each writes
/// its rows to a file of its own beside it, and any number of ranks can take them up where all files can be
/// read.
struct Checkpoint {
  FloatColumns x;
  SmallMatrix weights;
  std::vector<std::vector<double>>
      residuals;  ///< [right-hand side][iteration] of an interrupted pass; empty where results tell them

  /// @param functions  of the rows of x, of `unknowns` in all
  void write(const std::filesystem::path& path, std::span<const int> functions, std::size_t unknowns,
             Communicator& ranks) const;
  /// Every rank takes up its rows, or none does. @param columns  right-hand sides
  /// @returns false if there is none, or one of something else
  bool read(const std::filesystem::path& path, std::span<const int> functions, std::size_t unknowns,
            int columns, Communicator& ranks);
};

/// Of any number of ranks, and whole.
bool has_checkpoint(const std::filesystem::path& path);
/// Of any number of ranks.
void remove_checkpoint(const std::filesystem::path& path);

}  // namespace pace
