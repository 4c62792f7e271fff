import { complex, minus, plus, scaled, times, type Complex } from '../complex.ts';
import { isBothPolarizations } from '../excitation.ts';
import { DEFAULT_IMPEDANCE_OHM, type Materials } from '../materials.ts';
import { backingOf, stackAt } from '../materialModel.ts';
import { stackImpedance } from '../layers.ts';
import type { MapsFile, MapsResponse } from '../run/maps.ts';
import type { MonoStaticRcs } from '../run/monostatic.ts';
import { isScatteringMatrix } from '../run/scattering.ts';
import { PROGRAM_TYPES } from '../solverInput.ts';
import { isInside, type Ranges } from '../statistics/sectors.ts';
import { sweepPointOf } from '../statistics/sweepPoint.ts';
import { objectiveOf } from './objectiveValue.ts';
import type { Objective } from './objectives.ts';
import type { Parameter, ParameterValue, Target } from './parameters.ts';
import { givenImpedance, settingsOf, type BaseFacts, type LibraryLookup, type Settings } from './variants.ts';

/**
 * How an objective changes with a parameter of a variant, from the design maps of its run (docs/theory/design-maps.md): ∂F/∂Z of
 * each part by the adjoint, and ∂Z/∂p of its layers.
 */

type Wave = 'V' | 'H';
/** What is received of what comes in. */
export interface MapsPair {
  incident: Wave;
  received: Wave;
}

const SHARED: readonly Target['kind'][] = ['permittivityFactor', 'permeabilityFactor'];
const OF_COATINGS: readonly Target['kind'][] = ['thickness', 'resistance', 'reactance', ...SHARED];

/** Whether design maps have a derivative by it. */
export const hasGradient = (programType: number, { kind }: Target): boolean =>
  (programType === PROGRAM_TYPES.coating && OF_COATINGS.includes(kind)) ||
  (programType === PROGRAM_TYPES.composite && SHARED.includes(kind));

const V = { incident: 'V', received: 'V' } as const;
const H = { incident: 'H', received: 'H' } as const;
/** s_VH and s_HV of one direction are the same. */
const CROSS = { incident: 'V', received: 'H' } as const;

/**
 * The pairs whose maps an objective needs; undefined where no run has them: the adjoint of what is received crosswise is the
 * current of the other polarization.
 */
export function pairsFor(component: Objective['component'], polarization: number): MapsPair[] | undefined {
  if (isBothPolarizations(polarization)) {
    if (component === 'VV') return [V];
    if (component === 'HH') return [H];
    if (component === 'VH' || component === 'HV') return [CROSS];
    return [V, H, CROSS];
  }
  if (polarization === 1 && (component === 'theta' || component === 'co')) return [V];
  if (polarization === 0 && (component === 'phi' || component === 'co')) return [H];
  return undefined;
}

/** Share of a range, or of a value, over which impedances are differenced. */
const STEP = 1e-4;
/** The same of the perturbation of fields: small, since an objective is not linear in them. */
const FIELD_STEP = 1e-6;
const SAME_DEGREES = 1e-4;
const SAME_FREQUENCY = 1e-9;

/** Of a surface, as the solver takes it: the one that was written for it, else that of its layers. */
function impedanceOf(materials: Materials, surface: number, frequencyHz: number): Complex {
  const isWritten = materials.impedances.some(({ params }) =>
    params.some(({ impedanceSurface }) => impedanceSurface === surface),
  );
  if (isWritten) return givenImpedance(materials, surface, frequencyHz);
  const layers = stackAt(materials, surface, frequencyHz);
  return layers
    ? stackImpedance(layers, backingOf(materials, surface), { frequencyHz })
    : DEFAULT_IMPEDANCE_OHM;
}

export interface GradientInput {
  base: Settings;
  facts: BaseFacts;
  parameters: readonly Parameter[];
  values: readonly ParameterValue[];
  library: LibraryLookup;
  objective: Objective;
  polarization: number;
  /** As the objective counts them */
  records: readonly MonoStaticRcs[];
  /** Of each pair that the objective needs, at each of its frequencies */
  maps: readonly MapsFile[];
}

/**
 * The derivatives of an objective of a variant [dB per SI unit of each parameter].
 * @returns null where maps do not have it; undefined where they lack a point of the sector
 */
export function objectiveGradient(input: GradientInput): (number | null)[] | undefined {
  const { base, objective, records, parameters, maps } = input;
  const inside = records.filter((record) => isInside(sweepPointOf(record), objective.sector as Ranges));
  const responses = new Map(inside.map((record) => [record, responsesAt(maps, record)]));
  if (inside.length === 0 || [...responses.values()].some((one) => one.length === 0)) return undefined;
  return parameters.map((parameter, place) => {
    if (!hasGradient(base.programType, parameter.target)) return null;
    const changes = changesOf(input, place);
    if (!changes) return null;
    const step = FIELD_STEP * sizeOf(parameter, input.values[place]!);
    const ends = [step, -step].map((by) => {
      const moved = records.map((record) => movedRecord(record, responses.get(record) ?? [], changes, by));
      if (moved.includes(undefined)) return undefined;
      return objectiveOf(moved as MonoStaticRcs[], input.polarization, objective)?.value;
    });
    const [above, below] = ends;
    if (typeof above !== 'number' || typeof below !== 'number') return null;
    return (above - below) / (2 * step);
  });
}

