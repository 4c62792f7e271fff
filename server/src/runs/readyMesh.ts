import { MeshReportSchema, type MeshReport } from '@pace/contract';
import { problem } from '../problem.ts';
import { MESH_REPORT, readJson, type ProjectFiles } from '../storage/projectFiles.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';

/** The report of a mesh that can be solved. @throws Problem MESH_NOT_READY */
export async function readyMesh(
  files: ProjectFiles,
  { project, mesherRun }: Pick<ProjectRecords, 'project' | 'mesherRun'>,
): Promise<MeshReport> {
  const report = MeshReportSchema.safeParse(await readJson(files, project.id, MESH_REPORT));
  if (mesherRun?.status === 'Finished' && report.success) return report.data;
  throw mesherRun?.status === 'Error'
    ? problem('MESH_NOT_READY.failed', { reason: mesherRun.message ?? mesherRun.detail })
    : problem(mesherRun?.status === 'Cancelled' ? 'MESH_NOT_READY.cancelled' : 'MESH_NOT_READY');
}
