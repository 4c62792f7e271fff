#include "run/scattered_fields.hpp"

namespace pace {
namespace {

void add(const FarFieldAmplitude& known, FarFieldAmplitude& field) {
  field.theta += known.theta;
  field.phi += known.phi;
}

/// Fields of the currents of all ranks, from those of each.
void add_up(std::vector<FarFieldAmplitude>& fields, Communicator& ranks) {
  static_assert(sizeof(FarFieldAmplitude) == 4 * sizeof(double));
  ranks.sum({reinterpret_cast<double*>(fields.data()), 4 * fields.size()});
}

}  // namespace

ScatteredFields scattered_fields(const Formulation& formulation, Communicator& ranks,
                                 const IncidentWaves& waves, const std::vector<Direction>& directions,
                                 const Columns& currents) {
  Columns radiating = currents;
  std::vector<Direction> arrivals;
  for (int c = 0; c < waves.columns(); ++c) {
    arrivals.push_back(waves.arrival(c));
    formulation.leave_out_known(waves.wave(c), radiating.column(c));
  }
  ScatteredFields fields;
  together(ranks, [&] {
    fields.back = formulation.backscatter(arrivals, radiating);
    fields.towards = formulation.far_field(directions, radiating);
  });
  add_up(fields.back, ranks);
  for (auto& of_direction : fields.towards) add_up(of_direction, ranks);
  for (int c = 0; c < waves.columns(); ++c) {
    std::vector<Direction> seen{arrivals[c]};
    seen.insert(seen.end(), directions.begin(), directions.end());
    const auto known = formulation.known_field(waves.wave(c), seen);
    if (known.empty()) continue;
    add(known[0], fields.back[c]);
    for (std::size_t d = 0; d < directions.size(); ++d) add(known[d + 1], fields.towards[d][c]);
  }
  return fields;
}

}  // namespace pace
