import type { MapsResponse } from '@pace/contract';
import { describe, expect, it } from 'vitest';
import { rcsM2 } from '../../src/features/results/design/curves/amplitude.ts';
import { cutAt, heldValues, sweptAngleOf } from '../../src/features/results/design/curves/angleCuts.ts';
import { differentNames } from '../../src/features/results/design/curves/partNames.ts';
import {
  byLargestShare,
  drawnAmong,
  shareCurves,
} from '../../src/features/results/design/curves/shareCurves.ts';
import {
  changeM2,
  combined,
  displacementMm,
  partsOfBand,
  toleranceBand,
  widestAt,
  type Tolerance,
} from '../../src/features/results/design/curves/tolerances.ts';
import {
  isBadSize,
  NO_TOLERANCE,
  tolerancesOf,
} from '../../src/features/results/design/curves/typedTolerances.ts';
import { syntheticMapsFile } from './syntheticRun.ts';

const dbsm = (squareMetres: number) => 10 * Math.log10(squareMetres);

/** Three parts without derivatives: F is the sum of their shares. */
const SHARES: MapsResponse[] = [
  { field: [3, 1], parts: [{ share: [1, 2] }, { share: [3, -4] }, { share: [-1, 3] }] },
  { field: [2, -3], parts: [{ share: [0, 1] }, { share: [2, -1] }, { share: [0, -3] }] },
];

describe('a cut', () => {
  const grid = [10, 20, 30].flatMap((thetaDeg) => [0.5, 45].map((phiDeg) => ({ thetaDeg, phiDeg })));

  it('is over the angle with more values; over θ where both have as many', () => {
    expect(sweptAngleOf(grid)).toBe('theta');
    expect(sweptAngleOf(grid.map(({ thetaDeg, phiDeg }) => ({ thetaDeg: phiDeg, phiDeg: thetaDeg })))).toBe(
      'phi',
    );
    expect(sweptAngleOf(grid.slice(0, 4))).toBe('theta');
    expect(heldValues(grid, 'theta')).toEqual([0.5, 45]);
  });

  it('has its illuminations in ascending order of the angle, whatever their order', () => {
    expect(cutAt([...grid].reverse(), 'theta', 45)).toEqual({
      swept: 'theta',
      heldDeg: 45,
      x: [10, 20, 30],
      at: [4, 2, 0],
    });
  });
});

describe('curves of shares', () => {
  it('alone are 4π|share|² in dBsm beside the total, the largest first', () => {
    const curves = shareCurves(SHARES, 'alone');
    expect(curves.map(({ part }) => part)).toEqual([undefined, 1, 2, 0]);
    expect(curves[0]!.dbsm[0]).toBeCloseTo(dbsm(4 * Math.PI * 10), 12);
    expect(curves[0]!.dbsm[1]).toBeCloseTo(dbsm(4 * Math.PI * 13), 12);
    expect(curves[1]!.dbsm[0]).toBeCloseTo(dbsm(4 * Math.PI * 25), 12);
    expect(curves[2]!.dbsm[1]).toBeCloseTo(dbsm(4 * Math.PI * 9), 12);
    expect(curves[3]!.dbsm[0]).toBeCloseTo(dbsm(4 * Math.PI * 5), 12);
  });

  it('added up have phases; the sum of all is the total and not drawn twice', () => {
    const curves = shareCurves(SHARES, 'added');
    expect(curves.map(({ part }) => part)).toEqual([undefined, 1, 2]);
    // (3 − 4j) + (−1 + 3j) = 2 − j; (2 − j) − 3j = 2 − 4j
    expect(curves[2]!.dbsm[0]).toBeCloseTo(dbsm(4 * Math.PI * 5), 12);
    expect(curves[2]!.dbsm[1]).toBeCloseTo(dbsm(4 * Math.PI * 20), 12);
  });

  it('are of eight parts at most; of more, of the seven with the largest shares', () => {
    const many = (count: number): MapsResponse[] => [
      { field: [1, 1], parts: Array.from({ length: count }, (_, i) => ({ share: [0.5, i] })) },
    ];
    expect(drawnAmong(byLargestShare(many(8)))).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
    expect(drawnAmong(byLargestShare(many(9)))).toEqual([8, 7, 6, 5, 4, 3, 2]);
    expect(shareCurves(many(8), 'alone')).toHaveLength(9);
    expect(shareCurves(many(8), 'added')).toHaveLength(8);
    expect(shareCurves(many(9), 'added').at(-1)!.part).toBe(2);
  });

  it('of nothing at all are gaps', () => {
    const [total, part] = shareCurves([{ field: [0, 0], parts: [{ share: [0, 0] }] }], 'alone');
    expect([total!.dbsm, part!.dbsm]).toEqual([[-Infinity], [-Infinity]]);
  });

  it('have different names, of parts that are called alike too', () => {
    expect(differentNames(['fin', 'Total', 'fin', 'fin'], ['Total'])).toEqual([
      'fin',
      'Total (2)',
      'fin (2)',
      'fin (3)',
    ]);
  });
});

