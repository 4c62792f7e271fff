// Sorting of what lies at the vertices of a mesh.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pace {

/// Sorts `of` in linear time where few have the same lowest vertex: by that vertex first, then each few.
/// @param lowest  vertex of an entry, by which `Entry::operator<` compares first
template <class Entry, class Lowest>
void sort_by_vertex(std::vector<Entry>& of, std::size_t vertices, const Lowest& lowest) {
  std::vector<std::size_t> start(vertices + 1, 0);
  for (const Entry& entry : of) ++start[lowest(entry) + 1];
  for (std::size_t v = 0; v < vertices; ++v) start[v + 1] += start[v];
  std::vector<Entry> sorted(of.size());
  std::vector<std::size_t> next(start.begin(), start.end() - 1);
  for (const Entry& entry : of) sorted[next[lowest(entry)]++] = entry;
  for (std::size_t v = 0; v < vertices; ++v)
    std::sort(sorted.begin() + static_cast<long>(start[v]), sorted.begin() + static_cast<long>(start[v + 1]));
  of = std::move(sorted);
}

}  // namespace pace
