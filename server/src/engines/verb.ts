import type { ErrorCode } from '@pace/contract';
import { isErrorCode } from '../mesher/index.ts';
import { EngineError } from './errors.ts';
import { withoutSolver } from './missing.ts';
import { runProgram, type ProgramEnd } from './process.ts';
import { solverCommand, solverEnvironment } from './programs.ts';

export interface VerbRequest {
  folder: string;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface Verb<T> {
  name: 'impedance' | 'regions';
  /** Beside 0 */
  goodCodes?: readonly number[];
  /** "The coating could not be judged", without an end */
  failure: string;
  parse: (json: unknown) => T;
}

/**
 * `pace VERB job.json`, which prints one JSON object or ends with "CODE: sentence" as the last line of stderr.
 * @throws EngineError; ESTIMATE_TIMEOUT if it takes too long
 */
export async function askVerb<T>(verb: Verb<T>, request: VerbRequest): Promise<T> {
  const lines: string[] = [];
  const end = await runProgram({
    command: solverCommand(),
    args: [verb.name, 'job.json'],
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
      `${verb.failure} within ${Math.round(request.timeoutMs / 1000)} s; the model is very large. The run itself may still be started.`,
    );
  if (end.exitCode === 0 || verb.goodCodes?.includes(end.exitCode ?? -1))
    return verb.parse(JSON.parse(lines.join('\n')));
  const said = lastSentence(end);
  if (said) throw new EngineError(said.code, said.detail);
  throw new EngineError(
    'SOLVER_FAILED',
    `${verb.failure}: the solver ended with ${end.signal ?? `code ${end.exitCode}`}. Please report this.`,
  );
}

function lastSentence({ stderrTail }: ProgramEnd): { code: ErrorCode; detail: string } | undefined {
  const last = stderrTail.split('\n').findLast((line) => line.trim() !== '') ?? '';
  const [, code, detail] = /^([A-Z_0-9]+): (.*)$/.exec(last) ?? [];
  return code !== undefined && detail !== undefined && isErrorCode(code) ? { code, detail } : undefined;
}
