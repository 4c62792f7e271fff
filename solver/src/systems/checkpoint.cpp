#include "systems/checkpoint.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <string>

namespace pace {
namespace {

constexpr std::array<char, 8> whole{'P', 'A', 'C', 'E', 'C', 'H', 'K', '1'},
    rows_of_rank{'P', 'A', 'C', 'E', 'C', 'H', 'K', '2'};

constexpr std::uint64_t most_iterations = 1'000'000;  ///< more is no checkpoint

template <class T>
void write_values(std::ofstream& file, const T* values, std::size_t count) {
  file.write(reinterpret_cast<const char*>(values), static_cast<long>(sizeof(T) * count));
}

template <class T>
bool read_values(std::ifstream& file, T* values, std::size_t count) {
  file.read(reinterpret_cast<char*>(values), static_cast<long>(sizeof(T) * count));
  return static_cast<bool>(file);
}

std::filesystem::path of_rank(const std::filesystem::path& path, int rank, int ranks) {
  return path.string() + "." + std::to_string(rank) + "of" + std::to_string(ranks);
}

/// The files of the solution that was kept last: the one of a rank alone, or those of all ranks; none if some
/// are missing.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& path) {
  std::error_code none;
  std::vector<std::filesystem::path> latest;
  std::filesystem::file_time_type time{};
  const auto consider = [&](std::vector<std::filesystem::path> files) {
    const auto written = std::filesystem::last_write_time(files[0], none);
    if (!latest.empty() && written < time) return;
    time = written;
    latest = std::move(files);
  };
  if (std::filesystem::exists(path, none)) consider({path});
  for (const auto& entry :
       std::filesystem::directory_iterator(path.parent_path().empty() ? "." : path.parent_path(), none)) {
    const std::string name = entry.path().filename().string(), head = path.filename().string() + ".0of";
    if (!name.starts_with(head) || name.ends_with(".part")) continue;
    const int ranks = std::atoi(name.c_str() + head.size());
    std::vector<std::filesystem::path> files;
    for (int r = 0; r < ranks && std::filesystem::exists(of_rank(path, r, ranks), none); ++r)
      files.push_back(of_rank(path, r, ranks));
    if (ranks > 0 && static_cast<int>(files.size()) == ranks) consider(std::move(files));
  }
  return latest;
}

/// Rows of one file into those of `row_of` (−1: not wanted). @returns how many it had of them; −1 if it is of
/// something else
long take_up(const std::filesystem::path& path, std::span<const int> row_of, int columns, std::size_t rows,
             Checkpoint& into) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 8> head{};
  std::array<std::uint64_t, 3> numbers{};
  if (!read_values(file, head.data(), head.size()) || !read_values(file, numbers.data(), numbers.size()))
    return -1;
  const auto [count, rank, right_hand_sides] = numbers;
  if ((head != whole && head != rows_of_rank) || count > row_of.size() ||
      right_hand_sides != static_cast<std::uint64_t>(columns) || rank > right_hand_sides ||
      (head == whole && count != row_of.size()))
    return -1;
  std::vector<int> functions(count);
  if (head == whole) {
    for (std::size_t f = 0; f < count; ++f) functions[f] = static_cast<int>(f);
  } else {
    std::uint64_t unknowns = 0;
    if (!read_values(file, &unknowns, 1) || unknowns != row_of.size() ||
        !read_values(file, functions.data(), count))
      return -1;
  }
  if (into.x.columns == 0) into.x = FloatColumns(rows, static_cast<int>(rank));
  if (into.x.columns != static_cast<int>(rank)) return -1;
  into.weights.resize(static_cast<long>(rank), columns);
  if (!read_values(file, into.weights.data(), static_cast<std::size_t>(into.weights.size()))) return -1;
  long taken = 0;
  std::vector<ComplexF> column(count);
  for (int c = 0; c < into.x.columns; ++c) {
    if (!read_values(file, column.data(), count)) return -1;
    for (std::size_t i = 0; i < count; ++i) {
      if (functions[i] < 0 || functions[i] >= static_cast<int>(row_of.size())) return -1;
      const int row = row_of[functions[i]];
      if (row < 0) continue;
      into.x.column(c)[row] = column[i];
      taken += c == 0;
    }
  }
  std::uint64_t iterations = 0;
  if (read_values(file, &iterations, 1) && iterations <= most_iterations) {
    into.residuals.assign(columns, std::vector<double>(iterations));
    for (std::vector<double>& of_column : into.residuals)
      if (!read_values(file, of_column.data(), iterations)) return -1;
  }
  return taken;
}

}  // namespace

