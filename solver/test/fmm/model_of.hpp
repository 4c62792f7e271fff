// A conductor as the tests of this room have it.
#pragma once

#include "model/model.hpp"

namespace pace {

/// @param alpha  EFIE weight of all parts
inline Model model_of(Mesh mesh, double alpha) {
  Topology topology = analyse(mesh);
  RwgSpace space(mesh, topology);
  std::vector<double> part_alpha(mesh.parts.size(), alpha);
  std::vector<double> weights = cfie_weights(space, part_alpha);
  Model model{std::move(mesh),
              std::move(topology),
              std::move(space),
              std::move(part_alpha),
              std::move(weights),
              {},
              {},
              {},
              {}};
  if (alpha < 1.0) model.dual.emplace(model.space);
  return model;
}

}  // namespace pace
