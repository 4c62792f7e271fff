import {
  componentBar,
  componentM2,
  componentsOf,
  correctedRecord,
  polarizationOf,
  sizeDbsm,
  sweepPointOf,
  type MonoStaticRcs,
  type RcsComponent,
  type StudyCurves,
} from '@pace/contract';
import { problem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import type { StudyRow, UserRow } from '../../storage/schema.ts';
import { findStudy, studiesOf, variantsOf, type VariantState } from '../../storage/studyRows.ts';
import { readMonoStatic } from '../readResult.ts';
import { variantSettings } from './studyBase.ts';

export interface StudyRecords {
  study: StudyRow;
  states: VariantState[];
}

/** @throws Problem STUDY_NOT_FOUND, for a foreign one as for none */
export async function openStudy(
  { db }: Pick<Services, 'db'>,
  user: Pick<UserRow, 'id'>,
  id: string,
): Promise<StudyRecords> {
  const study = await findStudy(db, id);
  if (!study || study.ownerId !== user.id || study.deletedAt) throw problem('STUDY_NOT_FOUND');
  return { study, states: (await variantsOf(db, [id])).get(id) ?? [] };
}

/** Of a person, newest first. */
export async function listStudies(
  { db }: Pick<Services, 'db'>,
  user: Pick<UserRow, 'id'>,
): Promise<StudyRecords[]> {
  const studies = await studiesOf(db, user.id);
  const states = await variantsOf(
    db,
    studies.map(({ id }) => id),
  );
  return studies.map((study) => ({ study, states: states.get(study.id) ?? [] }));
}

/** σ of the variants that have finished. @throws Problem STUDY_NOT_FOUND, RESULT_DAMAGED */
export async function readStudyCurves(
  services: Services,
  user: UserRow,
  { id, component, variants }: { id: string; component: RcsComponent; variants?: number[] | undefined },
): Promise<StudyCurves> {
  const { study, states } = await openStudy(services, user, id);
  const asked = states.filter(
    ({ variant: { number, projectId, objectives } }) =>
      projectId !== null && objectives !== null && (variants?.includes(number) ?? true),
  );
  const sweeps = new Map<string, { place: number; points: StudyCurves['sweeps'][number] }>();
  const curves: StudyCurves['curves'] = [];
  for (const { variant } of asked) {
    const { anglesweep, excitation } = variantSettings(
      study.base,
      study.definition,
      variant.values,
    ).solverInput;
    const polarization = polarizationOf(anglesweep, excitation);
    // Runs of another polarization have no such component; that is not the same as no field.
    if (!componentsOf(polarization).includes(component)) continue;
    const { monoStaticRcs } = await readMonoStatic(services, user, variant.projectId!);
    const points = pointsOf(monoStaticRcs);
    const key = JSON.stringify(points);
    const sweep = sweeps.get(key) ?? { place: sweeps.size, points };
    sweeps.set(key, sweep);
    curves.push({
      ...{ variant: variant.number, sweep: sweep.place },
      ...curveOf(monoStaticRcs, component, polarization),
    });
  }
  return { sweeps: [...sweeps.values()].map(({ points }) => points), curves };
}

function pointsOf(records: readonly MonoStaticRcs[]): StudyCurves['sweeps'][number] {
  const points = records.map(sweepPointOf);
  return {
    thetaDeg: points.map(({ theta }) => theta),
    phiDeg: points.map(({ phi }) => phi),
    frequencyHz: points.map(({ frequency }) => frequency),
  };
}

const finite = (value: number) => (Number.isFinite(value) ? value : null);

/** Corrected where there is a correction, as everywhere; bars where all points have one. */
function curveOf(records: readonly MonoStaticRcs[], component: RcsComponent, polarization: number) {
  const shown = records.map(correctedRecord);
  const bars = shown.map((record) => componentBar(record, component, polarization));
  const end = (side: 'low' | 'high') => bars.map((bar) => finite(sizeDbsm(bar![side])));
  return {
    dbsm: shown.map((record) => finite(10 * Math.log10(componentM2(record, component, polarization)))),
    ...(bars.every((bar) => bar !== undefined) && { low: end('low'), high: end('high') }),
  };
}