const sizeOf = ({ values }: Parameter, value: ParameterValue): number =>
  'range' in values ? values.range.to - values.range.from : Math.abs(Number(value)) || 1;

interface PairResponse {
  /** Its pair of polarizations, frequency, parts and materials */
  file: MapsFile;
  response: MapsResponse;
}

/** What the maps say of the illumination of a record, a pair each. */
function responsesAt(maps: readonly MapsFile[], record: MonoStaticRcs): PairResponse[] {
  const { theta, phi, frequency } = sweepPointOf(record);
  const found = maps
    .filter(({ frequencyHz }) => Math.abs(frequencyHz / frequency - 1) < SAME_FREQUENCY)
    .map((file): PairResponse | undefined => {
      const place = file.illuminations.findIndex(
        ({ thetaDeg, phiDeg }) =>
          Math.abs(thetaDeg - theta) < SAME_DEGREES && Math.abs(phiDeg - phi) < SAME_DEGREES,
      );
      const response = file.responses?.[place];
      return response && { file, response };
    });
  return found.includes(undefined) ? [] : (found as PairResponse[]);
}

/** Of a parameter: the change of the far-field amplitude that a response says [V per SI unit]. */
type Changes = (of: PairResponse) => Complex | undefined;

function changesOf(input: GradientInput, place: number): Changes | undefined {
  const { base, facts, parameters, values, library } = input;
  const value = Number(values[place]);
  const { target } = parameters[place]!;
  if (base.programType === PROGRAM_TYPES.composite) return materialChanges(target, value);
  const materialsAt = (at: number): Materials | undefined => {
    const made = settingsOf(base, facts, parameters, values.with(place, at), library);
    return 'settings' in made ? (made.settings.materials ?? undefined) : undefined;
  };
  const step = STEP * sizeOf(parameters[place]!, value);
  // At the end of what is possible, to one side
  const [below, above] = [materialsAt(value - step), materialsAt(value + step)];
  const [before, after] = [below ?? materialsAt(value), above ?? materialsAt(value)];
  const width = (below ? step : 0) + (above ? step : 0);
  if (!before || !after || width === 0) return undefined;
  return ({ file, response }) => {
    let sum = complex(0);
    for (const [part, { perOhm }] of response.parts.entries()) {
      const { number } = file.parts[part]!;
      const change = minus(
        impedanceOf(after, number, file.frequencyHz),
        impedanceOf(before, number, file.frequencyHz),
      );
      if (change.real === 0 && change.imaginary === 0) continue;
      if (!perOhm) return undefined;
      sum = plus(sum, times(complex(...perOhm), scaled(change, 1 / width)));
    }
    return sum;
  };
}

/** ε or μ times a factor, of which the material has the value now. */
function materialChanges(target: Target, factor: number): Changes | undefined {
  if (target.kind !== 'permittivityFactor' && target.kind !== 'permeabilityFactor') return undefined;
  const isPermittivity = target.kind === 'permittivityFactor';
  return ({ file, response }) => {
    const place = file.materials?.findIndex(({ name }) => name === target.material) ?? -1;
    const known = response.materials?.[place];
    if (!known) return undefined;
    const { permittivity, permeability } = file.materials![place]!;
    const { real, imag } = isPermittivity ? permittivity : permeability;
    const per = isPermittivity ? known.perPermittivity : known.perPermeability;
    return scaled(times(complex(...per), complex(real, imag)), 1 / factor);
  };
}

/** The record with its fields as the parameter moves them. */
function movedRecord(
  record: MonoStaticRcs,
  responses: readonly PairResponse[],
  changes: Changes,
  by: number,
): MonoStaticRcs | undefined {
  const moved: Record<string, unknown> = { ...record };
  const isMatrix = isScatteringMatrix(record);
  for (const one of responses) {
    const change = changes(one);
    if (!change) return undefined;
    for (const name of namesOf(one.file, isMatrix)) {
      moved[`${name}_Real`] = (moved[`${name}_Real`] as number) + by * change.real;
      moved[`${name}_Imag`] = (moved[`${name}_Imag`] as number) + by * change.imaginary;
    }
  }
  return moved as MonoStaticRcs;
}

/** The fields that a pair is of. An amplitude of a wave of 1 V/m has the number of the term of the matrix. */
function namesOf({ incident, received }: MapsPair, isMatrix: boolean): string[] {
  if (!isMatrix) return [received === 'V' ? 'e_Theta' : 'e_Phi'];
  return incident === received ? [`s_${received}${incident}`] : ['s_VH', 's_HV'];
}
