// Reading and writing triangle meshes in the universal file format (SDRC I-DEAS, "UNV").
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/message.hpp"
#include "mesh/mesh.hpp"
#include "mesh/side_agreement.hpp"

namespace pace {

struct UnvFile {
  Mesh mesh;  ///< vertices in file units, winding as in the file
  std::optional<double>
      metres_per_unit;     ///< from dataset 164; nothing when the file is silent about its units
  std::string units_name;  ///< description in dataset 164, e.g. "mm (newton)"; empty when silent
  std::vector<std::string> unit_datasets;  ///< lines of each dataset 164, as they stand in the file
  std::string header;                      ///< text of dataset 151: model name, program, dates; one line each
  bool closed = true;                      ///< false when the last dataset lacks its closing −1
  std::vector<Message> notes;              ///< FILE_NOTE: what was left out or assumed
};

/// Reads the linear and quadratic triangles of a universal file.
///
/// Understood: nodes 2411, 781, 15; elements 2412, 780; permanent groups 2435, 2452, 2467, 2477; units 164;
/// header 151. Other datasets are skipped. Linear triangles are the three-node elements of the plane, plate,
/// membrane, axisymmetric and shell families (descriptors 41–99), quadratic ones their six-node elements
/// (92 thin shell, 42 plane stress …): corner, middle, corner, middle, corner, middle. Points, beams and
/// solids are skipped with a note. Nodes that no triangle uses are dropped.
///
/// Quadrilaterals of four nodes are split along their shorter diagonal, with a note. Those with mid-side
/// nodes are refused.
///
/// Middle nodes are no vertices: they become Mesh::bends. One that lies in the middle of its chord up to the
/// rounding of the file gives a straight side, so straight quadratic triangles make a flat mesh. Where two
/// triangles disagree about the middle of a side by less than `one_middle` they are made to agree, with a
/// note (side_agreement.hpp).
///
/// Parts are the permanent groups that contain triangles if every triangle is in exactly one of them;
/// otherwise the physical-property numbers of the elements.
///
/// @throws InputError  `where()` is "line N" when a line is to blame:
///   UNV_NOT_READABLE    the file cannot be opened
///   UNV_NOT_A_UNV       no dataset begins in it (a picture, some other text)
///   UNV_NO_TRIANGLES    a universal file without triangles
///   UNV_BAD_NUMBER      a coordinate is NaN, infinite or no number; a record has letters for integers
///   UNV_MISSING_NODE    a triangle refers to a node that the file does not have
///   UNV_QUADRATIC       elements with mid-side nodes other than six-node triangles; a triangle of type 42 or
///                       92 that has not six nodes
///   UNV_MIDDLE_ORDER    six-node triangles whose nodes fit another order
///   UNV_DUPLICATE_LABEL two nodes or two triangles have the same label
///   UNV_TRUNCATED       the file ends inside a record
///   UNV_DEGENERATE      a triangle names the same node twice
///
/// Source: SDRC universal dataset descriptions as kept by the University of Cincinnati (UC-SDRL).
UnvFile read_unv(const std::filesystem::path& path);

/// The same for the text of a file that is in memory already.
UnvFile parse_unv(std::string_view text);

/// What was done to sides, as a note about the file.
Message note_of(const SideChange& change);

/// Writes datasets 164 (metres), 2411, 2412 (thin-shell triangles: 91, bent ones 92) and 2467 (one group a
/// part).
/// @param mesh  vertices in metres
/// @throws InputError UNV_NOT_WRITABLE
void write_unv(const Mesh& mesh, const std::filesystem::path& path);

/// The same in units of the file, with what it says of itself: datasets 151 and 164 as they were read, none
/// if it is silent.
void write_unv(const UnvFile& file, const std::filesystem::path& path);

}  // namespace pace
