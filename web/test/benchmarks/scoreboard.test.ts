import { ScoreboardSchema } from '@pace/contract/scoreboard';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingsOf } from '../../src/features/benchmarks/findings.ts';
import { NO_FILTER, rowsOf } from '../../src/features/benchmarks/caseRows.ts';
import { axisOf, placeOn, tickText, ticksOf } from '../../src/features/benchmarks/logAxis.ts';
import { readCases } from '../../../validation/study/caseFile.ts';
import { readCurves, recordedCurve } from '../../../validation/study/curves.ts';
import { readResults } from '../../../validation/study/results.ts';
import { scoreboardOf } from '../../../validation/study/scoreboard/scoreboard.ts';

const ROOT = join(import.meta.dirname, '../../..');
const cases = readCases();
const results = readResults(cases);
const board = ScoreboardSchema.parse(scoreboardOf(cases, results));

describe('the scoreboard', () => {
  it('has every case, and of each measured one the figures of its record', () => {
    expect(board.cases.map(({ id }) => id)).toEqual(cases.map(({ id }) => id));
    for (const { id, record } of board.cases) {
      const result = results.get(id);
      expect(record?.measuredOn, id).toBe(result?.measuredOn);
      if (!record || !result) continue;
      const runs = Object.values(result.runs);
      const total = runs.reduce((sum, { coreSeconds }) => sum + coreSeconds, 0);
      expect(record.summary.coreSeconds).toBe(total);
      expect(record.summary.memoryBytes).toBe(Math.max(...runs.map(({ memoryBytes }) => memoryBytes)));
      const passed = result.checks.every((check) => check.passed);
      expect(record.summary.verdict === 'missed', id).toBe(!passed);
    }
  });

  it('takes the worst error that is one, not those that say where it comes from', () => {
    const sphere = board.cases.find(({ id }) => id === 'sphere-lambda10');
    const values = (results.get('sphere-lambda10')?.checks ?? [])
      .flatMap(({ measures }) => measures)
      .filter(({ of, quantity }) => quantity === 'mean |ΔdB|' && !of.includes('equal volume'))
      .map(({ value }) => value);
    expect(sphere?.record?.summary.meanDb?.value).toBe(Math.max(...values));
  });

  it('shows the error bar of a measure that has one', () => {
    const [theCase] = cases.filter(({ id }) => id === 'ia-s7-f1');
    const result = structuredClone(results.get('ia-s7-f1'));
    const measure = result?.checks[0]?.measures[0];
    if (!theCase || !result || !measure) throw new Error('ia-s7-f1 is not there');
    measure.bar = 0.01;
    const { summary } = scoreboardOf(cases, new Map([[theCase.id, result]])).cases.find(
      ({ id }) => id === theCase.id,
    )!.record!;
    expect(summary.meanDb).toEqual({ value: measure.value, bar: 0.01 });
  });

  it('sets our record beside the published one, in core-seconds and bytes', () => {
    const sphere = board.comparisons.find(({ id }) => id === 'sphere-10-mhz');
    const [ours, theirs] = sphere?.lines ?? [];
    expect(ours).toMatchObject({ program: 'Pace', setting: 'LU' });
    expect(ours?.coreSeconds).toBe(
      board.cases.find(({ id }) => id === 'ia-s7-f1')?.record?.summary.coreSeconds,
    );
    // Wall time × processes, and 10⁹ bytes × processes
    expect(theirs).toMatchObject({ program: 'UT Austin MoM', coreSeconds: 167, memoryBytes: 0.13e9 });
    expect(sphere?.rightHandSides).toBe(2);
    expect(board.comparisons.find(({ id }) => id === 'aircraft')?.rightHandSides).toBe(722);
  });

  it('has the unit spheres of the benchmark, and both ranks of Puma-EM', () => {
    const record = JSON.parse(readFileSync(join(ROOT, 'benchmarks/mlfma.json'), 'utf8')) as {
      peers: { unknowns: number; coreSeconds: number }[];
    };
    const lines = board.comparisons.find(({ id }) => id === 'unit-spheres')?.lines ?? [];
    const ours = lines.filter(({ source }) => source === undefined);
    expect(ours.map(({ unknowns, coreSeconds }) => ({ unknowns, coreSeconds }))).toEqual(
      record.peers.map(({ unknowns, coreSeconds }) => ({ unknowns, coreSeconds })),
    );
    const puma = lines.find(({ source, unknowns }) => source === 'puma-em' && unknowns === 198765);
    expect(puma?.coreSeconds).toBeCloseTo(2 * (65.5 + 42.1 + 5.5 + 32.2), 9);
  });

  it('says who is best at what, whoever it is', () => {
    const lines = board.comparisons.find(({ id }) => id === 'sphere-10-mhz')?.lines ?? [];
    const findings = findingsOf(lines);
    for (const line of lines) {
      expect(findings!.cheapest.coreSeconds).toBeLessThanOrEqual(line.coreSeconds);
      expect(findings!.smallest.memoryBytes).toBeLessThanOrEqual(line.memoryBytes);
    }
    expect(findingsOf([])).toBeUndefined();
  });
});

