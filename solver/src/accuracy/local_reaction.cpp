#include "accuracy/local_reaction.hpp"

#include <algorithm>

#include "quadrature/singular_rule.hpp"

namespace pace {
namespace {

/// Gauss points a coordinate of the static self terms: 1e-3 of them, far below what the estimate claims.
constexpr int self_points = 4;

/// ∫∫ b_i b_j' / 4πR over a triangle twice. A bent one counts as that of its chords.
std::array<double, 6> static_self(const SurfaceTriangle& triangle, const PairRule& rule) {
  std::array<double, 6> form{};
  for (std::size_t p = 0; p < rule.weight.size(); ++p) {
    if (rule.weight[p] == 0.0) continue;
    const Barycentric b{1.0 - rule.x1[p], rule.x1[p] - rule.x2[p], rule.x2[p]},
        c{1.0 - rule.y1[p], rule.y1[p] - rule.y2[p], rule.y2[p]};
    Vec3 apart = Vec3::Zero();
    for (int i = 0; i < 3; ++i) apart += (b[i] - c[i]) * triangle.vertex[i];
    const double weight = rule.weight[p] / (4.0 * pi * apart.norm());
    int at = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j) form[at++] += 0.5 * weight * (b[i] * c[j] + b[j] * c[i]);
  }
  for (double& entry : form) entry *= triangle.area * triangle.area;
  return form;
}

void add(CVec3& to, const Complex& factor, const Vec3& vector) {
  for (int i = 0; i < 3; ++i) to[i] += factor * vector[i];
}

Complex product(const CVec3& a, const CVec3& b) { return dot_product(a, b); }
Complex product(const Complex& a, const Complex& b) { return a * b; }

/// Σ form_ij a_i b_j
template <typename T>
Complex bilinear(const std::array<double, 6>& form, const std::array<T, 3>& a, const std::array<T, 3>& b) {
  return form[0] * product(a[0], b[0]) + form[3] * product(a[1], b[1]) + form[5] * product(a[2], b[2]) +
         form[1] * (product(a[0], b[1]) + product(a[1], b[0])) +
         form[2] * (product(a[0], b[2]) + product(a[2], b[0])) +
         form[4] * (product(a[1], b[2]) + product(a[2], b[1]));
}

/// ∫ u·v of two currents that are linear over a triangle.
Complex overlap(const std::array<CVec3, 3>& u, const std::array<CVec3, 3>& v, double area) {
  CVec3 of_u = u[0] + u[1] + u[2], of_v = v[0] + v[1] + v[2];
  Complex sum = dot_product(of_u, of_v);
  for (int i = 0; i < 3; ++i) sum += dot_product(u[i], v[i]);
  return area / 12.0 * sum;
}

}  // namespace

void TriangleTerms::clear() {
  for (std::vector<Complex>* terms : {&discretisation, &geometry, &rims, &layers, &small_layers})
    std::fill(terms->begin(), terms->end(), 0.0);
}

ReactionSum sum_of(const std::vector<Complex>& terms) {
  ReactionSum result;
  for (const Complex& term : terms) result.sum += term, result.sum_of_squares += std::norm(term);
  return result;
}

ReactionForm electric_form(const Complex& k, const Complex& relative_impedance) {
  return {imaginary_unit * k * vacuum_impedance * relative_impedance, k};
}

ReactionForm magnetic_form(const Complex& k, const Complex& relative_impedance) {
  return {-imaginary_unit * k * vacuum_impedance / relative_impedance, k};
}

LocalReaction::LocalReaction(const RwgSpace& space, std::vector<Mat3> bending)
    : space_(space),
      patches_(space, current_turn),
      sagitta_(mean_sagittas(space, SmoothPatches(space, surface_turn))),
      rim_(rim_sagittas(space)),
      bending_(std::move(bending)) {
  const PairRule rule = singular_rule(Contact::identical, self_points);
  self_.resize(space.triangles().size());
#pragma omp parallel for schedule(dynamic, 64)
  for (std::size_t t = 0; t < self_.size(); ++t) self_[t] = static_self(space.triangles()[t], rule);

  std::vector<double> area(patches_.count(), 0.0);
  first_half_.push_back(0);
  for (int t = 0; t < static_cast<int>(self_.size()); ++t) {
    for (const int patch : patches_.of(t)) area[patch] += space.triangles()[t].area;
    for (const HalfFunction& half : space.halves(t))
      halves_.push_back(half_values(space.triangles()[t], half));
    first_half_.push_back(halves_.size());
  }
  share_.resize(self_.size());
  for (std::size_t t = 0; t < self_.size(); ++t)
    for (int i = 0; i < 3; ++i)
      share_[t][i] = space.triangles()[t].area / area[patches_.of(static_cast<int>(t))[i]];
}

