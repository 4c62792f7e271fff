/**
 * What ranks hold and send: `npm run bench:mpi`. Counted from the octrees of spheres for 1 to 64 ranks, measured with
 * 1, 2 and 4 where mpirun is found; an impedance sphere and a dielectric one with 1, 2 and 4 too. Writes
 * benchmarks/mpi.json, docs/benchmarks-mpi.md and docs/scaling.md. PACE_SOLVER names another solver.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { MONOSTATIC_FILE, MonoStaticFileSchema } from '@pace/contract';
import { solverCommand } from '../server/src/engines/programs.ts';
import { readRunFile } from '../validation/study/runFiles.ts';
import { thisMachine } from './study/machine.ts';
import { fastResult } from './study/mlfmaResult.ts';
import {
  writeRanksPage,
  type CountedBody,
  type Division,
  type MeasuredRun,
  type MediaBody,
  type RanksRecord,
} from './study/ranksPage.ts';
import { writeScalingPage } from './study/scalingPage.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const LIGHT = 299_792_458;
const MOST_RANKS = 64;
/** Unit spheres and their ka, as in benchmarks/mlfma.ts. */
const SPHERES = [
  { file: 'sphere_12k', ka: 10.48 },
  { file: 'sphere_50k', ka: 21 },
  { file: 'sphere_200k', ka: 42 },
];
/** Of the smallest sphere. */
const RANKS_MEASURED = [1, 2, 4];
/** On the same mesh. */
const WITH_MEDIA = [
  {
    name: 'impedance sphere, 150 + 80j Ω, CFIE',
    ka: 10.48,
    job: {
      programType: 2,
      materials: {
        impedances: [
          {
            frequency: (10.48 * LIGHT) / (2 * Math.PI),
            params: [{ impedanceSurface: 1, impedanceReal: 150, impedanceImaginary: 80 }],
          },
        ],
      },
    },
  },
  {
    name: 'dielectric sphere, ε = 2.2 − 0.1j, PMCHWT',
    ka: 7,
    job: {
      programType: 3,
      materials: {
        inputMaterials: [
          {
            id: '1',
            name: 'Medium',
            frequency: 0,
            permitivity: { real: 2.2, imaginary: -0.1 },
            permeability: { real: 1, imaginary: 0 },
          },
        ],
        outerMedias: [{ surfaceApplied: 1, outerMedia: 0, outerMaterial: 'Medium' }],
      },
    },
  },
];

const folder = mkdtempSync(join(tmpdir(), 'pace-ranks-'));
try {
  const record: RanksRecord = { machine: thisMachine(), counted: [], measured: [], media: [] };
  for (const sphere of SPHERES) {
    const job = jobFile(sphere);
    record.counted.push(counted(job));
    if (sphere !== SPHERES[0] || spawnSync('mpirun', ['--version']).status !== 0) continue;
    for (const ranks of RANKS_MEASURED) record.measured.push(measured(job, ranks).run);
    for (const body of WITH_MEDIA) record.media.push(withMedia(sphere, body));
  }
  writeFileSync(join(HERE, 'mpi.json'), `${JSON.stringify(record, null, 2)}\n`);
  writeRanksPage(record, join(dirname(HERE), 'docs'));
  writeScalingPage(HERE, join(dirname(HERE), 'docs'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function withMedia(
  sphere: (typeof SPHERES)[number],
  { name, ka, job }: (typeof WITH_MEDIA)[number],
): MediaBody {
  const path = jobFile({ file: sphere.file, ka }, job);
  const { unknowns, divisions } = counted(path);
  const runs = RANKS_MEASURED.map((ranks) => measured(path, ranks));
  const [alone] = runs;
  if (!alone) throw new Error('no ranks');
  return {
    name,
    unknowns,
    divisions: divisions.filter(({ ranks }) => RANKS_MEASURED.includes(ranks)),
    runs: runs.map(({ run, backscatter }) => ({
      ...run,
      difference: distance(backscatter, alone.backscatter) / Math.hypot(...alone.backscatter),
    })),
  };
}

function distance(a: number[], b: number[]): number {
  return Math.hypot(...a.map((value, i) => value - (b[i] ?? NaN)));
}

function jobFile({ file, ka }: Pick<(typeof SPHERES)[number], 'file' | 'ka'>, more: object = {}): string {
  writeFileSync(
    join(folder, `${file}.unv`),
    gunzipSync(readFileSync(join(HERE, 'data', 'peers', `${file}.unv.gz`))),
  );
  const job = join(folder, `${file}.json`);
  writeFileSync(
    job,
    JSON.stringify({
      schema: 'pace-job-1',
      programType: 1,
      mesh: `${file}.unv`,
      method: 'mlfma',
      errorEstimate: false,
      threads: 1,
      solverInput: {
        excitation: [40, 70, 1],
        frequency: [(ka * LIGHT) / (2 * Math.PI), -1, -1],
        numberoffarlocations: 0,
        solvertype: 2,
        scalefactor: 1,
        residualerror: 1e-3,
        numberofiterations: 200,
      },
      ...more,
    }),
  );
  return job;
}

function counted(job: string): CountedBody {
  const answer = execFileSync(solverCommand(), ['estimate', job, '--ranks', String(MOST_RANKS)], {
    encoding: 'utf8',
  });
  const estimate = JSON.parse(answer.trim()) as { unknowns: number; distribution: { divisions: Division[] } };
  return { unknowns: estimate.unknowns, divisions: estimate.distribution.divisions };
}

/** And the complex backscatter. */
function measured(job: string, ranks: number): { run: MeasuredRun; backscatter: number[] } {
  const results = join(folder, `of${ranks}`);
  rmSync(results, { recursive: true, force: true });
  execFileSync(
    'mpirun',
    [
      '-np',
      String(ranks),
      '--oversubscribe',
      '--bind-to',
      'none',
      solverCommand(),
      'solve',
      job,
      '--out',
      results,
    ],
    {
      env: {
        ...process.env,
        OMP_NUM_THREADS: '1',
        OMPI_ALLOW_RUN_AS_ROOT: '1',
        OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const { result, products, mlfma } = fastResult(results);
  const whole = Object.fromEntries(
    Object.entries(mlfma.bytesPerUnknown).map(([name, bytes]) => [name, bytes * result.unknowns]),
  );
  const ofRanks: { bytes: Record<string, number>; bytesSentPerProduct: number }[] = mlfma.ranks ?? [
    { bytes: whole, bytesSentPerProduct: 0 },
  ];
  const run = {
    ranks,
    products,
    bytesSentPerProduct: Math.max(...ofRanks.map((rank) => rank.bytesSentPerProduct)),
    bytes: Object.fromEntries(
      ['near', 'preconditioner', 'patterns', 'fields', 'translators'].map((name) => [
        name,
        Math.max(...ofRanks.map((rank) => rank.bytes[name] ?? 0)),
      ]),
    ),
    nearMatrixSeconds: mlfma.seconds.nearMatrix,
    productSeconds: mlfma.seconds.perProduct,
  };
  return { run, backscatter: backscatterOf(results) };
}

/** Re and Im of both components. */
function backscatterOf(results: string): number[] {
  return readRunFile(MonoStaticFileSchema, results, MONOSTATIC_FILE).monoStaticRcs.flatMap((record) => {
    if (!('e_Theta_Real' in record)) throw new Error('The run has a scattering matrix');
    return [record.e_Theta_Real, record.e_Theta_Imag, record.e_Phi_Real, record.e_Phi_Imag];
  });
}
