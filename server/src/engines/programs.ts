import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** The solver: PACE_SOLVER, else what `npm run build:solver` builds. */
export function solverCommand(): string {
  return process.env['PACE_SOLVER'] ?? join(REPOSITORY, 'build', 'solver', 'pace');
}

/** The mesher: PACE_GMSH, else gmsh of the system. */
export function gmshCommand(): string {
  return process.env['PACE_GMSH'] ?? 'gmsh';
}

/** Full path of a program, searched in PATH when it is a bare name; undefined when there is no such executable. */
export function findProgram(command: string, path = process.env['PATH'] ?? ''): string | undefined {
  const candidates =
    isAbsolute(command) || command.includes('/')
      ? [resolve(command)]
      : path.split(delimiter).map((folder) => join(folder || '.', command));
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile();
    } catch {
      return false;
    }
  });
}

/** What programs need to be found, to find their libraries, and to be set up by the operator; no setting of the server. */
const PASSED_ON =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TZ|TMPDIR|LD_LIBRARY_PATH|(?:OMP|GOMP|OPENBLAS|OMPI|PMIX|PRTE|UCX|FI)_\w+)$/;

/** Of this process's environment what a program may have: the server's holds the address of its database and its secrets. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));
}

/** Environment of `pace` with this many threads. */
export function solverEnvironment(threads: number): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {
    ...plainEnvironment(),
    OMP_NUM_THREADS: String(threads),
    OPENBLAS_NUM_THREADS: String(threads),
    OMP_WAIT_POLICY: 'PASSIVE',
  };
  // OpenBLAS 0.3.21 picks its AVX2 kernels on AVX-512 processors newer than itself.
  if (hasAvx512()) environment['OPENBLAS_CORETYPE'] ??= 'SkylakeX';
  return environment;
}

let avx512: boolean | undefined;
function hasAvx512(): boolean {
  try {
    avx512 ??= /^flags\s*:.*\bavx512f\b/m.test(readFileSync('/proc/cpuinfo', 'utf8'));
  } catch {
    avx512 = false;
  }
  return avx512;
}
