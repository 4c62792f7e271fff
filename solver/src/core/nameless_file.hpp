// Files without a name, which end with their last descriptor or with the process, whatever happens to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace pace {

/// @returns a descriptor, for reading and writing; −1 if the folder takes no file
int open_nameless_file(const std::filesystem::path& folder);

/// All bytes, or none that count. @param at  of the first byte in the file
bool read_bytes(int file, std::uint64_t at, void* out, std::size_t bytes);
bool write_bytes(int file, std::uint64_t at, const void* from, std::size_t bytes);

}  // namespace pace
