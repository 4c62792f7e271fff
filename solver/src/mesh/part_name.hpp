// What a part is called in a sentence.
#pragma once

#include <vector>

#include "core/message.hpp"
#include "mesh/mesh.hpp"

namespace pace {

/// "surface 3", or with the name that the file gives it, "surface 3 (radome)".
Message name_of(const Part& part);
/// "surface 3", "surfaces 1, 2 and 5": parts of these indices.
Message names_of(const Mesh& mesh, const std::vector<int>& parts);
/// The same as the first word of a sentence: "Surface 3".
Message capital(Message name);

}  // namespace pace
