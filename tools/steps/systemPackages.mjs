// @ts-check
import { readdirSync } from 'node:fs';
import { execute, outputOf } from './execute.mjs';
import { programInPath } from './paths.mjs';
import { say, Stop } from './say.mjs';

/**
 * What the solver and the mesher need from the system. `program`: any installation of it will do, however it came
 * there. `megabytes`: with what it pulls in, on a minimal Debian 12, rounded up; they overlap when installed together.
 * @typedef {{ name: string, megabytes: number, programs?: readonly string[] }} SystemPackage
 */

/** @type {readonly SystemPackage[]} */
const ALWAYS = [
  { name: 'gmsh', megabytes: 420, programs: ['gmsh'] },
  { name: 'cmake', megabytes: 110, programs: ['cmake'] },
  { name: 'ninja-build', megabytes: 1, programs: ['ninja'] },
  { name: 'g++', megabytes: 250, programs: ['g++'] },
  { name: 'libopenblas-openmp-dev', megabytes: 110 },
  { name: 'libeigen3-dev', megabytes: 9 },
  { name: 'nlohmann-json3-dev', megabytes: 2 },
  { name: 'libcli11-dev', megabytes: 1 },
  { name: 'doctest-dev', megabytes: 1 },
  { name: 'libxsimd-dev', megabytes: 3 },
  { name: 'liblapacke-dev', megabytes: 20 },
  { name: 'libvalijson-dev', megabytes: 1 },
  { name: 'libembree-dev', megabytes: 90 },
];

/** @type {readonly SystemPackage[]} */
const FOR_TESTS = [
  { name: 'openmpi-bin', megabytes: 100, programs: ['mpirun'] },
  { name: 'libopenmpi-dev', megabytes: 60, programs: ['mpicxx'] },
  // A cluster of its own is made by the tests that stop and start it; a cluster of the system is left alone.
  { name: 'postgresql', megabytes: 330 },
  {
    name: 'chromium',
    megabytes: 740,
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  },
  // Checks the layout of the C++ sources.
  { name: 'clang-format', megabytes: 220, programs: ['clang-format'] },
  // A cluster of one machine for the tests of the Slurm engine.
  { name: 'slurm-wlm', megabytes: 35 },
  { name: 'munge', megabytes: 1, programs: ['munged'] },
  // Reads the VTK files that are exported.
  { name: 'python3-meshio', megabytes: 60 },
  // Reads tables of the Radar Explorer
  { name: 'python3-tables', megabytes: 5 },
  // The documented configuration of a TLS proxy is tried.
  { name: 'nginx-light', megabytes: 5, programs: ['nginx'] },
  { name: 'openssl', megabytes: 3, programs: ['openssl'] },
];

/**
 * Installs what is missing by apt, as root or by sudo without a password; where neither works, prints the line and stops.
 * @param {{ tests: boolean }} options
 */
export async function ensureSystemPackages({ tests }) {
  const wanted = tests ? [...ALWAYS, ...FOR_TESTS] : ALWAYS;
  const missing = missingPackages(wanted);
  if (missing.length === 0) return;

  const names = missing.map(({ name }) => name);
  const megabytes = missing.reduce((sum, { megabytes: size }) => sum + size, 0);
  if (!programInPath('apt-get')) {
    throw new Stop(
      `Missing on this system: ${names.join(', ')} (names of Debian's packages). Install them with your package manager ` +
        'and start again.',
    );
  }
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...names];
  const prefix = rootPrefix();
  if (prefix === undefined) {
    throw new Stop(
      `These system packages are missing (about ${megabytes} MB at most). Install them with\n\n` +
        `  sudo apt-get update && sudo ${install.join(' ')}\n\nand start again.`,
    );
  }
  say(`Installing system packages (about ${megabytes} MB at most): ${names.join(' ')}`);
  const apt = (/** @type {readonly string[]} */ words) => {
    const [command, ...args] = [...prefix, ...words];
    return execute(/** @type {string} */ (command), args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  };
  if (!hasPackageLists()) await apt(['apt-get', 'update']);
  let code = await apt(install);
  if (code !== 0) {
    // Lists that are too old name versions that are gone.
    await apt(['apt-get', 'update']);
    code = await apt(install);
  }
  const still = missingPackages(missing).map(({ name }) => name);
  if (code !== 0 || still.length > 0) {
    throw new Stop(
      `apt-get could not install ${(still.length > 0 ? still : names).join(', ')}; its words are above.`,
    );
  }
}

/** @param {readonly SystemPackage[]} wanted */
function missingPackages(wanted) {
  const without = wanted.filter(({ programs }) => !programs?.some((program) => programInPath(program)));
  if (without.length === 0) return [];
  if (!programInPath('dpkg-query')) {
    // Not a Debian: libraries cannot be asked for by name, CMake will say what it does not find.
    return without.filter(({ programs }) => programs !== undefined);
  }
  // dpkg-query fails when one name is unknown to it and still prints the others, so the names are asked one by one.
  return without.filter(
    ({ name }) => outputOf('dpkg-query', ['-W', '-f=${db:Status-Status}', name])?.trim() !== 'installed',
  );
}

/** How to become root: not at all, by sudo, or (undefined) impossible without a password. */
function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  return outputOf('sudo', ['-n', 'true']) === undefined
    ? undefined
    : ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive'];
}

function hasPackageLists() {
  try {
    return readdirSync('/var/lib/apt/lists').some((name) => name.includes('_Packages'));
  } catch {
    return false;
  }
}
