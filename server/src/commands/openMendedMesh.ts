import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineProblem, problemOfEngine } from '../problem.ts';
import type { Services } from '../services.ts';
import { localMesh } from '../storage/unlessDamaged.ts';
import type { OpenFile } from './openFile.ts';
import type { ReadyMesh } from './readMesh.ts';

/** The mesh of a project in metres, with every triangle turned outward; the file is gone when it was sent. */
export async function openMendedMesh(
  services: Services,
  { projectId, metresPerUnit }: ReadyMesh,
): Promise<OpenFile> {
  const folder = await mkdtemp(join(tmpdir(), 'pace-mended-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const target = join(folder, 'mesh.unv');
  try {
    await services.engines.mendMesh({
      mesh: await localMesh(services, projectId),
      metresPerUnit,
      target,
    });
    const { size } = await stat(target);
    const stream = createReadStream(target);
    stream.once('close', () => void remove());
    return { bytes: size, stream };
  } catch (error) {
    await remove();
    const known = engineProblem(error);
    throw known ? problemOfEngine(known) : error;
  }
}
