// Values of vectors that are divided over ranks, where a rank needs some of others.
#pragma once

#include <vector>

#include "fmm/distributed/division.hpp"
#include "linalg/float_columns.hpp"
#include "parallel/communicator.hpp"

namespace pace {

/// Vectors of a rank hold its own values; those that it needs of other ranks follow them in an extended
/// vector.
class ValueHalo {
 public:
  struct Peer {
    int rank;
    std::vector<int> places;  ///< own ones that it needs
    Range ghosts;             ///< places here of what it has
  };
  /// All ranks make theirs alike. @param channel  of its exchanges
  ValueHalo(Communicator& ranks, int channel) : ranks_(ranks), channel_(channel) {}

  std::size_t own() const { return own_; }
  std::size_t extended() const { return extended_; }
  /// [column][own place] → [column][extended place]; all ranks call it. The result lives until the next call.
  const ComplexF* extend(const ComplexF* x, int columns);
  /// The reverse: y gets the sums of what all ranks have for its values.
  /// @param extended  [column][extended place]  @param y  [column][own place]
  void collect(const ComplexF* extended, ComplexF* y, int columns);

 protected:
  /// Ghosts of all peers follow each other without gaps, in any order.
  void set(std::size_t own, std::size_t extended, std::vector<Peer> peers);

 private:
  /// [peer][column][its place] of one side, as they are sent or received: where a peer's begin.
  std::vector<std::size_t> begins_of_own(int columns);
  std::size_t begin_of_ghosts(const Peer& peer, int columns) const {
    return (static_cast<std::size_t>(peer.ghosts.first) - own_) * columns;
  }

  Communicator& ranks_;
  int channel_;
  std::size_t own_ = 0, extended_ = 0;
  std::vector<Peer> peers_;
  std::vector<ComplexF> values_, of_own_, of_ghosts_;
};

}  // namespace pace
