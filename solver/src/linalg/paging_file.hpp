// Numbers on disk that do not fit into memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace pace {

/// Blocks of bytes one after another in a file without a name. What is written never changes. Several threads
/// may write and read at a time; none of them throws, since parallel loops cannot: who began the loop asks
/// afterwards.
class PagingFile {
 public:
  /// @throws std::runtime_error if the folder takes no file
  explicit PagingFile(const std::filesystem::path& folder);
  ~PagingFile();
  PagingFile(const PagingFile&) = delete;
  PagingFile& operator=(const PagingFile&) = delete;

  /// @returns where the block begins
  std::uint64_t append(std::span<const std::uint8_t> block);
  /// What cannot be read is 0, which is a packed block of zeros.
  void read(std::uint64_t at, std::span<std::uint8_t> out) const;
  /// @throws std::runtime_error if anything could not be written or read, with the reason
  void throw_if_failed() const;
  std::uint64_t bytes() const { return end_; }

 private:
  void note_error() const;

  std::filesystem::path folder_;
  int file_;
  std::atomic<std::uint64_t> end_ = 0;
  mutable std::atomic<int> error_ = 0;  ///< the first, of errno; −1: the file is shorter than it was written
};

/// Where parts of a matrix are kept; null: in memory.
struct MatrixFiles {
  std::shared_ptr<PagingFile> near, patterns;
};

}  // namespace pace
