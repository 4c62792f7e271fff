import { hostname } from 'node:os';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Role } from './roles.ts';

const MESSAGE_LENGTH = 500;
const STACK_LINES = 12;
const MOST_CAUSES = 4;
/** Of warnings and errors that say the same, so many lines a minute; what is left out is counted. */
const LINES_A_MINUTE = 20;
const MINUTE_MS = 60_000;
const WARN = 40;

/** The log of a process: JSON lines on stdout, without what queries carried, and no more of one error than a person can read. */
export function openLog(options: { level: string; role?: Role }, destination?: DestinationStream): Logger {
  const { level, role } = options;
  const settings: LoggerOptions = {
    level,
    base: { ...(role === undefined ? {} : { role }), pid: process.pid, host: hostname() },
    serializers: { err: describeError },
    hooks: { logMethod: limitEqualLines() },
  };
  return destination ? pino(settings, destination) : pino(settings);
}

interface DescribedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: DescribedError;
}

/** What an error says in the log. The parameters of a failed query are what people typed, or megabytes: they stay out. */
export function describeError(error: unknown, depth = 0): DescribedError | undefined {
  if (error === undefined || error === null) return undefined;
  if (!(error instanceof Error)) return { type: typeof error, message: short(toText(error)) };
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const cause = depth < MOST_CAUSES ? describeError(error.cause, depth + 1) : undefined;
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: short(error.message),
    ...(code === undefined ? {} : { code }),
    ...(stack.length > 0 && depth === 0 ? { stack: stack.slice(0, STACK_LINES).join('\n') } : {}),
    ...(cause ? { cause } : {}),
  };
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)) ?? '';

function short(message: string): string {
  const parameters = message.search(/\nparams: /);
  const shortened = parameters < 0 ? message : `${message.slice(0, parameters)} (parameters left out)`;
  return shortened.length <= MESSAGE_LENGTH
    ? shortened
    : `${shortened.slice(0, MESSAGE_LENGTH)} … (${shortened.length} characters)`;
}

interface Repeated {
  written: number;
  leftOut: number;
}

function limitEqualLines(): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const lines = new Map<string, Repeated>();
  return function (args, method, level) {
    if (level < WARN) return method.apply(this, args);
    const key = keyOf(args, level);
    const known = lines.get(key);
    if (known && known.written >= LINES_A_MINUTE) {
      known.leftOut++;
      return;
    }
    if (known) known.written++;
    else {
      const line: Repeated = { written: 1, leftOut: 0 };
      lines.set(key, line);
      setTimeout(() => {
        lines.delete(key);
        if (line.leftOut > 0)
          method.apply(this, [{ leftOut: line.leftOut, line: key }, 'equal lines were left out']);
      }, MINUTE_MS).unref();
    }
    method.apply(this, args);
  };
}

/** Lines are equal that have the same sentence and the same error, of the same run or project. */
function keyOf(args: readonly unknown[], level: number): string {
  const [first, second] = args;
  if (typeof first !== 'object' || first === null) return `${level} ${short(toText(first))}`;
  const { err, run, project } = first as Record<string, unknown>;
  const described = describeError(err);
  const parts = [second, described?.type, described?.message, described?.cause?.message, run, project];
  return `${level} ${parts.filter((part) => typeof part === 'string').join(' | ')}`;
}
