import { checkRefusal } from '../mesher/index.ts';
import { endOf, engineError, refuse } from './errors.ts';
import { withoutSolver } from './missing.ts';
import { runProgram } from './process.ts';
import { solverCommand, solverEnvironment } from './programs.ts';

export interface VerbRequest {
  folder: string;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface VerbRun {
  name: 'impedance' | 'regions' | 'maps' | 'backprojection';
  /** After job.json */
  args?: readonly string[];
  /** 1 when absent */
  threads?: number;
  /** Beside 0 */
  goodCodes?: readonly number[];
  /** Of its errors */
  subject: 'regions' | 'coating' | 'maps';
}

export interface Verb<T> extends VerbRun {
  parse: (json: unknown) => T;
}

/**
 * `pace VERB job.json`, which prints one JSON object or with its error.
 * @throws EngineError; ESTIMATE_TIMEOUT if it takes too long
 */
export async function askVerb<T>(verb: Verb<T>, request: VerbRequest): Promise<T> {
  return verb.parse(JSON.parse(await runVerb(verb, request)));
}

/** The same of a verb that may write files instead: what it printed. @throws EngineError as askVerb */
export async function runVerb(verb: VerbRun, request: VerbRequest): Promise<string> {
  const lines: string[] = [];
  const end = await runProgram({
    command: solverCommand(),
    args: [verb.name, 'job.json', ...(verb.args ?? [])],
    cwd: request.folder,
    env: solverEnvironment(verb.threads ?? 1),
    timeoutMs: request.timeoutMs,
    signal: request.signal,
    onStdoutLine: (line) => lines.push(line),
  }).catch((error: unknown) => {
    throw withoutSolver(error);
  });
  request.signal.throwIfAborted();
  if (end.timedOut)
    throw engineError(`ESTIMATE_TIMEOUT.${verb.subject}`, {
      seconds: Math.round(request.timeoutMs / 1000),
    });
  if (end.exitCode === 0 || verb.goodCodes?.includes(end.exitCode ?? -1)) return lines.join('\n');
  refuse(checkRefusal(parsed(lines), ''));
  throw engineError(`SOLVER_FAILED.${verb.subject}`, { end: endOf(end) });
}

function parsed(lines: readonly string[]): unknown {
  try {
    return JSON.parse(lines.join('\n')) as unknown;
  } catch {
    return undefined;
  }
}
