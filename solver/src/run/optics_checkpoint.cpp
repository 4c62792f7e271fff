#include "run/optics_checkpoint.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>

namespace pace {
namespace {

constexpr std::array<char, 8> magic{'P', 'A', 'C', 'E', 'O', 'P', 'T', '1'};

template <class Value>
std::streamsize bytes_of(const std::vector<Value>& values) {
  return static_cast<std::streamsize>(values.size() * sizeof(Value));
}

}  // namespace

OpticsCheckpoint::OpticsCheckpoint(const std::filesystem::path& folder, std::string fingerprint)
    : path_(folder / ".checkpoint_optics.bin"), fingerprint_(std::move(fingerprint)) {}

std::optional<OpticsProgress> OpticsCheckpoint::read(std::size_t arrivals, std::size_t fields) const {
  std::ifstream file(path_, std::ios::binary);
  std::array<char, 8> head{};
  std::uint64_t length = 0;
  file.read(head.data(), head.size());
  file.read(reinterpret_cast<char*>(&length), sizeof length);
  if (!file || head != magic || length != fingerprint_.size()) return std::nullopt;
  std::string whose(length, '\0');
  file.read(whose.data(), static_cast<std::streamsize>(length));
  if (whose != fingerprint_) return std::nullopt;
  OpticsProgress progress{std::vector<char>(arrivals), std::vector<FarFieldAmplitude>(fields)};
  file.read(progress.done.data(), bytes_of(progress.done));
  file.read(reinterpret_cast<char*>(progress.back.data()), bytes_of(progress.back));
  const auto is_flag = [](char done) { return done == 0 || done == 1; };
  const auto is_finite = [](const FarFieldAmplitude& e) {
    return std::isfinite(e.theta.real()) && std::isfinite(e.theta.imag()) && std::isfinite(e.phi.real()) &&
           std::isfinite(e.phi.imag());
  };
  if (!file || !std::all_of(progress.done.begin(), progress.done.end(), is_flag) ||
      !std::all_of(progress.back.begin(), progress.back.end(), is_finite))
    return std::nullopt;
  return progress;
}

void OpticsCheckpoint::write(const OpticsProgress& progress) const {
  const std::filesystem::path part = path_.string() + ".part";
  {
    std::ofstream file(part, std::ios::binary);
    const std::uint64_t length = fingerprint_.size();
    file.write(magic.data(), magic.size());
    file.write(reinterpret_cast<const char*>(&length), sizeof length);
    file.write(fingerprint_.data(), static_cast<std::streamsize>(length));
    file.write(progress.done.data(), bytes_of(progress.done));
    file.write(reinterpret_cast<const char*>(progress.back.data()), bytes_of(progress.back));
    file.close();  // the last bytes are written here, and a full disk shows here
    if (!file)
      throw std::runtime_error("The checkpoint " + path_.string() + " cannot be written; is the disk full?");
  }
  std::filesystem::rename(part, path_);
}

void OpticsCheckpoint::remove() const { std::filesystem::remove(path_); }

}  // namespace pace
