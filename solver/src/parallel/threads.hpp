// Threads of this process: one number for OpenMP loops and for the BLAS.
#pragma once

namespace pace {

/// Sets the threads of OpenMP regions and of the BLAS library. @param count at least 1
void set_threads(int count);

/// While it lives, calls of the BLAS from parallel loops run on the calling thread alone; the loops keep
/// their threads.
class SingleThreadedBlas {
 public:
  SingleThreadedBlas();
  ~SingleThreadedBlas();
  SingleThreadedBlas(const SingleThreadedBlas&) = delete;
  SingleThreadedBlas& operator=(const SingleThreadedBlas&) = delete;

 private:
  int before_;  ///< 0: nothing was changed
};

/// Largest resident memory of this process so far [bytes]; not that of the program that started it.
long peak_memory_bytes();

/// Processor time that this process has used so far, all threads together [s].
double processor_seconds();

}  // namespace pace
