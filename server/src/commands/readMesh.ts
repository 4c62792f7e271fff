import { MeshReportSchema } from '@pace/contract';
import type { Reader } from '../policies/ownership.ts';
import { Problem } from '../problem.ts';
import { isRefusedMesh, viewScale } from '../policies/runRules.ts';
import type { Services } from '../services.ts';
import { parseGeometry, type Geometry } from '../storage/binaryFiles.ts';
import { GEOMETRY, MESH_REPORT, readJson } from '../storage/projectFiles.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
import { openToRead } from './openProject.ts';

export interface ReadyMesh {
  projectId: string;
  projectName: string;
  /** metres per unit of the geometry */
  metresPerUnit: number;
  report: unknown;
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
  if (!upload)
    throw new Problem('NO_MODEL', 'This project has no model yet. Upload a STEP or UNV file first.');
  const report = async () => readJson(services.files, project.id, MESH_REPORT);
  const isShown =
    mesherRun?.status === 'Finished' ||
    (alsoRefused &&
      isRefusedMesh(mesherRun, MeshReportSchema.safeParse(await report().catch(() => undefined)).data));
  if (!isShown)
    throw new Problem('MESH_NOT_READY', 'The mesh is not ready yet. Start the mesher and wait for its end.');
  return {
    projectId: project.id,
    projectName: project.name,
    metresPerUnit: viewScale(upload, project),
    report: await report(),
  };
}

export async function readGeometry({ files }: Services, mesh: ReadyMesh): Promise<Geometry> {
  return parseGeometry(await files.read(mesh.projectId, GEOMETRY));
}
