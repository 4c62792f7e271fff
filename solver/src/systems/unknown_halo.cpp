#include "systems/unknown_halo.hpp"

#include <algorithm>

namespace pace {
namespace {

constexpr int channel = 901;

}  // namespace

UnknownHalo::UnknownHalo(const RankPart& part, std::vector<int> used)
    : ValueHalo(part.share.ranks, channel), places_(part.leaves.place().size(), -1) {
  Communicator& ranks = part.share.ranks;
  int place = 0;
  for (const int unknown : part.own()) places_[unknown] = place++;
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::vector<std::vector<int>> wanted(ranks.size());
  for (const int unknown : used)
    if (places_[unknown] < 0) wanted[part.share.owner_of_function(unknown)].push_back(unknown);
  const std::vector<std::vector<int>> asked = ranks.all_to_all(wanted);
  std::vector<Peer> peers;
  for (int r = 0; r < ranks.size(); ++r) {
    if (wanted[r].empty() && asked[r].empty()) continue;
    Peer peer{r, {}, {place, place + static_cast<int>(wanted[r].size())}};
    for (const int unknown : wanted[r]) places_[unknown] = place++;
    for (const int unknown : asked[r]) peer.places.push_back(places_[unknown]);
    peers.push_back(std::move(peer));
  }
  set(part.own().size(), static_cast<std::size_t>(place), std::move(peers));
}

}  // namespace pace
