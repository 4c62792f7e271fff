import {
  farZoneFields,
  isScatteringMatrix,
  parseResultFileName,
  PICTURE_POINTS,
  rcsDbsm,
  type MonoStaticRcs,
  type PictureCurve,
  type ProjectPicture,
  type ScatteredField,
} from '@pace/contract';
import type { Reader } from '../policies/ownership.ts';
import { modelPicture } from '../presenters/modelPicture.ts';
import { Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { isMissing } from '../storage/missing.ts';
import { GEOMETRY, RESULT_FOLDERS } from '../storage/projectFiles.ts';
import { openToRead } from './openProject.ts';
import { readGeometry, readMesh } from './readMesh.ts';
import { readFarZone, readMonoStatic } from './readResult.ts';

/** Pictures kept, the latest; one is about ten kilobytes. */
const KEPT = 500;
/** Of `mesh.geo.bin`: more than two million triangles are not drawn while others wait. */
const MOST_GEOMETRY_BYTES = 48 * 1024 * 1024;
const kept = new Map<string, ProjectPicture>();

/** What the card of a project shows beside its words; what is not there yet, or cannot be read, is null. */
export async function drawProject(
  services: Services,
  reader: Reader,
  projectId: string,
): Promise<ProjectPicture> {
  const { project, mesherRun, solverRun } = await openToRead(services, reader, projectId);
  const key = [project.id, mesherRun?.id, mesherRun?.status, solverRun?.id, solverRun?.status].join(' ');
  const known = kept.get(key);
  if (known) return known;
  const [modelPng, curve] = await Promise.all([
    orNull(() => drawModel(services, reader, project.id)),
    orNull(() => drawCurve(services, reader, project.id)),
  ]);
  const picture = { modelPng, curve };
  // What a run writes changes until it ends.
  if (solverRun?.status !== 'Running') kept.set(key, picture);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return picture;
}

/** A missing or damaged file is reported where the project is opened. */
async function orNull<T>(draw: () => Promise<T | undefined>): Promise<T | null> {
  try {
    return (await draw()) ?? null;
  } catch (error) {
    if (error instanceof Problem || isMissing(error)) return null;
    throw error;
  }
}

async function drawModel(services: Services, reader: Reader, projectId: string): Promise<string | undefined> {
  const mesh = await readMesh(services, reader, projectId);
  const { bytes } = (await services.files.facts(projectId, GEOMETRY)) ?? { bytes: 0 };
  if (bytes > MOST_GEOMETRY_BYTES) return undefined;
  return modelPicture(await readGeometry(services, mesh))?.toString('base64');
}

async function drawCurve(
  services: Services,
  reader: Reader,
  projectId: string,
): Promise<PictureCurve | undefined> {
  const { monoStaticRcs: records } = await readMonoStatic(services, reader, projectId);
  return sweptCurve(records) ?? (await bistaticCurve(services, reader, projectId));
}

/** Of the first of its frequencies: over θ where that changes, else over φ, else over frequency. */
export function sweptCurve(records: readonly MonoStaticRcs[]): PictureCurve | undefined {
  const [first] = records;
  if (!first) return undefined;
  const of = (same: (record: MonoStaticRcs) => boolean, axis: PictureCurve['axis']) => {
    const along = records.filter(same);
    return along.length > 1 ? thinned(along.map(shownDbsm), axis) : undefined;
  };
  const isFirst = (record: MonoStaticRcs) => record.frequency === first.frequency;
  return (
    of((record) => isFirst(record) && record.anglePhi === first.anglePhi, 'theta') ??
    of((record) => isFirst(record) && record.angleTheta === first.angleTheta, 'phi') ??
    of((record) => record.angleTheta === first.angleTheta && record.anglePhi === first.anglePhi, 'frequency')
  );
}

/** Of the xz cut of the one wave of a run. */
async function bistaticCurve(
  services: Services,
  reader: Reader,
  projectId: string,
): Promise<PictureCurve | undefined> {
  const names = await services.files.names(projectId, RESULT_FOLDERS.results);
  const [result] = names
    .flatMap((name) => parseResultFileName(name) ?? [])
    .filter(({ kind }) => kind === 'farzone');
  if (!result) return undefined;
  const fields = farZoneFields(await readFarZone(services, reader, { projectId, ...result }));
  return thinned(fields.filter(({ plane }) => plane === 'xz').map(shownDbsm), 'bistatic');
}

/** Of the whole field of one wave; of both polarizations, VV. */
const shownDbsm = (field: ScatteredField): number =>
  rcsDbsm(
    isScatteringMatrix(field)
      ? { e_Theta_Real: field.s_VV_Real, e_Theta_Imag: field.s_VV_Imag, e_Phi_Real: 0, e_Phi_Imag: 0 }
      : field,
  );

/** @param dbsm  −∞ where there is no field */
function thinned(dbsm: readonly number[], axis: PictureCurve['axis']): PictureCurve | undefined {
  const least = dbsm.reduce((low, each) => (Number.isFinite(each) ? Math.min(low, each) : low), Infinity);
  if (dbsm.length < 2 || least === Infinity) return undefined;
  const count = Math.min(dbsm.length, PICTURE_POINTS);
  const largestOf = (from: number, to: number) =>
    dbsm.slice(from, to).reduce((high, each) => Math.max(high, each), least);
  return {
    axis,
    dbsm: Array.from({ length: count }, (_, i) =>
      largestOf(Math.floor((i * dbsm.length) / count), Math.floor(((i + 1) * dbsm.length) / count)),
    ),
  };
}
