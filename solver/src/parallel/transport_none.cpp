// A build without MPI: one rank, which never sends anything.
#include <cstdlib>

#include "parallel/transport.hpp"

namespace pace::transport {

Place start() { return {}; }
void finish() {}
void abort(int exit_code) { std::_Exit(exit_code); }
std::string library() { return {}; }
void barrier() {}
void sum_to_first(double*, int) {}
void sum_to_first(std::int64_t*, int) {}
void maximum_to_first(double*, int) {}
void maximum_to_first(std::int64_t*, int) {}
void broadcast(std::byte*, std::size_t) {}
void all_to_all(const std::int64_t* to, std::int64_t* from) { *from = *to; }
Request receive(int, int, std::byte*, int) { return {}; }
Request send(int, int, const std::byte*, int) { return {}; }
void wait(std::vector<Request>&) {}
void begin_arrival() {}
bool arrived() { return true; }

}  // namespace pace::transport
