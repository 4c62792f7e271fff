/** Published formulas of materials over frequency. e^{+jωt}: ε = ε' − jε''. */
import { VACUUM_PERMITTIVITY, type Complex } from '@pace/contract';

/** A value at a frequency in GHz. */
export type Formula = (gigahertz: number) => Complex;

const HZ = 1e9;
const lossOf = (conductivity: number, gigahertz: number) =>
  conductivity / (2 * Math.PI * gigahertz * HZ * VACUUM_PERMITTIVITY);

/** ITU-R P.2040-3, equations (28) and (29): ε' = a f^b, σ = c f^d [S/m], f in GHz. */
export function ituBuilding(a: number, b: number, c: number, d: number): Formula {
  return (f) => ({ real: a * f ** b, imaginary: -lossOf(c * f ** d, f) });
}

/** A metal: ε = 1 − jσ/(ωε₀). */
export function conductor(conductivity: number): Formula {
  return (f) => ({ real: 1, imaginary: -lossOf(conductivity, f) });
}

/** 1/(1 + jr) */
const relaxed = (r: number): Complex => ({ real: 1 / (1 + r * r), imaginary: -r / (1 + r * r) });

/** Pure water, double Debye up to 1 THz: Liebe, Hufford & Manabe, Int. J. Infrared Millim. Waves 12 (1991) 659. */
export function pureWater(celsius: number): Formula {
  const theta = 1 - 300 / (celsius + 273.15);
  const static0 = 77.66 - 103.3 * theta;
  const first = 0.0671 * static0;
  const second = 3.52 + 7.52 * theta;
  const gamma1 = 20.2 + 146.4 * theta + 316 * theta ** 2;
  const gamma2 = 39.8 * gamma1;
  return (f) => {
    const [slow, fast] = [relaxed(f / gamma1), relaxed(f / gamma2)];
    return {
      real: second + (static0 - first) * slow.real + (first - second) * fast.real,
      imaginary: (static0 - first) * slow.imaginary + (first - second) * fast.imaginary,
    };
  };
}

/** Sea water, single Debye with conductivity: Klein & Swift, IEEE Trans. Antennas Propag. 25 (1977) 104. S in ‰. */
export function seaWater(celsius: number, salinity: number): Formula {
  const [T, S] = [celsius, salinity];
  const static0 =
    (87.134 - 1.949e-1 * T - 1.276e-2 * T ** 2 + 2.491e-4 * T ** 3) *
    (1 + 1.613e-5 * S * T - 3.656e-3 * S + 3.21e-5 * S ** 2 - 4.232e-7 * S ** 3);
  const relaxationS =
    (1.768e-11 - 6.086e-13 * T + 1.104e-14 * T ** 2 - 8.111e-17 * T ** 3) *
    (1 + 2.282e-5 * S * T - 7.638e-4 * S - 7.76e-6 * S ** 2 + 1.105e-8 * S ** 3);
  const below25 = 25 - T;
  const conductivity =
    S *
    (0.182521 - 1.46192e-3 * S + 2.09324e-5 * S ** 2 - 1.28205e-7 * S ** 3) *
    Math.exp(
      -below25 *
        (2.033e-2 +
          1.266e-4 * below25 +
          2.464e-6 * below25 ** 2 -
          S * (1.849e-5 - 2.551e-7 * below25 + 2.551e-8 * below25 ** 2)),
    );
  const high = 4.9;
  return (f) => {
    const debye = relaxed(2 * Math.PI * f * HZ * relaxationS);
    return {
      real: high + (static0 - high) * debye.real,
      imaginary: (static0 - high) * debye.imaginary - lossOf(conductivity, f),
    };
  };
}

/** Ice: ε' Mätzler & Wegmüller, J. Phys. D 20 (1987) 1623; ε'' Hufford, Int. J. Infrared Millim. Waves 12 (1991) 677. */
export function ice(celsius: number): Formula {
  const theta = 300 / (celsius + 273.15) - 1;
  const alpha = (50.4 + 62 * theta) * 1e-4 * Math.exp(-22.1 * theta);
  const beta =
    (1e-4 * (0.502 - 0.131 * theta)) / (1 + theta) + 0.542e-6 * ((1 + theta) / (theta + 0.0073)) ** 2;
  return (f) => ({ real: 3.1884 + 9.1e-4 * celsius, imaginary: -(alpha / f + beta * f) });
}

/** A power law in each part: real₁ f^−a − j imaginary₁ f^−b. */
export function powerLaw(real1: number, a: number, imaginary1: number, b: number): Formula {
  return (f) => ({ real: real1 * f ** -a, imaginary: -imaginary1 * f ** -b });
}

/** Relaxation of a magnetic material: μ = μ_m f_m (f_m − j f)/(f² + f_m²). */
export function magneticRelaxation(mu: number, relaxationGhz: number): Formula {
  return (f) => {
    const divisor = f * f + relaxationGhz * relaxationGhz;
    return {
      real: (mu * relaxationGhz * relaxationGhz) / divisor,
      imaginary: (-mu * relaxationGhz * f) / divisor,
    };
  };
}
