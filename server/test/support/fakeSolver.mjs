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
const out = process.argv[2];
// The names are by kind, in the folder `out`; the key has degrees × 10.
const { key, names, polarization } = JSON.parse(process.argv[3]);
const { frequency, theta, phi } = key;
mkdirSync(out, { recursive: true });
const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined);
const CHECKPOINT = '.checkpoint_1.bin';
const before = Number(textOf(join(out, CHECKPOINT)) ?? 0);
const needed = textOf(told('needs'));
const iterations = before + job.solverInput.numberofiterations;
const converged = needed === undefined || iterations >= Number(needed);
if (existsSync(told('checkpoints'))) writeFileSync(join(out, CHECKPOINT), String(before + 5));
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
// The far field tells after how many iterations it was computed.
const field = {
  e_Theta_Real: needed === undefined ? 1 : iterations,
  e_Theta_Imag: -2,
  e_Phi_Real: 0.5,
  e_Phi_Imag: 0,
};
/** As the real one: a file is replaced, never written into. */
const write = (name, content) => {
  const path = join(out, name);
  writeFileSync(`${path}.part`, content);
  renameSync(`${path}.part`, path);
};
const method = textOf(told('method')) ?? (needed === undefined ? 'dense-lu' : 'mlfma');
const columns = Object.fromEntries(Object.entries(field).map(([key, value]) => [key, [value, value]]));
write(
  names.farzone,
  JSON.stringify({
    frequency,
    theta,
    phi,
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
  names.iterations,
  JSON.stringify(
    needed === undefined
      ? { method, converged, iterations: [{ iteration: 1, residual: 1e-12 }] }
      : {
          method,
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
write(names.currents, currents);
write(
  names.monostatic,
  JSON.stringify({
    converged,
    monoStaticRcs: [{ angleTheta: theta, anglePhi: phi, frequency, ...field }],
  }),
);
if (converged) rmSync(join(out, CHECKPOINT), { force: true });
else write(CHECKPOINT, String(iterations));
const amounts = (...names) => Object.fromEntries(names.map((key) => [key, 0.1]));
const bytesPerUnknown = amounts('near', 'preconditioner', 'patterns', 'fields', 'translators');
const stages = ['near', 'aggregation', 'interpolation', 'translation', 'anterpolation', 'disaggregation'];
const byProducts = {
  products: 5,
  rank: 1,
  productsOneByOneAtLeast: 5,
  mlfma: {
    digits: 3,
    levels: 2,
    leafWavelengths: 0.25,
    degrees: [],
    bytesPerUnknown,
    seconds: amounts(
      'nearMatrix',
      'patterns',
      'preconditioner',
      'solution',
      'perProduct',
      'nearPerProduct',
      'farPerProduct',
    ),
    stages: Object.fromEntries(stages.map((stage) => [stage, amounts('coreSeconds', 'flops', 'bytes')])),
    flopsPerProduct: 1000,
    preconditioner: 'near',
    innerProducts: 0,
  },
};
const predicted = { seconds: 2, memoryBytes: 1000 };
write(
  names.result,
  JSON.stringify({
    schema: 'pace-result-1',
    version: `process ${process.pid}`,
    programType: job.programType,
    method,
    reason: 'nothing is solved',
    unknowns: 3,
    triangles: 1,
    threads: job.threads,
    polarization,
    frequenciesHz: [frequency],
    illuminations: [{ thetaDeg: theta / 10, phiDeg: phi / 10 }],
    converged,
    finished: true,
    fingerprint: '1',
    notices: [],
    predicted:
      method === 'mlfma'
        ? { ...predicted, secondsPerProduct: 0.1, products: 15, nearEntries: 9, levels: 2 }
        : predicted,
    frequencies: [
      {
        frequencyHz: frequency,
        converged,
        backwardError: 1e-12,
        digits: method === 'mlfma' ? 3 : 0,
        seconds: amounts('near', 'fields', 'solution', 'output'),
        ...(method === 'mlfma' && byProducts),
      },
    ],
    seconds: 0.1,
    processorSeconds: 0.1,
    memoryBytes: 1000,
    bytesPerUnknown: 1000 / 3,
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
