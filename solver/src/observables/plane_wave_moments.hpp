// ∫ f_i(r) e^{jk r̂·r} dS: what a plane wave from r̂ puts into the functions, and what they radiate towards r̂.
#pragma once

#include <array>
#include <span>
#include <vector>
#include <xsimd/xsimd.hpp>

#include "basis/dual_space.hpp"
#include "excitation/plane_wave.hpp"

namespace pace {

/// Rules for the phase of a wave on a triangle: with edges of λ/5 it is integrated to about 1e-6. And on a
/// sub-triangle, about half as wide.
inline constexpr int phase_degree = 6, sub_phase_degree = 4;

/// θ̂ and φ̂ components of ∫ f_i e^{jk r̂·r} dS for every function [m²], or of ∫ J e^{jk r̂·r} dS for every
/// triangle.
struct DirectionMoments {
  std::vector<Complex> theta, phi;
};

/// Makes them for many directions: the triangles lie in memory side by side, one a SIMD lane.
class DirectionIntegrals {
 public:
  DirectionIntegrals(const RwgSpace& space, double k);
  /// @param theta, phi  direction r̂ [rad]
  DirectionMoments operator()(double theta, double phi) const;

  /// A current on every triangle, J = J_c + s (r − c), times its area: x, y, z of J_c and s, each Re and Im.
  struct Current;
  /// @param coefficients  one a function
  Current current_of(const Complex* coefficients) const;
  /// θ̂ and φ̂ components of ∫ J e^{jk r̂·r} dS: what the moments of that direction make of the coefficients, at
  /// a tenth of the cost.
  std::array<Complex, 2> of_current(double theta, double phi, const Current& current) const;
  /// The same of every triangle alone; together they are `of_current`.
  DirectionMoments of_triangles(double theta, double phi, const Current& current) const;

 private:
  using Batch = xsimd::batch<double>;
  using Doubles = std::vector<double, xsimd::aligned_allocator<double>>;
  template <class AddFlat, class AddBent>
  void radiate(double theta, double phi, const Current& current, const AddFlat& add_flat,
               const AddBent& add_bent) const;
  Batch project(int vector, const Vec3& on, std::size_t first) const;
  void phase_means(std::size_t first, const Vec3& direction, std::array<Batch, 3>& re,
                   std::array<Batch, 3>& im) const;
  /// Means of e^{jφ} over a batch of bent triangles, weighted with what two tangents u and v and the arms
  /// have along a direction.
  struct BentMeans {
    Batch u_re, u_im, v_re, v_im, arm_re, arm_im;  ///< arm: of the last corner
  };
  std::array<BentMeans, 2> bent_means(std::size_t first, const Vec3& direction,
                                      const std::array<Vec3, 2>& on) const;
  /// The projections of the vectors of `bent_forms_`.
  QuadraticForm<Batch> bent_form(std::size_t first, const Vec3& on) const;
  const RwgSpace& space_;
  double k_;
  std::size_t padded_, bent_padded_;
  std::size_t flat_end_;   ///< padded_, or 0 where all triangles are bent
  std::vector<int> bent_;  ///< triangles
  int bent_degree_;        ///< of their rule
  /// x, y, z of each of their vectors. The arms are b_0 ∂r/∂b_0 + b_1 ∂r/∂b_1 of the last corner, and less by
  /// one of the tangents of the others.
  std::array<QuadraticForm<Doubles>, 3> bent_forms_;
  std::vector<double> series_;  ///< 2/(n + 3)! with the sign of jⁿ, as many as the largest triangle needs
  std::array<std::array<Doubles, 3>, 3>
      geometry_;  ///< centroid, then corners 0 and 1 from it; x, y, z of each triangle
};

struct DirectionIntegrals::Current {
  std::array<Doubles, 8> parts;
  std::array<Doubles, 6> of_arms;  ///< of bent triangles: what each corner's arm carries, Re and Im
};

/// Which functions have a row in a column, where it does not hold all.
struct RowsOf {
  std::vector<int> row;  ///< of every function; −1: none
  int count;
};

/// Right-hand sides of the CFIE for plane waves: α ∫ f_i·E_inc + (1 − α) η M, written to `columns`
/// (space.size() values each) [V·m]; waves from one direction that follow each other share their phases. M =
/// ∫ g_i·H_inc for functions with a dual g_i, else ∫ f_i·(n × H_inc): the testing of operators/assembly.hpp.
/// @param dual  null: no function has one
/// @param rows  null: all functions in their order
void excite(const RwgSpace& space, const DualSpace* dual, double k, std::span<const PlaneWave> waves,
            std::span<const double> alpha, Complex* columns, const RowsOf* rows = nullptr);
/// Of one wave.
inline void excite(const RwgSpace& space, const DualSpace* dual, double k, const PlaneWave& wave,
                   std::span<const double> alpha, Complex* column) {
  excite(space, dual, k, std::span(&wave, 1), alpha, column);
}

/// Adds ∫ lit·f_i·(n × ηH_inc) to `column` [V·m]: half of what physical optics makes of a wave, tested.
/// @param lit  a triangle: share that is lit, negative where the wave meets the side that the normal does not
/// point from
void excite_lit(const RwgSpace& space, double k, const PlaneWave& wave, std::span<const double> lit,
                Complex* column);

}  // namespace pace
