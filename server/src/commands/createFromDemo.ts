import { LIMITS, type DemoModelId } from '@pace/contract';
import { demoModel } from '../demo/models.ts';
import type { Services } from '../services.ts';
import type { ProjectRow, UserRow } from '../storage/schema.ts';
import { createProject } from './createProject.ts';
import { receiveChunk } from './receiveChunk.ts';
import { saveMaterials } from './saveMaterials.ts';
import { saveSolverInput } from './saveSolverInput.ts';
import { startMesher } from './startMesher.ts';

/** A project with a ready model, by the way that a person's own file would take. */
export async function createFromDemo(
  services: Services,
  user: UserRow,
  modelId: DemoModelId,
  name: string,
): Promise<ProjectRow> {
  const { fileName, content, type, solverType, input, materials } = demoModel(modelId);
  const project = await createProject(services, user, { name, solverType, coreType: 1 });
  await saveSolverInput(services, user, project.id, input);
  if (materials) await saveMaterials(services, user, project.id, materials);
  for (let offset = 0, index = 0; offset < content.length; offset += LIMITS.uploadChunkBytes, index++) {
    const bytes = content.subarray(offset, offset + LIMITS.uploadChunkBytes);
    await receiveChunk(services, user, {
      projectId: project.id,
      fileName,
      index,
      offset,
      fileSize: content.length,
      chunkSize: bytes.length,
      data: bytes.toString('base64'),
    });
  }
  if (type === 'STEP') await startMesher(services, user, project.id, {});
  return project;
}
