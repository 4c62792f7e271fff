import {
  PeersSchema,
  type PeerRow,
  type Peers,
  type ScoreComparison,
  type ScoreLine,
  type Scoreboard,
} from '@pace/contract/scoreboard';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { VALIDATION_FOLDER, type Case, type RunSpecification } from '../caseFile.ts';
import type { CaseResult } from '../results.ts';

const PEERS = join(VALIDATION_FOLDER, 'data/peers/peers.json');
const MLFMA = join(dirname(VALIDATION_FOLDER), 'benchmarks/mlfma.json');
const GIGA = 1e9;
const GIBI = 2 ** 30;

/** What `npm run bench:mlfma` measured on the meshes that other programs were measured on. */
interface MlfmaRecord {
  machine: Scoreboard['machine'];
  peers: {
    unknowns: number;
    coreSeconds: number;
    bytesPerUnknown: number;
    rmsDb: number;
    maxDb: number;
  }[];
}

export const readPeers = (): Peers => PeersSchema.parse(JSON.parse(readFileSync(PEERS, 'utf8')));

const readMlfma = () => JSON.parse(readFileSync(MLFMA, 'utf8')) as MlfmaRecord;

/** The machine of the benchmark on unit spheres. */
export function benchmarkMachine(): Scoreboard['machine'] {
  const { processor, logicalProcessors, memoryGib } = readMlfma().machine;
  return { processor, logicalProcessors, memoryGib };
}

/** Each task that others solved too: our lines, then theirs. */
export function comparisonsOf(
  { comparisons, sources }: Peers,
  cases: readonly Case[],
  results: ReadonlyMap<string, CaseResult>,
): ScoreComparison[] {
  return comparisons.map(({ id, case: caseId, rows }) => {
    const theirs = rows.map((row) => peerLine(row, sources[row.source]?.program));
    if (caseId === undefined) return { id, lines: [...unitSpheres(), ...theirs] };
    const theCase = cases.find((one) => one.id === caseId);
    if (!theCase) throw new Error(`peers.json: there is no case "${caseId}"`);
    const result = results.get(caseId);
    return {
      id,
      case: caseId,
      title: theCase.title,
      rightHandSides: Object.values(theCase.runs).reduce((sum, run) => sum + waves(run), 0),
      lines: [...(result ? [ourLine(result)] : []), ...theirs],
    };
  });
}

const waves = ({ thetaDeg, phiDeg }: RunSpecification) => angles(thetaDeg) * angles(phiDeg);

function angles(sweep: RunSpecification['phiDeg']): number {
  if (typeof sweep === 'number') return 1;
  const [first, last, step] = sweep;
  return Math.round((last - first) / step) + 1;
}

const PROGRAM = 'Pace';

/** All runs of a case together: what the published rows are, both polarizations. */
function ourLine({ runs, checks }: CaseResult): ScoreLine {
  const all = Object.values(runs);
  const threads = all.map((run) => run.threads ?? Math.round(run.coreSeconds / run.seconds));
  return {
    program: PROGRAM,
    setting: [...new Set(all.map(({ method }) => METHODS[method] ?? method))].join(', '),
    unknowns: Math.max(...all.map(({ unknowns }) => unknowns)),
    cores: Math.max(...threads),
    coreSeconds: all.reduce((sum, { coreSeconds }) => sum + coreSeconds, 0),
    ...(all.some((run) => run.threads === undefined) && { upperBound: true }),
    memoryBytes: Math.max(...all.map(({ memoryBytes }) => memoryBytes)),
    errorsDb: checks.flatMap(({ measures }) =>
      measures
        .filter(({ quantity }) => quantity === 'mean |ΔdB|')
        .map(({ of, value, bar }) => ({ of, value, ...(bar !== undefined && { bar }) })),
    ),
  };
}

const METHODS: Record<string, string> = { 'dense-lu': 'LU', mlfma: 'MLFMA' };

function unitSpheres(): ScoreLine[] {
  const { machine, peers } = readMlfma();
  return peers.map(({ unknowns, coreSeconds, bytesPerUnknown, rmsDb, maxDb }) => ({
    program: PROGRAM,
    setting: 'MLFMA',
    unknowns,
    cores: machine.logicalProcessors,
    coreSeconds,
    memoryBytes: unknowns * bytesPerUnknown,
    errorsDb: [
      { of: 'RMS', value: rmsDb },
      { of: 'max', value: maxDb },
    ],
  }));
}

/** @throws when the row has neither a wall time with processes nor stages */
function peerLine(row: PeerRow, program: string | undefined): ScoreLine {
  if (program === undefined) throw new Error(`peers.json: there is no source "${row.source}"`);
  const { source, setting, unknowns, unknownsInferred, processes, note } = row;
  return {
    program,
    source,
    setting,
    unknowns,
    ...(unknownsInferred && { unknownsInferred }),
    ...(processes !== undefined && { cores: processes }),
    coreSeconds: coreSecondsOf(row),
    memoryBytes: memoryOf(row),
    errorsDb: (
      [
        ['VV', row.vvMeanDb],
        ['HH', row.hhMeanDb],
        ['RMS', row.rmsDb],
        ['max', row.maxDb],
      ] as const
    ).flatMap(([of, value]) => (value === undefined ? [] : [{ of, value }])),
    ...(note !== undefined && { note }),
  };
}

/** Wall time × processes; or the stages of the busiest process × processes, which were all busy. */
function coreSecondsOf({ source, processes = 1, wallSeconds, stageSeconds }: PeerRow): number {
  if (stageSeconds) return processes * stageSeconds.reduce((sum, seconds) => sum + seconds, 0);
  if (wallSeconds === undefined) throw new Error(`peers.json: a row of ${source} has no time`);
  return processes * wallSeconds;
}

/** The largest process × processes, an upper bound; or what the source gives for all. */
function memoryOf({ source, processes = 1, memoryPerProcessGb, memoryGib }: PeerRow): number {
  if (memoryGib !== undefined) return memoryGib * GIBI;
  if (memoryPerProcessGb === undefined) throw new Error(`peers.json: a row of ${source} has no memory`);
  return processes * memoryPerProcessGb * GIGA;
}
