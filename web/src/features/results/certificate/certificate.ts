import {
  isBothPolarizations,
  LINEAR_TERMS,
  PROGRAM_TYPES,
  worstBackwardError,
  type Project,
  type RunResult,
  type ScatteredField,
  componentBar,
  componentM2,
  type Polarization,
  type RcsComponent,
} from '@pace/contract';

/** How far the ends of bars may be from the value [dB], for a point to be counted. */
export const LIMITS_DB = [0.5, 1] as const;

export interface Counted {
  component: RcsComponent;
  /** Points that have a bar */
  angles: number;
  /** Of these, how many lie within each of the limits */
  within: number[];
}

/** What is counted of a run: of both polarizations each term of the matrix. */
export const componentsCounted = (polarization: Polarization): readonly RcsComponent[] =>
  isBothPolarizations(polarization) ? LINEAR_TERMS : ['total'];

/** How far a value may be off [dB]: down to the lower end of its bar, which is the farther one. Infinity of a deep null. */
function errorDb(
  field: ScatteredField,
  component: RcsComponent,
  polarization: Polarization,
): number | undefined {
  const bar = componentBar(field, component, polarization);
  if (!bar) return undefined;
  const size = Math.sqrt(componentM2(field, component, polarization) / (4 * Math.PI));
  return size > 0 && bar.low > 0 ? 20 * Math.log10(size / bar.low) : Infinity;
}

/** Directions whose bar lies within ±0.5 dB and ±1 dB, a line a component; without lines where there are no bars. */
export function countedWithin(fields: readonly ScatteredField[], polarization: Polarization): Counted[] {
  return componentsCounted(polarization).flatMap((component) => {
    const errors = fields.flatMap((field) => errorDb(field, component, polarization) ?? []);
    if (errors.length === 0) return [];
    return [
      {
        component,
        angles: errors.length,
        within: LIMITS_DB.map((limit) => errors.filter((error) => error <= limit).length),
      },
    ];
  });
}

export const PARTS = ['equation', 'discretisation', 'geometry', 'layers'] as const;
export type ErrorPart = (typeof PARTS)[number];

/** Of an estimate; 0 for layers where there are none. */
export const valuesOf = ({
  equation,
  discretisation,
  geometry,
  layers = 0,
}: Record<Exclude<ErrorPart, 'layers'>, number> & { layers?: number | undefined }): Record<
  ErrorPart,
  number
> => ({ equation, discretisation, geometry, layers });

/** Those to be named: of layers only coatings have one. */
export const namedParts = (...of: Record<ErrorPart, number>[]): ErrorPart[] =>
  PARTS.filter((part) => part !== 'layers' || of.some((values) => values.layers > 0));

export interface Parts {
  frequencyHz: number;
  /** Over the field that returns, the middle one of the illuminations */
  values: Record<ErrorPart, number>;
  largest: ErrorPart;
  /** The whole bar of the corrected fields, over the field; where there are any */
  corrected?: number;
}

const sumOf = (values: Record<ErrorPart, number>) => PARTS.reduce((sum, part) => sum + values[part], 0);

/** The parts of the bars at the frequency where they are widest; undefined of a run without an estimate. */
export function partsOf({ frequencies }: RunResult): Parts | undefined {
  const all = frequencies.flatMap((one): Parts[] => {
    const estimate = 'errorEstimate' in one ? one.errorEstimate : undefined;
    if (!estimate) return [];
    const { corrected } = estimate;
    const values = valuesOf(estimate);
    const largest = PARTS.reduce((most, part) => (values[part] > values[most] ? part : most));
    return [
      {
        frequencyHz: one.frequencyHz,
        values,
        largest,
        ...(corrected === undefined ? {} : { corrected }),
      },
    ];
  });
  return all.reduce<Parts | undefined>(
    (worst, one) => (worst === undefined || sumOf(one.values) > sumOf(worst.values) ? one : worst),
    undefined,
  );
}

export type HalvingAction =
  | 'finerMesh'
  | 'solveLayers'
  | 'curvedElements'
  | 'roundSmooth'
  | 'moreIterations'
  | 'lowerResidual'
  | 'moreEfie';

/**
 * Part of what the solution leaves of the EFIE from which on the residual may explain it: in the far field a residual counts
 * about as much as in the equations, give or take this factor.
 */
const RESIDUAL_EXPLAINS = 3;

/** The one thing that would halve the largest part of the error. */
export function halvingAction(
  project: Project,
  summary: RunResult,
  { largest, values }: Parts,
): HalvingAction {
  const { meshReport, model, solverInput } = project.state;
  if (largest === 'geometry') {
    if (meshReport?.curved) return 'finerMesh';
    return model?.type === 'UNV' ? 'roundSmooth' : 'curvedElements';
  }
  if (largest === 'discretisation') return 'finerMesh';
  if (largest === 'layers') return 'solveLayers';
  if (!summary.converged) return 'moreIterations';
  const residual = worstBackwardError(summary) ?? 0;
  if (summary.method !== 'dense-lu' && RESIDUAL_EXPLAINS * residual >= values.equation)
    return 'lowerResidual';
  // Between media no alpha can be set; what other equations than PMCHWT leave there falls with the mesh.
  if (project.programType === PROGRAM_TYPES.composite) return 'finerMesh';
  // What is left is the MFIE's part of the CFIE, or the digits of the product, which follow from the residual.
  const alphas = solverInput?.cfiealpha ?? [];
  const isEfie = alphas.length > 0 && alphas.every((alpha) => alpha === 1);
  return isEfie ? 'lowerResidual' : 'moreEfie';
}

/** Why a finished run has no error bars. */
export function whyWithout(summary: RunResult): 'optics' | 'hybrid' | 'notAsked' {
  if (summary.method === 'physical-optics') return 'optics';
  return summary.method === 'hybrid' ? 'hybrid' : 'notAsked';
}
