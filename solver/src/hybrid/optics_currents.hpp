// The currents of physical optics as RWG functions: the projection of 2 n̂ × H on them.
#pragma once

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include "excitation/plane_wave.hpp"
#include "hybrid/division.hpp"
#include "linalg/dense_matrix.hpp"
#include "linalg/float_columns.hpp"

namespace pace {

/// On the triangles of physical optics the whole current, full-wave functions of the border included, is to
/// be 2 n̂ × H:
///   ½η ⟨f_i, J_full wave + J_optics⟩ = η ⟨f_i, n̂ × H⟩ for every function f_i of physical optics.
/// The Gram matrix is real, sparse and the same at every frequency; its Cholesky factor is kept.
class OpticsCurrents {
 public:
  OpticsCurrents(const RwgSpace& space, const PartDivision& division);

  /// x = (½ηG)⁻¹ b in place. @param x  `optics_count()` values of any number of columns
  void solve(Eigen::MatrixXcd& x) const;
  /// ½η ⟨f_i, J_full wave⟩ on the triangles that both share. @param full_wave  coefficients, rows by
  /// PartDivision::index
  Eigen::MatrixXcd of_border(const Eigen::MatrixXcd& full_wave) const;
  /// The same as a matrix, rows functions of physical optics, columns full-wave functions.
  const Eigen::SparseMatrix<double>& border() const { return border_; }
  std::size_t bytes() const;

 private:
  Eigen::SparseMatrix<double> border_;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor_;
};

/// A full-wave function of the border as its half on the triangle of physical optics.
struct BorderHalf {
  int function;  ///< into RwgSpace
  int triangle;
  HalfFunction half;
};
std::vector<BorderHalf> border_halves(const RwgSpace& space, const PartDivision& division);

/// Coefficients of the halves that carry the current 2 n̂ × H_inc across the border: its component normal to
/// the edge, mean over it.
/// @param lit  a triangle, as in excite_lit
std::vector<Complex> incident_across_border(const RwgSpace& space, std::span<const BorderHalf> halves,
                                            double k, const PlaneWave& wave, std::span<const double> lit);

/// ∫ Σ c_i f_i e^{jk r̂·r} dS of the halves [m²·A/m].
CVec3 moment_of(const RwgSpace& space, std::span<const BorderHalf> halves,
                const std::vector<Complex>& coefficient, double k, const Vec3& r_hat);

}  // namespace pace
