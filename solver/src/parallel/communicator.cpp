#include "parallel/communicator.hpp"

#include <algorithm>
#include <thread>

#include "parallel/transport.hpp"

namespace pace {
namespace {

constexpr std::size_t largest_message = std::size_t{1} << 30;
constexpr std::chrono::milliseconds between_looks{20};

}  // namespace

Communicator& Communicator::alone() {
  static Communicator one(0, 1);
  return one;
}

Communicator& Communicator::world() {
  static Communicator all(0, 1);
  return all;
}

void Communicator::barrier() {
  if (size_ > 1) transport::barrier();
}

void Communicator::sum(std::span<double> values) {
  if (size_ == 1) return;
  transport::sum_to_first(values.data(), static_cast<int>(values.size()));
  transport::broadcast(reinterpret_cast<std::byte*>(values.data()), values.size_bytes());
  bytes_sent_ += values.size_bytes();
}

std::int64_t Communicator::sum(std::int64_t value) {
  if (size_ == 1) return value;
  transport::sum_to_first(&value, 1);
  transport::broadcast(reinterpret_cast<std::byte*>(&value), sizeof value);
  bytes_sent_ += sizeof value;
  return value;
}

double Communicator::maximum(double value) {
  if (size_ == 1) return value;
  transport::maximum_to_first(&value, 1);
  transport::broadcast(reinterpret_cast<std::byte*>(&value), sizeof value);
  bytes_sent_ += sizeof value;
  return value;
}

std::int64_t Communicator::maximum(std::int64_t value) {
  if (size_ == 1) return value;
  transport::maximum_to_first(&value, 1);
  transport::broadcast(reinterpret_cast<std::byte*>(&value), sizeof value);
  bytes_sent_ += sizeof value;
  return value;
}

void Communicator::broadcast(std::string& text) {
  if (size_ == 1) return;
  const std::int64_t bytes = maximum(is_first() ? static_cast<std::int64_t>(text.size()) : 0);
  text.resize(static_cast<std::size_t>(bytes));
  broadcast_bytes(std::as_writable_bytes(std::span(text)));
}

void Communicator::broadcast_bytes(std::span<std::byte> values) {
  if (size_ == 1) return;
  transport::broadcast(values.data(), values.size());
  if (is_first()) bytes_sent_ += values.size();
}

std::vector<std::int64_t> Communicator::all_to_all_counts(const std::vector<std::int64_t>& to) {
  std::vector<std::int64_t> from(size_);
  if (size_ == 1) return to;
  transport::all_to_all(to.data(), from.data());
  return from;
}

std::vector<std::byte> Communicator::gather_bytes(std::span<const std::byte> values) {
  std::vector<std::span<const std::byte>> to(size_);
  to[0] = values;
  std::vector<std::vector<std::byte>> from(size_);
  all_to_all_bytes(to, [&](int rank, std::size_t bytes) {
    from[rank].resize(bytes);
    return std::span(from[rank]);
  });
  std::vector<std::byte> all;
  for (const auto& part : from) all.insert(all.end(), part.begin(), part.end());
  return all;
}

bool Communicator::all_arrive(std::chrono::milliseconds patience) {
  if (size_ == 1) return true;
  transport::begin_arrival();
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!transport::arrived()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(between_looks);
  }
  return true;
}

void Communicator::wait_idle() { all_arrive(std::chrono::hours(24 * 365 * 10)); }

void Exchange::receive(int from, std::span<std::byte> place) {
  for (std::size_t done = 0; done < place.size(); done += largest_message)
    requests_.push_back(transport::receive(from, channel_, place.data() + done,
                                           static_cast<int>(std::min(largest_message, place.size() - done))));
}

void Exchange::send(int to, std::span<const std::byte> message) {
  for (std::size_t done = 0; done < message.size(); done += largest_message)
    requests_.push_back(transport::send(to, channel_, message.data() + done,
                                        static_cast<int>(std::min(largest_message, message.size() - done))));
  ranks_->bytes_sent_ += message.size();
}

void Exchange::wait() {
  if (requests_.empty()) return;
  transport::wait(requests_);
  requests_.clear();
}

RankSession::RankSession() {
  const transport::Place place = transport::start();
  Communicator::world() = Communicator(place.rank, place.size);
}

RankSession::~RankSession() { transport::finish(); }

void RankSession::abort(int exit_code) { transport::abort(exit_code); }

std::string RankSession::library() { return transport::library(); }

}  // namespace pace
