// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The numbers of the landing page, taken from the records that `npm run validate` and `npm run bench:mlfma` wrote.
 * @typedef {{ of: string, quantity: string, value: number, limit?: number, missed?: boolean }} Measure
 * @typedef {{ title: string, measures: Measure[] }} Check
 * @typedef {{ unknowns: number, method: string, seconds: number, memoryBytes: number, coreSeconds: number, threads?: number }} Run
 * @typedef {Record<string, { measuredOn: string, runs: Record<string, Run>, checks: Check[] }>} Validation
 */

const VALIDATION = 'validation/results.json';
const MLFMA = 'benchmarks/mlfma.json';
/** Published cases of the Austin RCS Benchmark Suite that are set beside their limits on the page. */
const AUSTIN = [
  'ia-s2-f1',
  'iia-s6-f6',
  'iiia-s1-fx1',
  'iiia-s1-fx2',
  'iva-s1-fx1',
  'iva-bb-f10',
  'iva-bb-fx3',
];
const SPHERES = 'sphere-mlfma';
const AIRCRAFT = 'prime-bb-cost';
const MEAN = 'mean |ΔdB|';

/** @param {string} root  of the repository */
export function landingRecords(root) {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  /** @type {Validation} */
  const validation = read(VALIDATION);
  const mlfma = read(MLFMA);
  const cases = Object.values(validation);
  const largest = cases
    .flatMap(({ runs }) => Object.values(runs))
    .reduce((a, b) => (b.unknowns > a.unknowns ? b : a));
  const aircraft = need(validation, AIRCRAFT);
  const spheres = need(validation, SPHERES);
  const waves = Object.values(read(`validation/cases/${AIRCRAFT}/case.json`).runs);
  return {
    cases: { total: cases.length, passed: cases.filter(passes).length, record: VALIDATION },
    largest: {
      unknowns: largest.unknowns,
      bytesPerUnknown: largest.memoryBytes / largest.unknowns,
      wallSeconds: largest.seconds,
      processors: largest.threads ?? Math.round(largest.coreSeconds / largest.seconds),
      record: VALIDATION,
    },
    aircraft: {
      unknowns: Math.max(...Object.values(aircraft.runs).map(({ unknowns }) => unknowns)),
      rightHandSides: sum(waves.map(({ phiDeg: [from, to, step] }) => Math.round((to - from) / step) + 1)),
      coreHours: sum(Object.values(aircraft.runs).map(({ coreSeconds }) => coreSeconds)) / 3600,
      record: `${VALIDATION} · ${AIRCRAFT}`,
    },
    spheres: {
      meanDb: Math.max(...means(spheres.checks).map(({ value }) => value)),
      record: `${VALIDATION} · ${SPHERES}`,
    },
    austin: AUSTIN.map((id) => {
      const { runs, checks } = need(validation, id);
      const worst = means(checks).reduce((a, b) => (b.value > a.value ? b : a));
      return {
        id,
        unknowns: Math.max(...Object.values(runs).map(({ unknowns }) => unknowns)),
        meanDb: worst.value,
        limitDb: worst.limit,
      };
    }),
    scaling: [...mlfma.peers, ...mlfma.scaling]
      .map(({ unknowns, wallSeconds, bytesPerUnknown, rmsDb }) => ({
        unknowns,
        wallSeconds,
        bytesPerUnknown,
        rmsDb,
      }))
      .sort((a, b) => a.unknowns - b.unknowns),
    machine: {
      processors: mlfma.machine.logicalProcessors,
      memoryGib: mlfma.machine.memoryGib,
      record: MLFMA,
    },
  };
}

/** @param {{ checks: Check[] }} record */
function passes({ checks }) {
  return checks.every(({ measures }) =>
    measures.every(({ value, limit }) => limit === undefined || value <= limit),
  );
}

/** @param {Check[]} checks */
function means(checks) {
  return checks
    .flatMap(({ measures }) => measures)
    .filter(({ quantity, of }) => quantity === MEAN && !of.includes('equal volume'));
}

/** @param {number[]} values */
const sum = (values) => values.reduce((a, b) => a + b, 0);

/** @param {Validation} validation @param {string} id */
function need(validation, id) {
  const found = validation[id];
  if (!found) throw new Error(`${VALIDATION} has no record of ${id}, which the landing page shows.`);
  return found;
}

/**
 * Writes them where the landing page reads them; a test of the page holds them to the records.
 * @param {string} root
 */
export function writeLandingRecords(root) {
  writeFileSync(
    join(root, 'web/src/features/landing/records.json'),
    `${JSON.stringify(landingRecords(root), null, 2)}\n`,
  );
}
