import {
  isScatteringMatrix,
  LINEAR_TERMS,
  matrixTerm,
  termPower,
  type CircularTerm,
  type ComplexField,
  type FieldErrors,
  type LinearTerm,
  type MatrixErrors,
  type ScatteredField,
  type ScatteringMatrix,
} from './scattering.ts';

/** The size of a complex value, and the radius of the disc around it in which the exact one lies. */
export interface Disc {
  size: number;
  radius: number;
}

/** Between what the size of a field lies; from 0 where the disc holds it. */
export interface Bar {
  low: number;
  high: number;
}

/** The range of √Σ|E|² when every E lies in its disc: of one value |E| ± radius, never below 0. */
export const barOf = (discs: readonly Disc[]): Bar => ({
  low: Math.hypot(...discs.map(({ size, radius }) => Math.max(0, size - radius))),
  high: Math.hypot(...discs.map(({ size, radius }) => size + radius)),
});

type BarredField = ComplexField & FieldErrors;
type BarredMatrix = ScatteringMatrix & MatrixErrors;

/**
 * The radius of a term of the matrix [m]; undefined where no errors were estimated. A circular term is half the sum of four
 * terms with factors of size 1, so its disc has half the sum of their radii.
 */
export function termRadius(matrix: BarredMatrix, term: LinearTerm | CircularTerm): number | undefined {
  const radii = LINEAR_TERMS.map((one) => matrix[`s_${one}_Error`]);
  const linear = LINEAR_TERMS.findIndex((one) => one === term);
  if (linear >= 0) return radii[linear];
  return radii.reduce<number | undefined>(
    (sum, radius) => (sum === undefined || radius === undefined ? undefined : sum + radius / 2),
    0,
  );
}

/** The bar of |S| of a term [m]. */
export function termBar(matrix: BarredMatrix, term: LinearTerm | CircularTerm): Bar | undefined {
  const radius = termRadius(matrix, term);
  return radius === undefined ? undefined : barOf([{ size: Math.sqrt(termPower(matrix, term)), radius }]);
}

/** The discs of E_θ and E_φ [V]. */
export function discsOf(field: BarredField): { theta: Disc; phi: Disc } | undefined {
  const { e_Theta_Error: theta, e_Phi_Error: phi } = field;
  if (theta === undefined || phi === undefined) return undefined;
  return {
    theta: { size: Math.hypot(field.e_Theta_Real, field.e_Theta_Imag), radius: theta },
    phi: { size: Math.hypot(field.e_Phi_Real, field.e_Phi_Imag), radius: phi },
  };
}

/** The bar of the whole: of one wave √(|E_θ|² + |E_φ|²) [V], of a matrix the root of its total power [m]. */
export function wholeBar(field: ScatteredField): Bar | undefined {
  if (!isScatteringMatrix(field)) {
    const discs = discsOf(field);
    return discs && barOf([discs.theta, discs.phi]);
  }
  const discs = LINEAR_TERMS.flatMap((term): Disc[] => {
    const radius = termRadius(field, term);
    return radius === undefined ? [] : [{ size: Math.sqrt(termPower(field, term)), radius }];
  });
  return discs.length === LINEAR_TERMS.length ? barOf(discs) : undefined;
}

/**
 * How far arg S_VV − arg S_HH may be off to either side [degrees]: seen from 0 a disc is asin(radius / size) wide to each side.
 * 180, which is no knowledge, where a disc holds 0.
 */
export function phaseDifferenceErrorDeg(matrix: BarredMatrix): number | undefined {
  let sum = 0;
  for (const term of ['VV', 'HH'] as const) {
    const radius = termRadius(matrix, term);
    if (radius === undefined) return undefined;
    const { real, imaginary } = matrixTerm(matrix, term);
    const size = Math.hypot(real, imaginary);
    if (radius >= size) return 180;
    sum += (Math.asin(radius / size) * 180) / Math.PI;
  }
  return Math.min(180, sum);
}

/** σ [dBsm] of |E|; −Infinity of none. */
export const sizeDbsm = (size: number): number => 10 * Math.log10(4 * Math.PI * size * size);
