import { describe, expect, test } from 'vitest';
import { meshForecast } from '../src/features/wizard/preview/meshForecast.ts';

/** Models of server/test/data/step and the demo aircraft, as the browser reads them, and what gmsh makes of them. */
const MODELS: [
  name: string,
  longestM: number,
  areaM2: number,
  boundaryM: number,
  made: Record<number, number>,
][] = [
  ['sphere', 2, 12.529, 0, { 4: 154, 8: 536, 16: 2100, 30: 7090 }],
  ['box with a fin', 1.4, 6.2, 25.8, { 4: 168, 8: 566, 16: 2166, 30: 7158 }],
  ['two boxes', 2, 12, 48, { 4: 168, 8: 528, 16: 1952, 30: 6534 }],
  ['fillet', 1, 5.977, 25.914, { 4: 296, 8: 1064, 16: 3892, 30: 13_004 }],
  ['plate', 1, 0.5, 3, { 4: 22, 8: 84, 16: 314, 30: 1084 }],
  ['aircraft', 6.1, 25.643, 99.367, { 16: 698, 30: 1854 }],
];
const CASES = MODELS.flatMap(([name, longest, areaM2, boundaryM, made]) =>
  Object.entries(made).map(([edges, triangles]) => ({
    ...{ name, edges: Number(edges), triangles },
    forecast: meshForecast({ areaM2, boundaryM }, longest / Number(edges)),
  })),
);

describe('the number of triangles that is told before meshing', () => {
  test.each(CASES)(
    'of a $name with $edges edges along it has the $triangles that come',
    ({ triangles, forecast }) => {
      expect(forecast.low).toBeLessThanOrEqual(triangles);
      expect(forecast.high).toBeGreaterThanOrEqual(triangles);
    },
  );

  test.each(CASES.filter(({ triangles }) => triangles > 500))(
    'of a $name with $edges edges along it is worth telling',
    ({ forecast: { low, high } }) => expect(high / low).toBeLessThan(1.6),
  );
});
