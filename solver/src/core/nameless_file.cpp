#include "core/nameless_file.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <string>

namespace pace {
namespace {

/// @param some  moves what it can of the bytes from the given one on
bool move_all(auto&& some, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t now = some(done, bytes - done);
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) return false;
    done += static_cast<std::size_t>(now);
  }
  return true;
}

}  // namespace

int open_nameless_file(const std::filesystem::path& folder) {
  std::string name = (folder / ".numbers_XXXXXX").string();
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file >= 0) unlink(name.c_str());
  return file;
}

bool read_bytes(int file, std::uint64_t at, void* out, std::size_t bytes) {
  return move_all(
      [&](std::size_t done, std::size_t rest) {
        return pread(file, static_cast<char*>(out) + done, rest, static_cast<off_t>(at + done));
      },
      bytes);
}

bool write_bytes(int file, std::uint64_t at, const void* from, std::size_t bytes) {
  return move_all(
      [&](std::size_t done, std::size_t rest) {
        return pwrite(file, static_cast<const char*>(from) + done, rest, static_cast<off_t>(at + done));
      },
      bytes);
}

}  // namespace pace
