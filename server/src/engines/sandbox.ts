import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { findProgram } from './programs.ts';

/** What a program may use at most, as prlimit sets it. */
export interface ResourceLimits {
  /** Address space */
  memoryBytes?: number | undefined;
  cpuSeconds?: number | undefined;
  /** Of one file that it writes */
  fileBytes?: number | undefined;
}

/** Of the account that runs the programs, all together: what a fork bomb stops at. */
const PROCESSES_MOST = 4096;

/** Names as in /proc/self/limits, with prlimit's. */
const LIMIT_NAMES = {
  'Max address space': 'as',
  'Max cpu time': 'cpu',
  'Max file size': 'fsize',
  'Max processes': 'nproc',
} as const;

/**
 * The command under limits of its own, set by prlimit (util-linux); where there is none, by the shell as far as that can. A
 * limit that this process has itself is never raised.
 */
export function limited(
  program: string,
  args: readonly string[],
  limits: ResourceLimits,
): [string, string[]] {
  const { memoryBytes, cpuSeconds, fileBytes } = limits;
  const wanted = { as: memoryBytes, cpu: cpuSeconds, fsize: fileBytes, nproc: PROCESSES_MOST };
  const prlimit = findProgram('prlimit');
  if (prlimit === undefined) {
    if (memoryBytes === undefined) return [program, [...args]];
    const kibibytes = String(Math.max(1, Math.floor(memoryBytes / 1024)));
    return ['/bin/sh', ['-c', 'ulimit -v "$1" && shift && exec "$@"', 'sh', kibibytes, program, ...args]];
  }
  const own = ownLimits();
  const options = Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${Math.floor(Math.min(value, own.get(name) ?? Infinity))}`],
  );
  return [prlimit, ['--core=0', ...options, '--', program, ...args]];
}

function ownLimits(): Map<string, number> {
  const limits = new Map<string, number>();
  try {
    for (const line of readFileSync('/proc/self/limits', 'utf8').split('\n')) {
      const [name = '', , hard = ''] = line.split(/\s{2,}/);
      const option = LIMIT_NAMES[name as keyof typeof LIMIT_NAMES];
      if (option && Number.isFinite(Number(hard))) limits.set(option, Number(hard));
    }
  } catch {
    // Not Linux: there is nothing to read, and prlimit says what it cannot do.
  }
  return limits;
}

/** What every dynamically linked program reads. */
const SYSTEM_FOLDERS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64'];
const SYSTEM_FILES = ['/etc/ld.so.cache', '/etc/alternatives'];

/**
 * The command in a sandbox of bubblewrap: it sees the system's programs and libraries read-only, may write in one folder, and
 * has no network and no other processes. As it is where bubblewrap is missing or may not make name spaces (docs/security.md).
 * @param folder  where it works and all that it may write
 */
export function sandboxed(program: string, args: readonly string[], folder: string): [string, string[]] {
  const bwrap = bubblewrap();
  if (bwrap === undefined) return [program, [...args]];
  const place = resolve(folder);
  const libraries = (process.env['LD_LIBRARY_PATH'] ?? '').split(delimiter).filter((path) => path !== '');
  return [
    bwrap,
    [
      ...NAMESPACES,
      ...systemView(),
      ...[...SYSTEM_FILES, ...libraries, program].flatMap((path) => ['--ro-bind-try', path, path]),
      ...['--bind', place, place, '--chdir', place, '--', program],
      ...args,
    ],
  ];
}

const NAMESPACES = ['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'];

function systemView(): string[] {
  const folders = SYSTEM_FOLDERS.flatMap((path) => {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    if (!facts) return [];
    return facts.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  });
  return [...folders, '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'];
}

let probed: { command: string; path: string | undefined } | undefined;

/** PACE_BWRAP, else bwrap of the system, if it can make a sandbox here; PACE_SANDBOX=off leaves it out. */
export function bubblewrap(): string | undefined {
  if (process.env['PACE_SANDBOX'] === 'off') return undefined;
  const command = process.env['PACE_BWRAP'] ?? 'bwrap';
  if (probed?.command !== command) {
    const path = findProgram(command);
    const works =
      path !== undefined && spawnSync(path, [...NAMESPACES, ...systemView(), '--', '/bin/true']).status === 0;
    probed = { command, path: works ? path : undefined };
  }
  return probed.path;
}
