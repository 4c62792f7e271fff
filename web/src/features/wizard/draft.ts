import {
  DEFAULT_CFIE_ALPHA,
  fitsParts,
  HZ_PER_GHZ,
  MaterialsSchema,
  meanFrequencyHz,
  PART_METHODS,
  SOLVER_TYPES,
  SOLVER_TYPES_OF_PROGRAM,
  SolverInputShape,
  type Materials,
  type ProgramType,
  type SolverInput,
} from '@pace/contract';
import type { Processors } from '../../ui/ProcessorChoice.tsx';
import { impedanceEdits, type Impedances } from './materials/materialSettings.ts';

/** What the wizard holds while the user types: numbers as text, frequencies in GHz, angles in degrees. */
export interface WizardDraft {
  anglesweep: 0 | 1;
  theta: string;
  phi: string;
  thetaStart: string;
  thetaEnd: string;
  thetaStep: string;
  phiStart: string;
  phiEnd: string;
  phiStep: string;
  polarization: number;
  /** 0: one frequency, 1: a sweep, 2: a list */
  freqsweep: 0 | 1 | 2;
  frequency: string;
  frequencyStart: string;
  frequencyStep: string;
  frequencyEnd: string;
  /** GHz, with commas, semicolons, spaces or lines between */
  frequencyList: string;
  /** Only so many frequencies are solved that the others are known from them. */
  adaptive: boolean;
  /** dB */
  adaptiveTolerance: string;
  /** CFIE α a part as it was last set; null until then. One value serves all parts. */
  alphas: number[] | null;
  /** What stands in the boxes of α while it was typed but not set yet */
  alphaTexts: string[] | null;
  levelsMode: 'auto' | 'manual';
  levelsAuto: string;
  levelsManual: string;
  solvertype: 1 | 2 | 3;
  /** Of Hybrid, a part: 0 by the rule, 1 Physical Optics, 2 full wave; empty: all by the rule. One value serves all parts. */
  partMethods: (0 | 1 | 2)[];
  /** Of Physical Optics */
  reflections: string;
  edgeDiffraction: boolean;
  /** The size against the wavelength is meant, however unusual. */
  sizeConfirmed: boolean;
  maxIteration: string;
  residualError: string;
  farLocations: string;
  /** Theta points of the 3D pattern; 0: none */
  thetas3d: string;
  /** Bars of the far fields are wanted, where the method has them */
  errorBars: boolean;
  processors: Processors;
  /** Of coatings and composites; the impedances are calculated, `impedanceEdits` lie over them. */
  materials: Materials;
  impedanceEdits: Impedances;
  /** Metres per unit, once confirmed by the user. */
  scalefactor: number | undefined;
  /** Degrees between triangles of a UNV mesh up to which smooth parts are rounded; 0: they are not */
  roundingAngle: number;
  /** The input the draft was made of; fields that the wizard does not show are kept. */
  base: SolverInput;
}

const DEFAULT_EXCITATION = [180, 180, 0];
const DEFAULT_SWEEP = [90, 180, 90, 360, 0, 90, 90];
const DEFAULT_FREQUENCY_SWEEP_HZ = [1e9, 0.1e9, 100e9];
const DEFAULT_FREQUENCY_HZ = 1.3e9;
const DEFAULT_MANUAL_LEVELS = 4;

const DEFAULT_TOLERANCE_DB = 0.1;
const DEFAULT_FREQUENCY_LIST = '1, 1.3, 2';

/** Removes the noise of scaling by a power of ten (0.07 GHz is 70 000 000 Hz), twelve significant digits. */
const twelveDigits = (value: number) => Number(value.toPrecision(12));
export const ghzText = (hz: number) => String(twelveDigits(hz / HZ_PER_GHZ));
export const hzOf = (ghz: string) => twelveDigits(Number(ghz) * HZ_PER_GHZ);

interface SavedMaterials {
  programType?: ProgramType;
  materials?: Materials | null;
}

