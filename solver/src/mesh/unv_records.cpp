#include "mesh/unv_records.hpp"

#include <algorithm>
#include <limits>

#include "mesh/unv_text.hpp"

namespace pace::unv {
namespace {

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

/// The beginning of a word of the file, for a sentence: bytes that are no text (a NUL would end it) as "?".
std::string quoted(std::string_view word) {
  std::string text(word.substr(0, 40));
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  return text;
}

/// The line that opens and closes datasets: −1 in columns 5–6. A −1 written as a ten-column integer is data.
bool is_delimiter(std::string_view line) {
  std::size_t blanks = 0;
  while (blanks < line.size() && line[blanks] == ' ') ++blanks;
  return blanks <= 4 && trimmed(line) == "-1";
}

class RecordReader {
 public:
  RecordReader(std::string_view text, UnvFile& file)
      : cursor_(text), ends_with_newline_(!text.empty() && text.back() == '\n'), file_(file) {}

  Records read() {
    while (enter_dataset()) read_dataset();
    if (datasets_ == 0) {
      throw InputError(Message{"UNV_NOT_A_UNV"});
    }
    reject_unusable_elements();
    return std::move(records_);
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
      records_.nodes.push_back(node);
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
            records_.quadrilaterals.push_back({records_.triangles.size(), take_integer(list)});
        }
        records_.triangles.push_back(triangle);
        continue;
      }
      if (family == Family::line) skip_orientation_record(node_count);
      skip_integers(node_count);
      if (family == Family::curved_surface) curved_.add(label, first_line);
      if (family == Family::line || family == Family::other) ++records_.skipped[descriptor];
    }
  }

  /// Corner, middle, corner, middle, corner, middle: the middle after a corner lies between it and the next.
  void read_six_nodes(std::string_view list, FileTriangle& triangle, long long descriptor) {
    if (const int words = count_words(list); words < 6) {
      LineCursor ahead = cursor_;
      if (!ahead.next()) throw truncated();
      throw not_six_nodes(triangle.label, descriptor, words);
    }
    FileMiddles middles{records_.triangles.size(), {}};
    for (int i = 0; i < 3; ++i) {
      triangle.node[i] = take_integer(list);
      middles.node[(i + 2) % 3] = take_integer(list);
    }
    records_.middles.push_back(middles);
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
      records_.groups.push_back(std::move(group));
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

  // --- what cannot be used ---

  void reject_unusable_elements() const {
    if (curved_.count > 0) throw rejection("UNV_QUADRATIC", curved_);
    if (!records_.triangles.empty()) return;
    if (ended_in_dataset_) throw truncated();
    throw InputError(
        Message{records_.skipped.empty() ? "UNV_NO_TRIANGLES" : "UNV_NO_TRIANGLES.otherElements"});
  }

  void note(Message message) { file_.notes.push_back(std::move(message)); }

  LineCursor cursor_;
  bool ends_with_newline_;
  bool ended_in_dataset_ = false;
  int dataset_ = 0;
  int datasets_ = 0;
  Rejected curved_;
  Records records_;
  UnvFile& file_;
};

}  // namespace

Records read_records(std::string_view text, UnvFile& file) { return RecordReader(text, file).read(); }

}  // namespace pace::unv
