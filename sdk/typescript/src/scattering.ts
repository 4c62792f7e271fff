/**
 * Terms of the scattering matrix, and their error bars.
 *
 * Time dependence e^{+jωt}. S [m] is the far-field amplitude lim r·e^{jkr}·E over the field strength of the incident wave, and
 * σ = 4π|S|². The first letter is received, the second comes in: V along θ̂, H along φ̂, R and L circular by the IEEE sense along their
 * own propagation.
 */
import {
  isBothPolarizations,
  isScatteringMatrix,
  matrixTerm,
  POLARIZATIONS,
  termRadius,
  type Complex,
  type ScatteredField,
} from '@pace/contract';
import { ComplexArray, RealArray } from './arrays.ts';
import { invalid } from './errors.ts';

/** "VH": a vertical and a horizontal wave, solved together. */
export type Polarization = 'H' | 'V' | 'R' | 'L' | 'VH' | 'HV';
export type Term = 'VV' | 'VH' | 'HV' | 'HH' | 'RR' | 'RL' | 'LR' | 'LL' | 'theta' | 'phi';

const NUMBERS: Readonly<Record<string, number>> = {
  H: POLARIZATIONS.horizontal,
  V: POLARIZATIONS.vertical,
  R: POLARIZATIONS.rightCircular,
  L: POLARIZATIONS.leftCircular,
  VH: POLARIZATIONS.verticalAndHorizontal,
  HV: POLARIZATIONS.verticalAndHorizontal,
};

/** @internal The number in the API of "V", "H", "R", "L" or "VH"; a number of the API is taken as it is. @throws InvalidInput */
export function polarizationNumber(polarization: string | number): number {
  const number = typeof polarization === 'number' ? polarization : NUMBERS[polarization.toUpperCase()];
  if (number === undefined || !Object.values(NUMBERS).includes(number))
    throw invalid(
      'ANGLE_INVALID',
      '/excitation',
      `"${polarization}" is no polarization: give "V", "H", "R", "L" or "VH".`,
    );
  return number;
}

/** Between what values lie, by the error estimate of the run. */
export interface Bar<Axes> {
  low: RealArray<Axes>;
  high: RealArray<Axes>;
}

/** dB: in dBsm in the place of m² */
export interface Unit {
  dB?: boolean | undefined;
}

/** RCS in dBsm of RCS in m²; −Infinity of 0. */
export const dbsm = (rcsM2: number): number => 10 * Math.log10(rcsM2);

/** As the Python package has them */
const MATRIX_TERMS: readonly Term[] = ['VV', 'VH', 'HV', 'HH'];
const TERMS_OF_ONE: Readonly<Record<number, readonly Term[]>> = {
  [POLARIZATIONS.horizontal]: ['VH', 'HH'],
  [POLARIZATIONS.vertical]: ['VV', 'HV'],
  [POLARIZATIONS.rightCircular]: ['RR', 'LR'],
  [POLARIZATIONS.leftCircular]: ['RL', 'LL'],
};
const CIRCULAR_TERMS: readonly Term[] = ['RR', 'RL', 'LR', 'LL'];
const COMPONENTS: readonly Term[] = ['theta', 'phi'];

/** Far fields of many directions as arrays of one shape. */
export class Fields<Axes> {
  readonly #polarization: number;
  readonly #records: readonly (ScatteredField | undefined)[];
  readonly #shape: readonly number[];
  readonly #axes: Axes;

  /** @internal @param records  as the API has them, one an entry of the arrays; undefined where there is none */
  constructor(
    polarization: number,
    records: readonly (ScatteredField | undefined)[],
    shape: readonly number[],
    axes: Axes,
  ) {
    this.#polarization = polarization;
    this.#records = records;
    this.#shape = shape;
    this.#axes = axes;
  }

