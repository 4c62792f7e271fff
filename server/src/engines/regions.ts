import { RegionsSchema, type Regions } from '@pace/contract';
import { isErrorCode } from '../mesher/index.ts';
import { EngineError } from './errors.ts';
import { withoutSolver } from './missing.ts';
import { runProgram } from './process.ts';
import { solverCommand, solverEnvironment } from './programs.ts';

const DONE = 0;
const MODEL_HAS_ERRORS = 3;

/** `pace regions job.json`: what a composite model is made of; its errors are findings. @throws EngineError */
export async function regions(request: {
  folder: string;
  timeoutMs: number;
  signal: AbortSignal;
}): Promise<Regions> {
  const lines: string[] = [];
  const end = await runProgram({
    command: solverCommand(),
    args: ['regions', 'job.json'],
    cwd: request.folder,
    env: solverEnvironment(1),
    timeoutMs: request.timeoutMs,
    signal: request.signal,
    onStdoutLine: (line) => lines.push(line),
  }).catch((error: unknown) => {
    throw withoutSolver(error);
  });
  request.signal.throwIfAborted();
  if (end.timedOut)
    throw new EngineError(
      'ESTIMATE_TIMEOUT',
      `The regions of the model could not be found within ${Math.round(request.timeoutMs / 1000)} s; it is very large. The run itself may still be started.`,
    );
  if (end.exitCode === DONE || end.exitCode === MODEL_HAS_ERRORS)
    return RegionsSchema.parse(JSON.parse(lines.join('\n')));
  const said = /^([A-Z_0-9]+): (.*)$/.exec(
    end.stderrTail.split('\n').findLast((line) => line.trim() !== '') ?? '',
  );
  if (said && isErrorCode(said[1]!)) throw new EngineError(said[1], said[2]!);
  throw new EngineError(
    'SOLVER_FAILED',
    `The regions of the model could not be found: the solver ended with ${end.signal ?? `code ${end.exitCode}`}. Please report this.`,
  );
}
