import { describe, expect, test } from 'vitest';
import { meshForecast } from '../src/features/wizard/preview/meshForecast.ts';

/** Models of testing/step and the demo aircraft, as the browser reads them, and what gmsh makes of them. */
const MODELS: [
  name: string,
  longestM: number,
  measures: { areaM2: number; boundaryM: number; faces: number },
  made: Record<number, number>,
][] = [
  [
    'sphere',
    2,
    { areaM2: 12.529, boundaryM: 0, faces: 1 },
    { 2: 50, 3: 78, 4: 156, 8: 538, 16: 2112, 30: 7096 },
  ],
  [
    'box with a fin',
    1.4,
    { areaM2: 6.2, boundaryM: 25.8, faces: 7 },
    { 2: 96, 3: 168, 4: 172, 8: 572, 16: 2160, 30: 7172 },
  ],
  // The face between the two is one, as in the mesh.
  [
    'two boxes',
    2,
    { areaM2: 11, boundaryM: 44, faces: 11 },
    { 2: 44, 3: 154, 4: 154, 8: 472, 16: 1782, 30: 5988 },
  ],
  [
    'box around a sphere',
    3,
    { areaM2: 66.508, boundaryM: 72, faces: 7 },
    { 2: 114, 3: 206, 4: 338, 8: 1240, 16: 4584, 30: 15_912 },
  ],
  [
    'fillet',
    1,
    { areaM2: 5.977, boundaryM: 25.914, faces: 7 },
    { 2: 102, 3: 188, 4: 296, 8: 1064, 16: 3900, 30: 13_016 },
  ],
  ['plate', 1, { areaM2: 0.5, boundaryM: 3, faces: 1 }, { 2: 8, 3: 14, 4: 22, 8: 84, 16: 314, 30: 1086 }],
  [
    'aircraft',
    6.1,
    { areaM2: 25.643, boundaryM: 99.367, faces: 27 },
    { 2: 294, 3: 240, 4: 234, 8: 306, 16: 698, 30: 1854 },
  ],
];
const CASES = MODELS.flatMap(([name, longest, measures, made]) =>
  Object.entries(made).map(([edges, triangles]) => ({
    ...{ name, edges: Number(edges), triangles },
    forecast: meshForecast(measures, longest / Number(edges)),
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
