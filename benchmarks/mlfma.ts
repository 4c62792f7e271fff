/**
 * What MLFMA costs: `npm run bench:mlfma [-- --largest UNKNOWNS]`. The meshes that other solvers were measured on
 * (benchmarks/data/peers), and spheres of λ/10 up to a million unknowns. Writes benchmarks/mlfma.json and
 * docs/benchmarks-mlfma.md with a drawing of time and memory against size, and docs/scaling.md.
 * PACE_SOLVER names another solver.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { solverCommand } from '../server/src/engines/programs.ts';
import { meshFile } from '../validation/study/meshBuilding.ts';
import { costOf, type SphereCost } from './study/mlfmaCost.ts';
import { writeMlfmaPage, type MlfmaRecord } from './study/mlfmaPage.ts';
import { thisMachine } from './study/machine.ts';
import { writeScalingPage } from './study/scalingPage.ts';

const { values } = parseArgs({ options: { largest: { type: 'string', default: '1100000' } } });
const HERE = dirname(fileURLToPath(import.meta.url));
const LIGHT = 299_792_458;

/** ka of each mesh of unit radius, as docs of the peers give it; unknowns. */
const PEERS = [
  { file: 'sphere_3k', ka: 5.24, unknowns: 3_186 },
  { file: 'sphere_12k', ka: 10.48, unknowns: 12_657 },
  { file: 'sphere_50k', ka: 21, unknowns: 50_010 },
  { file: 'sphere_200k', ka: 42, unknowns: 198_765 },
];
/** Radius in wavelengths; edges of a tenth. */
const RADII = [1.5, 2.5, 4, 7, 11, 15];
const UNKNOWNS_PER_SQUARE_WAVELENGTH = 4_450;

const machine = thisMachine();
const record: MlfmaRecord = { machine, bounds: boundsOf(machine.logicalProcessors), peers: [], scaling: [] };
const folder = mkdtempSync(join(tmpdir(), 'pace-mlfma-'));
try {
  for (const peer of PEERS.filter(({ unknowns }) => unknowns <= Number(values.largest))) {
    const mesh = join(folder, `${peer.file}.unv`);
    writeFileSync(mesh, gunzipSync(readFileSync(join(HERE, 'data', 'peers', `${peer.file}.unv.gz`))));
    record.peers.push(await measured({ mesh, radiusM: 1, frequencyHz: (peer.ka * LIGHT) / (2 * Math.PI) }));
  }
  for (const radius of RADII.filter(
    (r) => UNKNOWNS_PER_SQUARE_WAVELENGTH * r * r <= Number(values.largest),
  )) {
    const mesh = meshFile(
      { script: 'geometry/sphere.geo', numbers: { radius, edge: 0.1 }, metresPerUnit: 1 },
      folder,
    );
    record.scaling.push(await measured({ mesh, radiusM: radius, frequencyHz: LIGHT }));
    rmSync(mesh);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
record.machine.loadAverageAfter = loadavg()[0] ?? NaN;
mkdirSync(join(dirname(HERE), 'docs'), { recursive: true });
writeFileSync(join(HERE, 'mlfma.json'), `${JSON.stringify(record, null, 2)}\n`);
writeMlfmaPage(record, join(dirname(HERE), 'docs'));
writeScalingPage(HERE, join(dirname(HERE), 'docs'));

function boundsOf(threads: number): MlfmaRecord['bounds'] {
  return JSON.parse(
    execFileSync(solverCommand(), ['about', '--bounds', String(threads)], { encoding: 'utf8' }),
  ) as MlfmaRecord['bounds'];
}

async function measured(sphere: { mesh: string; radiusM: number; frequencyHz: number }): Promise<SphereCost> {
  const cost = await costOf(sphere, record.machine.logicalProcessors);
  console.log(
    `${cost.unknowns} unknowns: ${cost.coreSeconds.toFixed(0)} core-s, ${cost.products} products of ` +
      `${cost.secondsPerProduct.toFixed(3)} s, ${(cost.bytesPerUnknown / 1000).toFixed(2)} kB per unknown, ` +
      `${cost.rmsDb.toFixed(3)} dB RMS`,
  );
  return cost;
}
