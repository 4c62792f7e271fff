// Stands in for `pace solve` in tests: `numberofiterations` hundredths of a second of "solving", then one small result. A file `quick` in
// the folder leaves the waiting out, a file `enough` ends it. A file `needs` tells how many iterations it takes to converge; a solver that stops
// before leaves a checkpoint, from which the next one in the same results folder goes on.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);
const job = JSON.parse(readFileSync('job.json', 'utf8'));
// An attempt works in a folder of its own; what tests tell it, and count, is in the project's.
const project = /^(.*)\/\.attempts\/[^/]+$/.exec(process.cwd())?.[1] ?? elsewhere(process.cwd());
const told = (name) => join(project, name);
appendFileSync(told('starts.log'), `${process.pid}\n`);
const out = process.argv[2] ?? 'results';
mkdirSync(out, { recursive: true });
const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined);
const before = Number(textOf(`${out}/.checkpoint_1.bin`) ?? 0);
const needed = textOf(told('needs'));
const iterations = before + job.solverInput.numberofiterations;
const converged = needed === undefined || iterations >= Number(needed);
if (existsSync(told('checkpoints'))) writeFileSync(`${out}/.checkpoint_1.bin`, String(before + 5));
say({ event: 'stage', stage: 'CALCULATING NEAR INTERACTIONS', fraction: 0.2, seconds: 0, memoryBytes: 1 });
if (!existsSync(told('quick')))
  for (
    const end = Date.now() + 10 * job.solverInput.numberofiterations;
    Date.now() < end && !existsSync(told('enough'));
  )
    await new Promise((done) => setTimeout(done, Math.min(20, end - Date.now())));
if (existsSync(told('fail-with'))) {
  say({
    event: 'error',
    code: readFileSync(told('fail-with'), 'utf8').trim(),
    detail: 'The matrix is singular at part 2.',
  });
  process.exit(2);
}
const frequency = job.solverInput.frequency[0];
const [theta, phi, polarization] = job.solverInput.excitation;
// The far field tells after how many iterations it was computed.
const field = {
  e_Theta_Real: needed === undefined ? 1 : iterations,
  e_Theta_Imag: -2,
  e_Phi_Real: 0.5,
  e_Phi_Imag: 0,
};
/** As the real one: a file is replaced, never written into. */
const write = (path, content) => {
  writeFileSync(`${path}.part`, content);
  renameSync(`${path}.part`, path);
};
const name = (kind, ext) => `${out}/solver_result_${frequency}_${kind}_${theta * 10}_${phi * 10}.${ext}`;
const columns = Object.fromEntries(Object.entries(field).map(([key, value]) => [key, [value, value]]));
write(
  name('farzone', 'json'),
  JSON.stringify({
    frequency,
    theta: theta * 10,
    phi: phi * 10,
    polarization,
    converged,
    cuts: ['xy', 'xz', 'yz'].map((plane) => ({
      plane,
      angleTheta: [900, 900],
      anglePhi: [0, 1800],
      ...columns,
    })),
  }),
);
write(
  name('iterations', 'json'),
  JSON.stringify(
    needed === undefined
      ? { method: 'dense LU', converged, iterations: [{ iteration: 1, residual: 1e-12 }] }
      : {
          method: 'mlfma',
          converged,
          iterations: Array.from({ length: iterations }, (_, i) => ({
            iteration: i + 1,
            residual: 0.5 ** i,
          })),
        },
  ),
);
const currents = Buffer.alloc(12 + 24 * 3);
currents.write('PACECUR1', 'latin1');
currents.writeUInt32LE(3, 8);
for (let i = 0; i < 18; i++) currents.writeFloatLE(i % 6 === 0 ? 3 : i % 6 === 3 ? -4 : 0, 12 + 4 * i);
write(name('currents', 'bin'), currents);
write(
  `${out}/monostatic.json`,
  JSON.stringify({
    converged,
    monoStaticRcs: [{ angleTheta: theta * 10, anglePhi: phi * 10, frequency, ...field }],
  }),
);
const checkpoint = `${out}/.checkpoint_1.bin`;
if (converged) rmSync(checkpoint, { force: true });
else write(checkpoint, String(iterations));
const method = textOf(told('method')) ?? (needed === undefined ? undefined : 'mlfma');
write(
  `${out}/result.json`,
  JSON.stringify({
    schema: 'pace-result-1',
    unknowns: 3,
    pid: process.pid,
    converged,
    ...(method && { method }),
  }),
);
say({ event: 'finished', converged, seconds: 0.1, memoryBytes: 1 });

/** Where files are in a bucket, the work is done in DATA_DIR/work/PROJECT/ATTEMPT. */
function elsewhere(folder) {
  const [, dataDir, id] = /^(.*)\/work\/([^/]+)\/[^/]+$/.exec(folder) ?? [];
  if (dataDir === undefined) return folder;
  const place = join(dataDir, 'projects', id);
  mkdirSync(place, { recursive: true });
  return place;
}
