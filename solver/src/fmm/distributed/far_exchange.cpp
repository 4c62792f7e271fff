// What the ranks of a far product give each other: boxes that several of them share, patterns that others
// translate, and the redistribution between whole patterns of own boxes and own directions of all boxes
// (docs/theory/distribution.md).
#include <algorithm>

#include "core/stopwatch.hpp"
#include "fmm/far_product.hpp"

namespace pace {
namespace {

constexpr int channels_a_level = 4;
enum Channel { redistribution, halo, up, down };

std::span<const std::byte> bytes_of(const float* values, std::size_t count) {
  return std::as_bytes(std::span(values, count));
}
std::span<std::byte> place_of(float* values, std::size_t count) {
  return std::as_writable_bytes(std::span(values, count));
}

}  // namespace

/// Who needs boxes of this group, and whose are needed here: far neighbours know of each other, so both sides
/// make the same lists.
void FarProduct::find_peers(int l) {
  const TreeLevel& level = tree_.level(l);
  LevelData& data = *levels_[l];
  const Division& division = share_->division;
  const int size = division.group_size(l), here = rank() / size, place = rank() % size;
  std::vector<std::vector<int>> needed_by(division.ranks() / size), needed_of(division.ranks() / size);
  for (int b = data.group.first; b < data.group.last; ++b)
    for (const FarNeighbour& f : level.far(b)) {
      if (data.group.holds(f.box)) continue;
      const int other = division.owner(l, f.box) / size;
      if (needed_by[other].empty() || needed_by[other].back() != b) needed_by[other].push_back(b);
      needed_of[other].push_back(f.box);
    }
  for (int g = 0; g < static_cast<int>(needed_by.size()); ++g) {
    if (g == here || needed_by[g].empty()) continue;
    std::vector<int>& ghosts = needed_of[g];
    std::sort(ghosts.begin(), ghosts.end());
    ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
    const int first = data.group.size() + data.ghosts;
    for (const int b : ghosts) data.slot[b] = data.group.size() + data.ghosts++;
    data.peers.push_back(
        {g * size + place, std::move(needed_by[g]), {first, data.group.size() + data.ghosts}});
  }
}

void FarProduct::wait_for(Exchange& exchange) {
  const auto start = Clock::now();
  exchange.wait();
  seconds_.exchange += seconds_since(start);
}

/// A box whose children lie on several ranks is summed on the rank of its first child.
void FarProduct::gather_shared(int l, int columns) {
  if (!share_) return;
  LevelData& data = *levels_[l];
  const std::size_t size = planes_of(l, columns);
  const Range children = levels_[l + 1]->own;
  Exchange exchange(share_->ranks, l * channels_a_level + up);
  const std::vector<int> sharers = share_->division.sharers(tree_, l, rank());
  AlignedFloats parts(sharers.size() * size);
  for (std::size_t i = 0; i < sharers.size(); ++i)
    exchange.receive(sharers[i], place_of(&parts[i * size], size));
  if (children.size() > 0) {
    const int above = tree_.level(l + 1).boxes[children.first].parent;
    if (!data.own.holds(above))
      exchange.send(share_->division.owner(l, above), bytes_of(data.shared.data(), size));
  }
  wait_for(exchange);
  if (sharers.empty()) return;
  float* sum = &data.outgoing[static_cast<std::size_t>(data.own.size() - 1) * size];
  for (std::size_t i = 0; i < sharers.size(); ++i)
    for (std::size_t j = 0; j < size; ++j) sum[j] += parts[i * size + j];
}

/// What arrives at such a box goes to all ranks with children of it.
void FarProduct::spread_shared(int l, int columns) {
  if (!share_) return;
  LevelData& data = *levels_[l];
  const std::size_t size = planes_of(l, columns);
  const Range children = levels_[l + 1]->own;
  Exchange exchange(share_->ranks, l * channels_a_level + down);
  if (children.size() > 0) {
    const int above = tree_.level(l + 1).boxes[children.first].parent;
    if (!data.own.holds(above))
      exchange.receive(share_->division.owner(l, above), place_of(data.shared.data(), size));
  }
  for (const int other : share_->division.sharers(tree_, l, rank()))
    exchange.send(other,
                  bytes_of(&data.incoming[static_cast<std::size_t>(data.own.size() - 1) * size], size));
  wait_for(exchange);
}

/// From whole patterns of each rank's boxes to one part of the directions of all boxes of the group.
void FarProduct::redistribute_to_parts(int l, int columns) {
  LevelData& data = *levels_[l];
  const Division& division = share_->division;
  const int group = division.group_size(l), first = rank() / group * group, padded = data.grid.padded,
            rows = planes * columns;
  const std::size_t size = planes_of(l, columns), part_size = part_planes_of(l, columns);
  Exchange exchange(share_->ranks, l * channels_a_level + redistribution);
  for (int mate = first; mate < first + group; ++mate) {
    const Range boxes = division.boxes(l, mate);
    if (mate != rank() && boxes.size() > 0)
      exchange.receive(mate, place_of(&data.part_outgoing[(boxes.first - data.group.first) * part_size],
                                      boxes.size() * part_size));
  }
  AlignedFloats packed(static_cast<std::size_t>(data.own.size()) * rows * (padded - data.part.size()));
  float* to = packed.data();
  for (int mate = first; mate < first + group && data.own.size() > 0; ++mate) {
    const Range part = division.part(l, mate, padded);
    float* begin = mate == rank() ? &data.part_outgoing[(data.own.first - data.group.first) * part_size] : to;
    float* at = begin;
    for (int b = 0; b < data.own.size(); ++b)
      for (int row = 0; row < rows; ++row)
        at = std::copy_n(&data.outgoing[b * size + static_cast<std::size_t>(row) * padded + part.first],
                         part.size(), at);
    if (mate == rank()) continue;
    exchange.send(mate, bytes_of(begin, at - begin));
    to = at;
  }
  wait_for(exchange);
}

/// The way back, of what has arrived.
void FarProduct::redistribute_to_boxes(int l, int columns) {
  LevelData& data = *levels_[l];
  const Division& division = share_->division;
  const int group = division.group_size(l), first = rank() / group * group, padded = data.grid.padded,
            rows = planes * columns;
  const std::size_t size = planes_of(l, columns), part_size = part_planes_of(l, columns);
  Exchange exchange(share_->ranks, l * channels_a_level + redistribution);
  AlignedFloats packed(static_cast<std::size_t>(data.own.size()) * rows * (padded - data.part.size()));
  std::vector<const float*> from(group);
  float* place = packed.data();
  for (int mate = first; mate < first + group; ++mate) {
    const std::size_t count =
        static_cast<std::size_t>(data.own.size()) * rows * division.part(l, mate, padded).size();
    if (mate == rank()) {
      from[mate - first] = data.part_incoming.data() + (data.own.first - data.group.first) * part_size;
      continue;
    }
    exchange.receive(mate, place_of(place, count));
    from[mate - first] = place;
    place += count;
  }
  for (int mate = first; mate < first + group; ++mate) {
    const Range boxes = division.boxes(l, mate);
    if (mate != rank() && boxes.size() > 0)
      exchange.send(mate, bytes_of(&data.part_incoming[(boxes.first - data.group.first) * part_size],
                                   boxes.size() * part_size));
  }
  wait_for(exchange);
  for (int mate = first; mate < first + group; ++mate) {
    const Range part = division.part(l, mate, padded);
    const float* at = from[mate - first];
    for (int b = 0; b < data.own.size(); ++b)
      for (int row = 0; row < rows; ++row, at += part.size())
        std::copy_n(at, part.size(),
                    &data.incoming[b * size + static_cast<std::size_t>(row) * padded + part.first]);
  }
}

/// Patterns that other groups translate are under way until `end_halo`; one message a neighbour.
void FarProduct::begin_halo(int l, int columns) {
  if (!share_) return;
  LevelData& data = *levels_[l];
  if (data.is_redistributed) redistribute_to_parts(l, columns);
  const std::size_t size = part_planes_of(l, columns);
  data.halo = std::make_unique<Exchange>(share_->ranks, l * channels_a_level + halo);
  float* sources = data.sources().data();
  std::size_t packed = 0;
  for (const Peer& peer : data.peers) {
    data.halo->receive(peer.rank, place_of(sources + peer.ghosts.first * size, peer.ghosts.size() * size));
    packed += peer.boxes.size() * size;
  }
  if (data.packed.size() < packed) data.packed.resize(packed);
  float* to = data.packed.data();
  for (const Peer& peer : data.peers) {
    float* begin = to;
    for (const int b : peer.boxes) to = std::copy_n(sources + (b - data.group.first) * size, size, to);
    data.halo->send(peer.rank, bytes_of(begin, to - begin));
  }
}

void FarProduct::end_halo(int l) {
  if (!share_) return;
  wait_for(*levels_[l]->halo);
}

}  // namespace pace
