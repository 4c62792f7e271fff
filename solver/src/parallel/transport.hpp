// What the communicator needs of a message-passing library; one of transport_mpi.cpp and transport_none.cpp
// is built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pace::transport {

struct Place {
  int rank = 0, size = 1;
};

/// Joins the ranks that were started together, if any were.
Place start();
void finish();
[[noreturn]] void abort(int exit_code);
std::string library();

void barrier();
void sum_to_first(double* values, int count);
void sum_to_first(std::int64_t* values, int count);
void maximum_to_first(double* values, int count);
void maximum_to_first(std::int64_t* values, int count);
void broadcast(std::byte* values, std::size_t bytes);
void all_to_all(const std::int64_t* to, std::int64_t* from);

using Request = std::vector<std::byte>;  ///< an opaque handle
Request receive(int from, int channel, std::byte* place, int bytes);
Request send(int to, int channel, const std::byte* message, int bytes);
void wait(std::vector<Request>& requests);

/// Begins to wait for all ranks; `arrived` asks how it stands.
void begin_arrival();
bool arrived();

}  // namespace pace::transport
