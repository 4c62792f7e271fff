import {
  polarizationOf,
  variantCount,
  type Study,
  type StudyRow as WireStudyRow,
  type Variant,
} from '@pace/contract';
import type { StudyRow } from '../storage/schema.ts';
import type { VariantState } from '../storage/studyRows.ts';

interface Facts {
  study: StudyRow;
  states: readonly VariantState[];
}

export function presentStudyRow(facts: Facts): WireStudyRow {
  const { study, states } = facts;
  const { id, name, baseProjectId, baseName, createdAt, definition } = study;
  const variants = variantsOf(facts);
  const has = (...statuses: Variant['status'][]) =>
    variants.filter(({ status }) => statuses.includes(status)).length;
  return {
    ...{ id, name, baseProjectId, baseName },
    createdDate: createdAt.toISOString(),
    status: study.cancelledAt ? 'Cancelled' : study.finishedAt ? 'Finished' : 'Open',
    runs: Math.max(states.length, variantCount(definition)),
    counts: {
      planned: has('Planned'),
      active: has('Queued', 'Starting', 'Running'),
      finished: has('Finished'),
      failed: has('Error'),
      cancelled: has('Cancelled'),
    },
  };
}

export function presentStudy(facts: Facts): Study {
  const { study } = facts;
  const { programType, solverInput } = study.base.settings;
  return {
    ...presentStudyRow(facts),
    carrierId: study.carrierId,
    definition: study.definition,
    programType,
    polarization: polarizationOf(solverInput.anglesweep, solverInput.excitation),
    variants: variantsOf(facts),
    ...(study.waiting && !study.cancelledAt && !study.finishedAt ? { waiting: study.waiting } : {}),
  };
}

const variantsOf = ({ states }: Facts): Variant[] => states.map(presentVariant);

function presentVariant({ variant, solverRun, mesherRun }: VariantState): Variant {
  const { number, values, projectId, objectives, failure, converged, gradient } = variant;
  const shared = {
    number,
    values,
    projectId,
    objectives: objectives ?? [],
    coreSeconds: coreSecondsOf(solverRun),
  };
  if (failure) return { ...shared, status: 'Error', error: failure };
  if (objectives)
    return {
      ...shared,
      status: 'Finished',
      ...(converged === null ? {} : { converged }),
      ...(gradient && { gradient }),
    };
  if (!solverRun) return { ...shared, status: 'Planned' };
  const { status, fraction, detail, code, message } = solverRun;
  if (status === 'Error')
    return { ...shared, status, error: { detail, code: code ?? 'INTERNAL', ...message } };
  // Its objectives are found in a moment.
  if (status === 'Finished') return { ...shared, status: 'Running', fraction: 1 };
  const isMeshing =
    status === 'Queued' && (mesherRun?.status === 'Running' || mesherRun?.status === 'Starting');
  return {
    ...shared,
    status,
    ...(fraction !== null && status !== 'Cancelled' ? { fraction } : {}),
    ...(isMeshing ? { stage: mesherRun.detail } : status === 'Running' ? { stage: detail } : {}),
  };
}

const coreSecondsOf = (run: VariantState['solverRun']) => run?.coreSeconds ?? 0;
