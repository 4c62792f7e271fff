#include "mesh/unv.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>

#include "core/error.hpp"
#include "mesh/label_index.hpp"
#include "mesh/side_agreement.hpp"
#include "mesh/unv_text.hpp"

namespace pace {
namespace {

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

enum class Family { line, triangle, quadratic_triangle, quadrilateral, curved_surface, other };

/// Descriptors come in tens by physics: 1x–3x rods, beams and pipes; 4x plane stress, 5x plane strain, 6x
/// plate, 7x membrane, 8x axisymmetric, 9x thin shell. Within a family the node count says the shape, and
/// says it more reliably than the last digit (71 and 74 are exchanged between the published lists).
Family family_of(long long descriptor, long long nodes) {
  if (descriptor >= 11 && descriptor <= 39) return Family::line;
  if (descriptor < 41 || descriptor > 99) return Family::other;
  if (nodes == 3) return Family::triangle;
  if (nodes == 6) return Family::quadratic_triangle;
  if (nodes == 4) return Family::quadrilateral;
  return Family::curved_surface;
}

/// The parabolic triangles of plane stress and thin shells, by their descriptor: what has it is meant to have
/// six nodes.
bool is_called_quadratic_triangle(long long descriptor) { return descriptor == 42 || descriptor == 92; }

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

/// The beginning of a word of the file, for a sentence: bytes that are no text (a NUL would end it) as "?".
std::string quoted(std::string_view word) {
  std::string text(word.substr(0, 40));
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  return text;
}

std::string at_line(long line) { return "line " + std::to_string(line); }

/// The line that opens and closes datasets: −1 in columns 5–6. A −1 written as a ten-column integer is data.
bool is_delimiter(std::string_view line) {
  std::size_t blanks = 0;
  while (blanks < line.size() && line[blanks] == ' ') ++blanks;
  return blanks <= 4 && trimmed(line) == "-1";
}

class UnvReader {
 public:
  explicit UnvReader(std::string_view text)
      : cursor_(text), ends_with_newline_(!text.empty() && text.back() == '\n') {}

  UnvFile read() {
    while (enter_dataset()) read_dataset();
    if (datasets_ == 0) {
      throw InputError(Message{"UNV_NOT_A_UNV"});
    }
    reject_unusable_elements();
    build_vertices_and_triangles();
    assign_parts();
    note_skipped_elements();
    return std::move(file_);
  }

 private:
  // --- the frame of datasets ---

  /// Moves behind the next opening −1 and reads the dataset number.
  bool enter_dataset() {
    bool opened = false;
    while (const auto line = cursor_.next()) {
      if (is_delimiter(*line)) {
        opened = true;
        continue;
      }
      if (!opened) continue;
      std::string_view rest = *line;
      const auto number = to_integer(take_word(rest));
      if (number) {
        dataset_ = static_cast<int>(std::clamp<long long>(*number, 0, 1'000'000));
        ++datasets_;
        return true;
      }
      if (rest.empty() && trimmed(*line).empty()) continue;
      if (datasets_ > 0) {  // a dataset with a name such as 58b: skip it
        dataset_ = 0;
        return true;
      }
      opened = false;
    }
    return false;
  }

  void read_dataset() {
    switch (dataset_) {
      case 15:
        return read_nodes(true);
      case 781:
      case 2411:
        return read_nodes(false);
      case 780:
        return read_elements(8, 3);
      case 2412:
        return read_elements(6, 2);
      case 2435:
      case 2452:
      case 2467:
      case 2477:
        return read_groups();
      case 151:
        return read_header();
      case 164:
        return read_units();
      case 71:
      case 2429:
      case 2430:
      case 2432:
        note({dataset_ == 71 ? "FILE_NOTE.oldElements" : "FILE_NOTE.oldGroups", {{"dataset", dataset_}}});
        return skip_dataset();
      default:
        return skip_dataset();
    }
  }

  void skip_dataset() {
    while (const auto line = cursor_.next()) {
      if (is_delimiter(*line)) return;
    }
  }

  /// The next line of the dataset, or nothing at its end.
  std::optional<std::string_view> next_record() {
    while (true) {
      const auto line = cursor_.next();
      if (!line) {
        ended_in_dataset_ = true;
        file_.closed = false;
        const bool matters = dataset_ != 151 && dataset_ != 164;
        if (matters && !ends_with_newline_) throw truncated();
        if (matters) note({"FILE_NOTE.notClosed", {{"dataset", dataset_}}});
        return std::nullopt;
      }
      if (is_delimiter(*line)) return std::nullopt;
      if (!trimmed(*line).empty()) return line;
    }
  }

