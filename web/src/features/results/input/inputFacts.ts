import {
  countSweepPoints,
  DEFAULT_CFIE_ALPHA,
  frequenciesHz,
  meanFrequencyHz,
  hasErrorEstimate,
  hybridParts,
  HZ_PER_GHZ,
  PART_METHODS,
  polarizationOf,
  PROGRAM_TYPES,
  SOLVER_TYPES,
  type Project,
  type SolverInput,
} from '@pace/contract';
import type { TFunction } from 'i18next';
import { isUnnamed, partName } from '../../../ui/usePartName.ts';
import type { Fact, InputSection } from './inputSection.ts';
import { materialSections } from './materialTables.ts';
import { angleLabel, frequencyLabel, plainNumber } from '../labels/quantities.ts';

const OUTPUTS = ['coefficients', 'currents', 'iterations', 'time', 'farzone'] as const;
const ALPHA_LEAST_DECIMALS = 1;
/** More than anybody types */
const ALPHA_MOST_DECIMALS = 12;

/** All that was asked of the solver; empty as long as nothing was saved. */
export function inputSections(project: Project, t: TFunction<'results'>, language: string): InputSection[] {
  const input = project.state.solverInput;
  if (!input) return [];
  const section = (
    key: 'excitation' | 'frequency' | 'alpha' | 'solver',
    facts: readonly Fact[],
  ): InputSection => ({ key, title: t(`input.${key}`), facts });
  return [
    section('excitation', excitationFacts(input, t, language)),
    section('frequency', frequencyFacts(input, t, language)),
    ...(project.programType === PROGRAM_TYPES.pec
      ? [section('alpha', alphaFacts(project, input, t, language))]
      : []),
    ...materialSections(project, t, language),
    section('solver', solverFacts(project, input, t, language)),
  ];
}

function excitationFacts(input: SolverInput, t: TFunction<'results'>, language: string): Fact[] {
  const angle = (index: number) => angleLabel(input.excitation[index] ?? 0, language);
  const range = (from: number, to: number, step: number) =>
    t('input.range', { from: angle(from), to: angle(to), step: angle(step) });
  const single = input.anglesweep === 0;
  const { theta, phi } = countSweepPoints(input);
  return [
    [t('input.mode'), t(single ? 'input.singleAngle' : 'input.angleSweep')],
    [t('axis.theta'), single ? angle(0) : range(0, 1, 5)],
    [t('axis.phi'), single ? angle(1) : range(2, 3, 6)],
    [t('input.polarization'), t(`polarization.${polarizationOf(input.anglesweep, input.excitation)}`)],
    [t('input.directions'), plainNumber(theta * phi, language)],
  ];
}

function frequencyFacts(input: SolverInput, t: TFunction<'results'>, language: string): Fact[] {
  const [initial, step, final] = input.frequency;
  const label = (hertz: number) => frequencyLabel(hertz, language);
  if (input.freqsweep === 0)
    return [
      [t('input.mode'), t('input.singleFrequency')],
      [t('frequency'), label(initial)],
    ];
  const all = frequenciesHz(input);
  return [
    ...(input.freqsweep === 1
      ? ([
          [t('input.mode'), t('input.frequencySweep')],
          [t('frequency'), t('input.range', { from: label(initial), to: label(final), step: label(step) })],
        ] as Fact[])
      : ([
          [t('input.mode'), t('input.frequencyList')],
          [t('frequency'), all.map(label).join(', ')],
        ] as Fact[])),
    [t('input.frequencies'), plainNumber(all.length, language)],
    [t('input.midFrequency'), `${plainNumber(meanFrequencyHz(input) / HZ_PER_GHZ, language)} GHz`],
    [
      t('input.sampling'),
      input.adaptivetolerance === undefined
        ? t('input.everyPoint')
        : t('input.adaptiveWithin', { db: plainNumber(input.adaptivetolerance, language) }),
    ],
  ];
}

