import { z } from 'zod';
import type { Complex } from '../complex.ts';

/** Components of the far-field amplitude lim r·e^{jkr}·E of a wave of 1 V/m. */
export const complexField = {
  e_Theta_Real: z.number().describe('V'),
  e_Theta_Imag: z.number().describe('V'),
  e_Phi_Real: z.number().describe('V'),
  e_Phi_Imag: z.number().describe('V'),
};
export type ComplexField = z.infer<z.ZodObject<typeof complexField>>;

const radius = (unit: string, of: string) =>
  z
    .number()
    .min(0)
    .optional()
    .describe(`${unit}; radius of the disc around ${of} in which the exact value lies`);

/** Bars of the components, where errors were estimated (docs/theory/error-estimate.md). */
export const fieldErrors = { e_Theta_Error: radius('V', 'E_θ'), e_Phi_Error: radius('V', 'E_φ') };
export type FieldErrors = z.infer<z.ZodObject<typeof fieldErrors>>;

/**
 * The scattering matrix [m]: the far-field amplitude over the field strength of the incident wave. The first letter is what
 * is received, the second what comes in: V along θ̂, H along φ̂, each taken at its own direction. So s_HV is E_φ of a vertical
 * incident wave of 1 V/m, and of one direction (monostatic) s_VH = s_HV by reciprocity.
 */
export const scatteringMatrix = {
  s_VV_Real: z.number().describe('m; V received, V incident'),
  s_VV_Imag: z.number().describe('m; V received, V incident'),
  s_VH_Real: z.number().describe('m; V received, H incident'),
  s_VH_Imag: z.number().describe('m; V received, H incident'),
  s_HV_Real: z.number().describe('m; H received, V incident'),
  s_HV_Imag: z.number().describe('m; H received, V incident'),
  s_HH_Real: z.number().describe('m; H received, H incident'),
  s_HH_Imag: z.number().describe('m; H received, H incident'),
};
/** Bars of the terms of a matrix, where errors were estimated. */
export const matrixErrors = {
  s_VV_Error: radius('m', 's_VV'),
  s_VH_Error: radius('m', 's_VH'),
  s_HV_Error: radius('m', 's_HV'),
  s_HH_Error: radius('m', 's_HH'),
};
export type MatrixErrors = z.infer<z.ZodObject<typeof matrixErrors>>;
export type ScatteringMatrix = z.infer<z.ZodObject<typeof scatteringMatrix>>;

/** What a result has of a direction: of one incident wave its field, of both polarizations the matrix; with bars where there are. */
export type ScatteredField = (ComplexField & FieldErrors) | (ScatteringMatrix & MatrixErrors);

export const isScatteringMatrix = (field: ScatteredField): field is ScatteringMatrix & MatrixErrors =>
  's_VV_Real' in field;

export const LINEAR_TERMS = ['VV', 'HH', 'VH', 'HV'] as const;
export type LinearTerm = (typeof LINEAR_TERMS)[number];
export const CIRCULAR_TERMS = ['RR', 'LL', 'RL', 'LR'] as const;
export type CircularTerm = (typeof CIRCULAR_TERMS)[number];

/** A term of the matrix [m]. */
function linearTerm(matrix: ScatteringMatrix, term: LinearTerm): Complex {
  return { real: matrix[`s_${term}_Real`], imaginary: matrix[`s_${term}_Imag`] };
}

/**
 * A term of the matrix between circular waves [m]: the first letter is the sense that is received, the second the one that
 * comes in, each the IEEE sense (IEEE Std 145) along its own propagation. A sphere turns right into left: its RR and LL vanish
 * straight back.
 *
 * An incident R wave is (φ̂ − jθ̂)/√2, L (φ̂ + jθ̂)/√2 (docs/conventions.md); along r̂ = θ̂ × φ̂ the scattered field has
 * E_R = (E_θ + jE_φ)/√2, E_L = (E_θ − jE_φ)/√2. Hence
 * S_RR = ½[j(S_HH − S_VV) + S_VH + S_HV], S_LR = ½[−j(S_VV + S_HH) + S_VH − S_HV],
 * S_RL = ½[ j(S_VV + S_HH) + S_VH − S_HV], S_LL = ½[j(S_VV − S_HH) + S_VH + S_HV].
 */
function circularTerm(matrix: ScatteringMatrix, term: CircularTerm): Complex {
  const { s_VV_Real: a, s_VV_Imag: b, s_HH_Real: c, s_HH_Imag: d } = matrix;
  const { s_VH_Real: e, s_VH_Imag: f, s_HV_Real: g, s_HV_Imag: h } = matrix;
  switch (term) {
    case 'RR':
      return { real: (b - d + e + g) / 2, imaginary: (c - a + f + h) / 2 };
    case 'LL':
      return { real: (d - b + e + g) / 2, imaginary: (a - c + f + h) / 2 };
    case 'RL':
      return { real: (-b - d + e - g) / 2, imaginary: (a + c + f - h) / 2 };
    case 'LR':
      return { real: (b + d + e - g) / 2, imaginary: (-a - c + f - h) / 2 };
  }
}

const isLinear = (term: string): term is LinearTerm => LINEAR_TERMS.some((one) => one === term);

/** A term of the matrix between linear or circular waves [m]. */
export const matrixTerm = (matrix: ScatteringMatrix, term: LinearTerm | CircularTerm): Complex =>
  isLinear(term) ? linearTerm(matrix, term) : circularTerm(matrix, term);

/** |S|² of a term [m²]; σ is 4π times this. */
export function termPower(matrix: ScatteringMatrix, term: LinearTerm | CircularTerm): number {
  const { real, imaginary } = matrixTerm(matrix, term);
  return real * real + imaginary * imaginary;
}

/** The sum of |S|² over the matrix [m²], the same in every basis of polarizations. */
export const totalPower = (matrix: ScatteringMatrix): number =>
  LINEAR_TERMS.reduce((sum, term) => sum + termPower(matrix, term), 0);

/** arg S_VV − arg S_HH, of (−180°, 180°]. */
export function phaseDifferenceDeg(matrix: ScatteringMatrix): number {
  const { s_VV_Real: a, s_VV_Imag: b, s_HH_Real: c, s_HH_Imag: d } = matrix;
  const degrees = (Math.atan2(b * c - a * d, a * c + b * d) * 180) / Math.PI;
  return degrees <= -180 ? degrees + 360 : degrees;
}

/** The matrix of the fields that a vertical and a horizontal wave of 1 V/m scatter. */
export function matrixOf(vertical: ComplexField, horizontal: ComplexField): ScatteringMatrix {
  return {
    s_VV_Real: vertical.e_Theta_Real,
    s_VV_Imag: vertical.e_Theta_Imag,
    s_VH_Real: horizontal.e_Theta_Real,
    s_VH_Imag: horizontal.e_Theta_Imag,
    s_HV_Real: vertical.e_Phi_Real,
    s_HV_Imag: vertical.e_Phi_Imag,
    s_HH_Real: horizontal.e_Phi_Real,
    s_HH_Imag: horizontal.e_Phi_Imag,
  };
}

/**
 * RCS in dBsm from the complex far field: σ = 4π(|E_θ|² + |E_φ|²), of a matrix 4π times its total power. −Infinity for no
 * field.
 */
export function rcsDbsm(field: ScatteredField): number {
  const power = isScatteringMatrix(field)
    ? totalPower(field)
    : field.e_Theta_Real ** 2 + field.e_Theta_Imag ** 2 + field.e_Phi_Real ** 2 + field.e_Phi_Imag ** 2;
  return 10 * Math.log10(4 * Math.PI * power);
}