export function draftOf(
  saved: SolverInput | null,
  processors: Processors,
  { programType = 1, materials: savedMaterials = null }: SavedMaterials = {},
): WizardDraft {
  const input = saved ?? SolverInputShape.parse({});
  const materials = savedMaterials ?? MaterialsSchema.parse({});
  const solvers = SOLVER_TYPES_OF_PROGRAM[programType];
  const single = input.anglesweep === 0 ? input.excitation : DEFAULT_EXCITATION;
  const sweep = input.anglesweep === 1 ? input.excitation : DEFAULT_SWEEP;
  const [f0, df, f1] = input.freqsweep === 1 ? input.frequency : DEFAULT_FREQUENCY_SWEEP_HZ;
  const [auto, levels] = input.numberoflevels;
  const text = (values: readonly number[], i: number) => String(values[i] ?? '');
  return {
    anglesweep: input.anglesweep,
    theta: text(single, 0),
    phi: text(single, 1),
    thetaStart: text(sweep, 0),
    thetaEnd: text(sweep, 1),
    thetaStep: text(sweep, 5),
    phiStart: text(sweep, 2),
    phiEnd: text(sweep, 3),
    phiStep: text(sweep, 6),
    polarization: (input.anglesweep === 0 ? single[2] : sweep[4]) ?? 0,
    freqsweep: input.freqsweep,
    frequency: ghzText(input.freqsweep === 0 ? input.frequency[0] : DEFAULT_FREQUENCY_HZ),
    frequencyStart: ghzText(f0!),
    frequencyStep: ghzText(df!),
    frequencyEnd: ghzText(f1!),
    frequencyList: input.frequencylist?.map(ghzText).join(', ') ?? DEFAULT_FREQUENCY_LIST,
    adaptive: input.adaptivetolerance !== undefined,
    adaptiveTolerance: String(input.adaptivetolerance ?? DEFAULT_TOLERANCE_DB),
    alphas: input.cfiealpha.length > 0 ? input.cfiealpha : null,
    alphaTexts: null,
    levelsMode: auto === 0 ? 'manual' : 'auto',
    levelsAuto: String(auto === 0 ? 1 : auto),
    levelsManual: String(auto === 0 ? levels : DEFAULT_MANUAL_LEVELS),
    solvertype: solvers.includes(input.solvertype) ? input.solvertype : solvers[0]!,
    partMethods: input.partmethods,
    reflections: String(input.numberofreflections),
    edgeDiffraction: input.edgediffraction === 1,
    sizeConfirmed: input.sizeconfirmed === 1,
    maxIteration: String(input.numberofiterations),
    residualError: String(input.residualerror),
    farLocations: String(input.numberoffarlocations),
    thetas3d: String(input.numberof3dthetas),
    errorBars: input.errorestimate === 1,
    processors,
    materials,
    impedanceEdits: impedanceEdits(materials),
    scalefactor: input.scalefactor,
    roundingAngle: input.roundingangle,
    base: input,
  };
}

/** The solver input that a draft without complaints stands for. */
export function solverInputOf(draft: WizardDraft, parts: number): SolverInput {
  const { scalefactor: _, frequencylist: _list, adaptivetolerance: _tolerance, ...base } = draft.base;
  const n = Number;
  return {
    ...base,
    ...(draft.scalefactor === undefined ? {} : { scalefactor: draft.scalefactor }),
    roundingangle: draft.roundingAngle,
    anglesweep: draft.anglesweep,
    excitation:
      draft.anglesweep === 0
        ? [n(draft.theta), n(draft.phi), draft.polarization]
        : [
            n(draft.thetaStart),
            n(draft.thetaEnd),
            n(draft.phiStart),
            n(draft.phiEnd),
            draft.polarization,
            n(draft.thetaStep),
            n(draft.phiStep),
          ],
    ...frequencyInputOf(draft),
    cfiealpha: draft.alphas ?? [],
    numberofsurfaces: parts > 0 ? parts : base.numberofsurfaces,
    numberoflevels:
      draft.levelsMode === 'auto' ? [automaticLevels(draft.levelsAuto), 0] : [0, n(draft.levelsManual)],
    solvertype: draft.solvertype,
    partmethods: partMethodsOf(draft, parts),
    numberofreflections: n(draft.reflections),
    edgediffraction: draft.edgeDiffraction ? 1 : 0,
    sizeconfirmed: draft.sizeConfirmed ? 1 : 0,
    numberofiterations: n(draft.maxIteration),
    residualerror: n(draft.residualError),
    numberoffarlocations: n(draft.farLocations),
    numberof3dthetas: n(draft.thetas3d),
    errorestimate: draft.errorBars ? 1 : 0,
  };
}

