import { MeshReportSchema, type MeshReport } from '@pace/contract';
import { Problem } from '../problem.ts';
import { MESH_REPORT, readJson, type ProjectFiles } from '../storage/projectFiles.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';

/** The report of a mesh that can be solved. @throws Problem MESH_NOT_READY */
export async function readyMesh(
  files: ProjectFiles,
  { project, mesherRun }: Pick<ProjectRecords, 'project' | 'mesherRun'>,
): Promise<MeshReport> {
  const report = MeshReportSchema.safeParse(await readJson(files, project.id, MESH_REPORT));
  if (mesherRun?.status === 'Finished' && report.success) return report.data;
  throw new Problem(
    'MESH_NOT_READY',
    mesherRun?.status === 'Error'
      ? `The mesh is not ready: ${mesherRun.detail}`
      : mesherRun?.status === 'Cancelled'
        ? 'The mesh is not ready: its making was cancelled. Start the mesher again.'
        : 'The mesh is not ready yet. Start the mesher and wait for its end.',
  );
}
