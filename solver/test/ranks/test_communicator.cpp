#include <doctest/doctest.h>

#include <string>

#include "parallel/communicator.hpp"

using namespace pace;

TEST_CASE("sums, maxima and words are the same on every rank") {
  Communicator& ranks = Communicator::world();
  std::vector<double> values{1.0, 0.1 * ranks.rank()};
  ranks.sum(values);
  const double p = ranks.size();
  CHECK(values[0] == p);
  CHECK(std::abs(values[1] - 0.1 * p * (p - 1.0) / 2.0) < 1e-12);
  CHECK(ranks.maximum(0.5 + ranks.rank()) == p - 0.5);
  CHECK(ranks.sum(std::int64_t{1} << 40) == ranks.size() * (std::int64_t{1} << 40));
  CHECK(ranks.any(ranks.rank() == ranks.size() - 1));
  CHECK_FALSE(ranks.any(false));
  std::string text = ranks.is_first() ? std::string("word\0end", 8) : "another";
  ranks.broadcast(text);
  CHECK(text == std::string("word\0end", 8));
}

TEST_CASE("spans of any length arrive whole, also empty ones, and every byte to another rank is counted") {
  Communicator& ranks = Communicator::world();
  std::vector<std::vector<int>> to(ranks.size());
  std::size_t given = 0;
  for (int r = 0; r < ranks.size(); ++r) {
    to[r].assign(static_cast<std::size_t>(r) * 1000 * (ranks.rank() + 1), 100 * ranks.rank() + r);
    if (r != ranks.rank()) given += to[r].size() * sizeof(int);
  }
  const std::uint64_t before = ranks.bytes_sent();
  const auto from = ranks.all_to_all(to);
  CHECK(ranks.bytes_sent() - before == given);
  for (int r = 0; r < ranks.size(); ++r)
    CHECK(from[r] ==
          std::vector<int>(static_cast<std::size_t>(ranks.rank()) * 1000 * (r + 1), 100 * r + ranks.rank()));

  const std::vector<double> own(static_cast<std::size_t>(ranks.rank()), 1.5 * ranks.rank());
  const std::vector<double> all = ranks.gather(std::span<const double>(own));
  std::vector<double> expected;
  for (int r = 0; r < ranks.size() && ranks.is_first(); ++r)
    expected.insert(expected.end(), static_cast<std::size_t>(r), 1.5 * r);
  CHECK(all == expected);
}

TEST_CASE("messages are under way while ranks work, in any order of ranks") {
  Communicator& ranks = Communicator::world();
  std::vector<std::vector<float>> received(ranks.size(), std::vector<float>(200'000)), sent(ranks.size());
  Exchange exchange(ranks, 3);
  for (int r = 0; r < ranks.size(); ++r) {
    if (r == ranks.rank()) continue;
    sent[r].assign(200'000, 10.0f * ranks.rank() + r);
    exchange.receive(r, std::as_writable_bytes(std::span(received[r])));
    exchange.send(r, std::as_bytes(std::span(sent[r])));
  }
  exchange.wait();
  for (int r = 0; r < ranks.size(); ++r)
    if (r != ranks.rank()) CHECK(received[r] == std::vector<float>(200'000, 10.0f * r + ranks.rank()));
}

TEST_CASE("a request to stop that one rank has seen stops all") {
  Communicator& ranks = Communicator::world();
  stop_requested() = ranks.rank() == ranks.size() - 1;
  CHECK_THROWS_AS(throw_if_any_cancelled(ranks), Cancelled);
  stop_requested() = false;
  bool thrown = false;
  try {
    together(ranks, [&] {
      if (ranks.is_first()) throw Cancelled();
    });
  } catch (const Cancelled&) {
    thrown = true;
  }
  stop_requested() = false;
  CHECK(thrown);
}