void Checkpoint::write(const std::filesystem::path& path, std::span<const int> functions,
                       std::size_t unknowns, Communicator& ranks) const {
  const bool is_alone = ranks.size() == 1;
  const std::filesystem::path target = is_alone ? path : of_rank(path, ranks.rank(), ranks.size());
  const std::filesystem::path part = target.string() + ".part";
  {
    std::ofstream file(part, std::ios::binary);
    const std::array<std::uint64_t, 3> numbers{x.rows, static_cast<std::uint64_t>(x.columns),
                                               static_cast<std::uint64_t>(weights.cols())};
    write_values(file, (is_alone ? whole : rows_of_rank).data(), whole.size());
    write_values(file, numbers.data(), numbers.size());
    if (!is_alone) {
      const std::uint64_t all = unknowns;
      write_values(file, &all, 1);
      write_values(file, functions.data(), functions.size());
    }
    write_values(file, weights.data(), static_cast<std::size_t>(weights.size()));
    std::vector<ComplexF> column(x.rows);
    for (int c = 0; c < x.columns; ++c) {
      if (is_alone) {
        for (std::size_t p = 0; p < x.rows; ++p) column[functions[p]] = x.column(c)[p];
        write_values(file, column.data(), x.rows);
      } else {
        write_values(file, x.column(c), x.rows);
      }
    }
    const std::uint64_t iterations = residuals.empty() ? 0 : residuals.front().size();
    write_values(file, &iterations, 1);
    for (const std::vector<double>& of_column : residuals)
      write_values(file, of_column.data(), of_column.size());
    file.close();  // the last bytes are written here, and a full disk shows here
    if (!file)
      throw std::runtime_error("The checkpoint " + path.string() + " cannot be written; is the disk full?");
  }
  std::filesystem::rename(part, target);
}

bool Checkpoint::read(const std::filesystem::path& path, std::span<const int> functions, std::size_t unknowns,
                      int columns, Communicator& ranks) {
  std::vector<int> row_of(unknowns, -1);
  for (std::size_t i = 0; i < functions.size(); ++i) row_of[functions[i]] = static_cast<int>(i);
  long taken = 0;
  for (const auto& file : files_of(path)) {
    const long count = take_up(file, row_of, columns, functions.size(), *this);
    if (count < 0) {
      taken = -1;
      break;
    }
    taken += count;
  }
  const auto is_finite = [](const ComplexF& z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); };
  const bool is_whole = taken == static_cast<long>(functions.size()) && x.columns > 0 &&
                        weights.allFinite() && std::all_of(x.data.begin(), x.data.end(), is_finite);
  return !ranks.any(!is_whole);
}

bool has_checkpoint(const std::filesystem::path& path) { return !files_of(path).empty(); }

void remove_checkpoint(const std::filesystem::path& path) {
  std::error_code none;
  std::filesystem::remove(path, none);
  const std::string head = path.filename().string() + ".";
  for (const auto& entry :
       std::filesystem::directory_iterator(path.parent_path().empty() ? "." : path.parent_path(), none))
    if (entry.path().filename().string().starts_with(head)) std::filesystem::remove(entry.path(), none);
}

}  // namespace pace