/** |F|² is 25, 1 and 4. Of the first part: (2 + j) a mm outward; of the second: (1 − j) a mm along z, 2j a degree about y. */
const part = { share: [0, 0] as [number, number] };
const DERIVATIVES: MapsResponse[] = (
  [
    [3, 4],
    [1, 0],
    [0, -2],
  ] as [number, number][]
).map((field) => ({
  field,
  parts: [
    { ...part, perMm: [2, 1] },
    {
      ...part,
      perMm: [0, 0],
      perMmMoved: [
        [9, 9],
        [9, 9],
        [1, -1],
      ],
      perDegreeTurned: [
        [9, 9],
        [0, 2],
        [9, 9],
      ],
    },
  ],
}));
const OUTWARD: Tolerance = { part: 0, kind: 'outward', size: 0.5 };
const MOVED: Tolerance = { part: 1, kind: 'moved', axis: 'z', size: 2 };
const TURNED: Tolerance = { part: 1, kind: 'turned', axis: 'y', size: 0.25 };
const FOUR_PI = 4 * Math.PI;

describe('tolerances', () => {
  it('change σ by 8π Re(F̄ δF), each along its own derivative', () => {
    // Re((3 − 4j)(2 + j)) = 10; Re((3 − 4j)(1 − j)) = −1; Re((3 − 4j) 2j) = 8
    expect(changeM2(DERIVATIVES[0]!, OUTWARD)).toBeCloseTo(FOUR_PI * 2 * 10 * 0.5, 10);
    expect(changeM2(DERIVATIVES[0]!, MOVED)).toBeCloseTo(FOUR_PI * 2 * -1 * 2, 10);
    expect(changeM2(DERIVATIVES[0]!, TURNED)).toBeCloseTo(FOUR_PI * 2 * 8 * 0.25, 10);
    expect(changeM2(DERIVATIVES[0]!, { ...MOVED, part: 0 })).toBe(0);
  });

  it('are the first-order term of 4π|F + δF|²', () => {
    const [field, by, step] = [[3, 4], [2, 1], 1e-6] as const;
    const moved = (t: number) => rcsM2([field[0] + t * by[0], field[1] + t * by[1]]);
    const slope = (moved(step) - moved(-step)) / (2 * step);
    expect(changeM2(DERIVATIVES[0]!, { ...OUTWARD, size: 1 })).toBeCloseTo(slope, 4);
  });

  it('add up as squares where they are independent, as sizes in the worst case', () => {
    expect(combined([3, -4], 'independent')).toBe(5);
    expect(combined([3, -4], 'worst')).toBe(7);
  });

  it('give a band between σ − δ and σ + δ, without a lower end where δ reaches σ', () => {
    // δσ/4π of outward 10, 2, −2; of moved −4, 4, 8; σ/4π 25, 1, 4
    const worst = toleranceBand(DERIVATIVES, [OUTWARD, MOVED], 'worst')!;
    expect(worst.low[0]).toBeCloseTo(dbsm(FOUR_PI * 11), 10);
    expect(worst.high[0]).toBeCloseTo(dbsm(FOUR_PI * 39), 10);
    expect(worst.low.slice(1)).toEqual([-Infinity, -Infinity]);
    expect(worst.high[2]).toBeCloseTo(dbsm(FOUR_PI * 14), 10);
    const independent = toleranceBand(DERIVATIVES, [OUTWARD, MOVED], 'independent')!;
    expect(independent.high[0]).toBeCloseTo(dbsm(FOUR_PI * (25 + Math.sqrt(116))), 10);
    expect(independent.relative[1]).toBeCloseTo(Math.sqrt(20), 10);
    expect(widestAt(worst)).toBe(1);
    expect(toleranceBand(DERIVATIVES, [], 'worst')).toBeUndefined();
  });

  it('have shares of the band that sum to one: of squares, or of sizes', () => {
    const [first, second] = partsOfBand(DERIVATIVES[1]!, [OUTWARD, MOVED], 'independent');
    expect(first!.tolerance).toBe(MOVED);
    expect(first!.fraction).toBeCloseTo(16 / 20, 12);
    expect(second!.fraction).toBeCloseTo(4 / 20, 12);
    // 1 + 4 and 1 + 2
    expect(first!.aloneDb).toBeCloseTo(dbsm(5), 12);
    expect(second!.aloneDb).toBeCloseTo(dbsm(3), 12);
    const worst = partsOfBand(DERIVATIVES[1]!, [OUTWARD, MOVED], 'worst');
    expect(worst.map(({ fraction }) => fraction)).toEqual([4 / 6, 2 / 6]);
  });

  it('of a field of nothing change nothing', () => {
    const nothing: MapsResponse[] = [{ ...DERIVATIVES[0]!, field: [0, 0] }];
    const band = toleranceBand(nothing, [OUTWARD], 'independent')!;
    expect(band).toEqual({ low: [-Infinity], high: [-Infinity], relative: [0] });
    expect(partsOfBand(nothing[0]!, [OUTWARD], 'independent')[0]).toMatchObject({ aloneDb: 0, fraction: 0 });
  });

  it('of turning displace by the angle times half the root of the area', () => {
    const areas = [{ area_m2: 9 }, { area_m2: 0.25 }];
    expect(displacementMm({ ...TURNED, size: 180 / Math.PI / 100 }, areas)).toBeCloseTo(2.5, 12);
    expect(displacementMm(MOVED, areas)).toBe(2);
  });
});

