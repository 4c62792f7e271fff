import { MeshReportSchema, type MeshReport } from '@pace/contract';
import type { Reader } from '../policies/ownership.ts';
import { problem } from '../problem.ts';
import { isRefusedMesh, viewScale } from '../policies/runRules.ts';
import type { Services } from '../services.ts';
import { geometryBytes, parseGeometry, type Geometry } from '../storage/binaryFiles.ts';
import { GEOMETRY, MESH, MESH_REPORT, readJson } from '../storage/projectFiles.ts';
import { isMissing } from '../storage/missing.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
import { unlessDamaged } from '../storage/unlessDamaged.ts';
import { openFile, openWhole, readHead, type OpenFile } from './openFile.ts';
import { openToRead } from './openProject.ts';
import { readWholeJson } from './readWhole.ts';

export interface ReadyMesh {
  projectId: string;
  projectName: string;
  /** metres per unit of the geometry */
  metresPerUnit: number;
  report: MeshReport | undefined;
}

/** The mesh of a project once it is made. @throws Problem NO_MODEL or MESH_NOT_READY */
export async function readMesh(services: Services, reader: Reader, projectId: string): Promise<ReadyMesh> {
  return meshOf(services, await openToRead(services, reader, projectId));
}

/** Likewise, and an uploaded mesh that has errors: to look at, not to compute with. @throws Problem as readMesh */
export async function readShownMesh(
  services: Services,
  reader: Reader,
  projectId: string,
): Promise<ReadyMesh> {
  return meshOf(services, await openToRead(services, reader, projectId), { alsoRefused: true });
}

async function meshOf(
  services: Services,
  { project, upload, mesherRun }: ProjectRecords,
  { alsoRefused = false } = {},
): Promise<ReadyMesh> {
  if (!upload) throw problem('NO_MODEL');
  const report = async () => readJson(services.files, project.id, MESH_REPORT);
  const isShown =
    mesherRun?.status === 'Finished' ||
    (alsoRefused &&
      isRefusedMesh(mesherRun, MeshReportSchema.safeParse(await report().catch(() => undefined)).data));
  if (!isShown) throw problem('MESH_NOT_READY');
  const file = { projectId: project.id, path: MESH_REPORT, what: 'meshReport' } as const;
  return {
    projectId: project.id,
    projectName: project.name,
    metresPerUnit: viewScale(upload, project),
    report: await readWholeJson(services, file, MeshReportSchema).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    }),
  };
}

export function readGeometry(services: Services, { projectId }: ReadyMesh): Promise<Geometry> {
  return unlessDamaged(services.checksums, geometryOf(projectId), async () =>
    parseGeometry(await services.files.read(projectId, GEOMETRY), GEOMETRY),
  );
}

/** As it comes. */
export function openGeometry(services: Services, { projectId }: ReadyMesh): Promise<OpenFile> {
  const file = geometryOf(projectId);
  return unlessDamaged(services.checksums, file, async () =>
    openWhole(services, file, geometryBytes(await readHead(services, file), GEOMETRY)),
  );
}

/** The mesh itself, as it comes. */
export function openMesh(services: Services, { projectId }: ReadyMesh): Promise<OpenFile> {
  const file = { projectId, path: MESH, what: 'mesh' } as const;
  return unlessDamaged(services.checksums, file, () => openFile(services, projectId, MESH));
}

const geometryOf = (projectId: string) => ({ projectId, path: GEOMETRY, what: 'mesh' }) as const;
