import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { solverCommand } from '../../server/src/engines/programs.ts';

export interface Machine {
  processor: string;
  logicalProcessors: number;
  instructionSets: string[];
  memoryGib: number;
  compiler: string;
  blas: string;
  date: string;
  loadAverageBefore: number;
  loadAverageAfter?: number;
}

const INTERESTING = ['sse4_2', 'avx', 'avx2', 'fma', 'avx512f', 'sve', 'asimd'];

/** What the numbers depend on. */
export function thisMachine(): Machine {
  const cpuinfo = existsSync('/proc/cpuinfo') ? readFileSync('/proc/cpuinfo', 'utf8') : '';
  const flags = new Set(/^(?:flags|Features)\s*:(.*)$/m.exec(cpuinfo)?.[1]?.trim().split(' '));
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    logicalProcessors: cpus().length,
    instructionSets: INTERESTING.filter((name) => flags.has(name)),
    memoryGib: Math.round(totalmem() / 2 ** 30),
    compiler: compiler(),
    blas: blas(),
    date: new Date().toISOString().slice(0, 10),
    loadAverageBefore: loadavg()[0] ?? NaN,
  };
}

/** The compiler that the solver's build folder names, else the system's. */
function compiler(): string {
  const cache = join(dirname(solverCommand()), 'CMakeCache.txt');
  const named = existsSync(cache) && /^CMAKE_CXX_COMPILER:\w+=(.*)$/m.exec(readFileSync(cache, 'utf8'))?.[1];
  return firstLine(named || 'c++', ['--version']);
}

/** The library behind the linear algebra, by the name of its real file. */
function blas(): string {
  const libraries = lines('ldd', [solverCommand()]);
  const path = libraries.map((line) => /(\S*(?:openblas|blas)\S*) \(/.exec(line)?.[1]).find(Boolean);
  return path ? firstLine('readlink', ['-f', path]).replace(/^.*\//, '') : 'unknown';
}

const firstLine = (command: string, options: string[]) => lines(command, options)[0] ?? 'unknown';

function lines(command: string, options: string[]): string[] {
  try {
    return execFileSync(command, options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split(
      '\n',
    );
  } catch {
    return [];
  }
}
