import type { MeshReport, Regions } from '@pace/contract';
import { describe, expect, test } from 'vitest';
import { regionColors } from '../src/features/wizard/materials/regionColors.ts';
import {
  outerMediaOfSolids,
  regionFaces,
  solidFaces,
  solidNumbers,
} from '../src/features/wizard/materials/solids.ts';

const report = (names: string[], adjacency?: number[][]): MeshReport => ({
  vertices: 0,
  triangles: 0,
  unknownsRwg: 0,
  findings: [],
  parts: names.map((name, i) => ({
    index: i + 1,
    number: 10 + i,
    name,
    triangles: 1,
    areaM2: 1,
    open: false,
  })),
  ...(adjacency && { adjacency: adjacency.map((solids, i) => ({ part: i + 1, solids })) }),
});

const materials = new Map([
  [1, 'Teflon'],
  [2, 'Water'],
  [3, 'PEC'],
]);
const table = (faces: [surface: number, solids: number[]][]) =>
  outerMediaOfSolids(
    faces.map(([surface, solids]) => ({ surface, solids })),
    materials,
  ).map(({ surfaceApplied, outerMedia, outerMaterial }) => [surfaceApplied, outerMedia, outerMaterial]);

describe('regions of an uploaded mesh', () => {
  const region = (borders: number[], parent: number) => ({
    ...{ material: '', isVacuum: parent < 0, isConductor: false, surfaces: [], borders, parent },
  });
  const filled = (names: string[], regions: Regions['regions']) =>
    outerMediaOfSolids(regionFaces(report(names), regions), materials).map(
      ({ surfaceApplied, outerMedia, outerMaterial }) => [surfaceApplied, outerMedia, outerMaterial],
    );

  test('a ball in a ball lies inside it, beside another one in vacuum', () => {
    const regions = [region([10, 12], -1), region([10, 11], 0), region([11], 1), region([12], 0)];
    expect(filled(['', '', ''], regions)).toEqual([
      [10, 0, 'Teflon'],
      [11, 10, 'Water'],
      [12, 0, 'PEC'],
    ]);
  });

  test('a wall between two that both reach the outside is an interface', () => {
    const regions = [region([10, 11], -1), region([10, 12], 0), region([11, 12], 0)];
    expect(filled(['', '', ''], regions)).toEqual([
      [10, 0, 'Teflon'],
      [11, 0, 'Water'],
      [12, -1, ''],
    ]);
  });

  test('an open plate is metal, in vacuum or inside of what it stands in', () => {
    const regions = [region([10, 12], -1), region([10, 11], 0)];
    expect(filled(['', '', ''], regions)).toEqual([
      [10, 0, 'Teflon'],
      [11, 10, 'PEC'],
      [12, 0, 'PEC'],
    ]);
  });
});

describe('solids of a meshed model', () => {
  test('are taken from what the mesher noted, else from the names it gave', () => {
    expect(solidFaces(report(['a', 'b'], [[1], [1, 2]]))).toEqual([
      { surface: 10, solids: [1] },
      { surface: 11, solids: [1, 2] },
    ]);
    const named = solidFaces(report(['Solid 1 face 1', 'Solids 1+2 face 2', 'Surface 1']));
    expect(named.map(({ solids }) => solids)).toEqual([[1], [1, 2], []]);
    expect(solidNumbers(named)).toEqual([1, 2]);
    expect(solidFaces(report(['hull', 'wing']))).toEqual([]);
  });

  test('side by side: outer faces lie in vacuum, the common one is an interface', () => {
    expect(
      table([
        [1, [1]],
        [2, [2]],
        [3, [1, 2]],
      ]),
    ).toEqual([
      [1, 0, 'Teflon'],
      [2, 0, 'Water'],
      [3, -1, ''],
    ]);
  });

  test('one inside another, and a third inside that: each lies inside the one around it', () => {
    expect(
      table([
        [1, [1]],
        [2, [1, 2]],
        [3, [2, 3]],
        [4, [1, 2]],
      ]),
    ).toEqual([
      [1, 0, 'Teflon'],
      [2, 1, 'Water'],
      [3, 2, 'PEC'],
      [4, 1, 'Water'],
    ]);
  });

  test('two solids that touch inside a third meet at an interface', () => {
    expect(
      table([
        [1, [1]],
        [2, [1, 2]],
        [3, [1, 3]],
        [4, [2, 3]],
      ]),
    ).toEqual([
      [1, 0, 'Teflon'],
      [2, 1, 'Water'],
      [3, 1, 'PEC'],
      [4, -1, ''],
    ]);
  });

  test('a face of no solid is a metal plate', () => {
    expect(
      table([
        [1, [1]],
        [5, []],
      ]),
    ).toEqual([
      [1, 0, 'Teflon'],
      [5, 0, 'PEC'],
    ]);
  });
});

test('each part has the colour of the region inside it, an interface is grey', () => {
  const kind = { isVacuum: false, isConductor: false, borders: [], parent: 0 };
  const regions: Regions = {
    regions: [
      { ...kind, material: 'Vacuum', surfaces: [], parent: -1 },
      { ...kind, material: 'A', surfaces: [10] },
      { ...kind, material: 'B', surfaces: [11] },
    ],
    findings: [],
  };
  expect([...regionColors(regions, report(['', '', '']))]).toEqual([
    [1, 1],
    [2, 2],
    [3, 0],
  ]);
});