/** The frequencies of a list as the user typed them, in their order. */
export const listedGhz = (text: string): string[] => text.split(/[\s;,]+/).filter((one) => one !== '');

function frequencyInputOf(
  draft: WizardDraft,
): Pick<SolverInput, 'freqsweep' | 'frequency' | 'frequencylist' | 'adaptivetolerance'> {
  if (draft.freqsweep === 0) return { freqsweep: 0, frequency: [hzOf(draft.frequency), -1, -1] };
  const adaptive = isAdaptive(draft) ? { adaptivetolerance: Number(draft.adaptiveTolerance) } : {};
  if (draft.freqsweep === 1)
    return {
      freqsweep: 1,
      frequency: [hzOf(draft.frequencyStart), hzOf(draft.frequencyStep), hzOf(draft.frequencyEnd)],
      ...adaptive,
    };
  const frequencylist = [...new Set(listedGhz(draft.frequencyList).map(hzOf))].sort((a, b) => a - b);
  return { freqsweep: 2, frequency: draft.base.frequency, frequencylist, ...adaptive };
}

/** Physical Optics computes every frequency. */
export const isAdaptive = ({ adaptive, freqsweep, solvertype }: WizardDraft): boolean =>
  adaptive && freqsweep !== 0 && solvertype !== SOLVER_TYPES.physicalOptics;

/** 0 in front of the levels stands for levels by hand; of automatic levels it is what 1 is: chosen by the solver. */
const automaticLevels = (text: string) => Number(text) || 1;

/** What was chosen for the parts, as long as it fits the model. */
export function partMethodsOf({ partMethods }: WizardDraft, parts: number): (0 | 1 | 2)[] {
  const fits = parts === 0 || fitsParts(partMethods, parts);
  return fits && partMethods.some((method) => method !== PART_METHODS.byRule) ? partMethods : [];
}

/** The α of every part as boxes show it: as set, else 0.5. */
export function alphaTexts(alphas: number[] | null, parts: number): string[] {
  const one = alphas?.length === 1 ? alphas[0]! : DEFAULT_CFIE_ALPHA;
  return Array.from({ length: parts }, (_, i) => String(alphas?.length === parts ? alphas[i]! : one));
}

/** True if α was set, fits the parts of the model, and is what the boxes say. */
export function alphasAreSet({ alphas, alphaTexts: typed }: WizardDraft, parts: number): boolean {
  // Nothing was saved yet: the boxes show the default, which is used as it is.
  const fits = alphas === null || parts === 0 || fitsParts(alphas, parts);
  return (
    fits &&
    (typed === null ||
      parts !== typed.length ||
      alphaTexts(alphas, parts).every(
        (text, i) => Number(text) === Number(typed[i]) && typed[i]!.trim() !== '',
      ))
  );
}

/** Frequency by which the mesh size is chosen [Hz]: the single one or the middle of the band. */
export const meshFrequencyHz = (draft: WizardDraft): number => meanFrequencyHz(frequencyInputOf(draft));

export const lowestFrequencyHz = (draft: WizardDraft): number => bandOf(draft)[0];

export const highestFrequencyHz = (draft: WizardDraft): number => bandOf(draft)[1];

function bandOf(draft: WizardDraft): [lowest: number, highest: number] {
  const { freqsweep, frequency, frequencylist = [] } = frequencyInputOf(draft);
  if (freqsweep === 2) return [frequencylist[0] ?? NaN, frequencylist.at(-1) ?? NaN];
  return [frequency[0], frequency[freqsweep === 0 ? 0 : 2]];
}
