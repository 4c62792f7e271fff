import { CaseCurvesSchema, type CaseCurves, type ScoreCurve } from '@pace/contract/scoreboard';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VALIDATION_FOLDER, type Case } from './caseFile.ts';
import type { ComparedLevels } from './checks/measure.ts';
import { fingerprint } from './fingerprint.ts';

const FOLDER = join(VALIDATION_FOLDER, 'curves');
/** A full circle by degrees; of more, every n-th is kept. The figures of a case are always those of every angle. */
const POINTS_MAX = 361;
/** Of a level [dB] and of an angle [deg]: what a drawing can show. */
const DIGITS = { level: 3, angle: 4 };

/** The levels of a check as a record keeps them: in order of the angle, thinned, rounded. */
export function recordedCurve(check: string, levels: ComparedLevels): ScoreCurve {
  const { of, angle, reference, angleDeg, dbsm, referenceDbsm } = levels;
  const order = angleDeg.map((_, i) => i).sort((a, b) => (angleDeg[a] ?? 0) - (angleDeg[b] ?? 0));
  const step = Math.ceil(order.length / POINTS_MAX);
  const kept = order.filter((_, i) => i % step === 0);
  const level = (of: readonly number[]) =>
    kept.map((i) => (Number.isFinite(of[i]) ? rounded(of[i] ?? NaN, DIGITS.level) : null));
  return {
    check,
    of,
    angle,
    reference,
    angleDeg: kept.map((i) => rounded(angleDeg[i] ?? NaN, DIGITS.angle)),
    dbsm: level(dbsm),
    referenceDbsm: level(referenceDbsm),
  };
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

export function writeCurves(id: string, curves: CaseCurves): void {
  if (curves.curves.length === 0) return;
  mkdirSync(FOLDER, { recursive: true });
  const lines = curves.curves.map((curve) => `    ${JSON.stringify(curve)}`).join(',\n');
  const { fingerprint: print, measuredOn } = curves;
  writeFileSync(
    join(FOLDER, `${id}.json`),
    `{\n  "fingerprint": "${print}",\n  "measuredOn": "${measuredOn}",\n  "curves": [\n${lines}\n  ]\n}\n`,
  );
}

/** The recorded curves of a case; undefined when there are none, or only those of another version of it. */
export function readCurves(theCase: Case): CaseCurves | undefined {
  const file = join(FOLDER, `${theCase.id}.json`);
  if (!existsSync(file)) return undefined;
  const curves = CaseCurvesSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return curves.fingerprint === fingerprint(theCase) ? curves : undefined;
}
