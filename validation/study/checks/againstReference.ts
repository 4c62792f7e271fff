import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VALIDATION_FOLDER, type CheckOf } from '../caseFile.ts';
import { levelDifference } from '../comparison.ts';
import { cutOf, rcsDbsm, type FarField } from '../field.ts';
import type { SolvedRun } from '../solvedRun.ts';
import type { ComparedLevels, Measure, Outcome } from './measure.ts';

type Pol = 'VV' | 'HH';
interface Row {
  phiDeg: number;
  rcsDbsm: number;
}

/** RCS against a table over phi, VV and HH apart, by the measure of the Austin suite. */
export function againstReference(check: CheckOf<'reference'>, runOf: (name: string) => SolvedRun): Outcome {
  const outcome: Outcome = { measures: [], runs: [], curves: [] };
  const judge = (pol: Pol, name: string | undefined, limit: number | undefined) => {
    if (name === undefined) return;
    outcome.runs.push(name);
    const curve = compared(check, pol, runOf(name));
    outcome.curves?.push(curve);
    outcome.measures.push(...measuresOf(curve, limit));
  };
  judge('VV', check.vertical, check.limits.verticalDb);
  judge('HH', check.horizontal, check.limits.horizontalDb);
  return outcome;
}

function compared(check: CheckOf<'reference'>, pol: Pol, run: SolvedRun): ComparedLevels {
  const wanted: number = pol === 'VV' ? 1 : 0;
  if (run.specification.polarization !== wanted)
    throw new Error(`${check.title}: the run for ${pol} must have polarization ${wanted}`);
  const reference = referenceRows(check, pol);
  const fields = observed(check, run);
  const levels = reference.map(({ phiDeg }) => {
    const field = fields.find((f) => sameAngle(f.phiDeg, phiDeg + check.turnedByDeg));
    if (!field)
      throw new Error(`${check.title}: the run has no direction for phi = ${phiDeg}° of the reference`);
    return rcsDbsm(pol === 'VV' ? field.eTheta : field.ePhi);
  });
  return {
    of: pol,
    angle: 'phi',
    reference: 'published',
    angleDeg: reference.map(({ phiDeg }) => phiDeg),
    dbsm: levels,
    referenceDbsm: reference.map((row) => row.rcsDbsm),
  };
}

function measuresOf({ of, dbsm, referenceDbsm }: ComparedLevels, limit: number | undefined): Measure[] {
  const { meanDb, maxDb } = levelDifference(dbsm, referenceDbsm);
  return [
    { of, quantity: 'mean |ΔdB|', value: meanDb, ...(limit !== undefined && { limit }) },
    { of, quantity: 'max |ΔdB|', value: maxDb },
  ];
}

function observed(check: CheckOf<'reference'>, run: SolvedRun): FarField[] {
  return check.observation === 'monostatic' ? run.monostatic(check.frequencyHz) : cutOf(run.cuts(), 'xy');
}

function referenceRows({ file, evaluationStepDeg }: CheckOf<'reference'>, pol: Pol): Row[] {
  const [header = '', ...lines] = readFileSync(join(VALIDATION_FOLDER, file), 'utf8').trim().split('\n');
  const columns = header.trim().split(',');
  const [phiAt, polAt, rcsAt] = ['phi_deg', 'pol', 'rcs_dbsm'].map((name) => columns.indexOf(name));
  return lines
    .map((line) => line.trim().split(','))
    .filter((cells) => cells[polAt ?? -1] === pol)
    .map((cells) => ({ phiDeg: Number(cells[phiAt ?? -1]), rcsDbsm: Number(cells[rcsAt ?? -1]) }))
    .filter(({ phiDeg }) => isMultiple(phiDeg, evaluationStepDeg));
}

const isMultiple = (value: number, step: number) => Math.abs(value / step - Math.round(value / step)) < 1e-6;

/** Equal modulo a full turn, to a thousandth of a degree. */
function sameAngle(a: number, b: number): boolean {
  const turns = (a - b) / 360;
  return Math.abs(turns - Math.round(turns)) < 1e-3 / 360;
}