  /// The next line of a record that has begun.
  std::string_view continued_record() {
    const auto line = cursor_.next();
    if (!line || is_delimiter(*line)) throw truncated();
    return *line;
  }

  InputError truncated() const {
    return InputError(Message{"UNV_TRUNCATED", {{"dataset", dataset_}, {"line", cursor_.line_number()}}},
                      at_line(cursor_.line_number()));
  }

  // --- numbers ---

  long long take_integer(std::string_view& line) {
    const std::string_view word = take_word(line);
    if (word.empty()) {
      LineCursor ahead = cursor_;
      if (!ahead.next()) throw truncated();
      throw InputError(
          Message{"UNV_BAD_NUMBER.fewIntegers", {{"line", cursor_.line_number()}, {"dataset", dataset_}}},
          at_line(cursor_.line_number()));
    }
    const auto value = to_integer(word);
    if (!value) {
      throw InputError(
          Message{"UNV_BAD_NUMBER.notInteger",
                  {{"word", quoted(word)}, {"line", cursor_.line_number()}, {"dataset", dataset_}}},
          at_line(cursor_.line_number()));
    }
    return *value;
  }

  int take_small_integer(std::string_view& line) {
    const long long value = take_integer(line);
    return static_cast<int>(
        std::clamp<long long>(value, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
  }

  double take_coordinate(std::string_view& line, long long label) {
    const std::string_view word = take_word(line);
    const auto value = to_real(word);
    if (value) return *value;
    if (word.empty()) {
      LineCursor ahead = cursor_;
      if (!ahead.next()) throw truncated();
    }
    Message message{word.empty() ? "UNV_BAD_NUMBER.fewCoordinates" : "UNV_BAD_NUMBER.coordinate",
                    {{"node", label}, {"line", cursor_.line_number()}}};
    if (!word.empty()) message.values["word"] = quoted(word);
    throw InputError(std::move(message), at_line(cursor_.line_number()));
  }

  // --- datasets ---

  void read_nodes(bool on_one_line) {
    while (auto record = next_record()) {
      FileNode node;
      node.is_single = on_one_line;
      node.line = cursor_.line_number();
      std::string_view line = *record;
      node.label = take_integer(line);
      if (on_one_line) {
        for (int i = 0; i < 3; ++i) take_integer(line);  // coordinate systems, colour
      } else {
        line = continued_record();
      }
      for (int axis = 0; axis < 3; ++axis) node.position[axis] = take_coordinate(line, node.label);
      nodes_.push_back(node);
    }
  }

  /// @param fields          integers of the first record, the last is the node count
  /// @param property_field  0-based place of the physical-property number
  void read_elements(int fields, int property_field) {
    std::array<long long, 8> head{};
    while (auto record = next_record()) {
      const long first_line = cursor_.line_number();
      std::string_view line = *record;
      for (int i = 0; i < fields; ++i) head[i] = take_integer(line);
      const long long label = head[0], descriptor = head[1], node_count = head[fields - 1];
      if (node_count < 0 || node_count > 1000) {
        throw InputError(Message{"UNV_BAD_NUMBER.nodesOfElement",
                                 {{"element", label}, {"line", first_line}, {"nodes", node_count}}},
                         at_line(first_line));
      }
      if (is_called_quadratic_triangle(descriptor) && node_count != 6)
        throw not_six_nodes(label, descriptor, node_count);
      const Family family = family_of(descriptor, node_count);
      if (family == Family::triangle || family == Family::quadratic_triangle ||
          family == Family::quadrilateral) {
        std::string_view list = continued_record();
        FileTriangle triangle{label, {}, 0, cursor_.line_number()};
        triangle.property = static_cast<int>(std::clamp<long long>(
            head[property_field], std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
        if (family == Family::quadratic_triangle) {
          read_six_nodes(list, triangle, descriptor);
        } else {
          for (long long& node : triangle.node) node = take_integer(list);
          if (family == Family::quadrilateral)
            quadrilaterals_.push_back({triangles_.size(), take_integer(list)});
        }
        triangles_.push_back(triangle);
        continue;
      }
      if (family == Family::line) skip_orientation_record(node_count);
      skip_integers(node_count);
      if (family == Family::curved_surface) curved_.add(label, first_line);
      if (family == Family::line || family == Family::other) ++skipped_[descriptor];
    }
  }

  /// Corner, middle, corner, middle, corner, middle: the middle after a corner lies between it and the next.
  void read_six_nodes(std::string_view list, FileTriangle& triangle, long long descriptor) {
    if (const int words = count_words(list); words < 6) {
      LineCursor ahead = cursor_;
      if (!ahead.next()) throw truncated();
      throw not_six_nodes(triangle.label, descriptor, words);
    }
    FileMiddles middles{triangles_.size(), {}};
    for (int i = 0; i < 3; ++i) {
      triangle.node[i] = take_integer(list);
      middles.node[(i + 2) % 3] = take_integer(list);
    }
    middles_.push_back(middles);
  }

  InputError not_six_nodes(long long label, long long descriptor, long long nodes) const {
    return InputError(
        Message{
            "UNV_QUADRATIC.nodes",
            {{"element", label}, {"line", cursor_.line_number()}, {"type", descriptor}, {"nodes", nodes}}},
        at_line(cursor_.line_number()));
  }

  /// Rods, beams and pipes have a record of three integers (orientation node, cross-sections) before their
  /// nodes; some writers leave it out.
  void skip_orientation_record(long long node_count) {
    LineCursor ahead = cursor_;
    const auto first = ahead.next();
    if (!first) throw truncated();
    const int words = count_words(*first);
    if (words != 3) return;
    const auto second = ahead.next();
    if (node_count == 3 && second && (is_delimiter(*second) || count_words(*second) != 3)) return;
    continued_record();
  }

  void skip_integers(long long count) {
    while (count > 0) {
      const int words = count_words(continued_record());
      count -= words;
    }
  }

  void read_groups() {
    while (auto record = next_record()) {
      std::string_view line = *record;
      FileGroup group;
      group.number = take_small_integer(line);
      long long entities = 0;
      for (int field = 1; field < 8; ++field) entities = take_integer(line);
      group.name = std::string(trimmed(continued_record()));
      read_group_entities(group, entities);
      groups_.push_back(std::move(group));
    }
  }

  /// Entities are four integers each (type, tag, leaf, component), two a line. Type 8 is a finite element.
  void read_group_entities(FileGroup& group, long long entities) {
    group.elements.reserve(static_cast<std::size_t>(std::clamp<long long>(entities, 0, 1'000'000)));
    while (entities > 0) {
      std::string_view line = continued_record();
      bool any = false;
      while (entities > 0) {
        if (trimmed(line).empty()) break;
        const long long type = take_integer(line);
        const long long tag = take_integer(line);
        take_integer(line);
        take_integer(line);
        if (type == 8) group.elements.push_back(tag);
        --entities;
        any = true;
      }
      if (!any) throw truncated();
    }
  }

  void read_header() {
    while (const auto line = next_record()) {
      file_.header += std::string(trimmed(*line));
      file_.header += '\n';
    }
  }

  /// Dataset 164: unit code (I10), description (20A1), temperature mode (I10); then the factors by which a
  /// value of the file is divided to give SI, the length first.
  void read_units() {
    const auto record = next_record();
    if (!record) return;
    std::string& text = file_.unit_datasets.emplace_back();
    const auto keep = [&text](std::string_view kept) { (text += kept) += '\n'; };
    keep(*record);
    std::string_view line = *record;
    std::string_view rest = line;
    const auto code = to_integer(take_word(rest));
    if (!code && line.size() > 10) {  // "        10mm (newton)": the columns touch
      rest = line.substr(10);
    }
    if (rest.size() > 20) rest = rest.substr(0, 20);
    file_.units_name = std::string(trimmed(rest));
    if (const auto factors = next_record()) {
      keep(*factors);
      std::string_view words = *factors;
      const auto factor = to_real(take_word(words));
      if (factor && *factor > 0.0) {
        file_.metres_per_unit = 1.0 / *factor;
      } else {
        note({"FILE_NOTE.lengthFactor"});
      }
      for (auto more = cursor_.next(); more && !is_delimiter(*more); more = cursor_.next()) keep(*more);
    }
  }

  // --- from file records to a mesh ---

  static InputError rejection(const char* code, const Rejected& r) {
    return InputError(Message{code, {{"count", r.count}, {"element", r.first_label}, {"line", r.first_line}}},
                      at_line(r.first_line));
  }

  void reject_unusable_elements() const {
    if (curved_.count > 0) throw rejection("UNV_QUADRATIC", curved_);
    if (!triangles_.empty()) return;
    if (ended_in_dataset_) throw truncated();
    throw InputError(Message{skipped_.empty() ? "UNV_NO_TRIANGLES" : "UNV_NO_TRIANGLES.otherElements"});
  }

  void build_vertices_and_triangles() {
    const LabelIndex node_index(labels_of(nodes_));
    if (const auto twice = node_index.duplicate())
      throw duplicate_label("UNV_DUPLICATE_LABEL.node", nodes_[*twice]);
    const LabelIndex element_index(labels_of(triangles_));
    if (const auto twice = element_index.duplicate())
      throw duplicate_label("UNV_DUPLICATE_LABEL.element", triangles_[*twice]);
    split_quadrilaterals(node_index);

    std::vector<int> vertex_of_node(nodes_.size(), -1);
    file_.mesh.triangles.resize(triangles_.size());
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      const FileTriangle& source = triangles_[t];
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
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (vertex_of_node[n] < 0) continue;
      vertex_of_node[n] = static_cast<int>(file_.mesh.vertices.size());
      file_.mesh.vertices.push_back(nodes_[n].position);
    }
    for (Triangle& triangle : file_.mesh.triangles) {
      for (int& v : triangle.vertex) v = vertex_of_node[v];
    }
    if (const SideChange change = agree_on_sides(file_.mesh); change.sides > 0) note(note_of(change));
    const std::size_t unused = nodes_.size() - file_.mesh.vertices.size() - only_middles;
    if (unused > 0) note({"FILE_NOTE.unusedNodes", {{"count", unused}}});
    group_of_triangle_ = groups_of_triangles(element_index);
  }

  /// Splits quadrilaterals along their shorter diagonal, or along the one that lies inside where a corner
  /// points inward. The second triangles follow all elements of the file and have the labels of the first; a
  /// quadrilateral with two neighbouring corners in one node is one triangle.
  void split_quadrilaterals(const LabelIndex& node_index) {
    for (const FileQuadrilateral& quadrilateral : quadrilaterals_) {
      FileTriangle first = triangles_[quadrilateral.triangle];
      const std::array<long long, 4> node{first.node[0], first.node[1], first.node[2], quadrilateral.fourth};
      std::array<Vec3, 4> corner;
      int same = -1;
      for (int i = 0; i < 4; ++i) {
        const int found = node_index.find(node[i]);
        if (found < 0) throw missing_node("UNV_MISSING_NODE", first, node[i]);
        corner[i] = nodes_[found].position;
        if (node[i] == node[(i + 1) % 4]) same = i;
      }
      if (same >= 0) {
        for (int i = 0, kept = 0; i < 4; ++i)
          if (i != same) first.node[kept++] = node[i];
        triangles_[quadrilateral.triangle] = first;
        continue;
      }
      FileTriangle second = first;
      if (splits_from_second_corner(corner)) {
        first.node = {node[0], node[1], node[3]};
        second.node = {node[1], node[2], node[3]};
      } else {
        second.node = {node[0], node[2], node[3]};
      }
      triangles_[quadrilateral.triangle] = first;
      triangles_.push_back(second);
      first_of_second_.push_back(quadrilateral.triangle);
    }
    if (!quadrilaterals_.empty())
      note({"FILE_NOTE.quadrilateralsSplit", {{"count", quadrilaterals_.size()}}});
  }

  static InputError missing_node(const char* key, const FileTriangle& element, long long node) {
    return InputError(Message{key, {{"element", element.label}, {"line", element.line}, {"node", node}}},
                      at_line(element.line));
  }

  /// Sagittas of six-node triangles; triangles still name nodes of the file.
  /// @param vertex_of_node  negative where a node is no corner of a triangle
  /// @return how many nodes are middles of sides and no corners
  int build_bends(const LabelIndex& node_index, const std::vector<int>& vertex_of_node) {
    if (middles_.empty()) return 0;
    std::vector<Bend>& bends = file_.mesh.bends;
    bends.resize(triangles_.size());
    for (Bend& bend : bends) bend.sagitta.fill(Vec3::Zero());
    std::vector<char> is_middle(nodes_.size(), 0);
    Rejected out_of_order;
    for (const FileMiddles& middles : middles_) {
      const FileTriangle& source = triangles_[middles.triangle];
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
        corner[i] = nodes_[v[i]].position;
        middle[i] = nodes_[node[i]].position;
      }
      if (fits_another_order(corner, middle)) out_of_order.add(source.label, source.line);
      for (int i = 0; i < 3; ++i)
        bends[middles.triangle].sagitta[i] = sagitta_of(v[(i + 1) % 3], v[(i + 2) % 3], node[i]);
    }
    if (out_of_order.count > 0) throw rejection("UNV_MIDDLE_ORDER", out_of_order);
    int only_middles = 0;
    for (std::size_t n = 0; n < nodes_.size(); ++n) only_middles += is_middle[n] && vertex_of_node[n] < 0;
    return only_middles;
  }

  /// Zero when a node lies in the middle of its side up to the rounding of a file, so that straight
  /// second-order triangles are flat ones.
  Vec3 sagitta_of(int first, int last, int middle) const {
    const FileNode &a = nodes_[first], &b = nodes_[last], &m = nodes_[middle];
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

  /// Index into groups_ for each triangle, or nothing if the groups are no partition of the triangles.
  std::optional<std::vector<int>> groups_of_triangles(const LabelIndex& element_index) {
    std::vector<int> group_of(triangles_.size(), -1);
    std::size_t grouped = 0, shared = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      for (const long long label : groups_[g].elements) {
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
    const std::size_t first_second = triangles_.size() - first_of_second_.size();
    for (std::size_t i = 0; i < first_of_second_.size(); ++i) {
      group_of[first_second + i] = group_of[first_of_second_[i]];
      if (group_of[first_second + i] >= 0) ++grouped;
    }
    if (grouped == 0) return std::nullopt;
    if (grouped == triangles_.size() && shared == 0) return group_of;
    note({"FILE_NOTE.groupsOverlap", {{"ungrouped", triangles_.size() - grouped}, {"shared", shared}}});
    return std::nullopt;
  }

  void assign_parts() {
    std::map<int, std::string> name_of;
    std::vector<int> number_of(triangles_.size());
    if (group_of_triangle_) {
      const std::vector<int> number_of_group = distinct_group_numbers();
      for (std::size_t t = 0; t < triangles_.size(); ++t) {
        const int g = (*group_of_triangle_)[t];
        number_of[t] = number_of_group[g];
        name_of.try_emplace(number_of[t], groups_[g].name);
      }
    } else {
      for (std::size_t t = 0; t < triangles_.size(); ++t) {
        number_of[t] = triangles_[t].property;
        name_of.try_emplace(number_of[t]);
      }
    }
    std::map<int, int> index_of;
    for (auto& [number, name] : name_of) {
      index_of[number] = static_cast<int>(file_.mesh.parts.size());
      file_.mesh.parts.push_back({number, name.empty() ? "Part " + std::to_string(number) : name});
    }
    for (std::size_t t = 0; t < triangles_.size(); ++t)
      file_.mesh.triangles[t].part = index_of.at(number_of[t]);
  }

  /// Group numbers as in the file, or 1, 2, 3 … when two groups with triangles share a number.
  std::vector<int> distinct_group_numbers() {
    std::vector<char> used(groups_.size(), 0);
    for (const int g : *group_of_triangle_) used[g] = 1;
    std::map<int, int> occurrences;
    bool clash = false;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (used[g] && ++occurrences[groups_[g].number] > 1) clash = true;
    }
    if (clash) note({"FILE_NOTE.groupNumbers"});
    std::vector<int> numbers(groups_.size());
    int next = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (used[g]) numbers[g] = clash ? ++next : groups_[g].number;
    }
    return numbers;
  }

  void note_skipped_elements() {
    for (const auto& [descriptor, count] : skipped_) {
      note({"FILE_NOTE.skippedElements", {{"count", count}, {"type", descriptor}}});
    }
  }

  void note(Message message) { file_.notes.push_back(std::move(message)); }

  LineCursor cursor_;
  bool ends_with_newline_;
  bool ended_in_dataset_ = false;
  int dataset_ = 0;
  int datasets_ = 0;
  std::vector<FileNode> nodes_;
  std::vector<FileTriangle> triangles_;
  std::vector<FileMiddles> middles_;
  std::vector<FileGroup> groups_;
  std::vector<FileQuadrilateral> quadrilaterals_;
  std::vector<std::size_t> first_of_second_;  ///< of the last triangles: the other half of each
  Rejected curved_;
  std::map<long long, int> skipped_;  ///< count by descriptor
  std::optional<std::vector<int>> group_of_triangle_;
  UnvFile file_;
};

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

UnvFile parse_unv(std::string_view text) { return UnvReader(text).read(); }

UnvFile read_unv(const std::filesystem::path& path) { return parse_unv(contents_of(path)); }

}  // namespace pace
