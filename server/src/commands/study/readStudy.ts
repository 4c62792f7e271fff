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
import { mayReadStudy, type Reader } from '../../policies/ownership.ts';
import { Problem, problem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import type { StudyRow, UserRow } from '../../storage/schema.ts';
import { findStudy, studiesOf, variantsOf, type StudyRecords } from '../../storage/studyRows.ts';
import { readMonoStatic } from '../readResult.ts';
import { isOutdated, keepObjectives } from './advanceStudy.ts';
import { variantSettings } from './studyBase.ts';

/** To look at. @throws Problem STUDY_NOT_FOUND, for a foreign one as for none */
export async function openStudyToRead(services: Services, reader: Reader, id: string): Promise<StudyRecords> {
  const study = await findStudy(services.db, id);
  if (!study || !mayReadStudy(reader, study)) throw problem('STUDY_NOT_FOUND');
  const read = async () => ({ study, states: (await variantsOf(services.db, [id])).get(id) ?? [] });
  const records = await read();
  if (!records.states.some(isOutdated)) return records;
  await keepObjectives(services, records);
  return read();
}

/** Of this person, to change. @throws Problem STUDY_NOT_FOUND, for a foreign one as for none */
export const openStudy = (services: Services, user: Pick<UserRow, 'id'>, id: string): Promise<StudyRecords> =>
  openStudyToRead(services, { id: user.id }, id);

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
  reader: Reader,
  { id, component, variants }: { id: string; component: RcsComponent; variants?: number[] | undefined },
): Promise<StudyCurves> {
  const { study, states } = await openStudyToRead(services, reader, id);
  const asked = states.filter(
    ({ variant: { number, projectId, objectives, runId }, solverRun }) =>
      projectId !== null &&
      objectives !== null &&
      // What has become a project of its own may have been computed otherwise since.
      (runId === null || runId === solverRun?.id) &&
      (variants?.includes(number) ?? true),
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
    const monoStaticRcs = await curvePoints(services, study, variant.projectId!);
    if (!monoStaticRcs) continue;
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

/** Who may see the study sees its curves, also those of a variant that has become a project. @returns undefined once that is gone */
async function curvePoints(
  services: Services,
  { ownerId }: StudyRow,
  projectId: string,
): Promise<MonoStaticRcs[] | undefined> {
  try {
    return (await readMonoStatic(services, { id: ownerId }, projectId)).monoStaticRcs;
  } catch (error) {
    if (error instanceof Problem && error.code === 'PROJECT_NOT_FOUND') return undefined;
    throw error;
  }
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
