#include "mesh/unv.hpp"

#include <algorithm>
#include <fstream>
#include <map>

#include "core/error.hpp"
#include "mesh/label_index.hpp"
#include "mesh/side_agreement.hpp"
#include "mesh/unv_records.hpp"

namespace pace {
namespace unv {
namespace {

/// How far the middle node that lies worst is from the middle of its side, as part of that side.
/// @param middle  opposite to each corner
double worst_middle(const std::array<Vec3, 3>& corner, const std::array<Vec3, 3>& middle) {
  double worst = 0.0;
  for (int i = 0; i < 3; ++i) {
    const Vec3 &a = corner[(i + 1) % 3], &b = corner[(i + 2) % 3];
    worst = std::max(worst, (middle[i] - 0.5 * (a + b)).norm() / std::max((b - a).norm(), 1e-300));
  }
  return worst;
}

/// Does another order of the six nodes (middles exchanged, corners first and then the middles, or a middle
/// first) put every middle at its side, and at least twice as near as the order that is expected? Of a
/// usable triangle that is given in order it cannot: two of its sides would have to cross each other.
/// Middles closer than `near` are never in question.
bool fits_another_order(const std::array<Vec3, 3>& corner, const std::array<Vec3, 3>& middle) {
  constexpr double near = 0.02, fitting = 0.3;
  const double stated = worst_middle(corner, middle);
  if (stated <= near) return false;
  // In the file: corner 0, middle 2, corner 1, middle 0, corner 2, middle 1.
  const std::array<Vec3, 3> first_three{corner[0], middle[2], corner[1]},
      last_three{middle[0], corner[2], middle[1]}, every_second{middle[2], middle[0], middle[1]};
  std::array<int, 3> order{0, 1, 2};
  do {
    const auto reordered = [&](const std::array<Vec3, 3>& m) {
      return std::array<Vec3, 3>{m[order[0]], m[order[1]], m[order[2]]};
    };
    const double other =
        std::min({worst_middle(corner, reordered(middle)), worst_middle(first_three, reordered(last_three)),
                  worst_middle(every_second, reordered(corner))});
    if (other < std::min(0.5 * stated, fitting)) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

/// Whether a quadrilateral is split from its second corner to its fourth, not from its first to its third:
/// along the shorter diagonal where both lie inside, else along the one that does. Diagonals that differ by
/// rounding count as equal: the first is taken.
bool splits_from_second_corner(const std::array<Vec3, 4>& c) {
  constexpr double same_length = 1e-9;
  const auto face_one_way = [](const Vec3& n, const Vec3& m) { return n.dot(m) > 0.0; };
  const bool by_first = face_one_way((c[1] - c[0]).cross(c[2] - c[0]), (c[2] - c[0]).cross(c[3] - c[0]));
  const bool by_second = face_one_way((c[1] - c[0]).cross(c[3] - c[0]), (c[2] - c[1]).cross(c[3] - c[1]));
  if (by_first != by_second) return by_second;
  return (c[3] - c[1]).squaredNorm() < (c[2] - c[0]).squaredNorm() * (1.0 - same_length);
}

/// From the records of a file to a mesh.
class UnvMesh {
 public:
  UnvMesh(Records records, UnvFile& file) : records_(std::move(records)), file_(file) {}

  void build() {
    build_vertices_and_triangles();
    assign_parts();
    note_skipped_elements();
  }

 private:
  void build_vertices_and_triangles() {
    const LabelIndex node_index(labels_of(records_.nodes));
    if (const auto twice = node_index.duplicate())
      throw duplicate_label("UNV_DUPLICATE_LABEL.node", records_.nodes[*twice]);
    const LabelIndex element_index(labels_of(records_.triangles));
    if (const auto twice = element_index.duplicate())
      throw duplicate_label("UNV_DUPLICATE_LABEL.element", records_.triangles[*twice]);
    split_quadrilaterals(node_index);

    std::vector<int> vertex_of_node(records_.nodes.size(), -1);
    file_.mesh.triangles.resize(records_.triangles.size());
    for (std::size_t t = 0; t < records_.triangles.size(); ++t) {
      const FileTriangle& source = records_.triangles[t];
      for (int i = 0; i < 3; ++i) {
        const int node = node_index.find(source.node[i]);
        if (node < 0) {
          throw missing_node("UNV_MISSING_NODE", source, source.node[i]);
        }
        vertex_of_node[node] = 0;
        file_.mesh.triangles[t].vertex[i] = node;
      }
      const auto& v = file_.mesh.triangles[t].vertex;
      if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) {
        throw InputError(Message{"UNV_DEGENERATE", {{"element", source.label}, {"line", source.line}}},
                         at_line(source.line));
      }
    }
    const int only_middles = build_bends(node_index, vertex_of_node);
    for (std::size_t n = 0; n < records_.nodes.size(); ++n) {
      if (vertex_of_node[n] < 0) continue;
      vertex_of_node[n] = static_cast<int>(file_.mesh.vertices.size());
      file_.mesh.vertices.push_back(records_.nodes[n].position);
    }
    for (Triangle& triangle : file_.mesh.triangles) {
      for (int& v : triangle.vertex) v = vertex_of_node[v];
    }
    if (const SideChange change = agree_on_sides(file_.mesh); change.sides > 0) note(note_of(change));
    const std::size_t unused = records_.nodes.size() - file_.mesh.vertices.size() - only_middles;
    if (unused > 0) note({"FILE_NOTE.unusedNodes", {{"count", unused}}});
    group_of_triangle_ = groups_of_triangles(element_index);
  }

  /// Splits quadrilaterals along their shorter diagonal, or along the one that lies inside where a corner
  /// points inward. The second triangles follow all elements of the file and have the labels of the first; a
  /// quadrilateral with two neighbouring corners in one node is one triangle.
  void split_quadrilaterals(const LabelIndex& node_index) {
    for (const FileQuadrilateral& quadrilateral : records_.quadrilaterals) {
      FileTriangle first = records_.triangles[quadrilateral.triangle];
      const std::array<long long, 4> node{first.node[0], first.node[1], first.node[2], quadrilateral.fourth};
      std::array<Vec3, 4> corner;
      int same = -1;
      for (int i = 0; i < 4; ++i) {
        const int found = node_index.find(node[i]);
        if (found < 0) throw missing_node("UNV_MISSING_NODE", first, node[i]);
        corner[i] = records_.nodes[found].position;
        if (node[i] == node[(i + 1) % 4]) same = i;
      }
      if (same >= 0) {
        for (int i = 0, kept = 0; i < 4; ++i)
          if (i != same) first.node[kept++] = node[i];
        records_.triangles[quadrilateral.triangle] = first;
        continue;
      }
      FileTriangle second = first;
      if (splits_from_second_corner(corner)) {
        first.node = {node[0], node[1], node[3]};
        second.node = {node[1], node[2], node[3]};
      } else {
        second.node = {node[0], node[2], node[3]};
      }
      records_.triangles[quadrilateral.triangle] = first;
      records_.triangles.push_back(second);
      first_of_second_.push_back(quadrilateral.triangle);
    }
    if (!records_.quadrilaterals.empty())
      note({"FILE_NOTE.quadrilateralsSplit", {{"count", records_.quadrilaterals.size()}}});
  }

  static InputError missing_node(const char* key, const FileTriangle& element, long long node) {
    return InputError(Message{key, {{"element", element.label}, {"line", element.line}, {"node", node}}},
                      at_line(element.line));
  }

  /// Sagittas of six-node triangles; triangles still name nodes of the file.
  /// @param vertex_of_node  negative where a node is no corner of a triangle
  /// @return how many nodes are middles of sides and no corners
  int build_bends(const LabelIndex& node_index, const std::vector<int>& vertex_of_node) {
    if (records_.middles.empty()) return 0;
    std::vector<Bend>& bends = file_.mesh.bends;
    bends.resize(records_.triangles.size());
    for (Bend& bend : bends) bend.sagitta.fill(Vec3::Zero());
    std::vector<char> is_middle(records_.nodes.size(), 0);
    Rejected out_of_order;
    for (const FileMiddles& middles : records_.middles) {
      const FileTriangle& source = records_.triangles[middles.triangle];
      const auto& v = file_.mesh.triangles[middles.triangle].vertex;
      std::array<int, 3> node;
      for (int i = 0; i < 3; ++i) {
        node[i] = node_index.find(middles.node[i]);
        if (node[i] < 0) {
          throw missing_node("UNV_MISSING_NODE.middle", source, middles.node[i]);
        }
        is_middle[node[i]] = 1;
      }
      for (int i = 0; i < 3; ++i)
        if (node[i] == node[(i + 1) % 3] || std::find(v.begin(), v.end(), node[i]) != v.end()) {
          throw InputError(
              Message{"UNV_DEGENERATE.middle",
                      {{"element", source.label}, {"line", source.line}, {"node", middles.node[i]}}},
              at_line(source.line));
        }
      std::array<Vec3, 3> corner, middle;
      for (int i = 0; i < 3; ++i) {
        corner[i] = records_.nodes[v[i]].position;
        middle[i] = records_.nodes[node[i]].position;
      }
      if (fits_another_order(corner, middle)) out_of_order.add(source.label, source.line);
      for (int i = 0; i < 3; ++i)
        bends[middles.triangle].sagitta[i] = sagitta_of(v[(i + 1) % 3], v[(i + 2) % 3], node[i]);
    }
    if (out_of_order.count > 0) throw rejection("UNV_MIDDLE_ORDER", out_of_order);
    int only_middles = 0;
    for (std::size_t n = 0; n < records_.nodes.size(); ++n)
      only_middles += is_middle[n] && vertex_of_node[n] < 0;
    return only_middles;
  }

  /// Zero when a node lies in the middle of its side up to the rounding of a file, so that straight
  /// second-order triangles are flat ones.
  Vec3 sagitta_of(int first, int last, int middle) const {
    const FileNode &a = records_.nodes[first], &b = records_.nodes[last], &m = records_.nodes[middle];
    const Vec3 sagitta = m.position - 0.5 * (a.position + b.position);
    // A file of double precision may have passed through programs of single precision (6e-8); datasets of
    // single precision have six digits.
    constexpr double of_chord = 1e-6, of_double = 2e-7, of_single = 1e-5;
    const double magnitude = std::max({a.position.cwiseAbs().maxCoeff(), b.position.cwiseAbs().maxCoeff(),
                                       m.position.cwiseAbs().maxCoeff()});
    const bool is_single = a.is_single || b.is_single || m.is_single;
    const double rounding =
        of_chord * (b.position - a.position).norm() + (is_single ? of_single : of_double) * magnitude;
    return sagitta.norm() <= rounding ? Vec3(Vec3::Zero()) : sagitta;
  }

  template <class Records>
  static std::vector<long long> labels_of(const Records& records) {
    std::vector<long long> labels(records.size());
    std::transform(records.begin(), records.end(), labels.begin(), [](const auto& r) { return r.label; });
    return labels;
  }

  template <class Record>
  static InputError duplicate_label(const char* key, const Record& record) {
    return InputError(Message{key, {{"label", record.label}, {"line", record.line}}}, at_line(record.line));
  }

  /// Index into records_.groups for each triangle, or nothing if the groups are no partition of the
  /// triangles.
  std::optional<std::vector<int>> groups_of_triangles(const LabelIndex& element_index) {
    std::vector<int> group_of(records_.triangles.size(), -1);
    std::size_t grouped = 0, shared = 0;
    for (std::size_t g = 0; g < records_.groups.size(); ++g) {
      for (const long long label : records_.groups[g].elements) {
        const int t = element_index.find(label);
        if (t < 0 || group_of[t] == static_cast<int>(g)) continue;
        if (group_of[t] < 0) {
          group_of[t] = static_cast<int>(g);
          ++grouped;
        } else {
          ++shared;
        }
      }
    }
    const std::size_t first_second = records_.triangles.size() - first_of_second_.size();
    for (std::size_t i = 0; i < first_of_second_.size(); ++i) {
      group_of[first_second + i] = group_of[first_of_second_[i]];
      if (group_of[first_second + i] >= 0) ++grouped;
    }
    if (grouped == 0) return std::nullopt;
    if (grouped == records_.triangles.size() && shared == 0) return group_of;
    note({"FILE_NOTE.groupsOverlap",
          {{"ungrouped", records_.triangles.size() - grouped}, {"shared", shared}}});
    return std::nullopt;
  }

  void assign_parts() {
    std::map<int, std::string> name_of;
    std::vector<int> number_of(records_.triangles.size());
    if (group_of_triangle_) {
      const std::vector<int> number_of_group = distinct_group_numbers();
      for (std::size_t t = 0; t < records_.triangles.size(); ++t) {
        const int g = (*group_of_triangle_)[t];
        number_of[t] = number_of_group[g];
        name_of.try_emplace(number_of[t], records_.groups[g].name);
      }
    } else {
      for (std::size_t t = 0; t < records_.triangles.size(); ++t) {
        number_of[t] = records_.triangles[t].property;
        name_of.try_emplace(number_of[t]);
      }
    }
    std::map<int, int> index_of;
    for (auto& [number, name] : name_of) {
      index_of[number] = static_cast<int>(file_.mesh.parts.size());
      file_.mesh.parts.push_back({number, name.empty() ? "Part " + std::to_string(number) : name});
    }
    for (std::size_t t = 0; t < records_.triangles.size(); ++t)
      file_.mesh.triangles[t].part = index_of.at(number_of[t]);
  }

  /// Group numbers as in the file, or 1, 2, 3 … when two groups with triangles share a number.
  std::vector<int> distinct_group_numbers() {
    std::vector<char> used(records_.groups.size(), 0);
    for (const int g : *group_of_triangle_) used[g] = 1;
    std::map<int, int> occurrences;
    bool clash = false;
    for (std::size_t g = 0; g < records_.groups.size(); ++g) {
      if (used[g] && ++occurrences[records_.groups[g].number] > 1) clash = true;
    }
    if (clash) note({"FILE_NOTE.groupNumbers"});
    std::vector<int> numbers(records_.groups.size());
    int next = 0;
    for (std::size_t g = 0; g < records_.groups.size(); ++g) {
      if (used[g]) numbers[g] = clash ? ++next : records_.groups[g].number;
    }
    return numbers;
  }

  void note_skipped_elements() {
    for (const auto& [descriptor, count] : records_.skipped) {
      note({"FILE_NOTE.skippedElements", {{"count", count}, {"type", descriptor}}});
    }
  }

  void note(Message message) { file_.notes.push_back(std::move(message)); }

  Records records_;
  std::vector<std::size_t> first_of_second_;  ///< of the last triangles: the other half of each
  std::optional<std::vector<int>> group_of_triangle_;
  UnvFile& file_;
};

}  // namespace
}  // namespace unv

namespace {

std::string contents_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  std::string text;
  if (stream && !error) {
    text.resize(size);
    stream.read(text.data(), static_cast<std::streamsize>(size));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() == size) return text;
  }
  throw InputError(Message{"UNV_NOT_READABLE", {{"file", path.string()}}}, path.string());
}

}  // namespace

Message note_of(const SideChange& change) {
  return {"FILE_NOTE.sidesUnified",
          {{"count", change.sides}, {"percent", significant(100.0 * change.share, 2)}}};
}

UnvFile parse_unv(std::string_view text) {
  UnvFile file;
  unv::UnvMesh(unv::read_records(text, file), file).build();
  return file;
}

UnvFile read_unv(const std::filesystem::path& path) { return parse_unv(contents_of(path)); }

}  // namespace pace
