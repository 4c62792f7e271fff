import {
  ANGLE_FACTOR,
  backscatterOf,
  meanRcsM2,
  type Amplitude,
  type Coated,
  type MonoStaticRcs,
} from '@pace/contract';

/** Up to this difference first order is said to hold [dB]. */
export const HOLDS_DB = 1;
const SAME_FREQUENCY = 1e-9;

/** RCS [dBsm]; without `computed` where the run has no such illumination. */
export interface Compared {
  before: number;
  predicted: number;
  computed?: number;
}
export interface ComparedAt extends Compared {
  thetaDeg: number;
  phiDeg: number;
}

export interface Comparison {
  rows: ComparedAt[];
  /** Of several illuminations, all of which were computed */
  mean?: Compared;
  /** |computed − predicted| [dB]; absent where nothing was computed */
  largest?: number;
}

/** Computed less predicted [dB] */
export const differenceDb = ({ predicted, computed }: Compared): number | undefined =>
  computed === undefined ? undefined : computed - predicted;

const dbsm = (fields: readonly Amplitude[]): number => 10 * Math.log10(meanRcsM2(fields));
/** Tenths of a degree, to as many digits as names of files have. */
const keyOf = (thetaTenths: number, phiTenths: number) => `${thetaTenths.toFixed(5)}/${phiTenths.toFixed(5)}`;

/** Predictions beside what a run computed of the same illuminations. */
export function compareCoating(coated: Coated, records: readonly MonoStaticRcs[]): Comparison {
  const { frequencyHz, predictions } = coated;
  const computedAt = new Map(
    records
      .filter(({ frequency }) => Math.abs(frequency - frequencyHz) <= SAME_FREQUENCY * frequencyHz)
      .map((record) => [keyOf(record.angleTheta, record.anglePhi), backscatterOf(record, coated)]),
  );
  const computed = predictions.map(({ thetaDeg, phiDeg }) =>
    computedAt.get(keyOf(ANGLE_FACTOR * thetaDeg, ANGLE_FACTOR * phiDeg)),
  );
  const rows = predictions.map(({ thetaDeg, phiDeg, before, predicted }, i): ComparedAt => {
    const field = computed[i];
    return {
      thetaDeg,
      phiDeg,
      before: dbsm([before]),
      predicted: dbsm([predicted]),
      ...(field && { computed: dbsm([field]) }),
    };
  });
  const all = computed.flatMap((field) => (field ? [field] : []));
  const differences = rows.flatMap((row) => Math.abs(differenceDb(row) ?? NaN)).filter(Number.isFinite);
  return {
    rows,
    ...(rows.length > 1 &&
      all.length === rows.length && {
        mean: {
          before: dbsm(predictions.map(({ before }) => before)),
          predicted: dbsm(predictions.map(({ predicted }) => predicted)),
          computed: dbsm(all),
        },
      }),
    ...(differences.length > 0 && { largest: Math.max(...differences) }),
  };
}

/** The angle that varies where only one does. */
export function sweptOf(rows: readonly ComparedAt[]): 'theta' | 'phi' | undefined {
  const thetas = new Set(rows.map(({ thetaDeg }) => thetaDeg)).size;
  const phis = new Set(rows.map(({ phiDeg }) => phiDeg)).size;
  if (rows.length < 2 || Math.min(thetas, phis) > 1) return undefined;
  return thetas > phis ? 'theta' : 'phi';
}
