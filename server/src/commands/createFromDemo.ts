import { LIMITS, type DemoModelId } from '@pace/contract';
import { demoModel, type ReadyModel } from '../demo/models.ts';
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
  const model = demoModel(modelId);
  const project = await createProject(services, user, { name, programType: model.programType, coreType: 1 });
  await giveModel(services, user, project.id, model);
  if (model.type === 'STEP') await startMesher(services, user, project.id, {});
  return project;
}

/** Input, materials and file of a project; a UNV mesh is read at once, a STEP model waits for the mesher. */
export async function giveModel(
  services: Services,
  user: UserRow,
  projectId: string,
  { fileName, content, input, materials }: Pick<ReadyModel, 'fileName' | 'content' | 'input' | 'materials'>,
): Promise<void> {
  await saveSolverInput(services, user, projectId, input);
  if (materials) await saveMaterials(services, user, projectId, materials);
  for (let offset = 0, index = 0; offset < content.length; offset += LIMITS.uploadChunkBytes, index++) {
    const bytes = content.subarray(offset, offset + LIMITS.uploadChunkBytes);
    await receiveChunk(services, user, {
      projectId,
      fileName,
      index,
      offset,
      fileSize: content.length,
      chunkSize: bytes.length,
      data: bytes.toString('base64'),
    });
  }
}
