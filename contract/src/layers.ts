/**
 * Plane waves on a stack of layers, by the transmission-line recursion (Pozar, Microwave Engineering, §2.3; Balanis,
 * Advanced Engineering Electromagnetics, §5.5): every layer is a line of wave impedance η and propagation constant γ,
 * the stack ends in a conductor or in vacuum, and the impedance is carried outward layer by layer. e^{+jωt};
 * ε = ε' − jε'', μ = μ' − jμ''.
 */
import {
  complex,
  exponential,
  magnitude,
  minus,
  oneMinusExponential,
  over,
  plus,
  scaled,
  squareRoot,
  times,
  type Complex,
} from './complex.ts';
import { SPEED_OF_LIGHT, VACUUM_IMPEDANCE } from './constants.ts';

/** One layer at one frequency; ε and μ relative to vacuum. */
export interface Layer {
  permittivity: Complex;
  permeability: Complex;
  thicknessM: number;
}

/** What stands behind the innermost layer. */
export type Backing = 'pec' | 'vacuum';
/** E across the plane of incidence (TE, perpendicular) or in it (TM, parallel). */
export type WavePolarization = 'TE' | 'TM';

export interface Incidence {
  frequencyHz: number;
  /** From the normal, 0 to below 90 */
  angleDeg?: number;
  polarization?: WavePolarization;
}

/** An impedance as a quotient, so that an open circuit (a quarter wave over a conductor) is a number like any other. */
interface Quotient {
  above: Complex;
  below: Complex;
}

/**
 * Impedance at the outer face of a stack as a quotient. One layer carries Z = N/D to
 *   Z' = η (Z + η tanh γd)/(η + Z tanh γd),  with tanh γd = (1 − e)/(1 + e), e = e^{−2γd}:
 *   N' = η [N (1 + e) + η D (1 − e)],  D' = η D (1 + e) + N (1 − e).
 * Only the decaying exponential is formed, so thick and lossy layers do not overflow.
 */
function faceQuotient(layers: readonly Layer[], backing: Backing, incidence: Incidence): Quotient {
  let face: Quotient =
    backing === 'pec'
      ? { above: complex(0), below: complex(1) }
      : { above: waveImpedance(complex(1), complex(1), incidence), below: complex(1) };
  for (let i = layers.length - 1; i >= 0; i--) {
    const { permittivity, permeability, thicknessM } = layers[i]!;
    const eta = waveImpedance(permittivity, permeability, incidence);
    const exponent = scaled(propagation(permittivity, permeability, incidence), -2 * thicknessM);
    const sum = plus(complex(1), exponential(exponent));
    const difference = oneMinusExponential(exponent);
    face = normalized({
      above: times(eta, plus(times(face.above, sum), times(times(eta, face.below), difference))),
      below: plus(times(times(eta, face.below), sum), times(face.above, difference)),
    });
  }
  return face;
}

/** The same quotient with parts of ordinary size. */
function normalized({ above, below }: Quotient): Quotient {
  const size = Math.max(magnitude(above) / VACUUM_IMPEDANCE, magnitude(below));
  return size > 0 ? { above: scaled(above, 1 / size), below: scaled(below, 1 / size) } : { above, below };
}

/** √(εμ − sin²θ): normal component of the wave vector in units of k₀, decaying inward. */
function normalComponent(permittivity: Complex, permeability: Complex, angleDeg: number): Complex {
  const sine = Math.sin((angleDeg * Math.PI) / 180);
  return squareRoot(minus(times(permittivity, permeability), complex(sine * sine)));
}

/** γ = j k₀ √(εμ − sin²θ) [1/m]. */
function propagation(
  permittivity: Complex,
  permeability: Complex,
  { frequencyHz, angleDeg = 0 }: Incidence,
): Complex {
  const waveNumber = (2 * Math.PI * frequencyHz) / SPEED_OF_LIGHT;
  const { real, imaginary } = normalComponent(permittivity, permeability, angleDeg);
  return complex(-imaginary * waveNumber, real * waveNumber);
}

/** Ratio of the tangential fields of a wave: TE η₀ μ/n, TM η₀ n/ε with n = √(εμ − sin²θ); alike at normal incidence. */
function waveImpedance(
  permittivity: Complex,
  permeability: Complex,
  { angleDeg = 0, polarization = 'TE' }: Incidence,
): Complex {
  const normal = normalComponent(permittivity, permeability, angleDeg);
  return scaled(
    polarization === 'TE' ? over(permeability, normal) : over(normal, permittivity),
    VACUUM_IMPEDANCE,
  );
}

/** Largest impedance given as a number [ohm]; an open circuit is as good as this. */
const OPEN_CIRCUIT_OHM = 1e15;

/**
 * Surface impedance Z_s = R + jX of a stack at its outer face [ohm], at normal incidence unless said otherwise.
 * @param layers outermost first
 */
export function stackImpedance(layers: readonly Layer[], backing: Backing, incidence: Incidence): Complex {
  const { above, below } = faceQuotient(layers, backing, incidence);
  return magnitude(below) * OPEN_CIRCUIT_OHM > magnitude(above)
    ? over(above, below)
    : complex(OPEN_CIRCUIT_OHM);
}

/** Of a change that is taken once in either direction, to be small and far above rounding. */
const SLOPE_STEP = 1e-4;

/**
 * First-order change of the surface impedance [ohm] at normal incidence, for a stack that changes as a function of s:
 * dZ_s/ds at 0.
 * @param at the layers, outermost first
 */
export function impedanceSlope(
  at: (s: number) => readonly Layer[],
  backing: Backing,
  frequencyHz: number,
): Complex {
  const impedance = (s: number) => stackImpedance(at(s), backing, { frequencyHz });
  return scaled(minus(impedance(SLOPE_STEP), impedance(-SLOPE_STEP)), 1 / (2 * SLOPE_STEP));
}

/** Reflection coefficient of the tangential electric field, (Z − Z₀)/(Z + Z₀), for a wave from vacuum; −1 is a conductor. */
export function stackReflection(layers: readonly Layer[], backing: Backing, incidence: Incidence): Complex {
  const { above, below } = faceQuotient(layers, backing, incidence);
  return reflection({ above, below }, incidence);
}

/** Reflection coefficient of a surface of known impedance, the same at every angle (the boundary condition of the solver). */
export function impedanceReflection(impedance: Complex, incidence: Incidence): Complex {
  return reflection({ above: impedance, below: complex(1) }, incidence);
}

function reflection({ above, below }: Quotient, incidence: Incidence): Complex {
  const outside = times(waveImpedance(complex(1), complex(1), incidence), below);
  return over(minus(above, outside), plus(above, outside));
}

/** |R| in decibels, not below −200. */
export function reflectionDb(coefficient: Complex): number {
  return Math.max(-200, 20 * Math.log10(magnitude(coefficient)));
}
