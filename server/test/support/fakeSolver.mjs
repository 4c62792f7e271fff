// Stands in for `pace solve` in tests: `numberofiterations` hundredths of a second of "solving", then one small result. A file `quick` in
// the folder leaves the waiting out.
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);
const job = JSON.parse(readFileSync('job.json', 'utf8'));
appendFileSync('starts.log', `${process.pid}\n`);
mkdirSync('results', { recursive: true });
say({ event: 'stage', stage: 'CALCULATING NEAR INTERACTIONS', fraction: 0.2, seconds: 0, memoryBytes: 1 });
if (!existsSync('quick'))
  await new Promise((done) => setTimeout(done, 10 * job.solverInput.numberofiterations));
if (existsSync('fail-with')) {
  say({
    event: 'error',
    code: readFileSync('fail-with', 'utf8').trim(),
    detail: 'The matrix is singular at part 2.',
  });
  process.exit(2);
}
const frequency = job.solverInput.frequency[0];
const [theta, phi, polarization] = job.solverInput.excitation;
const field = { e_Theta_Real: 1, e_Theta_Imag: -2, e_Phi_Real: 0.5, e_Phi_Imag: 0 };
const name = (kind, ext) => `results/solver_result_${frequency}_${kind}_${theta * 10}_${phi * 10}.${ext}`;
const columns = Object.fromEntries(Object.entries(field).map(([key, value]) => [key, [value, value]]));
writeFileSync(
  name('farzone', 'json'),
  JSON.stringify({
    frequency,
    theta: theta * 10,
    phi: phi * 10,
    polarization,
    converged: true,
    cuts: ['xy', 'xz', 'yz'].map((plane) => ({
      plane,
      angleTheta: [900, 900],
      anglePhi: [0, 1800],
      ...columns,
    })),
  }),
);
writeFileSync(
  name('iterations', 'json'),
  JSON.stringify({ method: 'dense LU', converged: true, iterations: [{ iteration: 1, residual: 1e-12 }] }),
);
const currents = Buffer.alloc(12 + 24 * 3);
currents.write('PACECUR1', 'latin1');
currents.writeUInt32LE(3, 8);
for (let i = 0; i < 18; i++) currents.writeFloatLE(i % 6 === 0 ? 3 : i % 6 === 3 ? -4 : 0, 12 + 4 * i);
writeFileSync(name('currents', 'bin'), currents);
writeFileSync(
  'results/monostatic.json',
  JSON.stringify({
    converged: true,
    monoStaticRcs: [{ angleTheta: theta * 10, anglePhi: phi * 10, frequency, ...field }],
  }),
);
writeFileSync(
  'results/.result.part',
  JSON.stringify({ schema: 'pace-result-1', unknowns: 3, converged: true }),
);
renameSync('results/.result.part', 'results/result.json');
say({ event: 'finished', converged: true, seconds: 0.1, memoryBytes: 1 });
