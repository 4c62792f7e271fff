// What stands in a universal file, dataset by dataset, before it is a mesh.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "mesh/unv.hpp"

namespace pace::unv {

struct FileNode {
  long long label;
  Vec3 position;
  long line;
  bool is_single;  ///< written in single precision
};
struct FileTriangle {
  long long label;
  std::array<long long, 3> node;
  int property;
  long line;
};
/// Of a six-node triangle: the node in the middle of the side opposite to each corner.
struct FileMiddles {
  std::size_t triangle;
  std::array<long long, 3> node;
};
/// The fourth corner of a quadrilateral, whose first three are a triangle of the file until it is split.
struct FileQuadrilateral {
  std::size_t triangle;
  long long fourth;
};
struct FileGroup {
  int number;
  std::string name;
  std::vector<long long> elements;
};
/// Elements of a kind that cannot be used, reported with the first of them.
struct Rejected {
  int count = 0;
  long long first_label = 0;
  long first_line = 0;
  void add(long long label, long line) {
    if (count++ == 0) {
      first_label = label;
      first_line = line;
    }
  }
};

struct Records {
  std::vector<FileNode> nodes;
  std::vector<FileTriangle> triangles;
  std::vector<FileMiddles> middles;
  std::vector<FileQuadrilateral> quadrilaterals;
  std::vector<FileGroup> groups;
  std::map<long long, int> skipped;  ///< elements that make no surface: count by descriptor
};

inline std::string at_line(long line) { return "line " + std::to_string(line); }

inline InputError rejection(const char* code, const Rejected& r) {
  return InputError(Message{code, {{"count", r.count}, {"element", r.first_label}, {"line", r.first_line}}},
                    at_line(r.first_line));
}

/// @param file  gets units, header and notes; `closed` says whether the last dataset ends
/// @throws InputError  as parse_unv, if there are no triangles too
Records read_records(std::string_view text, UnvFile& file);

}  // namespace pace::unv
