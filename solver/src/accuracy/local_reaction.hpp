// What a mesh leaves out of the reaction of two currents: the error of a far field to the leading order.
#pragma once

#include <array>
#include <vector>

#include "accuracy/current_products.hpp"
#include "accuracy/smooth_patches.hpp"
#include "basis/rwg_space.hpp"

namespace pace {

/// A current and its charge at the corners of each triangle.
struct CornerValues {
  std::vector<std::array<CVec3, 3>> current;   ///< J [A/m]
  std::vector<std::array<Complex, 3>> charge;  ///< ∇·J [A/m²]
  /// Room for the means of `LocalReaction::missing`, which is used again with the rest.
  std::vector<CVec3> mean_current;
  std::vector<Complex> mean_charge;
};

/// A current in the middle of each triangle.
using MiddleValues = std::vector<MiddleCurrent>;

/// A sum over the triangles and how large its terms are.
struct ReactionSum {
  Complex sum = 0.0;            ///< [V·A]
  double sum_of_squares = 0.0;  ///< Σ |term|² [V²·A²]
};

/// The terms of such sums, one a triangle of the mesh: a face between two regions has those of both [V·A].
struct TriangleTerms {
  explicit TriangleTerms(std::size_t triangles)
      : discretisation(triangles, 0.0),
        geometry(triangles, 0.0),
        rims(triangles, 0.0),
        layers(triangles, 0.0),
        small_layers(triangles, 0.0) {}
  void clear();
  std::vector<Complex> discretisation, geometry, rims;
  std::vector<Complex> layers, small_layers;  ///< all, and those of them of which the first order is good
};
ReactionSum sum_of(const std::vector<Complex>& terms);

/// Change of an impedance over |Z + η₀| up to which the first order of its effect is most of it: it left a
/// tenth to a third on spheres and a capsule, docs/theory/error-estimate.md.
inline constexpr double small_change = 0.06;
/// Above it terms are larger by 1 + this times the change: what the first order leaves is not known then, and
/// so they hold quarter-wave layers on spheres of 0.4 to 1 λ.
inline constexpr double large_change_factor = 4.0;

/// The form of a current in a region, a(u, v) = weight · ∫∫ G (u·v' − ∇·u ∇·v'/k²) + ∫ local u·v.
struct ReactionForm {
  Complex weight;                   ///< [Ω/m]: jkη of J, −jkη₀²/η of M/η₀
  Complex k;                        ///< of the region [1/m]
  std::vector<Complex> local = {};  ///< by triangle of the space [Ω]; empty: 0
  /// What an impedance condition leaves out of the layers of a coating: ∫ charge ∇·u ∇·v + u·(curvature D)·v,
  /// D the curvature without its mean; by triangle of the space, empty: none.
  struct Layers {
    Complex charge = 0.0;     ///< [Ω m²]
    Complex curvature = 0.0;  ///< [Ω m]
  };
  std::vector<Layers> layers = {};
  std::vector<double> change_by_layers = {};  ///< likewise: of the impedance, over |Z + η₀|
};
/// Of J. @param relative_impedance  η/η₀
ReactionForm electric_form(const Complex& k, const Complex& relative_impedance);
/// Of M/η₀.
ReactionForm magnetic_form(const Complex& k, const Complex& relative_impedance);

/// Theory: docs/theory/error-estimate.md.
class LocalReaction {
 public:
  /// @param bending  of each triangle, as uneven_curvatures; empty: forms have no layers
  explicit LocalReaction(const RwgSpace& space, std::vector<Mat3> bending = {});

  /// What the functions leave of a current: the smooth current (the mean at each vertex over its patch,
  /// linear in between) less the current of the functions, and the same of its charge.
  /// @param coefficients  one a function
  CornerValues missing(const Complex* coefficients) const;
  /// The same into memory that is there: that of 10⁴ receivers would be fetched from the system again and
  /// again.
  void missing(const Complex* coefficients, CornerValues& values) const;

  /// Adds a(δ, δ*) of what two currents are missing, every triangle with itself alone.
  void add_discretisation(const ReactionForm& form, const CornerValues& missing,
                          const CornerValues& adjoint_missing, TriangleTerms& terms) const;

  MiddleValues middle(const Complex* coefficients) const;
  void middle(const Complex* coefficients, MiddleValues& values) const;

  /// Adds the shape derivative of the reaction, weight · ∫ δ (u·v − ∇·u ∇·v/k²) dS, for a surface that lies
  /// outside the triangles by δ: as mean_sagittas has it, and apart from it as rim_sagittas.
  void add_geometry(const ReactionForm& form, const MiddleValues& current, const MiddleValues& adjoint,
                    TriangleTerms& terms) const;

  /// Subtracts what the layers of a coating have beside their impedance: a larger Z takes from a reaction.
  /// Where the first order is not good, terms are larger by 1 + large_change_factor · change: they serve as a
  /// size alone.
  void add_layers(const ReactionForm& form, const MiddleValues& current, const MiddleValues& adjoint,
                  TriangleTerms& terms) const;

 private:
  const RwgSpace& space_;
  SmoothPatches patches_;
  std::vector<std::array<double, 6>>
      self_;  ///< ∫∫ b_i b_j'/4πR: 00, 01, 02, 11, 12, 22 of each triangle [m³]
  std::vector<double> sagitta_, rim_;
  std::vector<Mat3> bending_;  ///< as uneven_curvatures; empty without layers
  /// A function in a triangle, of coefficient 1.
  struct HalfValues {
    int function;
    double charge;
    std::array<Vec3, 3> at_corner;
    Vec3 at_middle;
  };
  static HalfValues half_values(const SurfaceTriangle& triangle, const HalfFunction& half);
  std::vector<HalfValues> halves_;            ///< triangle after triangle
  std::vector<std::size_t> first_half_;       ///< of each triangle, and the end
  std::vector<std::array<double, 3>> share_;  ///< of a triangle in the area of the patch at each corner
};

}  // namespace pace
