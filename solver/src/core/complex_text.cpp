#include "core/complex_text.hpp"

#include <cmath>

namespace pace {

Message complex_text(std::complex<double> value, int digits) {
  const nlohmann::json real = significant(value.real(), digits);
  if (value.imag() == 0.0) return {"complex.real", {{"real", real}}};
  return {value.imag() < 0.0 ? "complex.minus" : "complex.plus",
          {{"real", real}, {"imaginary", significant(std::fabs(value.imag()), digits)}}};
}

}  // namespace pace
