// Takes assembled entries into the near matrix.
#pragma once

#include <mutex>
#include <vector>

#include "basis/rwg_space.hpp"
#include "fmm/near_matrix.hpp"
#include "operators/matrix_sink.hpp"

namespace pace {

class NearSink : public MatrixSink {
 public:
  NearSink(const RwgSpace& space, const Octree& tree, NearMatrix& near);
  void sources_for(std::span<const int> rows, std::vector<int>& sources) const override;
  void add_row(int row, std::span<const int> columns, std::span<const Complex> values) override;

 private:
  static constexpr int locks_count = 4096;
  const Octree& tree_;
  NearMatrix& near_;
  std::vector<std::vector<int>> triangles_;  ///< of the functions in each leaf's near boxes, ascending
  std::vector<std::array<int, 27>> column_;  ///< of each leaf: first column of the leaf at each offset, −1 if there is none
  std::vector<std::mutex> locks_;
};

}  // namespace pace
