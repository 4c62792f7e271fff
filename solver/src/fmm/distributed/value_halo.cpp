#include "fmm/distributed/value_halo.hpp"

#include <algorithm>
#include <span>

namespace pace {
namespace {

std::span<std::byte> bytes_of(std::vector<ComplexF>& buffer, std::size_t first, std::size_t count) {
  return std::as_writable_bytes(std::span(buffer).subspan(first, count));
}

}  // namespace

void ValueHalo::set(std::size_t own, std::size_t extended, std::vector<Peer> peers) {
  own_ = own, extended_ = extended, peers_ = std::move(peers);
}

std::vector<std::size_t> ValueHalo::begins_of_own(int columns) {
  std::vector<std::size_t> begins;
  std::size_t count = 0;
  for (const Peer& peer : peers_) {
    begins.push_back(count);
    count += peer.places.size() * columns;
  }
  of_own_.resize(count);
  of_ghosts_.resize((extended_ - own_) * columns);
  return begins;
}

const ComplexF* ValueHalo::extend(const ComplexF* x, int columns) {
  const std::vector<std::size_t> begins = begins_of_own(columns);
  values_.resize(extended_ * columns);
  Exchange exchange(ranks_, channel_);
  for (const Peer& peer : peers_)
    exchange.receive(peer.rank, bytes_of(of_ghosts_, begin_of_ghosts(peer, columns),
                                         static_cast<std::size_t>(peer.ghosts.size()) * columns));
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    const std::vector<int>& places = peers_[i].places;
    ComplexF* to = of_own_.data() + begins[i];
    for (int c = 0; c < columns; ++c)
      for (const int place : places) *to++ = x[c * own_ + place];
    exchange.send(peers_[i].rank, bytes_of(of_own_, begins[i], places.size() * columns));
  }
  for (int c = 0; c < columns; ++c) std::copy_n(x + c * own_, own_, values_.data() + c * extended_);
  exchange.wait();
  for (const Peer& peer : peers_) {
    const std::size_t count = peer.ghosts.size();
    for (int c = 0; c < columns; ++c)
      std::copy_n(of_ghosts_.data() + begin_of_ghosts(peer, columns) + c * count, count,
                  values_.data() + c * extended_ + peer.ghosts.first);
  }
  return values_.data();
}

void ValueHalo::collect(const ComplexF* extended, ComplexF* y, int columns) {
  const std::vector<std::size_t> begins = begins_of_own(columns);
  Exchange exchange(ranks_, channel_);
  for (std::size_t i = 0; i < peers_.size(); ++i)
    exchange.receive(peers_[i].rank, bytes_of(of_own_, begins[i], peers_[i].places.size() * columns));
  for (const Peer& peer : peers_) {
    const std::size_t count = peer.ghosts.size(), begin = begin_of_ghosts(peer, columns);
    for (int c = 0; c < columns; ++c)
      std::copy_n(extended + c * extended_ + peer.ghosts.first, count, of_ghosts_.data() + begin + c * count);
    exchange.send(peer.rank, bytes_of(of_ghosts_, begin, count * columns));
  }
  for (int c = 0; c < columns; ++c) std::copy_n(extended + c * extended_, own_, y + c * own_);
  exchange.wait();
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    const ComplexF* from = of_own_.data() + begins[i];
    for (int c = 0; c < columns; ++c)
      for (const int place : peers_[i].places) y[c * own_ + place] += *from++;
  }
}

}  // namespace pace
