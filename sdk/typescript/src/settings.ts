/** What a run and a mesh are given, and what the API gets of it. */
import {
  PROGRAM_TYPES,
  SOLVER_TYPES,
  type CALLS,
  type MesherOptions,
  type ProgramType,
  type SolverInput,
} from '@pace/contract';
import type { z } from 'zod';
import { invalid } from './errors.ts';
import type { Boundary, Coating, Material } from './materials.ts';
import { polarizationNumber, type Polarization } from './scattering.ts';
import { excitationInput, frequencyInput, meshSizeMm, type Range } from './units.ts';

type InputBody = Omit<z.input<(typeof CALLS)['input']['body']>, 'projectId'>;

/** What surfaces are made of: perfect conductors, layers on conductors, bodies of materials. */
export type Program = 'pec' | 'coating' | 'composite';
export type Solver = 'po' | 'mlfma' | 'hybrid';
/** Processors */
export type CoreType = 1 | 4;
type Flag = boolean | 0 | 1;

const SOLVERS: Readonly<Record<Solver, 1 | 2 | 3>> = {
  po: SOLVER_TYPES.physicalOptics,
  mlfma: SOLVER_TYPES.mlfma,
  hybrid: SOLVER_TYPES.hybrid,
};

/**
 * Settings of the solver that are named and have units and defaults as in the API (`solverInput`, contract/src/solverInput.ts). One value of a
 * list serves all parts.
 */
export interface SolverSettings {
  /** ‖b − Zx‖/‖b‖ at which iterations end; 0.001 if it is not given */
  residualerror?: number | undefined;
  /** 15 if it is not given */
  numberofiterations?: number | undefined;
  /** α of CFIE = α·EFIE + (1 − α)·MFIE, one for all parts or one each; 0.5 if it is not given */
  cfiealpha?: number | readonly number[] | undefined;
  /** What hybrid solves each part by: 0 the rule, 1 physical optics, 2 full wave */
  partmethods?: 0 | 1 | 2 | readonly (0 | 1 | 2)[] | undefined;
  outermedia?: readonly number[] | undefined;
  /** That physical optics follows, 1 to 10; 1 if it is not given */
  numberofreflections?: number | undefined;
  edgediffraction?: Flag | undefined;
  /** Points of each far-field cut; 360 if it is not given, 0 for none */
  numberoffarlocations?: number | undefined;
  /** Theta points of a full-sphere pattern; 0 if it is not given */
  numberof3dthetas?: number | undefined;
  /**
   * dB: of several frequencies only as many are solved as it takes to know the others within it; every one is solved if it is not given.
   * Results say which: `computed`
   */
  adaptivetolerance?: number | undefined;
  /** Error bars of the far fields; on if it is not given */
  errorestimate?: Flag | undefined;
  outputselection?: readonly [0 | 1, 0 | 1, 0 | 1, 0 | 1, 0 | 1] | undefined;
  /** Metres per unit of the model's coordinates; those of the file if it is not given */
  scalefactor?: number | undefined;
  /** [degrees] */
  roundingangle?: number | undefined;
  changenormal?: Flag | undefined;
  /** The size of the model against the wavelength is meant, however unusual it is */
  sizeconfirmed?: Flag | undefined;
  numberoflevels?: readonly [number, number] | undefined;
  numberofsurfaces?: number | undefined;
  modeltype?: number | undefined;
  excitationtype?: 1 | undefined;
  selectiveradiation?: 0 | undefined;
}

/** What a run is given. */
export interface RunSettings extends SolverSettings {
  /** [Hz] */
  frequency: Range;
  /** Directions that the waves arrive FROM: degrees from +z; 180 if it is not given */
  theta?: Range | undefined;
  /** Directions that the waves arrive FROM: degrees from +x towards +y; 180 if it is not given */
  phi?: Range | undefined;
  /** "H" if it is not given; "VH" for the scattering matrix of a vertical and a horizontal wave */
  polarization?: Polarization | number | undefined;
  /** By default what the program has: hybrid of conductors, else the full wave */
  solver?: Solver | undefined;
  /** Of the project of this run, which then is a copy */
  name?: string | undefined;
  core?: CoreType | undefined;
  /** Of a model of the program "coating" */
  coating?: Coating | undefined;
  /** A conductor stands behind the coating; true if it is not given */
  pecBack?: boolean | undefined;
  /** Of a model of the program "composite": what each surface separates, by surface number */
  boundaries?: Readonly<Record<number, Boundary>> | undefined;
  /** Your own, which layers and boundaries may name beside those of the library */
  materials?: readonly Material[] | undefined;
}

/** Settings that are lists. @internal */
export const LIST_SETTINGS = [
  'cfiealpha',
  'partmethods',
  'outermedia',
  'outputselection',
  'numberoflevels',
] as const satisfies readonly (keyof SolverSettings)[];

/** Named in another way than in the API, or given with the waves. */
type Renamed = 'anglesweep' | 'excitation' | 'freqsweep' | 'frequency' | 'frequencylist' | 'solvertype';
/** Every other setting of the contract is among them: a new one that is missing does not compile. @internal */
export const SOLVER_SETTINGS = Object.keys({
  residualerror: 0,
  numberofiterations: 0,
  cfiealpha: 0,
  partmethods: 0,
  outermedia: 0,
  numberofreflections: 0,
  edgediffraction: 0,
  numberoffarlocations: 0,
  numberof3dthetas: 0,
  adaptivetolerance: 0,
  errorestimate: 0,
  outputselection: 0,
  scalefactor: 0,
  roundingangle: 0,
  changenormal: 0,
  sizeconfirmed: 0,
  numberoflevels: 0,
  numberofsurfaces: 0,
  modeltype: 0,
  excitationtype: 0,
  selectiveradiation: 0,
} satisfies Record<Exclude<keyof SolverInput, Renamed>, 0> &
  Record<keyof SolverSettings, 0>) as (keyof SolverSettings)[];

