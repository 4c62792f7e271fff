// The ranks of a run: processes that each hold a part of it and exchange spans of plain data. The only room
// that knows MPI.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/cancel.hpp"

namespace pace {

/// Unless said otherwise every rank must call these, in the same order. One rank alone costs nothing and
/// needs no MPI.
class Communicator {
 public:
  /// One rank, in any build.
  static Communicator& alone();
  /// The ranks that were started together (mpirun, srun); `alone` if this process was started by itself.
  static Communicator& world();

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_first() const { return rank_ == 0; }

  void barrier();
  /// Sums over ranks in place, with the same bits on every rank, so that all draw the same conclusions.
  void sum(std::span<double> values);
  std::int64_t sum(std::int64_t value);
  double maximum(double value);
  std::int64_t maximum(std::int64_t value);
  /// Is it so on any rank?
  bool any(bool value) { return maximum(static_cast<std::int64_t>(value)) != 0; }

  /// What rank 0 has, everywhere.
  void broadcast(std::string& text);
  /// The same of as many values on every rank.
  template <class T>
  void broadcast(std::span<T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    broadcast_bytes(std::as_writable_bytes(values));
  }
  /// Everything that the ranks give, in their order, on rank 0; empty elsewhere.
  template <class T>
  std::vector<T> gather(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::vector<std::byte> bytes = gather_bytes(std::as_bytes(values));
    std::vector<T> all(bytes.size() / sizeof(T));
    std::copy_n(bytes.data(), bytes.size(), reinterpret_cast<std::byte*>(all.data()));
    return all;
  }
  /// The same on every rank.
  template <class T>
  std::vector<T> gather_everywhere(std::span<const T> values) {
    const std::vector<std::vector<T>> parts = all_to_all(
        std::vector<std::vector<T>>(static_cast<std::size_t>(size_), {values.begin(), values.end()}));
    std::vector<T> all;
    for (const std::vector<T>& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }
  /// Message r to rank r; what every rank sent here. @param to  one a rank
  template <class T>
  std::vector<std::vector<T>> all_to_all(const std::vector<std::vector<T>>& to) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<std::span<const std::byte>> out;
    for (const auto& message : to) out.push_back(std::as_bytes(std::span(message)));
    std::vector<std::vector<T>> from(size_);
    all_to_all_bytes(out, [&](int rank, std::size_t bytes) {
      from[rank].resize(bytes / sizeof(T));
      return std::as_writable_bytes(std::span(from[rank]));
    });
    return from;
  }

  /// Do all ranks come here within this time? Those that do learn it alike, but for one that fails at the
  /// very moment.
  bool all_arrive(std::chrono::milliseconds patience);
  /// Waits for all ranks without keeping the processor busy.
  void wait_idle();

  /// Bytes that this rank gave to others so far; a value that is summed or broadcast counts once.
  std::uint64_t bytes_sent() const { return bytes_sent_; }

 private:
  friend class Exchange;
  friend class RankSession;
  Communicator(int rank, int size) : rank_(rank), size_(size) {}

  void broadcast_bytes(std::span<std::byte> values);
  std::vector<std::byte> gather_bytes(std::span<const std::byte> values);
  template <class Place>
  void all_to_all_bytes(const std::vector<std::span<const std::byte>>& to, const Place& place);
  std::vector<std::int64_t> all_to_all_counts(const std::vector<std::int64_t>& to);

  int rank_, size_;
  std::uint64_t bytes_sent_ = 0;
};

/// Messages between pairs of ranks that are under way while the ranks work. What is sent and received must
/// stay in place until `wait`. Between two ranks messages of one channel arrive in the order of their
/// posting.
class Exchange {
 public:
  /// @param channel  0 … 1000; exchanges that are open at the same time take different ones
  Exchange(Communicator& ranks, int channel) : ranks_(&ranks), channel_(channel) {}
  Exchange(Exchange&&) = default;
  ~Exchange() { wait(); }

  /// Messages without bytes are left out on both sides.
  void receive(int from, std::span<std::byte> place);
  void send(int to, std::span<const std::byte> message);
  /// Returns when everything that was posted has arrived or left.
  void wait();

 private:
  Communicator* ranks_;
  int channel_;
  std::vector<std::vector<std::byte>> requests_;  ///< of the transport
};

template <class Place>
void Communicator::all_to_all_bytes(const std::vector<std::span<const std::byte>>& to, const Place& place) {
  std::vector<std::int64_t> counts;
  for (const auto& message : to) counts.push_back(static_cast<std::int64_t>(message.size()));
  const std::vector<std::int64_t> incoming = all_to_all_counts(counts);
  Exchange exchange(*this, 1000);
  for (int r = 0; r < size_; ++r) {
    const std::span<std::byte> here = place(r, static_cast<std::size_t>(incoming[r]));
    if (r == rank_)
      std::copy(to[r].begin(), to[r].end(), here.begin());
    else
      exchange.receive(r, here);
  }
  for (int r = 0; r < size_; ++r)
    if (r != rank_) exchange.send(r, to[r]);
  exchange.wait();
}

/// Does what each rank can do without the others; a request to stop that one of them has seen stops all.
/// @throws Cancelled on every rank
template <class Work>
void together(Communicator& ranks, const Work& work) {
  if (ranks.size() == 1) return work();
  try {
    work();
  } catch (const Cancelled&) {
    stop_requested() = true;
  }
  if (ranks.any(stop_requested())) throw Cancelled();
}

/// A request to stop that any rank has seen stops all. @throws Cancelled on every rank
inline void throw_if_any_cancelled(Communicator& ranks) {
  if (ranks.any(stop_requested())) throw Cancelled();
}

/// Joins the ranks for as long as it lives: made first in `main`.
class RankSession {
 public:
  RankSession();
  ~RankSession();
  RankSession(const RankSession&) = delete;
  RankSession& operator=(const RankSession&) = delete;

  /// Ends every rank at once with this exit code: for a failure that the other ranks do not know of.
  [[noreturn]] static void abort(int exit_code);
  /// Name and version of the MPI library in this build; empty without.
  static std::string library();
};

}  // namespace pace
