#include "linalg/paging_file.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

#include "core/nameless_file.hpp"

namespace pace {
PagingFile::PagingFile(const std::filesystem::path& folder)
    : folder_(folder), file_(open_nameless_file(folder)) {
  if (file_ < 0) {
    error_ = errno;
    throw_if_failed();
  }
  // A product reads from the first block to the last.
  posix_fadvise(file_, 0, 0, POSIX_FADV_SEQUENTIAL);
}

PagingFile::~PagingFile() { close(file_); }

std::uint64_t PagingFile::append(std::span<const std::uint8_t> block) {
  const std::uint64_t at = end_.fetch_add(block.size());
  errno = 0;
  if (!write_bytes(file_, at, block.data(), block.size())) note_error();
  return at;
}

void PagingFile::read(std::uint64_t at, std::span<std::uint8_t> out) const {
  errno = 0;
  if (read_bytes(file_, at, out.data(), out.size())) return;
  note_error();
  std::ranges::fill(out, std::uint8_t{0});
}

void PagingFile::note_error() const {
  int none = 0;
  error_.compare_exchange_strong(none, errno != 0 ? errno : -1);
}

void PagingFile::throw_if_failed() const {
  const int error = error_;
  if (error == 0) return;
  throw std::runtime_error("The part of the matrix that is kept in " + folder_.string() +
                           " cannot be written or read: " +
                           (error > 0 ? std::generic_category().message(error) : "the file is cut off"));
}

}  // namespace pace
