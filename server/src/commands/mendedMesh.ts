import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineProblem, Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import type { ReadyMesh } from './readMesh.ts';

export interface MendedMesh {
  path: string;
  /** To be called when the file was sent */
  remove: () => Promise<void>;
}

/** The mesh of a project in metres, with every triangle turned outward, as a file for a while. */
export async function mendedMesh({ engines }: Services, mesh: ReadyMesh): Promise<MendedMesh> {
  const folder = await mkdtemp(join(tmpdir(), 'pace-mended-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'mesh.unv');
  try {
    await engines.mendMesh({ mesh: mesh.meshPath, metresPerUnit: mesh.metresPerUnit, target: path });
    return { path, remove };
  } catch (error) {
    await remove();
    const known = engineProblem(error);
    throw known ? new Problem(known.code, known.detail) : error;
  }
}
