/**
 * What MLFMA costs: `npm run bench:mlfma [-- --smallest UNKNOWNS --largest UNKNOWNS]`. The meshes that other solvers
 * were measured on (benchmarks/data/peers), and spheres of λ/10: up to a million unknowns, or more where it is asked for.
 * With `--smallest` those up to a million keep their records; large spheres that are measured replace all large ones.
 * Writes benchmarks/mlfma.json and docs/benchmarks-mlfma.md with a drawing of time and memory against size, and
 * docs/scaling.md.
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
import { writeSubdividedSphere } from './study/subdividedSphere.ts';

const { values } = parseArgs({
  options: { smallest: { type: 'string', default: '0' }, largest: { type: 'string', default: '1100000' } },
});
const [smallest, largest] = [Number(values.smallest), Number(values.largest)];
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
/** These are cut out of coarser ones, so many times in four, which is quicker than meshing them. */
const LARGE_RADII = [32, 39, 47.5];
const CUT_TIMES = 2;
const UNKNOWNS_PER_SQUARE_WAVELENGTH = 4_450;

const machine = thisMachine();
const earlier = JSON.parse(readFileSync(join(HERE, 'mlfma.json'), 'utf8')) as MlfmaRecord;
const record: MlfmaRecord =
  smallest > 0 ? earlier : { machine, bounds: boundsOf(machine.logicalProcessors), peers: [], scaling: [] };
const folder = mkdtempSync(join(tmpdir(), 'pace-mlfma-'));
try {
  for (const peer of smallest > 0 ? [] : PEERS.filter(({ unknowns }) => unknowns <= largest)) {
    const mesh = join(folder, `${peer.file}.unv`);
    writeFileSync(mesh, gunzipSync(readFileSync(join(HERE, 'data', 'peers', `${peer.file}.unv.gz`))));
    record.peers.push(await measured({ mesh, radiusM: 1, frequencyHz: (peer.ka * LIGHT) / (2 * Math.PI) }));
  }
  if (smallest === 0) record.scaling = await measuredSpheres(RADII);
  const large = await measuredSpheres(LARGE_RADII);
  const kept = earlier.large;
  if (large.length > 0) record.large = { machine, spheres: large };
  else if (kept) record.large = kept;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
machine.loadAverageAfter = loadavg()[0] ?? NaN;
mkdirSync(join(dirname(HERE), 'docs'), { recursive: true });
writeFileSync(join(HERE, 'mlfma.json'), `${JSON.stringify(record, null, 2)}\n`);
writeMlfmaPage(record, join(dirname(HERE), 'docs'));
writeScalingPage(HERE, join(dirname(HERE), 'docs'));

/** Those of the sizes that are asked for. */
async function measuredSpheres(radii: readonly number[]): Promise<SphereCost[]> {
  const costs: SphereCost[] = [];
  for (const radius of radii) {
    const unknowns = UNKNOWNS_PER_SQUARE_WAVELENGTH * radius * radius;
    if (unknowns < smallest || unknowns > largest) continue;
    const begun = Date.now();
    const mesh = sphereMesh(radius);
    const meshSeconds = (Date.now() - begun) / 1000;
    costs.push({ ...(await measured({ mesh, radiusM: radius, frequencyHz: LIGHT })), meshSeconds });
    rmSync(mesh);
  }
  return costs;
}

function sphereMesh(radius: number): string {
  const isCut = LARGE_RADII.includes(radius);
  const numbers = { radius, edge: isCut ? 0.1 * 2 ** CUT_TIMES : 0.1 };
  const mesh = meshFile({ script: 'geometry/sphere.geo', numbers, metresPerUnit: 1 }, folder);
  if (!isCut) return mesh;
  const finer = join(folder, 'cut.unv');
  writeSubdividedSphere(mesh, radius, CUT_TIMES, finer);
  return finer;
}

function boundsOf(threads: number): MlfmaRecord['bounds'] {
  return JSON.parse(
    execFileSync(solverCommand(), ['about', '--bounds', String(threads)], { encoding: 'utf8' }),
  ) as MlfmaRecord['bounds'];
}

async function measured(sphere: { mesh: string; radiusM: number; frequencyHz: number }): Promise<SphereCost> {
  const cost = await costOf(sphere, machine.logicalProcessors);
  console.log(
    `${cost.unknowns} unknowns: ${cost.coreSeconds.toFixed(0)} core-s, ${cost.products} products of ` +
      `${cost.secondsPerProduct.toFixed(3)} s, ${(cost.bytesPerUnknown / 1000).toFixed(2)} kB per unknown, ` +
      `${cost.rmsDb.toFixed(3)} dB RMS`,
  );
  return cost;
}