LocalReaction::HalfValues LocalReaction::half_values(const SurfaceTriangle& triangle,
                                                     const HalfFunction& half) {
  const double flow = half.sign * triangle.edge_length[half.corner];
  const auto at = [&](const Barycentric& b) -> Vec3 {
    const BasisPoint point = basis_point(triangle, b);
    return flow / point.jacobian * point.arm[half.corner];
  };
  return {half.function,
          flow / triangle.area,
          {at({1.0, 0.0, 0.0}), at({0.0, 1.0, 0.0}), at({0.0, 0.0, 1.0})},
          at({1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0})};
}

CornerValues LocalReaction::missing(const Complex* coefficients) const {
  CornerValues values;
  missing(coefficients, values);
  return values;
}

void LocalReaction::missing(const Complex* coefficients, CornerValues& values) const {
  const std::size_t count = self_.size();
  values.current.resize(count), values.charge.resize(count);
  values.mean_current.assign(patches_.count(), CVec3::Zero());
  values.mean_charge.assign(patches_.count(), 0.0);
  for (std::size_t t = 0; t < count; ++t) {
    std::array<CVec3, 3> current{CVec3::Zero(), CVec3::Zero(), CVec3::Zero()};
    Complex charge = 0.0;
    for (std::size_t h = first_half_[t]; h < first_half_[t + 1]; ++h) {
      const Complex coefficient = coefficients[halves_[h].function];
      charge += coefficient * halves_[h].charge;
      for (int i = 0; i < 3; ++i) add(current[i], coefficient, halves_[h].at_corner[i]);
    }
    for (int i = 0; i < 3; ++i) {
      const int patch = patches_.of(static_cast<int>(t))[i];
      values.mean_current[patch] += share_[t][i] * current[i];
      values.mean_charge[patch] += share_[t][i] * charge;
      values.current[t][i] = -current[i];
      values.charge[t][i] = -charge;
    }
  }
  for (std::size_t t = 0; t < count; ++t)
    for (int i = 0; i < 3; ++i) {
      const int patch = patches_.of(static_cast<int>(t))[i];
      values.current[t][i] += values.mean_current[patch];
      values.charge[t][i] += values.mean_charge[patch];
    }
}

void LocalReaction::add_discretisation(const ReactionForm& form, const CornerValues& missing,
                                       const CornerValues& adjoint_missing, TriangleTerms& terms) const {
  const Complex k_squared = form.k * form.k;
  for (std::size_t t = 0; t < self_.size(); ++t) {
    Complex term =
        form.weight * (bilinear(self_[t], missing.current[t], adjoint_missing.current[t]) -
                       bilinear(self_[t], missing.charge[t], adjoint_missing.charge[t]) / k_squared);
    if (!form.local.empty() && form.local[t] != 0.0)
      term +=
          form.local[t] * overlap(missing.current[t], adjoint_missing.current[t], space_.triangles()[t].area);
    terms.discretisation[space_.triangles()[t].mesh_triangle] += term;
  }
}

MiddleValues LocalReaction::middle(const Complex* coefficients) const {
  MiddleValues values;
  middle(coefficients, values);
  return values;
}

void LocalReaction::middle(const Complex* coefficients, MiddleValues& values) const {
  values.resize(self_.size());
  for (std::size_t t = 0; t < self_.size(); ++t) {
    MiddleCurrent& at = values[t];
    at = {CVec3::Zero(), 0.0};
    for (std::size_t h = first_half_[t]; h < first_half_[t + 1]; ++h) {
      const Complex coefficient = coefficients[halves_[h].function];
      add(at.current, coefficient, halves_[h].at_middle);
      at.divergence += coefficient * halves_[h].charge;
    }
  }
}

void LocalReaction::add_geometry(const ReactionForm& form, const MiddleValues& current,
                                 const MiddleValues& adjoint, TriangleTerms& terms) const {
  for (std::size_t t = 0; t < self_.size(); ++t) {
    if (sagitta_[t] == 0.0 && rim_[t] == 0.0) continue;
    const SurfaceTriangle& triangle = space_.triangles()[t];
    const Complex reaction = form.weight * triangle.area * product_of(current[t], adjoint[t], form.k).shape();
    terms.geometry[triangle.mesh_triangle] += sagitta_[t] * reaction;
    terms.rims[triangle.mesh_triangle] += rim_[t] * reaction;
  }
}

void LocalReaction::add_layers(const ReactionForm& form, const MiddleValues& current,
                               const MiddleValues& adjoint, TriangleTerms& terms) const {
  if (form.layers.empty()) return;
  for (std::size_t t = 0; t < self_.size(); ++t) {
    const auto& [charge, curvature] = form.layers[t];
    Complex density = charge * current[t].divergence * adjoint[t].divergence;
    if (curvature != 0.0)
      density +=
          curvature * dot_product(current[t].current, bending_[t].cast<Complex>() * adjoint[t].current);
    const SurfaceTriangle& triangle = space_.triangles()[t];
    const double change = form.change_by_layers[t];
    const bool is_small = change <= small_change;
    const Complex term = (is_small ? 1.0 : 1.0 + large_change_factor * change) * triangle.area * density;
    terms.layers[triangle.mesh_triangle] -= term;
    if (is_small) terms.small_layers[triangle.mesh_triangle] -= term;
  }
}

}  // namespace pace
