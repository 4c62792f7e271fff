/** A complex number; arithmetic in plain functions, because formulas of layers and materials need nothing more. */
export interface Complex {
  real: number;
  imaginary: number;
}

export const complex = (real: number, imaginary = 0): Complex => ({ real, imaginary });

export const plus = (a: Complex, b: Complex): Complex => complex(a.real + b.real, a.imaginary + b.imaginary);
export const minus = (a: Complex, b: Complex): Complex => complex(a.real - b.real, a.imaginary - b.imaginary);
export const times = (a: Complex, b: Complex): Complex =>
  complex(a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real);
export const scaled = (a: Complex, factor: number): Complex => complex(a.real * factor, a.imaginary * factor);
export const magnitude = (a: Complex): number => Math.hypot(a.real, a.imaginary);

/** Smith's division: no overflow for large or small divisors. */
export function over(a: Complex, b: Complex): Complex {
  if (Math.abs(b.real) >= Math.abs(b.imaginary)) {
    const ratio = b.imaginary / b.real;
    const divisor = b.real + b.imaginary * ratio;
    return complex((a.real + a.imaginary * ratio) / divisor, (a.imaginary - a.real * ratio) / divisor);
  }
  const ratio = b.real / b.imaginary;
  const divisor = b.real * ratio + b.imaginary;
  return complex((a.real * ratio + a.imaginary) / divisor, (a.imaginary * ratio - a.real) / divisor);
}

/**
 * The root with a real part that is not negative; of a negative real number −j times its size, as e^{+jωt} has it. The
 * smaller part is a quotient, not a difference, so that a loss tangent of 1e-12 is not lost.
 */
export function squareRoot(a: Complex): Complex {
  const larger = Math.sqrt((magnitude(a) + Math.abs(a.real)) / 2);
  if (larger === 0) return complex(0);
  const smaller = Math.abs(a.imaginary) / (2 * larger);
  const [real, imaginary] = a.real >= 0 ? [larger, smaller] : [smaller, larger];
  return complex(real, a.imaginary > 0 ? imaginary : 0 - imaginary);
}

export function exponential(a: Complex): Complex {
  const size = Math.exp(a.real);
  return complex(size * Math.cos(a.imaginary), size * Math.sin(a.imaginary));
}

/** 1 − eᵃ, to full precision for small a too. */
export function oneMinusExponential(a: Complex): Complex {
  const size = Math.exp(a.real);
  const sine = Math.sin(a.imaginary / 2);
  return complex(2 * size * sine * sine - Math.expm1(a.real), -size * Math.sin(a.imaginary));
}
