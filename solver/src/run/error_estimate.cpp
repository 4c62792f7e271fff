#include "run/error_estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "accuracy/optics_current.hpp"
#include "observables/plane_wave_moments.hpp"

namespace pace {
namespace {

/// Of the currents of receivers, which are in memory in portions.
constexpr double receiver_bytes = 2e8, most_receivers_at_once = 64.0;
constexpr std::size_t receivers_a_task = 16;

Complex reaction(const Complex* a, const Complex* b, int count) {
  Complex sum = 0.0;
  for (int i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

double norm(const Complex* values, int count) {
  return Eigen::Map<const Eigen::VectorXcd>(values, count).norm();
}

}  // namespace

ErrorEstimate::ErrorEstimate(const RwgSpace& space, double k, std::unique_ptr<EfieProduct> efie)
    : space_(space), k_(k), efie_(std::move(efie)), local_(space, k) {}

void ErrorEstimate::set_receivers(std::vector<Direction> directions, Columns adjoint) {
  receivers_ = std::move(directions);
  solved_for_receivers_ = std::move(adjoint);
}

void ErrorEstimate::set_receiver(std::size_t number, Adjoint& adjoint) const {
  if (solved_for_receivers_.columns > 0) {
    const Complex* of = solved_for_receivers_.column(static_cast<int>(number));
    adjoint.coefficients.assign(of, of + space_.size());
    adjoint.by_optics = false;
  } else {
    const Direction& from = receivers_[number / 2];
    adjoint.coefficients =
        optics_current(space_, k_,
                       plane_wave(from.theta, from.phi,
                                  number % 2 == 0 ? Polarization::vertical : Polarization::horizontal));
    adjoint.by_optics = true;
  }
  complete(adjoint);
}

std::size_t ErrorEstimate::receivers_at_once() const {
  const double bytes = static_cast<double>(
      space_.triangles().size() *
          (sizeof(std::array<CVec3, 3>) + sizeof(std::array<Complex, 3>) + sizeof(MiddleCurrent)) +
      space_.size() * sizeof(Complex));
  return static_cast<std::size_t>(std::clamp(receiver_bytes / (2.0 * bytes), 1.0, most_receivers_at_once));
}

ErrorEstimate::Adjoint ErrorEstimate::adjoint(const Complex* coefficients) const {
  Adjoint result{{coefficients, coefficients + space_.size()}, {}, {}, false};
  complete(result);
  return result;
}

ErrorEstimate::Adjoint ErrorEstimate::adjoint(const PlaneWave& wave) const {
  Adjoint result{optics_current(space_, k_, wave), {}, {}, true};
  complete(result);
  return result;
}

void ErrorEstimate::complete(Adjoint& adjoint) const {
  local_.missing(adjoint.coefficients.data(), adjoint.missing);
  local_.middle(adjoint.coefficients.data(), adjoint.middle);
}

Columns ErrorEstimate::residuals(const IncidentWaves& waves, const Columns& solved,
                                 std::vector<double>& product) const {
  product.assign(solved.columns, 0.0);
  if (!efie_) return Columns(solved.rows, solved.columns);
  const std::vector<double> alpha(space_.size(), 1.0);
  Columns left = efie_->multiply(solved);
#pragma omp parallel
  {
    std::vector<Complex> wanted(space_.size());
#pragma omp for schedule(dynamic)
    for (int c = 0; c < solved.columns; ++c) {
      excite(space_, nullptr, k_, waves.wave(c), alpha, wanted.data());
      product[c] = efie_->error() * norm(left.column(c), left.rows);
      for (int i = 0; i < left.rows; ++i) left.column(c)[i] = wanted[i] - left.column(c)[i];
    }
  }
  return left;
}

ErrorParts ErrorEstimate::parts(const Complex* residual, double product, const Adjoint& own,
                                const Adjoint& adjoint, ErrorMap* map, double field) const {
  const int count = space_.size();
  ErrorTerms terms;
  terms.equation = reaction(residual, adjoint.coefficients.data(), count);
  // The errors of a product's entries are as good as random.
  terms.product = product * norm(adjoint.coefficients.data(), count) / std::sqrt(static_cast<double>(count));
  std::optional<TriangleTerms> by_triangle;
  if (map) by_triangle.emplace(space_.triangles().size());
  TriangleTerms* const each = by_triangle ? &*by_triangle : nullptr;
  terms.discretisation = local_.discretisation(own.missing, adjoint.missing, each);
  const LocalReaction::Geometry geometry = local_.geometry(own.middle, adjoint.middle, each);
  terms.geometry = geometry.smooth, terms.rims = geometry.rims;
  ErrorParts radius = error_parts(terms, adjoint.by_optics);
  const double to_far_field = k_ * vacuum_impedance / (4.0 * pi);
  if (map) map->add(*by_triangle, (adjoint.by_optics ? BarFactors{}.optics : 1.0) * to_far_field / field);
  radius.equation *= to_far_field, radius.discretisation *= to_far_field, radius.geometry *= to_far_field;
  return radius;
}

ColumnErrors ErrorEstimate::of(const IncidentWaves& waves, const Columns& solved,
                               std::span<const double> fields, ErrorMap& map) const {
  const int count = solved.columns;
  std::vector<double> product;
  const Columns left = residuals(waves, solved, product);
  ColumnErrors errors{std::vector<FieldError>(count),
                      std::vector<std::vector<FieldError>>(receivers_.size(), std::vector<FieldError>(count)),
                      std::vector<ErrorParts>(count)};
  const int each = waves.per_illumination();
#pragma omp parallel
  {
    ErrorMap of_thread(space_.triangles().size());
#pragma omp for schedule(dynamic)
    for (int first = 0; first < count; first += each) {
      std::vector<Adjoint> own;
      for (int c = first; c < first + each; ++c) own.push_back(adjoint(solved.column(c)));
      for (int c = first; c < first + each; ++c) {
        const auto radius = [&](const Adjoint& adjoint, ErrorMap* onto = nullptr) {
          return parts(left.column(c), product[c], own[c - first], adjoint, onto, fields[c]);
        };
        const bool is_horizontal = waves.polarization(c) == Polarization::horizontal;
        const auto back = [&](Polarization received) {
          const bool is_along_wave = (received == Polarization::horizontal) == is_horizontal;
          ErrorMap* const onto = is_along_wave && fields[c] > 0.0 ? &of_thread : nullptr;
          if (const auto column = waves.column_of(c, received)) return radius(own[*column - first], onto);
          const Direction to = waves.arrival(c);
          return radius(adjoint(plane_wave(to.theta, to.phi, received)), onto);
        };
        const ErrorParts theta = back(Polarization::vertical), phi = back(Polarization::horizontal);
        errors.back[c] = {theta.sum(), phi.sum()};
        errors.parts[c] = is_horizontal ? phi : theta;
      }
    }
#pragma omp critical
    map.add(of_thread);
  }
  add_receivers(solved, left, product, errors);
  return errors;
}

void ErrorEstimate::add_receivers(const Columns& solved, const Columns& residual,
                                  const std::vector<double>& product, ColumnErrors& errors) const {
  const std::size_t at_once = receivers_at_once();
  std::vector<Adjoint> adjoints(2 * std::min(at_once, receivers_.size()));
  for (std::size_t first = 0; first < receivers_.size(); first += at_once) {
    const std::size_t last = std::min(first + at_once, receivers_.size());
#pragma omp parallel for schedule(dynamic)
    for (std::size_t i = 0; i < 2 * (last - first); ++i) set_receiver(2 * first + i, adjoints[i]);
      // A column's own values are made again for some receivers at a time: few columns keep all threads busy
      // too.
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (int c = 0; c < solved.columns; ++c)
      for (std::size_t begin = first; begin < last; begin += receivers_a_task) {
        const Adjoint own = adjoint(solved.column(c));
        const auto radius = [&](std::size_t receiver) {
          return parts(residual.column(c), product[c], own, adjoints[receiver - 2 * first]).sum();
        };
        for (std::size_t d = begin; d < std::min(begin + receivers_a_task, last); ++d)
          errors.towards[d][c] = {radius(2 * d), radius(2 * d + 1)};
      }
  }
}

}  // namespace pace
