import type { Message, ModelFormat } from '@pace/contract';
import { copyFile, link, open, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isPlainMsh, mshHead } from '../mesher/formats/index.ts';
import { endOf, engineError, refuse } from './errors.ts';
import { refuseKilled } from './killed.ts';
import { geometryMs, limitsOfProgram, meshFileMs, mesherLimits } from './limits.ts';
import type { MeshFileAnswer, MeshFileQuestion } from './meshFileThreadWork.ts';
import { withoutMesher } from './missing.ts';
import { runProgram } from './process.ts';
import { gmshCommand, plainEnvironment } from './programs.ts';
import { ReaderThread, THREAD_MEMORY_MB } from './readerThread.ts';

const HEAD_BYTES = 4096;
/** In the folder of the work: a copy for gmsh, and what it writes. */
const GMSH_FILES = { source: 'source.msh', text: 'text.msh' } as const;

const thread = new ReaderThread<MeshFileQuestion, MeshFileAnswer>(
  new URL('./meshFileThread.mjs', import.meta.url),
);

export interface MeshFileRequest {
  file: string;
  format: ModelFormat;
  /** Where the universal file is written; nothing may be there */
  target: string;
  /** A folder for what is in between */
  work: string;
  signal: AbortSignal;
  onSpawn?: ((pid: number) => void) | undefined;
}

/**
 * Writes a mesh file of another format as a universal file without units, since these files have none.
 * @returns what was left out or changed, as FILE_NOTE messages
 * @throws EngineError with what is wrong with the file; the signal's reason
 */
export async function convertMeshFile(request: MeshFileRequest): Promise<Message[]> {
  const { format, target, signal } = request;
  const file = format === 'MSH' ? await plainMsh(request) : request.file;
  const { size } = await stat(file);
  const milliseconds = meshFileMs(mesherLimits(), size);
  const answer = await thread.ask(
    { file, format, target },
    {
      milliseconds,
      tooSlow: () => engineError('MESHER_TIMEOUT.meshFile', { seconds: Math.round(milliseconds / 1000) }),
      tooLarge: () => engineError('MEMORY.meshFile', { megabytes: THREAD_MEMORY_MB.maxOldGenerationSizeMb }),
    },
    signal,
  );
  if ('refusal' in answer) {
    refuse(answer.refusal);
    return [];
  }
  return answer.notes;
}

/** The file itself if its version is read here; else as gmsh writes it anew, as text of version 4.1. */
async function plainMsh({ file, work, signal, onSpawn }: MeshFileRequest): Promise<string> {
  const head = mshHead(await headOf(file));
  if (!head || isPlainMsh(head)) return file;
  const source = join(work, GMSH_FILES.source);
  await link(file, source).catch(() => copyFile(file, source));
  const limits = mesherLimits();
  const { size } = await stat(file);
  const milliseconds = Math.round(geometryMs(limits, size));
  const over = AbortSignal.timeout(milliseconds);
  const end = await runProgram({
    command: gmshCommand(),
    args: [GMSH_FILES.source, '-save', '-save_all', '-format', 'msh41', '-o', GMSH_FILES.text, '-nt', '1'],
    cwd: work,
    env: { ...plainEnvironment(), HOME: resolve(work), TMPDIR: resolve(work), OMP_NUM_THREADS: '1' },
    limits: limitsOfProgram(limits),
    isSandboxed: true,
    signal: AbortSignal.any([signal, over]),
    ...(onSpawn && { onSpawn }),
    onStdoutLine: () => undefined,
  }).catch((error: unknown) => {
    throw withoutMesher(error);
  });
  signal.throwIfAborted();
  await rm(source, { force: true });
  if (over.aborted)
    throw engineError('MESHER_TIMEOUT.meshFile', { seconds: Math.round(milliseconds / 1000) });
  refuseKilled('gmsh', end);
  const text = join(work, GMSH_FILES.text);
  if (end.exitCode !== 0 || !(await isThere(text)))
    throw engineError('MESH_FILE_FORMAT.gmsh', { version: head.version, end: endOf(end) });
  return text;
}

async function headOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );
