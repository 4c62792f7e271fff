import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckReportSchema, meshReportOfCheck, type MeshReport } from '@pace/contract';
import { checkRefusal } from '../mesher/index.ts';
import { endOf, engineError, refuse } from './errors.ts';
import { refuseKilled } from './killed.ts';
import { limitsOfProgram, mesherLimits } from './limits.ts';
import { withoutSolver } from './missing.ts';
import { runProgram } from './process.ts';
import { solverCommand, solverEnvironment } from './programs.ts';

const DONE = 0;
const MODEL_HAS_ERRORS = 3;

export interface CheckRequest {
  folder: string;
  /** Name of the mesh in the folder */
  mesh: string;
  /** Names of the files to write in the folder */
  report?: string;
  geometry?: string;
  /** Given, nodes of torn seams are merged first; the name of the file to write that mesh to, in units of the model */
  merged?: string | undefined;
  metresPerUnit?: number | undefined;
  frequencyHz?: number | undefined;
  /** Degrees between triangles up to which smooth parts are rounded; 0: they are not */
  roundingDeg?: number | undefined;
  signal: AbortSignal;
  onSpawn?: ((pid: number) => void) | undefined;
}

/**
 * `pace check`: examines a mesh and writes its geometry for the viewer. A model with errors is reported all the same; a
 * file that cannot be read is an EngineError with the code of the contract.
 */
export async function checkMesh(request: CheckRequest): Promise<MeshReport> {
  const report = request.report ?? `.check-${process.pid}.json`;
  const json = join(request.folder, report);
  let lastLine = '';
  try {
    const end = await runProgram({
      command: solverCommand(),
      args: [
        'check',
        request.mesh,
        '--json',
        report,
        ...(request.geometry === undefined ? [] : ['--geometry', request.geometry]),
        ...(request.merged === undefined ? [] : ['--merge-seams', '--merged', request.merged]),
        ...(request.metresPerUnit === undefined ? [] : ['--unit-scale', String(request.metresPerUnit)]),
        ...(request.roundingDeg ? ['--round', String(request.roundingDeg)] : []),
        ...(request.frequencyHz === undefined ? [] : ['--frequency', String(request.frequencyHz)]),
      ],
      cwd: request.folder,
      env: solverEnvironment(1),
      limits: limitsOfProgram(mesherLimits()),
      isSandboxed: true,
      signal: request.signal,
      ...(request.onSpawn && { onSpawn: request.onSpawn }),
      onStdoutLine: (line) => {
        if (line.trim() !== '') lastLine = line.trim();
      },
    }).catch((error: unknown) => {
      throw withoutSolver(error);
    });
    request.signal.throwIfAborted();
    refuseKilled('pace check', end);
    const written = await readJson(json);
    const examined = end.exitCode === DONE || end.exitCode === MODEL_HAS_ERRORS;
    if (examined && written !== undefined) return meshReportOfCheck(CheckReportSchema.parse(written));
    refuse(
      checkRefusal(written, lastLine) ?? checkRefusal(undefined, end.stderrTail.split('\n').at(-1) ?? ''),
    );
    throw engineError('MESHER_FAILED.check', {
      end: endOf(end),
      last: end.stderrTail.split('\n').at(-1) ?? '',
    });
  } finally {
    if (request.report === undefined) await rm(json, { force: true });
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}
