import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VALIDATION_FOLDER, type MeshSource } from './caseFile.ts';
import { gmsh } from './programs.ts';

/** The UNV file of a mesh source: the file itself, or what gmsh makes of the script; made once a work folder. */
export function meshFile(source: MeshSource, workFolder: string): string {
  if (source.file !== undefined) return join(VALIDATION_FOLDER, source.file);
  if (source.script === undefined) throw new Error('A mesh needs a script or a file');
  const options = gmshOptions(source);
  const script = join(VALIDATION_FOLDER, source.script);
  const key = createHash('sha256').update(readFileSync(script)).update(options.join(' ')).digest('hex');
  const mesh = join(workFolder, `mesh_${key.slice(0, 16)}.unv`);
  if (!existsSync(mesh)) gmsh(['-2', '-format', 'unv', ...options, '-o', mesh, script]);
  return mesh;
}

/** What gmsh is told besides the script: the order of its elements, and the numbers. */
export function gmshOptions({ curved, numbers }: MeshSource): string[] {
  const set = Object.entries(numbers).flatMap(([name, value]) => ['-setnumber', name, String(value)]);
  return [...(curved ? ['-order', '2'] : []), ...set];
}
