import {
  ANGLE_FACTOR,
  mappedComponentsOf,
  parametersAt,
  parseResultFileName,
  PROGRAM_TYPES,
  SOLVER_TYPES,
  SPEED_OF_LIGHT,
  type Complex,
  type Illumination,
  type Incident,
  type LibraryMaterial,
  type MappedComponent,
  type Project,
} from '@pace/contract';
import type { MapsQuestion } from './queries.ts';
import type { ResultPoint } from './resultPoint.ts';
import { polarizationOfRun, resultSummaryOf } from './resultSummary.ts';

/** Of the neighbourhood that maps sum over, in wavelengths */
export const RADII = [0.25, 0.5, 1, 2] as const;
export const DEFAULT_RADIUS = 0.5;

/** Why a run has no design maps. Of `coefficients` the page says where to switch them on. */
export type Lack = 'method' | 'circular' | 'coefficients';

export function lackOf(project: Project): Lack | undefined {
  const { solverInput, outputFileList } = project.state;
  // A hybrid whose parts are all full wave has another method.
  const method = resultSummaryOf(project)?.method;
  const hasOptics =
    method === undefined
      ? solverInput?.solvertype === SOLVER_TYPES.physicalOptics
      : method === 'physical-optics' || method === 'hybrid';
  if (hasOptics) return 'method';
  if (mappedComponents(project).length === 0) return 'circular';
  const kinds = outputFileList.flatMap(
    (name) => parseResultFileName(name.split('/').at(-1) ?? '')?.kind ?? [],
  );
  return kinds.length > 0 && !kinds.includes('coefficients') ? 'coefficients' : undefined;
}

export const mappedComponents = (project: Project): readonly MappedComponent[] =>
  mappedComponentsOf(polarizationOfRun(project));

/** Where a sector ends; where an angle is undefined it has the one value that it begins with. */
export interface SectorEnd {
  thetaDeg: number | undefined;
  phiDeg: number | undefined;
}

export interface LayerValues {
  permittivity: Complex;
  permeability: Complex;
}

export interface MapsChoice {
  point: ResultPoint;
  to: SectorEnd;
  component: MappedComponent;
  radiusWavelengths: number;
  layer: LayerValues | undefined;
  /** Name of the layer's material in the library; undefined of typed values */
  material?: string | undefined;
}

/** Nine decimals are as many as names of files have. */
const tenths = (degrees: number) => Number((ANGLE_FACTOR * degrees).toFixed(9));

export function questionOf({ point, to, component, radiusWavelengths, layer }: MapsChoice): MapsQuestion {
  const [received, incident] = component as unknown as [Incident, Incident];
  return {
    frequency: point.frequencyHz,
    theta: tenths(point.thetaDeg),
    phi: tenths(point.phiDeg),
    ...(to.thetaDeg !== undefined && { thetaTo: tenths(to.thetaDeg) }),
    ...(to.phiDeg !== undefined && { phiTo: tenths(to.phiDeg) }),
    incident,
    received,
    radius: radiusWavelengths * wavelengthM(point.frequencyHz),
    ...(layer && { layer }),
  };
}

const isBetween = (value: number, from: number, to = from) =>
  value >= Math.min(from, to) && value <= Math.max(from, to);

/** How many illuminations of the run a sector has. */
export const countWithin = (
  illuminations: readonly Illumination[],
  point: Pick<ResultPoint, 'thetaDeg' | 'phiDeg'>,
  to: SectorEnd,
): number =>
  illuminations.filter(
    ({ thetaDeg, phiDeg }) =>
      isBetween(thetaDeg, point.thetaDeg, to.thetaDeg) && isBetween(phiDeg, point.phiDeg, to.phiDeg),
  ).length;

const wavelengthM = (frequencyHz: number) => SPEED_OF_LIGHT / frequencyHz;

/** A layer of metal is no thin layer: fields end in it. */
export const layerMaterials = (library: readonly LibraryMaterial[]): LibraryMaterial[] =>
  library.filter(({ category }) => category !== 'metal' && category !== 'reference');

export function valuesOf({ params }: LibraryMaterial, frequencyHz: number): LayerValues {
  const { permitivity, permeability } = parametersAt(params, frequencyHz);
  return { permittivity: permitivity, permeability };
}

/** As typed: ε', ε'', μ', μ'' */
export const TYPED_FIELDS = ['epsilonReal', 'epsilonLoss', 'muReal', 'muLoss'] as const;
export type TypedLayer = Record<(typeof TYPED_FIELDS)[number], string>;
export const LAYER_SYMBOLS = {
  epsilonReal: 'ε′',
  epsilonLoss: 'ε″',
  muReal: 'μ′',
  muLoss: 'μ″',
} as const;
export const EMPTY_LAYER: TypedLayer = { epsilonReal: '', epsilonLoss: '0', muReal: '1', muLoss: '0' };

/** Undefined while what is typed is no number. */
export function numberOf(text: string): number | undefined {
  const value = text.trim() === '' ? NaN : Number(text.trim().replace(',', '.'));
  return Number.isFinite(value) ? value : undefined;
}

/** Undefined while a value is missing, or where |ε| is zero. */
export function typedLayer(typed: TypedLayer): LayerValues | undefined {
  const [epsilonReal, epsilonLoss, muReal, muLoss] = TYPED_FIELDS.map((field) => numberOf(typed[field]));
  if (epsilonReal === undefined || epsilonLoss === undefined || muReal === undefined || muLoss === undefined)
    return undefined;
  if (Math.hypot(epsilonReal, epsilonLoss) === 0) return undefined;
  const lossy = (real: number, loss: number) => ({ real, imaginary: loss === 0 ? 0 : -Math.abs(loss) });
  return { permittivity: lossy(epsilonReal, epsilonLoss), permeability: lossy(muReal, muLoss) };
}

/** Changes for which a prediction was within 0.1 dB of exact spheres (docs/theory/design-maps.md). */
export interface FirstOrderRange {
  displacementMm: number;
  /** Of the wavelength in the layer */
  layerMm: number | undefined;
}

/** Of the surface impedance; measured with the displacements */
export const FIRST_ORDER_OHM = 19;
const FIRST_ORDER_WAVELENGTHS = { metal: 1 / 120, coated: 1 / 240, composite: 1 / 240 } as const;

export type SurfaceOfRun = keyof typeof FIRST_ORDER_WAVELENGTHS;
export function surfaceOf({ programType }: Pick<Project, 'programType'>): SurfaceOfRun {
  if (programType === PROGRAM_TYPES.composite) return 'composite';
  return programType === PROGRAM_TYPES.coating ? 'coated' : 'metal';
}

export function firstOrderRange(
  frequencyHz: number,
  layer: LayerValues | undefined,
  surface: SurfaceOfRun,
): FirstOrderRange {
  const displacementMm = 1000 * FIRST_ORDER_WAVELENGTHS[surface] * wavelengthM(frequencyHz);
  if (!layer) return { displacementMm, layerMm: undefined };
  const size = ({ real, imaginary }: Complex) => Math.hypot(real, imaginary);
  const [epsilon, mu] = [size(layer.permittivity), size(layer.permeability)];
  return { displacementMm, layerMm: displacementMm / Math.max(1, mu, Math.sqrt(epsilon * mu)) };
}
