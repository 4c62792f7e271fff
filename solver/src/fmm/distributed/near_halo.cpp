#include "fmm/distributed/near_halo.hpp"

#include <algorithm>

namespace pace {
namespace {

constexpr int channel = 900;
/// Entries of other ranks that wait for their inversion at any time.
constexpr std::size_t most_entries = std::size_t{1} << 23;

}  // namespace

NearHalo::NearHalo(const Octree& tree, const RankShare& share)
    : ranks_(share.ranks), own_(share.leaves.own_functions()), extended_(share.leaves.order().size()) {
  const Octree& mine = share.leaves;
  const TreeLevel& leaves = tree.leaves();
  const Range own = share.division.boxes(tree.depth(), ranks_.rank());
  std::vector<Peer> peers(ranks_.size());
  for (int b = own.first; b < own.last; ++b) {
    std::vector<int> others;
    for (const int o : leaves.near(b))
      if (!own.holds(o)) others.push_back(share.division.owner(tree.depth(), o));
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    const TreeBox& box = mine.leaves().boxes[b - own.first];
    for (const int r : others)
      for (int p = box.first_function; p < box.last_function; ++p) peers[r].places.push_back(p);
  }
  // Leaves around follow each other as in the whole tree, so those of one rank are together.
  for (int b = mine.own_leaves(); b < static_cast<int>(mine.leaves().boxes.size()); ++b) {
    const TreeBox& box = mine.leaves().boxes[b];
    const int leaf = tree.leaf_of_place()[tree.place()[mine.order()[box.first_function]]];
    Peer& peer = peers[share.division.owner(tree.depth(), leaf)];
    if (peer.ghosts.size() == 0) peer.ghosts.first = box.first_function;
    peer.ghosts.last = box.last_function;
  }
  for (int r = 0; r < ranks_.size(); ++r) {
    peers[r].rank = r;
    if (!peers[r].places.empty()) peers_.push_back(std::move(peers[r]));
  }
}

const ComplexF* NearHalo::extend(const ComplexF* x, int columns) {
  values_.resize(extended_ * columns);
  std::size_t sent = 0;
  for (const Peer& peer : peers_) sent += peer.places.size() * columns;
  sent_.resize(sent);
  received_.resize((extended_ - own_) * columns);
  Exchange exchange(ranks_, channel);
  for (const Peer& peer : peers_)
    exchange.receive(
        peer.rank, std::as_writable_bytes(std::span(&received_[(peer.ghosts.first - own_) * columns],
                                                    static_cast<std::size_t>(peer.ghosts.size()) * columns)));
  ComplexF* to = sent_.data();
  for (const Peer& peer : peers_) {
    ComplexF* begin = to;
    for (int c = 0; c < columns; ++c)
      for (const int p : peer.places) *to++ = x[c * own_ + p];
    exchange.send(peer.rank, std::as_bytes(std::span(begin, to)));
  }
  for (int c = 0; c < columns; ++c) std::copy_n(x + c * own_, own_, &values_[c * extended_]);
  exchange.wait();
  for (const Peer& peer : peers_) {
    const std::size_t count = peer.ghosts.size();
    for (int c = 0; c < columns; ++c)
      std::copy_n(&received_[(peer.ghosts.first - own_) * columns + c * count], count,
                  &values_[c * extended_ + peer.ghosts.first]);
  }
  return values_.data();
}

int NearEntries::fetch(std::span<const std::vector<int>> cuts) {
  const Octree& mine = share_.leaves;
  const int own = mine.own_functions();
  std::vector<std::vector<int>> questions(share_.ranks.size());
  std::vector<std::size_t> expected(share_.ranks.size(), 0);
  fetched_.clear();
  std::size_t total = 0;
  for (const std::vector<int>& cut : cuts) {
    if (total > most_entries) break;
    fetched_.emplace_back();
    for (int i = 0; i < static_cast<int>(cut.size()); ++i) {
      if (cut[i] < own) continue;
      const int owner = share_.owner_of(cut[i]);
      if (fetched_.back().empty() || fetched_.back().back().rank != owner)
        fetched_.back().push_back({owner, i, 0, expected[owner]});
      Fetched& part = fetched_.back().back();
      ++part.rows;
      expected[owner] += cut.size();
      total += cut.size();
    }
    for (const Fetched& part : fetched_.back()) {
      std::vector<int>& question = questions[part.rank];
      question.push_back(part.rows);
      question.push_back(static_cast<int>(cut.size()));
      for (int i = 0; i < part.rows; ++i) question.push_back(mine.order()[cut[part.first_row + i]]);
      for (const int p : cut) question.push_back(mine.order()[p]);
    }
  }
  if (!share_.ranks.any(!cuts.empty())) return -1;
  entries_ = share_.ranks.all_to_all(answer(share_.ranks.all_to_all(questions)));
  return static_cast<int>(fetched_.size());
}

std::vector<std::vector<ComplexF>> NearEntries::answer(const std::vector<std::vector<int>>& questions) const {
  std::vector<std::vector<ComplexF>> answers(questions.size());
  std::vector<int> rows, columns, where;
  std::vector<ComplexF> known;
  for (std::size_t r = 0; r < questions.size(); ++r) {
    const std::vector<int>& q = questions[r];
    for (std::size_t at = 0; at < q.size();) {
      const int row_count = q[at], column_count = q[at + 1];
      at += 2;
      rows.clear(), columns.clear(), where.clear();
      for (int i = 0; i < row_count; ++i) rows.push_back(share_.leaves.place()[q[at + i]]);
      at += row_count;
      for (int j = 0; j < column_count; ++j) {
        const int place = share_.leaves.place()[q[at + j]];
        if (place >= 0) columns.push_back(place), where.push_back(j);
      }
      at += column_count;
      known.resize(rows.size() * columns.size());
      near_.gather(rows, columns, known.data());
      const std::size_t first = answers[r].size();
      answers[r].resize(first + static_cast<std::size_t>(row_count) * column_count);
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j)
          answers[r][first + i * column_count + where[j]] = known[i * columns.size() + j];
    }
  }
  return answers;
}

void NearEntries::gather(int cut, std::span<const int> places, ComplexF* out) const {
  near_.gather(places, places, out);
  for (const Fetched& part : fetched_[cut])
    std::copy_n(entries_[part.rank].data() + part.at, part.rows * places.size(),
                out + part.first_row * places.size());
}

}  // namespace pace