describe('a recorded curve', () => {
  const angleDeg = Array.from({ length: 721 }, (_, i) => (360 - i / 2) % 360);
  const levels = { of: 'VV', angle: 'phi', reference: 'published', angleDeg } as const;

  it('is in order of the angle, thinned and rounded; no field is a gap', () => {
    const dbsm = angleDeg.map((angle) => (angle === 0 ? -Infinity : angle / 7));
    const curve = recordedCurve('check', {
      ...levels,
      angleDeg: [...angleDeg],
      dbsm,
      referenceDbsm: angleDeg,
    });
    expect(curve.angleDeg.length).toBeLessThanOrEqual(361);
    expect(curve.angleDeg).toEqual([...curve.angleDeg].sort((a, b) => a - b));
    expect(curve.dbsm[0]).toBeNull();
    expect(curve.dbsm.at(-1)).toBe(Number(((curve.angleDeg.at(-1) ?? 0) / 7).toFixed(3)));
  });

  it('of a case is there for some, belongs to its version, and compares levels of one length', () => {
    const recorded = cases.flatMap((one) => {
      const curves = readCurves(one);
      return curves ? [{ one, curves }] : [];
    });
    expect(recorded.length).toBeGreaterThan(10);
    for (const { one, curves } of recorded)
      for (const { check, angleDeg: angles, dbsm, referenceDbsm } of curves.curves) {
        expect(one.checks.map(({ title }) => title)).toContain(check);
        expect([dbsm.length, referenceDbsm.length]).toEqual([angles.length, angles.length]);
      }
    expect(readCurves({ ...recorded[0]!.one, checks: [] })).toBeUndefined();
  });

  it('lies as far from its reference as the record says, where nothing was thinned away', () => {
    const [theCase] = cases.filter(({ id }) => id === 'ia-s7-f1');
    const curve = readCurves(theCase!)?.curves.find(({ of }) => of === 'VV');
    const distances = curve!.dbsm.map((level, i) =>
      Math.abs((level ?? NaN) - (curve!.referenceDbsm[i] ?? NaN)),
    );
    const mean = distances.reduce((a, b) => a + b, 0) / distances.length;
    const stated = results
      .get('ia-s7-f1')
      ?.checks[0]?.measures.find(({ of, quantity }) => of === 'VV' && quantity === 'mean |ΔdB|');
    expect(mean).toBeCloseTo(stated?.value ?? NaN, 3);
  });
});

describe('the table of cases', () => {
  it('sorts both ways, with what is not measured at the end of both', () => {
    for (const descending of [false, true]) {
      const rows = rowsOf(board.cases, NO_FILTER, { key: 'coreSeconds', descending });
      const costs = rows.map(({ record }) => record?.summary.coreSeconds);
      const measured = costs.filter((cost) => cost !== undefined);
      expect(costs.slice(0, measured.length)).toEqual(measured);
      expect(measured).toEqual([...measured].sort((a, b) => (descending ? b - a : a - b)));
    }
  });

  it('is filtered by group, reference and words', () => {
    const order = { key: 'title', descending: false } as const;
    const found = rowsOf(board.cases, { group: 'large', reference: 'published', words: 'PRIME bb' }, order);
    expect(found.map(({ id }) => id).sort()).toEqual(['iva-bb-f10', 'iva-bb-fx1', 'iva-bb-fx3']);
  });
});

it('a logarithmic axis holds whole decades, and names them', () => {
  const axis = axisOf([0.02, 3, 0]);
  expect(axis).toEqual({ low: 0.01, high: 10 });
  expect(ticksOf(axis)).toEqual([0.01, 0.1, 1, 10]);
  expect(placeOn(axis, 0.01, 100, 0)).toBe(100);
  expect(placeOn(axis, 10, 100, 0)).toBeCloseTo(0);
  expect(ticksOf(axisOf([1, 9]))).toEqual([1, 2, 5, 10]);
  expect([1e5, 1e-4, 20000, 0.5].map((value) => tickText(value, String))).toEqual([
    '10⁵',
    '10⁻⁴',
    '20000',
    '0.5',
  ]);
});
