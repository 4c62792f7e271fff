// From a model to results that are checked against the exact series, in three formats: node twenty_lines.mjs SPHERE.step
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@pace-rcs/client';

const pc = await connect();
const model = await pc.upload(process.argv[2]);
await model.mesh({ size: 'lambda/8', frequency: 150e6, curved: true });
const waves = { frequency: 150e6, theta: 60, phi: 30, polarization: 'VH', numberoffarlocations: 72 };
const run = await model.run({ ...waves, solver: 'mlfma' });
console.log(String(await run.estimate()));
const res = await run.wait();
const [a, b] = [await res.bistatic(), await res.exactSphere()].map(({ cuts }) => cuts.xz.field('VV'));
const errors = a.real.map((real, i) => Math.hypot(real - b.real[i], a.imaginary[i] - b.imaginary[i]));
const share = Math.max(...errors) / Math.max(...b.abs().data);
console.log(`VV differs from Mie by ${(100 * share).toFixed(2)} % of the largest amplitude at most`);
const folder = mkdtempSync(join(tmpdir(), 'pace-'));
for (const name of ['sphere.h5', 'sphere.mat', 'currents.vtu'])
  console.log(await res.save(join(folder, name)));
