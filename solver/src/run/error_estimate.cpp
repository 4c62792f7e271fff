#include "run/error_estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "planning/cost_model.hpp"

namespace pace {
namespace {

constexpr double most_receivers_at_once = 64.0;
constexpr std::size_t receivers_a_task = 16;

Complex reaction(const std::vector<double>& signs, const Complex* a, const Complex* b) {
  Complex sum = 0.0;
  for (std::size_t i = 0; i < signs.size(); ++i) sum += signs[i] * a[i] * b[i];
  return sum;
}

double norm(const Complex* values, int count) {
  return Eigen::Map<const Eigen::VectorXcd>(values, count).norm();
}

}  // namespace

ColumnErrors ColumnErrors::of_all(Communicator& ranks) const {
  if (ranks.size() == 1) return *this;
  ColumnErrors all{ranks.gather_everywhere(std::span(back)),
                   {},
                   ranks.gather_everywhere(std::span(corrections)),
                   ranks.gather_everywhere(std::span(parts))};
  for (const std::vector<FieldError>& direction : towards)
    all.towards.push_back(ranks.gather_everywhere(std::span(direction)));
  return all;
}

ErrorEstimate::ErrorEstimate(const SymmetricEquations& equations, int rows, double k, std::size_t triangles,
                             std::unique_ptr<ReactionProduct> product)
    : equations_(equations),
      rows_(rows),
      k_(k),
      signs_(equations.signs()),
      product_(std::move(product)),
      reaction_(equations.forms(), triangles) {}

void ErrorEstimate::set_receivers(std::vector<Direction> directions, ReadColumns adjoint) {
  receivers_ = std::move(directions);
  solved_for_receivers_ = std::move(adjoint);
}

void ErrorEstimate::set_receiver(std::size_t number, const Complex* solved, Adjoint& adjoint) const {
  if (solved) {
    adjoint.coefficients.assign(solved, solved + rows_);
  } else {
    const Direction& from = receivers_[number / 2];
    adjoint.coefficients =
        equations_
            .optics(plane_wave(from.theta, from.phi,
                               number % 2 == 0 ? Polarization::vertical : Polarization::horizontal))
            .value();
  }
  adjoint.by_optics = solved == nullptr;
  complete(adjoint);
}

std::size_t ErrorEstimate::receivers_at_once() const {
  const double bytes = reaction_.bytes() + static_cast<double>(rows_ * sizeof(Complex));
  return static_cast<std::size_t>(std::clamp(receiver_bytes / (2.0 * bytes), 1.0, most_receivers_at_once));
}

ErrorEstimate::Adjoint ErrorEstimate::adjoint(const Complex* column) const {
  Adjoint result{{column, column + rows_}, {}, false};
  complete(result);
  return result;
}

std::optional<ErrorEstimate::Adjoint> ErrorEstimate::adjoint(const PlaneWave& wave) const {
  std::optional<std::vector<Complex>> column = equations_.optics(wave);
  if (!column) return std::nullopt;
  Adjoint result{std::move(*column), {}, true};
  complete(result);
  return result;
}

void ErrorEstimate::complete(Adjoint& adjoint) const {
  reaction_.values(equations_.coefficients(adjoint.coefficients.data()), adjoint.values);
}

Columns ErrorEstimate::residuals(const IncidentWaves& waves, const Columns& solved,
                                 std::vector<double>& product) const {
  product.assign(solved.columns, 0.0);
  if (!product_) return Columns(solved.rows, solved.columns);
  Columns left = product_->multiply(solved);
#pragma omp parallel for
  for (int c = 0; c < solved.columns; ++c) {
    product[c] = product_->error() * norm(left.column(c), left.rows);
    for (int i = 0; i < left.rows; ++i) left.column(c)[i] = -left.column(c)[i];
  }
  equations_.add_excitations(waves.all(), left);
  return left;
}

ErrorEstimate::ComponentError ErrorEstimate::component(const Complex* residual, double product,
                                                       const Adjoint& own, const Adjoint& adjoint,
                                                       TriangleTerms& room, ErrorMap* map,
                                                       double field) const {
  ErrorTerms terms;
  terms.equation = reaction(signs_, residual, adjoint.coefficients.data());
  // The errors of a product's entries are as good as random.
  terms.product = product * norm(adjoint.coefficients.data(), rows_) / std::sqrt(static_cast<double>(rows_));
  reaction_.terms(own.values, adjoint.values, room);
  terms.discretisation = sum_of(room.discretisation);
  terms.geometry = sum_of(room.geometry), terms.rims = sum_of(room.rims);
  terms.layers = sum_of(room.layers), terms.small_layers = sum_of(room.small_layers);
  ErrorParts radius = error_parts(terms, adjoint.by_optics);
  const double to_far_field = k_ * vacuum_impedance / (4.0 * pi);
  if (map) map->add(room, (adjoint.by_optics ? BarFactors{}.optics : 1.0) * to_far_field / field);
  radius.equation *= to_far_field, radius.discretisation *= to_far_field, radius.geometry *= to_far_field;
  radius.layers *= to_far_field;
  if (adjoint.by_optics) return {radius, {0.0, radius.sum()}};
  const Correction of_reaction = correction(terms);
  return {radius, {-imaginary_unit * to_far_field * of_reaction.shift, to_far_field * of_reaction.radius}};
}

ColumnErrors ErrorEstimate::of(const IncidentWaves& waves, const Columns& solved,
                               std::span<const double> fields, ErrorMap& map) const {
  const int count = solved.columns;
  std::vector<double> product;
  const Columns left = residuals(waves, solved, product);
  ColumnErrors errors{std::vector<FieldError>(count),
                      std::vector<std::vector<FieldError>>(receivers_.size(), std::vector<FieldError>(count)),
                      std::vector<FieldCorrection>(count), std::vector<ErrorParts>(count)};
  const int each = waves.per_illumination();
#pragma omp parallel
  {
    ErrorMap of_thread(reaction_.triangles());
    TriangleTerms room(reaction_.triangles());
#pragma omp for schedule(dynamic)
    for (int first = 0; first < count; first += each) {
      std::vector<Adjoint> own;
      for (int c = first; c < first + each; ++c) own.push_back(adjoint(solved.column(c)));
      for (int c = first; c < first + each; ++c) {
        const auto radius = [&](const Adjoint& adjoint, ErrorMap* onto = nullptr) {
          return component(left.column(c), product[c], own[c - first], adjoint, room, onto, fields[c]);
        };
        const bool is_horizontal = waves.polarization(c) == Polarization::horizontal;
        const auto back = [&](Polarization received) -> std::optional<ComponentError> {
          const bool is_along_wave = (received == Polarization::horizontal) == is_horizontal;
          ErrorMap* const onto = is_along_wave && fields[c] > 0.0 ? &of_thread : nullptr;
          if (const auto column = waves.column_of(c, received)) return radius(own[*column - first], onto);
          const Direction to = waves.arrival(c);
          const auto of_receiver = adjoint(plane_wave(to.theta, to.phi, received));
          return of_receiver ? std::optional(radius(*of_receiver, onto)) : std::nullopt;
        };
        const auto vertical = back(Polarization::vertical), horizontal = back(Polarization::horizontal);
        // Of the other polarization nothing may be known; it comes from the same currents and as strong a
        // wave.
        const auto without_shift = [](const ComponentError& other) -> ComponentError {
          return {other.parts, {0.0, other.parts.sum()}};
        };
        const ComponentError theta = vertical ? *vertical : without_shift(*horizontal),
                             phi = horizontal ? *horizontal : without_shift(*vertical);
        errors.back[c] = {theta.parts.sum(), phi.parts.sum()};
        errors.corrections[c] = {{theta.correction.shift, phi.correction.shift},
                                 {theta.correction.radius, phi.correction.radius}};
        errors.parts[c] = is_horizontal ? phi.parts : theta.parts;
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
    {
      const auto count = static_cast<int>(2 * (last - first));
      const Columns solved =
          solved_for_receivers_ ? solved_for_receivers_(static_cast<int>(2 * first), count) : Columns(0, 0);
#pragma omp parallel for schedule(dynamic)
      for (int i = 0; i < count; ++i)
        set_receiver(2 * first + static_cast<std::size_t>(i), solved.columns > 0 ? solved.column(i) : nullptr,
                     adjoints[i]);
    }
    // A column's own values are made again for some receivers at a time: few columns keep all threads busy
    // too.
#pragma omp parallel
    {
      TriangleTerms room(reaction_.triangles());
#pragma omp for collapse(2) schedule(dynamic)
      for (int c = 0; c < solved.columns; ++c)
        for (std::size_t begin = first; begin < last; begin += receivers_a_task) {
          const Adjoint own = adjoint(solved.column(c));
          const auto radius = [&](std::size_t receiver) {
            return component(residual.column(c), product[c], own, adjoints[receiver - 2 * first], room)
                .parts.sum();
          };
          for (std::size_t d = begin; d < std::min(begin + receivers_a_task, last); ++d)
            errors.towards[d][c] = {radius(2 * d), radius(2 * d + 1)};
        }
    }
  }
}

}  // namespace pace
