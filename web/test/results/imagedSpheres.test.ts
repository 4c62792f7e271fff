import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  backprojection,
  crossResolution,
  imageAxes,
  rangeResolution,
  type Resolution,
  type SweepGrid,
} from '../../src/features/results/imaging/imaging.ts';

interface Solved {
  spheres: { centreM: [number, number, number]; radiusM: number }[];
  thetaDeg: number;
  phiDeg: number[];
  frequenciesHz: number[];
  VV: number[][];
  HH: number[][];
}

const solved = JSON.parse(
  readFileSync(join(import.meta.dirname, '../data/fiveSpheres.json'), 'utf8'),
) as Solved;
const PIXELS = 301;
const SIDE_M = 1.6;
const dbsm = (m2: number) => 10 * Math.log10(m2);
const isResolution = (value: object): value is Resolution => 'resolutionM' in value;

/**
 * Fields that the solver computed, no sum of points. A sphere shines where its surface faces the radar, one radius before its
 * centre, and its image moves towards the radar by its height (layover).
 */
it.each(['VV', 'HH'] as const)(
  'the image of five spheres shows each at its place, as bright as it is: %s',
  (term) => {
    const { spheres, thetaDeg, phiDeg, frequenciesHz } = solved;
    const grid: SweepGrid = {
      frequenciesHz,
      anglesDeg: phiDeg,
      swept: 'phi',
      heldDeg: thetaDeg,
      fields: Float64Array.from(solved[term].flat()),
    };
    const cells = [rangeResolution(grid, 'hann'), crossResolution(grid, 'hann')].filter(isResolution);
    expect(cells).toHaveLength(2);
    const halfCell = Math.min(...cells.map(({ resolutionM }) => resolutionM)) / 2;
    const image = backprojection(grid, { range: 'hann', cross: 'hann' }, SIDE_M, PIXELS);
    const { down, cross } = imageAxes(grid);
    const theta = (thetaDeg * Math.PI) / 180;
    const levelAt = (y: number, x: number) => image.m2[y * PIXELS + x] ?? 0;
    const brightest = Math.max(...image.m2);
    const peaks: { down: number; cross: number; level: number }[] = [];
    for (let y = 1; y < PIXELS - 1; y++)
      for (let x = 1; x < PIXELS - 1; x++) {
        const level = levelAt(y, x);
        const isPeak = [-1, 0, 1].every((dy) => [-1, 0, 1].every((dx) => levelAt(y + dy, x + dx) <= level));
        if (isPeak && level > brightest / 10)
          peaks.push({ down: image.downRangeM[y]!, cross: image.crossRangeM[x]!, level });
      }
    expect(peaks).toHaveLength(spheres.length);
    for (const { centreM, radiusM } of spheres) {
      const nearer = (centreM[2] * Math.cos(theta) + radiusM) / Math.sin(theta);
      const along = (axis: readonly number[]) => centreM[0] * axis[0]! + centreM[1] * axis[1]!;
      const place = { down: along(down) - nearer, cross: along(cross) };
      const [peak] = peaks.filter(
        (one) => Math.hypot(one.down - place.down, one.cross - place.cross) < halfCell,
      );
      expect(peak, JSON.stringify(place)).toBeDefined();
      // πa² of the ray that returns; what creeps around a sphere comes later.
      expect(Math.abs(dbsm(peak!.level) - dbsm(Math.PI * radiusM ** 2))).toBeLessThan(1);
    }
  },
);
