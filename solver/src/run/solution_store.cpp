#include "run/solution_store.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "linalg/float_columns.hpp"

namespace pace {
namespace {

std::uintmax_t bytes_of(std::uintmax_t rows, int columns) {
  return rows * static_cast<std::uintmax_t>(columns) * sizeof(ComplexF);
}

}  // namespace

void SolutionStore::write(int first, const Columns& columns) const {
  const auto mode =
      std::ios::binary | std::ios::out | (held() >= first && first > 0 ? std::ios::in : std::ios::trunc);
  std::fstream file(path_, mode);
  file.seekp(static_cast<std::streamoff>(bytes_of(rows_, first)));
  std::vector<ComplexF> column(rows_);
  for (int c = 0; c < columns.columns; ++c) {
    std::transform(columns.column(c), columns.column(c) + rows_, column.begin(),
                   [](const Complex& value) { return ComplexF(value); });
    file.write(reinterpret_cast<const char*>(column.data()),
               static_cast<std::streamsize>(bytes_of(rows_, 1)));
  }
  file.flush();
  if (!file) throw std::runtime_error("Cannot write " + path_.string());
}

int SolutionStore::held() const {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(path_, none);
  return none ? 0 : static_cast<int>(size / bytes_of(rows_, 1));
}

Columns SolutionStore::read(int first, int count) const {
  std::ifstream file(path_, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(bytes_of(rows_, first)));
  Columns columns(rows_, count);
  std::vector<ComplexF> column(rows_);
  for (int c = 0; c < count; ++c) {
    file.read(reinterpret_cast<char*>(column.data()), static_cast<std::streamsize>(bytes_of(rows_, 1)));
    std::copy(column.begin(), column.end(), columns.column(c));
  }
  if (!file) throw std::runtime_error("Cannot read " + path_.string());
  return columns;
}

void SolutionStore::remove() const {
  std::error_code none;
  std::filesystem::remove(path_, none);
}

}  // namespace pace
