#include "hybrid/coupled_operator.hpp"

#include <algorithm>
#include <chrono>

#include "core/cancel.hpp"

namespace pace {

using Eigen::MatrixXcd;

CoupledOperator::CoupledOperator(const Pieces& pieces, FarProduct* far) : p_(pieces), far_(far) {}

void CoupledOperator::multiply(const FloatColumns& x, FloatColumns& y, bool to_optics) {
  for (int first = 0; first < x.columns; first += FarProduct::most_columns) {
    throw_if_cancelled();
    const int count = std::min(FarProduct::most_columns, x.columns - first);
    p_.near->multiply(x.column(first), y.column(first), x.rows, count, to_optics);
    if (far_) far_->add(x.column(first), y.column(first), x.rows, count);
  }
}

MatrixXcd CoupledOperator::there(const MatrixXcd& full_wave, MatrixXcd* own) {
  const auto& place = p_.tree->place();
  const PartDivision& division = *p_.division;
  const int groups = p_.sight->groups(), columns = static_cast<int>(full_wave.cols());
  MatrixXcd arrived = p_.currents->of_border(full_wave);
  if (own) own->setZero(full_wave.rows(), columns);
  const int at_once = std::max(1, FarProduct::most_columns / groups);
  for (int first = 0; first < columns; first += at_once) {
    const int count = std::min(at_once, columns - first);
    FloatColumns x(place.size(), count * groups), y(place.size(), count * groups);
    for (int c = 0; c < count; ++c)
      for (int i = 0; i < division.full_wave_count(); ++i)
        x.column(c * groups + p_.sight->group_of[i])[place[division.full_wave[i]]] =
            ComplexF(full_wave(i, first + c));
    multiply(x, y, true);
    for (int c = 0; c < count; ++c)
      for (int g = 0; g < groups; ++g) {
        const ComplexF* from = y.column(c * groups + g);
        for (int i = 0; i < division.optics_count(); ++i)
          arrived(i, first + c) +=
              static_cast<double>(p_.sight->weight[g][i]) * Complex(from[place[division.optics[i]]]);
        if (own)
          for (int i = 0; i < division.full_wave_count(); ++i)
            (*own)(i, first + c) += Complex(from[place[division.full_wave[i]]]);
      }
  }
  p_.currents->solve(arrived);
  return -arrived;
}

MatrixXcd CoupledOperator::induced(const MatrixXcd& full_wave) { return there(full_wave, nullptr); }

MatrixXcd CoupledOperator::returned(const MatrixXcd& optics) {
  const auto& place = p_.tree->place();
  const PartDivision& division = *p_.division;
  const int columns = static_cast<int>(optics.cols());
  MatrixXcd result(division.full_wave_count(), columns);
  for (int first = 0; first < columns; first += FarProduct::most_columns) {
    const int count = std::min(FarProduct::most_columns, columns - first);
    FloatColumns x(place.size(), count), y(place.size(), count);
    for (int c = 0; c < count; ++c)
      for (int i = 0; i < division.optics_count(); ++i)
        x.column(c)[place[division.optics[i]]] = ComplexF(optics(i, first + c));
    multiply(x, y, false);
    for (int c = 0; c < count; ++c)
      for (int i = 0; i < division.full_wave_count(); ++i)
        result(i, first + c) = Complex(y.column(c)[place[division.full_wave[i]]]);
  }
  return result;
}

void CoupledOperator::apply(const ComplexF* x, ComplexF* y, int columns) {
  const auto start = std::chrono::steady_clock::now();
  const auto& order = *p_.order;
  MatrixXcd full_wave(static_cast<long>(order.size()), columns), own;
  for (int c = 0; c < columns; ++c)
    for (std::size_t i = 0; i < order.size(); ++i) full_wave(order[i], c) = Complex(x[c * order.size() + i]);
  const MatrixXcd optics = there(full_wave, &own);
  own += returned(optics);
  for (int c = 0; c < columns; ++c)
    for (std::size_t i = 0; i < order.size(); ++i) y[c * order.size() + i] = ComplexF(own(order[i], c));
  seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  products += columns;
}

}  // namespace pace
