import { countSweepPoints, HZ_PER_GHZ, LIMITS, SOLVER_TYPES, stepExceedsRange } from '@pace/contract';
import { isAdaptive, listedGhz, solverInputOf, type WizardDraft } from './draft.ts';

/** A sentence of wizard.json: its key under `complaints`, and what is put into it (`label`, `other` are keys of `labels`). */
export interface Complaint {
  key: string;
  values?: Record<string, string | number>;
}
export type Complaints = Partial<Record<keyof WizardDraft | 'sweep', Complaint>>;

const FREQUENCY_MAX_GHZ = LIMITS.frequencyMaxHz / HZ_PER_GHZ;
const isEmpty = (text: string) => text.trim() === '' || Number.isNaN(Number(text));
const within = (text: string, min: number, max: number) => Number(text) >= min && Number(text) <= max;

export const hasComplaints = (complaints: Complaints) => Object.keys(complaints).length > 0;

export function angleComplaints(draft: WizardDraft): Complaints {
  return draft.anglesweep === 0
    ? singleAngleComplaints(draft)
    : { ...sweptAngle(draft, 'theta'), ...sweptAngle(draft, 'phi') };
}

function singleAngleComplaints({ theta, phi }: WizardDraft): Complaints {
  const complaints: Complaints = {};
  if (isEmpty(theta)) complaints.theta = { key: 'thetaEmpty' };
  else if (!within(theta, 0, LIMITS.thetaMaxDeg)) complaints.theta = { key: 'thetaRange' };
  if (isEmpty(phi)) complaints.phi = { key: 'phiEmpty' };
  else if (!within(phi, 0, LIMITS.phiMaxDeg)) complaints.phi = { key: 'phiRange' };
  return complaints;
}

function sweptAngle(draft: WizardDraft, angle: 'theta' | 'phi'): Complaints {
  const [start, end, step] = [`${angle}Start`, `${angle}End`, `${angle}Step`] as const;
  const max = angle === 'theta' ? LIMITS.thetaMaxDeg : LIMITS.phiMaxDeg;
  const complaints: Complaints = {};
  for (const field of [start, end, step]) {
    if (isEmpty(draft[field])) complaints[field] = { key: 'empty', values: { label: field } };
    else if (!within(draft[field], 0, max))
      complaints[field] = { key: 'between', values: { label: field, min: 0, max } };
  }
  const [from, to] = [Number(draft[start]), Number(draft[end])];
  if (!complaints[start] && !complaints[end] && from > to) {
    complaints[start] = { key: 'lessThan', values: { label: start, other: end } };
    complaints[end] = { key: 'greaterThan', values: { label: end, other: start } };
  }
  // An angle that stands still needs no step; one that is given is ignored.
  if (hasComplaints(complaints) || from === to) return complaints;
  if (stepExceedsRange(from, to, Number(draft[step])))
    complaints[step] = { key: 'lessThan', values: { label: step, other: `${angle}Span` } };
  else if (Number(draft[step]) === 0)
    complaints[step] = { key: 'greaterThan', values: { label: step, other: 'zero' } };
  return complaints;
}

export function frequencyComplaints(draft: WizardDraft): Complaints {
  if (draft.freqsweep === 0) return singleFrequencyComplaints(draft);
  return {
    ...(draft.freqsweep === 1 ? sweptFrequencyComplaints(draft) : listedFrequencyComplaints(draft)),
    ...toleranceComplaints(draft),
  };
}

function listedFrequencyComplaints({ frequencyList }: WizardDraft): Complaints {
  const list = listedGhz(frequencyList);
  if (list.length === 0) return { frequencyList: { key: 'listEmpty' } };
  const wrong = list.find((one) => !(Number(one) > 0 && Number(one) <= FREQUENCY_MAX_GHZ));
  return wrong === undefined ? {} : { frequencyList: { key: 'listValue', values: { value: wrong } } };
}

function toleranceComplaints(draft: WizardDraft): Complaints {
  const [min, max] = [LIMITS.adaptiveToleranceMinDb, LIMITS.adaptiveToleranceMaxDb];
  const text = draft.adaptiveTolerance;
  if (!isAdaptive(draft) || (!isEmpty(text) && within(text, min, max))) return {};
  return { adaptiveTolerance: { key: 'between', values: { label: 'adaptiveTolerance', min, max } } };
}

function singleFrequencyComplaints({ frequency }: WizardDraft): Complaints {
  if (isEmpty(frequency)) return { frequency: { key: 'singleEmpty' } };
  if (!within(frequency, 0, FREQUENCY_MAX_GHZ)) return { frequency: { key: 'singleRange' } };
  return Number(frequency) <= 0 ? { frequency: { key: 'singleZero' } } : {};
}

function sweptFrequencyComplaints(draft: WizardDraft): Complaints {
  const complaints: Complaints = {};
  for (const [field, name] of [
    ['frequencyStart', 'initial'],
    ['frequencyEnd', 'final'],
    ['frequencyStep', 'step'],
  ] as const) {
    const text = draft[field];
    if (isEmpty(text)) complaints[field] = { key: `${name}Empty` };
    else if (!within(text, 0, FREQUENCY_MAX_GHZ))
      complaints[field] = { key: name === 'step' ? 'stepRange' : 'frequencyRange' };
    else if (Number(text) <= 0) complaints[field] = { key: `${name}Zero` };
  }
  const [start, end, step] = [draft.frequencyStart, draft.frequencyEnd, draft.frequencyStep].map(Number) as [
    number,
    number,
    number,
  ];
  if (complaints.frequencyStart || complaints.frequencyEnd) return complaints;
  if (start >= end) {
    complaints.frequencyStart = { key: 'initialSmaller' };
    complaints.frequencyEnd = { key: 'finalGreater' };
  } else if (!complaints.frequencyStep && stepExceedsRange(start, end, step))
    complaints.frequencyStep = { key: 'stepSmaller' };
  return complaints;
}

