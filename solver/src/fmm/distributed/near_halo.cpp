#include "fmm/distributed/near_halo.hpp"

#include <algorithm>

namespace pace {
namespace {

constexpr int channel = 900;

}  // namespace

NearHalo::NearHalo(const Octree& tree, const RankShare& share) : ValueHalo(share.ranks, channel) {
  const Octree& mine = share.leaves;
  const TreeLevel& leaves = tree.leaves();
  const Range own = share.division.boxes(tree.depth(), share.ranks.rank());
  std::vector<Peer> peers(share.ranks.size()), used;
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
  for (int r = 0; r < share.ranks.size(); ++r) {
    peers[r].rank = r;
    if (!peers[r].places.empty()) used.push_back(std::move(peers[r]));
  }
  set(mine.own_functions(), mine.order().size(), std::move(used));
}

bool NearEntries::fetch(std::span<const std::vector<int>> cuts) {
  if (!share_.ranks.any(!cuts.empty())) return false;
  std::vector<std::vector<int>> of_functions;
  for (const std::vector<int>& cut : cuts) {
    of_functions.emplace_back();
    for (const int place : cut) of_functions.back().push_back(share_.leaves.order()[place]);
  }
  of_functions_.fetch(std::move(of_functions));
  return true;
}

void NearEntriesOfFunctions::fetch(std::vector<std::vector<int>> cuts) {
  cuts_ = std::move(cuts);
  std::vector<std::vector<int>> questions(share_.ranks.size());
  std::vector<std::size_t> expected(share_.ranks.size(), 0);
  fetched_.assign(cuts_.size(), {});
  for (std::size_t c = 0; c < cuts_.size(); ++c) {
    const std::vector<int>& cut = cuts_[c];
    std::vector<Fetched>& parts = fetched_[c];
    for (int i = 0; i < static_cast<int>(cut.size()); ++i) {
      const int owner = share_.owner_of_function(cut[i]);
      if (owner == share_.ranks.rank()) continue;
      if (parts.empty() || parts.back().rank != owner || parts.back().first_row + parts.back().rows != i)
        parts.push_back({owner, i, 0, expected[owner]});
      ++parts.back().rows;
      expected[owner] += cut.size();
    }
    for (const Fetched& part : parts) {
      std::vector<int>& question = questions[part.rank];
      question.push_back(part.rows);
      question.push_back(static_cast<int>(cut.size()));
      question.insert(question.end(), cut.begin() + part.first_row, cut.begin() + part.first_row + part.rows);
      question.insert(question.end(), cut.begin(), cut.end());
    }
  }
  entries_ = share_.ranks.all_to_all(answer(share_.ranks.all_to_all(questions)));
}

std::vector<std::vector<ComplexF>> NearEntriesOfFunctions::answer(
    const std::vector<std::vector<int>>& questions) const {
  std::vector<std::vector<ComplexF>> answers(questions.size());
  for (std::size_t r = 0; r < questions.size(); ++r) {
    const std::span<const int> q(questions[r]);
    for (std::size_t at = 0; at < q.size();) {
      const auto rows = static_cast<std::size_t>(q[at]), columns = static_cast<std::size_t>(q[at + 1]);
      const std::size_t first = answers[r].size();
      answers[r].resize(first + rows * columns);
      known_entries(q.subspan(at + 2, rows), q.subspan(at + 2 + rows, columns), answers[r].data() + first);
      at += 2 + rows + columns;
    }
  }
  return answers;
}

void NearEntriesOfFunctions::known_entries(std::span<const int> rows, std::span<const int> columns,
                                           ComplexF* out) const {
  // Columns that are not in the rank's tree are far from its own functions.
  std::vector<int> row_places, column_places, where;
  for (const int function : rows) row_places.push_back(share_.leaves.place()[function]);
  for (std::size_t j = 0; j < columns.size(); ++j)
    if (const int place = share_.leaves.place()[columns[j]]; place >= 0)
      column_places.push_back(place), where.push_back(static_cast<int>(j));
  std::vector<ComplexF> known(row_places.size() * column_places.size());
  near_.gather(row_places, column_places, known.data());
  std::fill_n(out, rows.size() * columns.size(), ComplexF(0.0f));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < where.size(); ++j)
      out[i * columns.size() + where[j]] = known[i * where.size() + j];
}

void NearEntriesOfFunctions::gather(int cut, ComplexF* out) const {
  const std::vector<int>& functions = cuts_[cut];
  const int count = static_cast<int>(functions.size());
  auto part = fetched_[cut].begin();
  for (int first = 0; first < count;) {
    ComplexF* const rows = out + static_cast<std::size_t>(first) * count;
    if (part != fetched_[cut].end() && part->first_row == first) {
      std::copy_n(entries_[part->rank].data() + part->at, static_cast<std::size_t>(part->rows) * count, rows);
      first += part->rows;
      ++part;
      continue;
    }
    const int last = part == fetched_[cut].end() ? count : part->first_row;
    known_entries(std::span(functions).subspan(first, last - first), functions, rows);
    first = last;
  }
}

}  // namespace pace