  /** The terms that were computed: of both polarizations all of the matrix, of one wave what it scatters. */
  get terms(): readonly Term[] {
    return TERMS_OF_ONE[this.#polarization] ?? MATRIX_TERMS;
  }

  /** S of a term [m]. Of one wave of 1 V/m also "theta" and "phi": E_θ and E_φ [V]. @throws InvalidInput */
  field(term: string): ComplexArray<Axes> {
    const name = this.#known(term);
    const [real, imaginary] = [this.#missing(), this.#missing()];
    this.#records.forEach((record, i) => {
      if (!record) return;
      const value = termOf(record, name);
      real[i] = value.real;
      imaginary[i] = value.imaginary;
    });
    return new ComplexArray(real, imaginary, this.#shape, this.#axes);
  }

  /** Radius of the disc around `field(term)` in which the exact value lies, in its unit; undefined where no errors were estimated. */
  radius(term: string): RealArray<Axes> | undefined {
    const name = this.#known(term);
    const radii = this.#missing();
    let hasRadius = false;
    this.#records.forEach((record, i) => {
      const radius = record && radiusOf(record, name);
      if (radius === undefined) return;
      hasRadius = true;
      radii[i] = radius;
    });
    return hasRadius ? this.#array(radii) : undefined;
  }

  /** σ = 4π|S|² of a term [m²], or dBsm; "total": the sum over all terms that were computed. @throws InvalidInput */
  rcs(term = 'total', { dB = false }: Unit = {}): RealArray<Axes> {
    const sum = new Float64Array(this.#records.length);
    for (const one of this.#termsOf(term)) {
      const { real, imaginary } = this.field(one);
      real.forEach((a, i) => (sum[i]! += 4 * Math.PI * (a * a + imaginary[i]! ** 2)));
    }
    return this.#array(dB ? sum.map(dbsm) : sum);
  }

  /** Between what `rcs(term, unit)` lies, in its unit; undefined where no errors were estimated. @throws InvalidInput */
  bar(term = 'total', { dB = false }: Unit = {}): Bar<Axes> | undefined {
    const [low, high] = [new Float64Array(this.#records.length), new Float64Array(this.#records.length)];
    for (const one of this.#termsOf(term)) {
      const radii = this.radius(one);
      if (!radii) return undefined;
      this.field(one)
        .abs()
        .data.forEach((size, i) => {
          low[i]! += 4 * Math.PI * Math.max(0, size - radii.data[i]!) ** 2;
          high[i]! += 4 * Math.PI * (size + radii.data[i]!) ** 2;
        });
    }
    return dB
      ? { low: this.#array(low.map(dbsm)), high: this.#array(high.map(dbsm)) }
      : { low: this.#array(low), high: this.#array(high) };
  }

  #missing = () => new Float64Array(this.#records.length).fill(NaN);

  #array = (data: Float64Array) => new RealArray(data, this.#shape, this.#axes);

  #termsOf = (term: string): readonly string[] => (term === 'total' ? this.terms : [term]);

  #known(term: string): Term {
    const more = isBothPolarizations(this.#polarization) ? CIRCULAR_TERMS : COMPONENTS;
    const known = [...this.terms, ...more];
    const name = known.find((one) => one === term);
    if (name === undefined)
      throw invalid(
        'VALIDATION',
        '/term',
        `This run has no term "${term}". It has ${known.join(', ')}; polarization "VH" computes all.`,
      );
    return name;
  }
}

function termOf(record: ScatteredField, term: Term): Complex {
  if (isScatteringMatrix(record)) {
    if (term === 'theta' || term === 'phi') throw new Error('A scattering matrix has no single field.');
    return matrixTerm(record, term);
  }
  const { e_Theta_Real: a, e_Theta_Imag: b, e_Phi_Real: c, e_Phi_Imag: d } = record;
  if (term === 'theta' || term.startsWith('V')) return { real: a, imaginary: b };
  if (term === 'phi' || term.startsWith('H')) return { real: c, imaginary: d };
  // E_R = (E_θ + jE_φ)/√2, E_L = (E_θ − jE_φ)/√2 (docs/conventions.md).
  const sign = term.startsWith('R') ? 1 : -1;
  return { real: (a - sign * d) * Math.SQRT1_2, imaginary: (b + sign * c) * Math.SQRT1_2 };
}

function radiusOf(record: ScatteredField, term: Term): number | undefined {
  if (isScatteringMatrix(record))
    return term === 'theta' || term === 'phi' ? undefined : termRadius(record, term);
  const { e_Theta_Error: theta, e_Phi_Error: phi } = record;
  if (term === 'theta' || term.startsWith('V')) return theta;
  if (term === 'phi' || term.startsWith('H')) return phi;
  return theta === undefined || phi === undefined ? undefined : (theta + phi) * Math.SQRT1_2;
}
