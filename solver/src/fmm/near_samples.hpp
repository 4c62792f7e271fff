// The near matrix of some wave numbers in files, and that of others between them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "core/types.hpp"
#include "fmm/near_matrix.hpp"

namespace pace {

/// Bytes that files of several samples may take together.
struct FileRoom {
  std::uintmax_t left;
};

/// A polynomial in k of values at some wave numbers: Σ weight_i value(k_i).
struct PolynomialAt {
  std::vector<int> points;       ///< which of the wave numbers
  std::vector<Complex> weights;  ///< of each
  double error;                  ///< of e^{−jkR}, a bound
};

/// The polynomial of the lowest degree that follows e^{−jkR} within a tolerance, through the wave numbers
/// that are nearest; no points where none does. @param distance  R [m]
PolynomialAt polynomial_at(Complex k, std::span<const Complex> samples, double distance, double tolerance);

/// Entries times k are smooth functions of k: what oscillates turns by k times the distance of two functions,
/// and those of near boxes are less than a wavelength apart. So the blocks of a few wave numbers of one tree
/// give those of a band. A combination of matrices has the null space of each of them, so the charges of
/// solenoidal currents cancel as exactly as in an assembled matrix.
class NearSamples {
 public:
  /// @param folder  of the files, which have no names there and end with this process
  NearSamples(std::filesystem::path folder, std::shared_ptr<FileRoom> room);
  ~NearSamples();
  NearSamples(const NearSamples&) = delete;
  NearSamples& operator=(const NearSamples&) = delete;

  std::vector<Complex> wave_numbers() const;
  /// What is asked for next. @param at  through `wave_numbers`; without points it will be assembled
  void ask_for(Complex k, PolynomialAt at);
  /// Blocks of the wave number asked for follow from the samples.
  bool serve() const { return !at_.points.empty(); }
  /// Into the allocated dense blocks of some leaves.
  /// @throws std::runtime_error  if a file cannot be read
  void interpolate(NearMatrix& near, int first_leaf, int last_leaf) const;
  /// The assembled dense blocks of some leaves of the wave number asked for; all leaves in their order make a
  /// sample. Nothing is kept, of this and all that follow, once there is no room.
  void keep(NearMatrix& near, int first_leaf, int last_leaf, bool is_last);

 private:
  struct Sample {
    Complex k;
    int file;  ///< descriptor
  };
  void drop_unfinished();

  std::filesystem::path folder_;
  std::shared_ptr<FileRoom> room_;
  std::vector<Sample> samples_;
  Complex k_;
  PolynomialAt at_;
  int unfinished_ = -1;
  std::uintmax_t taken_ = 0, unfinished_bytes_ = 0;
};

}  // namespace pace
