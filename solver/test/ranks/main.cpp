// Every rank runs every test; the first one tells, the others only of failures.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "parallel/communicator.hpp"

int main(int argc, char** argv) {
  const pace::RankSession ranks;
  doctest::Context context(argc, argv);
  context.setOption("minimal", !pace::Communicator::world().is_first());
  return context.run();
}