/** @internal @throws InvalidInput for another name */
export function programType(program: string): ProgramType {
  if (!Object.hasOwn(PROGRAM_TYPES, program))
    throw invalid(
      'VALIDATION',
      '/program',
      `"${program}" is no program: give "pec", "coating" or "composite".`,
    );
  return PROGRAM_TYPES[program as Program];
}

/** The solver input of the API. @internal @throws InvalidInput */
export function solverInput(settings: RunSettings, program: ProgramType): InputBody {
  const { frequency, theta = 180, phi = 180, polarization = 'H', solver, core } = settings;
  const given = SOLVER_SETTINGS.flatMap((name) => {
    const value = settings[name];
    return value === undefined ? [] : [[name, wireValue(name, value)] as const];
  });
  return {
    ...(Object.fromEntries(given) as Partial<InputBody>),
    ...(core === undefined ? {} : { core }),
    ...frequencyInput(frequency),
    ...excitationInput(theta, phi, polarizationNumber(polarization)),
    ...solverType(solver, program),
  };
}

/** Flags of the API are 0 and 1, and one value of all parts is a list of one. */
function wireValue(name: keyof SolverSettings, value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  const isList = (LIST_SETTINGS as readonly string[]).includes(name);
  return isList && typeof value === 'number' ? [value] : value;
}

/** `solvertype` of the solver input; none where the API's default is meant. */
function solverType(solver: string | undefined, program: ProgramType): { solvertype?: 1 | 2 | 3 } {
  const type = solver === undefined ? undefined : SOLVERS[solver.toLowerCase() as Solver];
  if (solver !== undefined && type === undefined)
    throw invalid('VALIDATION', '/solvertype', `"${solver}" is no solver: give "po", "mlfma" or "hybrid".`);
  if (program === PROGRAM_TYPES.pec) return type === undefined ? {} : { solvertype: type };
  if (type !== undefined && type !== SOLVER_TYPES.mlfma)
    throw invalid(
      'VALIDATION',
      '/solvertype',
      'Models with materials are solved by the full wave: leave solver out, or give "mlfma".',
    );
  return { solvertype: program === PROGRAM_TYPES.coating ? SOLVER_TYPES.mlfma : SOLVER_TYPES.hybrid };
}

/** Coatings and boundaries belong to models of their program. @internal @throws InvalidInput */
export function checkProgram({ coating, boundaries }: RunSettings, program: ProgramType): void {
  const wanted = { coating, boundaries };
  for (const [name, needed] of [
    ['coating', 'coating'],
    ['boundaries', 'composite'],
  ] as const)
    if (wanted[name] !== undefined && program !== PROGRAM_TYPES[needed])
      throw invalid(
        'VALIDATION',
        `/${name}`,
        `${name} belongs to models that were uploaded with the program "${needed}": upload it once more so.`,
      );
}

/** Solids of a CAD model that are turned before it is meshed. */
export interface SolidRotation {
  /** Numbers in the order of the file, counted from 1 */
  solids: number[];
  axis: 'x' | 'y' | 'z';
  /** That the axis goes through, in the model of the file [m] */
  point: [number, number, number];
  degrees: number;
}

/** What a mesh is given. What is left out stays as it was, or is the default of the API. */
export interface MeshSettings {
  /** Edge length [m], or a text as "lambda/8" with the frequency that λ belongs to */
  size?: number | string | undefined;
  /** [Hz] */
  frequency?: number | undefined;
  /** Triangles of second order, which follow the surface of the model */
  curved?: boolean | undefined;
  /** Shorter edges where the surface is tightly curved and at points */
  graded?: boolean | undefined;
  gradedElementsPerTurn?: number | undefined;
  gradedFactor?: number | undefined;
  algorithm?: 1 | 2 | 5 | 6 | 7 | undefined;
  tolerans_Percentage?: number | undefined;
  refinement_step?: number | undefined;
  /** Of a BREP model, whose file does not say its unit: 0.001 for millimetres */
  metresPerUnit?: number | undefined;
  /** Of a CAD model: its size is that of the file times this */
  modelScale?: number | undefined;
  /** Of a CAD model: solids (counted from 1) that turn about an axis through a point [m], one after the other */
  rotations?: SolidRotation[] | undefined;
  /** Of a UNV model: merge the nodes of torn seams */
  mergeSeams?: boolean | undefined;
}

type MesherChange = Partial<Omit<MesherOptions, 'operation_id'>>;

/** Options of the mesher in the API that were given. @internal @throws InvalidInput */
export function mesherOptions(settings: MeshSettings): MesherChange {
  const { size, frequency, curved, graded, gradedElementsPerTurn, gradedFactor } = settings;
  const { algorithm, tolerans_Percentage, refinement_step, metresPerUnit, modelScale, rotations } = settings;
  const options: { [K in keyof Required<MesherChange>]: MesherChange[K] | undefined } = {
    mesh_size: size === undefined ? undefined : meshSizeMm(size, frequency),
    curvedElements: curved,
    gradedMesh: graded,
    gradedElementsPerTurn,
    gradedFactor,
    algorithm,
    tolerans_Percentage,
    refinement_step,
    metresPerUnit,
    modelScale,
    rotations,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
