#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "parallel/threads.hpp"

using namespace pace;

TEST_CASE("child of the test below: says its own peak memory" * doctest::skip()) {
  std::printf("peak %ld\n", peak_memory_bytes());
}

TEST_CASE("peak memory is that of this process, not of the one that started it") {
  constexpr std::size_t large = 256UL << 20;  // [bytes]
  {
    // Every page is touched, so that it is resident.
    std::vector<char> block(large, 1);
    REQUIRE(block[large / 2] == 1);
  }
  REQUIRE(peak_memory_bytes() > static_cast<long>(large));

  std::array<char, 4096> path{};
  const auto length = readlink("/proc/self/exe", path.data(), path.size() - 1);
  if (length <= 0) return;  // no /proc: the peak is that of getrusage there
  const std::string child = "'" + std::string(path.data(), static_cast<std::size_t>(length)) +
                            "' --no-skip --test-case='child of the test below*'";
  FILE* output = popen(child.c_str(), "r");
  REQUIRE(output != nullptr);
  long peak = 0;
  for (std::array<char, 512> line{}; std::fgets(line.data(), line.size(), output) != nullptr;)
    if (std::sscanf(line.data(), "peak %ld", &peak) == 1) break;
  while (std::fgetc(output) != EOF) {
  }
  pclose(output);
  CHECK(peak > 1 << 20);
  CHECK(peak < static_cast<long>(large) / 2);
}