describe('typed tolerances', () => {
  const file = syntheticMapsFile({ projectId: 'finished', frequency: 1e9, theta: 0, thetaTo: 300 });

  it('are of the part with their index, with decimal commas; empty, zero and bad ones are none', () => {
    const typed = {
      1: { ...NO_TOLERANCE, outward: '0,5', moved: '-1', turned: '2', turnedAbout: 'y' as const },
      2: { ...NO_TOLERANCE, outward: '0', moved: '3', movedAlong: 'z' as const, turned: 'one' },
    };
    expect(tolerancesOf(typed, file)).toEqual([
      { part: 0, kind: 'moved', axis: 'z', size: 3 },
      { part: 1, kind: 'outward', size: 0.5 },
      { part: 1, kind: 'turned', axis: 'y', size: 2 },
    ]);
    expect(['-1', 'one', '', ' ', '0', '2,5'].map(isBadSize)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('of a part of sheets are none', () => {
    const responses = file.responses!.map(({ field, parts }) => ({
      field,
      parts: parts.map(({ share }) => ({ share })),
    }));
    const typed = { 1: { ...NO_TOLERANCE, outward: '1' } };
    expect(tolerancesOf(typed, { ...file, responses })).toEqual([]);
    expect(tolerancesOf(typed, { parts: file.parts })).toEqual([]);
  });
});