function alphaFacts(project: Project, input: SolverInput, t: TFunction<'results'>, language: string): Fact[] {
  const parts = project.state.meshReport?.parts ?? [];
  const count = Math.max(parts.length, input.cfiealpha.length, 1);
  // One value serves all parts; none means the default.
  const alphaOf = (index: number) =>
    input.cfiealpha[input.cfiealpha.length === 1 ? 0 : index] ?? DEFAULT_CFIE_ALPHA;
  return Array.from({ length: count }, (_, i): Fact => [
    partTitle(project, i, t),
    alphaOf(i).toLocaleString(language, {
      minimumFractionDigits: ALPHA_LEAST_DECIMALS,
      maximumFractionDigits: ALPHA_MOST_DECIMALS,
    }),
  ]);
}

/** "Part 2 Face 2", and "Part 2" where it has no name of its own. */
function partTitle({ state: { meshReport } }: Project, i: number, t: TFunction<'results'>): string {
  const part = meshReport?.parts[i];
  const index = i + 1;
  return part === undefined || isUnnamed(part)
    ? t('partNames.part', { part: index, ns: 'common' })
    : t('input.part', { index, name: partName(part, meshReport, t as TFunction) });
}

/** How Hybrid solves each part. */
function partMethodFacts(project: Project, input: SolverInput, t: TFunction<'results'>): Fact[] {
  const parts = project.state.meshReport?.parts ?? [];
  return hybridParts(parts, input.partmethods, input.frequency[0]).map(({ method }, i): Fact => [
    t('input.methodOf', { part: partTitle(project, i, t) }),
    t(method === PART_METHODS.physicalOptics ? 'method.physical-optics' : 'input.fullWave'),
  ]);
}

function solverFacts(
  project: Project,
  input: SolverInput,
  t: TFunction<'results'>,
  language: string,
): Fact[] {
  const number = (value: number) => plainNumber(value, language);
  const [auto, levels] = input.numberoflevels;
  const kind = Object.entries(SOLVER_TYPES).find(([, code]) => code === input.solvertype)?.[0] ?? 'hybrid';
  const solverKind = project.programType === PROGRAM_TYPES.composite ? 'multilayer' : kind;
  const outputs = OUTPUTS.filter((_, i) => input.outputselection[i] === 1).map((name) => t(`output.${name}`));
  const waveFacts: Fact[] = [
    [t('input.levels'), auto === 0 ? t('input.manualLevels', { levels }) : t('input.autoLevels')],
    [t('input.maxIterations'), number(input.numberofiterations)],
    [t('input.residualError'), number(input.residualerror)],
  ];
  const edgeFact: Fact = [
    t('input.edgeDiffraction'),
    t(input.edgediffraction === 1 ? 'summary.yes' : 'input.off'),
  ];
  const opticsFacts: Fact[] = [[t('input.reflections'), number(input.numberofreflections)], edgeFact];
  const hybrid = project.programType === PROGRAM_TYPES.pec && input.solvertype === SOLVER_TYPES.hybrid;
  const hybridFacts: Fact[] = hybrid ? [...partMethodFacts(project, input, t), edgeFact] : [];
  // A hybrid has them where every part turns out to be the full wave's.
  const barsFacts: Fact[] = hasErrorEstimate(input)
    ? [[t('input.errorBars'), t(input.errorestimate === 1 ? 'summary.yes' : 'input.off')]]
    : [];
  const ownScale = project.state.model?.type !== 'STEP' && input.scalefactor !== undefined;
  const isRounded = project.state.model?.type !== 'STEP' && input.roundingangle > 0;
  return [
    [t('input.solverType'), t(`solverType.${solverKind}`)],
    ...(input.solvertype === SOLVER_TYPES.physicalOptics ? opticsFacts : waveFacts),
    ...hybridFacts,
    [t('input.farLocations'), number(input.numberoffarlocations)],
    [t('input.thetas3d'), input.numberof3dthetas > 1 ? number(input.numberof3dthetas) : t('input.noPattern')],
    ...barsFacts,
    [t('input.processors'), number(project.coreType)],
    ...(ownScale
      ? [[t('input.scaleFactor'), t('input.metresPerUnit', { value: number(input.scalefactor!) })] as const]
      : []),
    ...(isRounded
      ? [[t('input.rounding'), t('input.degrees', { value: number(input.roundingangle) })] as const]
      : []),
    [t('input.outputs'), outputs.length > 0 ? outputs.join(', ') : t('input.noOutputs')],
  ];
}
