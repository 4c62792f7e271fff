#include "operators/dense_assembly.hpp"

#include <mutex>
#include <numeric>

namespace pace {
namespace {

class DenseSink : public MatrixSink {
 public:
  explicit DenseSink(DenseMatrix& matrix)
      : matrix_(matrix), locks_(matrix.size()), functions_(matrix.size()) {
    std::iota(functions_.begin(), functions_.end(), 0);
  }
  int group(int) const override { return 0; }
  void columns_for(std::span<const int>, std::vector<int>& columns) const override { columns = functions_; }
  void add_row(int row, std::span<const int> columns, std::span<const Complex> values) override {
    const std::lock_guard guard(locks_[row]);
    Complex* entries = matrix_.row(row);
    for (std::size_t c = 0; c < columns.size(); ++c) entries[columns[c]] += values[c];
  }

 private:
  DenseMatrix& matrix_;
  std::vector<std::mutex> locks_;
  std::vector<int> functions_;
};

}  // namespace

DenseMatrix assemble_dense(const RwgSpace& space, const DualSpace* dual, Complex k,
                           std::span<const double> alpha, const QuadratureChoice& choice,
                           const std::function<void(double)>& progress, Block block) {
  DenseMatrix matrix(space.size());
  DenseSink sink(matrix);
  assemble(space, dual, k, alpha, choice, sink, progress, block);
  return matrix;
}

}  // namespace pace
