// What an interrupted run by physical optics has: the arrivals that are done and their backscatter.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "observables/far_field.hpp"

namespace pace {

struct OpticsProgress {
  std::vector<char> done;               ///< of each arrival
  std::vector<FarFieldAmplitude> back;  ///< [frequency][arrival][incident wave]
};

/// One file in the results folder, replaced as a whole.
class OpticsCheckpoint {
 public:
  /// @param fingerprint  of the job; what another job left is not read
  OpticsCheckpoint(const std::filesystem::path& folder, std::string fingerprint);

  /// Nothing if there is none, or one of something else. @param fields  in `back`
  std::optional<OpticsProgress> read(std::size_t arrivals, std::size_t fields) const;
  /// @throws std::runtime_error  if the disk is full
  void write(const OpticsProgress& progress) const;
  void remove() const;

 private:
  std::filesystem::path path_;
  std::string fingerprint_;
};

}  // namespace pace
