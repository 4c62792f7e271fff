import { CoatingFindingsSchema, type CoatingFinding } from '@pace/contract';
import { isErrorCode } from '../mesher/index.ts';
import { EngineError } from './errors.ts';
import { withoutSolver } from './missing.ts';
import { runProgram } from './process.ts';
import { solverCommand, solverEnvironment } from './programs.ts';

const DONE = 0;

/** `pace impedance job.json`: where the surface impedances of a coating can not be trusted. @throws EngineError */
export async function coatingFindings(request: {
  folder: string;
  timeoutMs: number;
  signal: AbortSignal;
}): Promise<CoatingFinding[]> {
  const lines: string[] = [];
  const end = await runProgram({
    command: solverCommand(),
    args: ['impedance', 'job.json'],
    cwd: request.folder,
    env: solverEnvironment(1),
    timeoutMs: request.timeoutMs,
    signal: request.signal,
    onStdoutLine: (line) => lines.push(line),
  }).catch((error: unknown) => {
    throw withoutSolver(error);
  });
  request.signal.throwIfAborted();
  if (end.exitCode === DONE) return CoatingFindingsSchema.parse(JSON.parse(lines.join('\n'))).findings;
  if (end.timedOut)
    throw new EngineError(
      'ESTIMATE_TIMEOUT',
      `The coating could not be judged within ${Math.round(request.timeoutMs / 1000)} s; the model is very large. The run itself may still be started.`,
    );
  const said = /^([A-Z_0-9]+): (.*)$/.exec(
    end.stderrTail.split('\n').findLast((line) => line.trim() !== '') ?? '',
  );
  if (said && isErrorCode(said[1]!)) throw new EngineError(said[1], said[2]!);
  throw new EngineError(
    'SOLVER_FAILED',
    `The coating could not be judged: the solver ended with ${end.signal ?? `code ${end.exitCode}`}. Please report this.`,
  );
}
