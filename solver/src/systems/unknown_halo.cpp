#include "systems/unknown_halo.hpp"

#include <algorithm>

namespace pace {
namespace {

constexpr int outwards = 901, homewards = 902;

std::span<std::byte> bytes_of(std::vector<ComplexF>& buffer, std::size_t first, std::size_t count) {
  return std::as_writable_bytes(std::span(buffer).subspan(first, count));
}

}  // namespace

UnknownHalo::UnknownHalo(const RankPart& part, std::vector<int> used)
    : ranks_(part.share.ranks), own_(part.own().size()), places_(part.leaves.place().size(), -1) {
  for (std::size_t p = 0; p < own_; ++p) places_[part.own()[p]] = static_cast<int>(p);
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::vector<std::vector<int>> wanted(ranks_.size());
  for (const int unknown : used)
    if (places_[unknown] < 0) wanted[part.share.owner_of_function(unknown)].push_back(unknown);
  const std::vector<std::vector<int>> asked = ranks_.all_to_all(wanted);
  int place = static_cast<int>(own_);
  for (int r = 0; r < ranks_.size(); ++r) {
    if (wanted[r].empty() && asked[r].empty()) continue;
    Peer peer{r, {}, {place, place + static_cast<int>(wanted[r].size())}};
    for (const int unknown : wanted[r]) places_[unknown] = place++;
    for (const int unknown : asked[r]) peer.places.push_back(places_[unknown]);
    peers_.push_back(std::move(peer));
  }
  extended_ = static_cast<std::size_t>(place);
}

const ComplexF* UnknownHalo::extend(const ComplexF* x, int columns) {
  values_.resize(extended_ * columns);
  of_ghosts_.resize((extended_ - own_) * columns);
  std::size_t count = 0, first = 0;
  for (const Peer& peer : peers_) count += peer.places.size() * columns;
  of_own_.resize(count);
  Exchange exchange(ranks_, outwards);
  for (const Peer& peer : peers_)
    exchange.receive(peer.rank, bytes_of(of_ghosts_, (peer.ghosts.first - own_) * columns,
                                         static_cast<std::size_t>(peer.ghosts.size()) * columns));
  for (const Peer& peer : peers_) {
    for (int c = 0; c < columns; ++c)
      for (std::size_t i = 0; i < peer.places.size(); ++i)
        of_own_[first + c * peer.places.size() + i] = x[c * own_ + peer.places[i]];
    exchange.send(peer.rank, bytes_of(of_own_, first, peer.places.size() * columns));
    first += peer.places.size() * columns;
  }
  for (int c = 0; c < columns; ++c) std::copy_n(x + c * own_, own_, values_.data() + c * extended_);
  exchange.wait();
  for (const Peer& peer : peers_) {
    const std::size_t ghosts = peer.ghosts.size();
    for (int c = 0; c < columns; ++c)
      std::copy_n(of_ghosts_.data() + (peer.ghosts.first - own_) * columns + c * ghosts, ghosts,
                  values_.data() + c * extended_ + peer.ghosts.first);
  }
  return values_.data();
}

void UnknownHalo::collect(const ComplexF* extended, ComplexF* y, int columns) {
  of_ghosts_.resize((extended_ - own_) * columns);
  std::size_t count = 0, first = 0;
  for (const Peer& peer : peers_) count += peer.places.size() * columns;
  of_own_.resize(count);
  Exchange exchange(ranks_, homewards);
  for (const Peer& peer : peers_) {
    exchange.receive(peer.rank, bytes_of(of_own_, first, peer.places.size() * columns));
    first += peer.places.size() * columns;
  }
  for (const Peer& peer : peers_) {
    const std::size_t ghosts = peer.ghosts.size(), begin = (peer.ghosts.first - own_) * columns;
    for (int c = 0; c < columns; ++c)
      std::copy_n(extended + c * extended_ + peer.ghosts.first, ghosts,
                  of_ghosts_.data() + begin + c * ghosts);
    exchange.send(peer.rank, bytes_of(of_ghosts_, begin, ghosts * columns));
  }
  for (int c = 0; c < columns; ++c) std::copy_n(extended + c * extended_, own_, y + c * own_);
  exchange.wait();
  first = 0;
  for (const Peer& peer : peers_) {
    for (int c = 0; c < columns; ++c)
      for (std::size_t i = 0; i < peer.places.size(); ++i)
        y[c * own_ + peer.places[i]] += of_own_[first + c * peer.places.size() + i];
    first += peer.places.size() * columns;
  }
}

}  // namespace pace