/** One α a part; the list of complaints is as long as the list of boxes. */
export function alphaComplaints(texts: readonly string[]): (Complaint | undefined)[] {
  return texts.map((text, i) => {
    if (isEmpty(text)) return { key: 'alphaEmpty', values: { n: i + 1 } };
    return within(text, 0, 1) ? undefined : { key: 'alphaRange' };
  });
}

/** Fields that only the full wave has, and such that only Physical Optics has. */
const FULL_WAVE_FIELDS = ['levelsAuto', 'levelsManual', 'maxIteration', 'residualError'] as const;
const OPTICS_FIELDS = ['reflections'] as const;

/** Fields that the chosen solver type does not use and the wizard does not show. */
export const hiddenFields = ({ solvertype }: WizardDraft) =>
  solvertype === SOLVER_TYPES.physicalOptics ? FULL_WAVE_FIELDS : OPTICS_FIELDS;

/** What is wrong with the options that the chosen solver type has: nobody can correct a field that is not shown. */
export function solverComplaints(draft: WizardDraft): Complaints {
  const complaints = allSolverComplaints(draft);
  for (const hidden of hiddenFields(draft)) delete complaints[hidden];
  return complaints;
}

function allSolverComplaints(draft: WizardDraft): Complaints {
  const complaints: Complaints = {};
  if (draft.levelsMode === 'auto') {
    if (isEmpty(draft.levelsAuto)) complaints.levelsAuto = { key: 'empty', values: { label: 'levelsAuto' } };
    else if (!within(draft.levelsAuto, -1, 1)) complaints.levelsAuto = { key: 'levelsAuto' };
    else if (!isWhole(draft.levelsAuto)) complaints.levelsAuto = { key: 'levelsAutoWhole' };
  } else if (
    !isWhole(draft.levelsManual) ||
    !within(draft.levelsManual, LIMITS.levelsManualMin, LIMITS.levelsManualMax)
  )
    complaints.levelsManual = {
      key: 'levelsManual',
      values: { min: LIMITS.levelsManualMin, max: LIMITS.levelsManualMax },
    };

  if (!isWhole(draft.reflections) || !within(draft.reflections, 1, LIMITS.reflectionsMax))
    complaints.reflections = { key: 'reflections', values: { max: LIMITS.reflectionsMax } };

  if (isEmpty(draft.maxIteration))
    complaints.maxIteration = { key: 'empty', values: { label: 'maxIteration' } };
  else if (Number(draft.maxIteration) < 1) complaints.maxIteration = { key: 'iterations' };
  else if (!isWhole(draft.maxIteration) || Number(draft.maxIteration) > LIMITS.iterationsMax)
    complaints.maxIteration = {
      key: 'wholeUpTo',
      values: { label: 'maxIteration', max: LIMITS.iterationsMax },
    };

  if (isEmpty(draft.residualError))
    complaints.residualError = { key: 'empty', values: { label: 'residualError' } };
  else if (Number(draft.residualError) <= 0) complaints.residualError = { key: 'residualZero' };
  else if (!(Number(draft.residualError) <= 1)) complaints.residualError = { key: 'residual' };

  if (isEmpty(draft.farLocations))
    complaints.farLocations = { key: 'empty', values: { label: 'farLocations' } };
  else if (Number(draft.farLocations) < 0) complaints.farLocations = { key: 'farLocations' };
  else if (!isWhole(draft.farLocations) || Number(draft.farLocations) > LIMITS.farLocationsMax)
    complaints.farLocations = {
      key: 'wholeUpTo',
      values: { label: 'farLocations', max: LIMITS.farLocationsMax },
    };

  if (!isWhole(draft.thetas3d) || !is3dThetas(Number(draft.thetas3d)))
    complaints.thetas3d = { key: 'thetas3d', values: { max: LIMITS.thetas3dMax } };
  return complaints;
}

/** None, or at least both poles. */
const is3dThetas = (count: number) => count === 0 || (count >= 2 && count <= LIMITS.thetas3dMax);

const isWhole = (text: string) => !isEmpty(text) && Number.isInteger(Number(text));

/** Illuminations × frequencies; call it only for angles and frequencies without complaints. */
export function sweepPoints(draft: WizardDraft) {
  return countSweepPoints(solverInputOf(draft, 0));
}

export function sweepComplaints(draft: WizardDraft): Complaints {
  if (hasComplaints(angleComplaints(draft)) || hasComplaints(frequencyComplaints(draft))) return {};
  const { total } = sweepPoints(draft);
  return total > LIMITS.sweepPointsMax
    ? { sweep: { key: 'sweepTooLarge', values: { total, max: LIMITS.sweepPointsMax } } }
    : {};
}

/** Every value that cannot be kept, of fields that are not shown too. */
export const unkeepable = (draft: WizardDraft): Complaints => ({
  ...draftComplaints(draft),
  ...allSolverComplaints(draft),
});

/** Everything wrong with a draft, α apart. */
export function draftComplaints(draft: WizardDraft): Complaints {
  return {
    ...angleComplaints(draft),
    ...frequencyComplaints(draft),
    ...sweepComplaints(draft),
    ...solverComplaints(draft),
  };
}
