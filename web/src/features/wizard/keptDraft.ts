import { hasComplaints, unkeepable, type Complaints } from './complaints.ts';
import { draftOf, type WizardDraft } from './draft.ts';

const ANGLES = [
  'anglesweep',
  'theta',
  'phi',
  'thetaStart',
  'thetaEnd',
  'thetaStep',
  'phiStart',
  'phiEnd',
  'phiStep',
] as const;
const FREQUENCIES = [
  'freqsweep',
  'frequency',
  'frequencyStart',
  'frequencyStep',
  'frequencyEnd',
  'frequencyList',
] as const;

type Field = keyof WizardDraft;

/**
 * The draft as far as it can be kept: a value with a complaint, of a field that is not shown too, becomes that of the
 * input which the draft was made of. Angles or frequencies that do not fit together after that are all taken from there.
 */
export function keptDraft(draft: WizardDraft): WizardDraft {
  const first = unkeepable(draft);
  if (!hasComplaints(first)) return draft;
  const before = draftOf(draft.base, draft.processors);
  const mended = taken(draft, before, fieldsOf(first));
  const second = unkeepable(mended);
  if (!hasComplaints(second)) return mended;
  const groups = [ANGLES, FREQUENCIES].filter(
    (group) => second.sweep || group.some((field) => second[field]),
  );
  return taken(mended, before, groups.flat());
}

const fieldsOf = (complaints: Complaints): Field[] =>
  Object.keys(complaints).filter((field): field is Field => field !== 'sweep');

const taken = (draft: WizardDraft, from: WizardDraft, fields: readonly Field[]): WizardDraft => ({
  ...draft,
  ...Object.fromEntries(fields.map((field) => [field, from[field]])),
});
