// Where assembled matrix entries go: a dense matrix takes all, a fast method those of near functions.
#pragma once

#include <span>
#include <vector>

#include "core/types.hpp"

namespace pace {

/// Called from several threads at once.
class MatrixSink {
 public:
  virtual ~MatrixSink() = default;

  /// False for a row that the sink would drop altogether; work for it may then be left out.
  virtual bool wants(int /*row*/) const { return true; }

  /// Rows of one group want the same columns; rows of several groups want those of all these groups.
  virtual int group(int row) const = 0;

  /// Puts into `columns` every function that is wanted in any of these rows (a dozen at most), each once and
  /// in the order in which the sink likes to take them; none if it wants none of the rows.
  virtual void columns_for(std::span<const int> rows, std::vector<int>& columns) const = 0;

  /// Adds values[c] to the entry (row, columns[c]); no column comes twice. Each entry comes in several parts.
  /// Entries that the sink does not want may come too: it drops them.
  virtual void add_row(int row, std::span<const int> columns, std::span<const Complex> values) = 0;

  /// The same of several rows with the same columns. @param values  row by row
  virtual void add_rows(std::span<const int> rows, std::span<const int> columns,
                        std::span<const Complex> values) {
    for (std::size_t r = 0; r < rows.size(); ++r)
      add_row(rows[r], columns, values.subspan(r * columns.size(), columns.size()));
  }

  /// Whether a row may come in single precision: to 2e-6 of its largest entries, most to 1e-7.
  virtual bool is_single(int /*row*/) const { return false; }
  /// Rows that are single. @param values  row by row
  virtual void add_rows(std::span<const int> rows, std::span<const int> columns,
                        std::span<const ComplexF> values) {
    const std::vector<Complex> all(values.begin(), values.end());
    add_rows(rows, columns, std::span<const Complex>(all));
  }
};

}  // namespace pace
