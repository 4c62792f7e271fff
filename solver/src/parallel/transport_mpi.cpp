// The ranks of MPI_COMM_WORLD.
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "parallel/transport.hpp"

namespace pace::transport {
namespace {

constexpr std::size_t largest_message = std::size_t{1} << 30;

/// Launchers say in the environment that there are ranks. A process started by itself stays out of MPI
/// altogether.
bool is_launched() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE", "MV2_COMM_WORLD_SIZE",
                           "MPI_LOCALNRANKS"})
    if (std::getenv(name)) return true;
  return false;
}

bool started = false;
MPI_Comm arrivals = MPI_COMM_NULL;
MPI_Request arrival = MPI_REQUEST_NULL;

template <class T>
void reduce(T* values, int count, MPI_Datatype type, MPI_Op operation) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Reduce(rank == 0 ? MPI_IN_PLACE : values, values, count, type, operation, 0, MPI_COMM_WORLD);
}

Request handle(MPI_Request request) {
  Request bytes(sizeof request);
  std::memcpy(bytes.data(), &request, sizeof request);
  return bytes;
}

}  // namespace

Place start() {
  Place place;
  if (!is_launched()) return place;
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  started = true;
  MPI_Comm_rank(MPI_COMM_WORLD, &place.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &place.size);
  MPI_Comm_dup(MPI_COMM_WORLD, &arrivals);
  return place;
}

void finish() {
  if (started) MPI_Finalize();
  started = false;
}

void abort(int exit_code) {
  if (started) MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::_Exit(exit_code);
}

std::string library() {
  char name[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(name, &length);
  const std::string text(name);
  return text.substr(0, text.find_first_of(",\n"));
}

void barrier() { MPI_Barrier(MPI_COMM_WORLD); }
void sum_to_first(double* values, int count) { reduce(values, count, MPI_DOUBLE, MPI_SUM); }
void sum_to_first(std::int64_t* values, int count) { reduce(values, count, MPI_INT64_T, MPI_SUM); }
void maximum_to_first(double* values, int count) { reduce(values, count, MPI_DOUBLE, MPI_MAX); }
void maximum_to_first(std::int64_t* values, int count) { reduce(values, count, MPI_INT64_T, MPI_MAX); }

void broadcast(std::byte* values, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes; done += largest_message)
    MPI_Bcast(values + done, static_cast<int>(std::min(largest_message, bytes - done)), MPI_BYTE, 0,
              MPI_COMM_WORLD);
}

void all_to_all(const std::int64_t* to, std::int64_t* from) {
  MPI_Alltoall(to, 1, MPI_INT64_T, from, 1, MPI_INT64_T, MPI_COMM_WORLD);
}

Request receive(int from, int channel, std::byte* place, int bytes) {
  MPI_Request request;
  MPI_Irecv(place, bytes, MPI_BYTE, from, channel, MPI_COMM_WORLD, &request);
  return handle(request);
}

Request send(int to, int channel, const std::byte* message, int bytes) {
  MPI_Request request;
  MPI_Isend(message, bytes, MPI_BYTE, to, channel, MPI_COMM_WORLD, &request);
  return handle(request);
}

void wait(std::vector<Request>& requests) {
  std::vector<MPI_Request> all(requests.size());
  for (std::size_t i = 0; i < all.size(); ++i) std::memcpy(&all[i], requests[i].data(), sizeof all[i]);
  MPI_Waitall(static_cast<int>(all.size()), all.data(), MPI_STATUSES_IGNORE);
}

void begin_arrival() { MPI_Ibarrier(arrivals, &arrival); }

bool arrived() {
  int done = 0;
  MPI_Test(&arrival, &done, MPI_STATUS_IGNORE);
  return done != 0;
}

}  // namespace pace::transport
