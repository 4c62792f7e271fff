import {
  HZ_PER_GHZ,
  isContinuous,
  StudyDefinitionSchema,
  type Objective,
  type ParameterValues,
  type RcsComponent,
  type RotationAxis,
  type Sampling,
  type StudyDefinition,
  type StudyDefinitionInput,
  type Target,
} from '@pace/contract';
import { fromShown, toShown } from '../units.ts';

/** What the form of a new study holds: texts as they are typed. */

export const VALUE_FORMS = ['list', 'range', 'normal'] as const;
export type ValueForm = (typeof VALUE_FORMS)[number];

export interface ParameterDraft {
  id: number;
  target: Target;
  form: ValueForm;
  /** Numbers, with anything between them */
  list: string;
  /** Of a parameter that takes names, and of codes */
  chosen: (string | number)[];
  from: string;
  to: string;
  count: string;
  mean: string;
  deviation: string;
  /** Of solids that turn; the point of the axis in mm */
  axis: RotationAxis;
  point: readonly [string, string, string];
}

export interface ObjectiveDraft {
  id: number;
  statistic: Objective['statistic'];
  percentile: string;
  component: RcsComponent;
  theta: readonly [string, string];
  phi: readonly [string, string];
  frequency: readonly [string, string];
}

export interface StudyDraft {
  name: string;
  sampling: Sampling['kind'];
  runs: string;
  seed: string;
  objective: number;
  goal: 'minimum' | 'maximum';
  parameters: ParameterDraft[];
  objectives: ObjectiveDraft[];
}

const MM_PER_M = 1000;

const text = (value: number) => String(Number(value.toPrecision(6)));

/** Half and double of what the base has; of angles and α their ends. */
function ends(kind: Target['kind'], now: number | undefined): [number, number] {
  if (kind === 'alpha') return [0, 1];
  if (kind === 'theta') return [0, 180];
  if (kind === 'phi') return [0, 360];
  if (kind === 'rotation') return [-10, 10];
  if (now === undefined || now === 0) return [0, 1];
  return [now / 2, 2 * now];
}

/** @param now what the base has, in SI units */
export function newParameter(id: number, target: Target, now: number | undefined): ParameterDraft {
  const [from, to] = ends(target.kind, now).map((end) => text(toShown(target.kind, end)));
  const mean = text(toShown(target.kind, now ?? 1));
  return {
    ...{ id, target, list: '', chosen: [], from: from!, to: to!, count: '5', mean },
    deviation: text(toShown(target.kind, (now ?? 1) * 0.05)),
    form: isContinuous(target.kind) ? 'range' : 'list',
    ...{ axis: 'z', point: ['0', '0', '0'] },
  };
}

export const newObjective = (id: number, component: RcsComponent): ObjectiveDraft => ({
  ...{ id, component, statistic: 'mean', percentile: '90' },
  ...{ theta: ['', ''], phi: ['', ''], frequency: ['', ''] },
});

/** Numbers of a text: a comma is a separator where points stand too, or a space follows; else a decimal mark. */
export function numbersIn(typed: string): number[] {
  const pieces = typed
    .split(/[;\s]+|,(?=\s|$)/)
    .flatMap((piece) => (piece.includes('.') || !/^-?\d+,\d+$/.test(piece) ? piece.split(',') : [piece]))
    .filter((piece) => piece !== '');
  return pieces.map((piece) => Number(piece.replace(',', '.')));
}

const number = (typed: string) => (typed.trim() === '' ? NaN : Number(typed));

function valuesOf({ target: { kind }, form, ...draft }: ParameterDraft): ParameterValues {
  const si = (typed: string) => fromShown(kind, number(typed));
  if (!isContinuous(kind)) return { list: draft.chosen };
  if (form === 'list') return { list: numbersIn(draft.list).map((value) => fromShown(kind, value)) };
  if (form === 'range')
    return { range: { from: si(draft.from), to: si(draft.to), count: number(draft.count) } };
  return { normal: { mean: si(draft.mean), deviation: si(draft.deviation) } };
}

function targetOf({ target, axis, point }: ParameterDraft): Target {
  if (target.kind !== 'rotation') return target;
  const [x, y, z] = point;
  return { ...target, axis, point: [number(x) / MM_PER_M, number(y) / MM_PER_M, number(z) / MM_PER_M] };
}

function sectorOf(draft: ObjectiveDraft): Objective['sector'] {
  const ends = (pair: readonly [string, string], factor: number): [number, number] | undefined =>
    pair.every((one) => one.trim() === '') ? undefined : [number(pair[0]) * factor, number(pair[1]) * factor];
  const [theta, phi, frequency] = [
    ends(draft.theta, 1),
    ends(draft.phi, 1),
    ends(draft.frequency, HZ_PER_GHZ),
  ];
  return { ...(theta && { theta }), ...(phi && { phi }), ...(frequency && { frequency }) };
}

function definitionOf(draft: StudyDraft): StudyDefinitionInput {
  const sampled = { runs: number(draft.runs), seed: number(draft.seed) };
  const sampling: StudyDefinitionInput['sampling'] =
    draft.sampling === 'grid'
      ? { kind: 'grid' }
      : draft.sampling === 'optimise'
        ? { kind: 'optimise', ...sampled, objective: draft.objective, goal: draft.goal }
        : { kind: draft.sampling, ...sampled };
  return {
    sampling,
    parameters: draft.parameters.map((one) => ({ target: targetOf(one), values: valuesOf(one) })),
    objectives: draft.objectives.map((one) => ({
      ...{ statistic: one.statistic, component: one.component, sector: sectorOf(one) },
      ...(one.statistic === 'percentile' && { percentile: number(one.percentile) }),
    })),
  };
}

export interface DraftComplaint {
  /** As in the definition: parameters/0/values */
  path: string;
  /** As the contract says it */
  text: string;
}

/** The definition where it is complete, else what is missing or wrong. */
export function checkedDefinition(draft: StudyDraft): {
  definition: StudyDefinition | undefined;
  complaints: DraftComplaint[];
} {
  const parsed = StudyDefinitionSchema.safeParse(definitionOf(draft));
  if (parsed.success) return { definition: parsed.data, complaints: [] };
  return {
    definition: undefined,
    complaints: parsed.error.issues.map(({ path, message }) => ({ path: path.join('/'), text: message })),
  };
}
