import { PROGRAM_TYPES, type LibraryMaterial, type MapPart } from '@pace/contract';
import { describe, expect, it } from 'vitest';
import {
  countWithin,
  EMPTY_LAYER,
  firstOrderRange,
  lackOf,
  layerMaterials,
  questionOf,
  typedLayer,
} from '../../src/features/results/data/mapsChoice.ts';
import { mapColors } from '../../src/features/results/data/mapColors.ts';
import { partRow, shownColumns, sortedRows } from '../../src/features/results/data/partRows.ts';
import { atVertices, MapsFormatError, parseMaps } from '../../src/features/results/fields/designMaps.ts';
import { parseGeometry } from '../../src/viewer/index.ts';
import { syntheticGeometry, syntheticMaps, syntheticMapsFile } from './syntheticRun.ts';

/** A square of two triangles and a third triangle that stands alone. */
const SQUARE = {
  vertices: Float32Array.from([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 5, 5, 0, 6, 5, 0, 5, 6, 0]),
  triangles: Uint32Array.from([0, 1, 2, 0, 2, 3, 4, 5, 6]),
};

describe('maps.bin', () => {
  it('is read map by map', () => {
    const maps = parseMaps(syntheticMaps(3));
    expect(maps).toHaveLength(3);
    expect(maps.map((map) => map.length)).toEqual([1152, 1152, 1152]);
    expect(maps[0]![0]).toBe(2);
    expect(maps[2]![0]).toBe(1);
  });

  it('is refused where it is cut off or another file', () => {
    const file = syntheticMaps(2);
    expect(() => parseMaps(file.slice(0, file.byteLength - 4))).toThrow(MapsFormatError);
    expect(() => parseMaps(file.slice(8))).toThrow(MapsFormatError);
    expect(() => parseMaps(new ArrayBuffer(3))).toThrow(MapsFormatError);
  });
});

describe('values at vertices', () => {
  it('are means by angle: half right angles of both triangles count alike, a whole one counts for itself', () => {
    const values = atVertices(SQUARE, Float32Array.from([2, 8, NaN]));
    expect([...values.subarray(0, 4)]).toEqual([5, 2, 5, 8]);
  });

  it('are no numbers where no triangle around has one', () => {
    expect([...atVertices(SQUARE, Float32Array.from([1, NaN, NaN]))]).toEqual([1, 1, 1, NaN, NaN, NaN, NaN]);
  });
});

describe('colors of a map', () => {
  const geometry = parseGeometry(syntheticGeometry(), 1);
  const file = syntheticMapsFile({ projectId: 'finished', frequency: 1e9, theta: 0 });
  const maps = parseMaps(syntheticMaps(4));

  it('of a derivative are about zero, and grey where there is none', () => {
    maps[1]!.fill(NaN, 0, 48);
    const colors = mapColors({ file, maps }, 'displacement', geometry)!;
    expect(colors.signed).toBe(true);
    expect(colors.range[0]).toBe(-colors.range[1]);
    expect(Math.max(...colors.values.map(Math.abs))).toBeCloseTo(colors.range[1], 6);
    expect(colors.values[0]).toBe(0);
  });

  it('of contributions are in dBsm, 40 dB below the largest', () => {
    const colors = mapColors({ file, maps }, 'contribution', geometry)!;
    expect(colors.range[1] - colors.range[0]).toBe(40);
    expect(colors.range[1]).toBeCloseTo(10 * Math.log10(2), 1);
  });

  it('are none where the maps are of another mesh', () => {
    expect(mapColors({ file, maps: maps.map((map) => map.subarray(1)) }, 'contribution', geometry)).toBe(
      undefined,
    );
  });
});

const POINT = { frequencyHz: 2.99792458e8, thetaDeg: 30, phiDeg: 0.25 };
const ONE = { thetaDeg: undefined, phiDeg: undefined };

describe('a question', () => {
  it('has the incident wave by its last letter, angles × 10 with their decimals, and the radius in metres', () => {
    expect(
      questionOf({ point: POINT, to: ONE, component: 'VH', radiusWavelengths: 0.5, layer: undefined }),
    ).toEqual({
      frequency: 2.99792458e8,
      theta: 300,
      phi: 2.5,
      received: 'V',
      incident: 'H',
      radius: 0.5,
    });
  });

  it('of a sector has its ends, and counts the angles between, in either direction', () => {
    const to = { thetaDeg: 10, phiDeg: undefined };
    const question = questionOf({
      ...{ point: POINT, to, component: 'VV', radiusWavelengths: 1, layer: undefined },
    });
    expect(question).toMatchObject({ thetaTo: 100 });
    expect(question).not.toHaveProperty('phiTo');
    const angles = [0, 10, 20, 30, 40].map((thetaDeg) => ({ thetaDeg, phiDeg: 0.25 }));
    expect(countWithin(angles, POINT, to)).toBe(3);
    expect(countWithin(angles, POINT, ONE)).toBe(1);
  });

  it('has a typed layer only where all is typed and |ε| is not zero; decimal commas are numbers too', () => {
    expect(typedLayer(EMPTY_LAYER)).toBeUndefined();
    expect(typedLayer({ ...EMPTY_LAYER, epsilonReal: '0' })).toBeUndefined();
    expect(typedLayer({ ...EMPTY_LAYER, epsilonReal: 'four' })).toBeUndefined();
    expect(typedLayer({ epsilonReal: '4,5', epsilonLoss: '-1', muReal: '1', muLoss: '0' })).toEqual({
      permittivity: { real: 4.5, imaginary: -1 },
      permeability: { real: 1, imaginary: 0 },
    });
  });

  it('offers no metal as a layer', () => {
    const material = (name: string, category: LibraryMaterial['category']): LibraryMaterial => ({
      ...{ id: name, name, category, source: 'test' },
      params: [],
    });
    expect(
      layerMaterials([material('Copper', 'metal'), material('Foam', 'foam')]).map(({ name }) => name),
    ).toEqual(['Foam']);
  });

  it('is of first order up to λ/120, of a layer by the wavelength in it', () => {
    const slow = { permittivity: { real: 8, imaginary: 0 }, permeability: { real: 2, imaginary: 0 } };
    const { displacementMm, layerMm } = firstOrderRange(2.99792458e8, slow, 'metal');
    expect(displacementMm).toBeCloseTo(1000 / 120, 9);
    expect(layerMm).toBeCloseTo(1000 / 480, 9);
    expect(firstOrderRange(1e9, undefined, 'metal').layerMm).toBeUndefined();
    expect(firstOrderRange(2.99792458e8, slow, 'composite').displacementMm).toBeCloseTo(1000 / 240, 9);
  });
});

describe('the table of parts', () => {
  const part = (index: number, share: number | null, layer?: number): MapPart => ({
    ...{ index, number: index, name: `p${index}`, triangles: 1, area_m2: 0.5 },
    middle_m: [0, 0, 0],
    share_dBsm: share,
    without_dBsm: 0,
    ...(layer !== undefined && {
      derivatives: {
        displacement_dBPerMm: 1,
        resistance_dBPerOhm: 1,
        reactance_dBPerOhm: 1,
        layer_dBPerMm: layer,
      },
    }),
  });

  it('has the benefit of a layer by area, positive where the layer lowers the RCS', () => {
    expect(partRow(part(1, 0, -2), 'p1').figures.benefit).toBe(4);
    expect(partRow(part(1, 0), 'p1').figures.benefit).toBeUndefined();
  });

  it('shows only columns that have a figure', () => {
    expect(shownColumns([partRow(part(1, 0), 'p1'), partRow(part(2, null), 'p2')])).toEqual([
      'name',
      'share',
      'without',
    ]);
  });

  it('puts parts without a figure last in both directions, and names by their numbers', () => {
    const rows = [part(1, null), part(2, -3), part(10, 5)].map((one) => partRow(one, one.name));
    const order = (column: 'share' | 'name', descending: boolean) =>
      sortedRows(rows, { column, descending }).map(({ index }) => index);
    expect(order('share', true)).toEqual([10, 2, 1]);
    expect(order('share', false)).toEqual([2, 10, 1]);
    expect(order('name', true)).toEqual([10, 2, 1]);
  });
});

describe('a run', () => {
  const lackOfRun = (programType: number, method: string) =>
    lackOf({
      programType,
      resultSummary: { method, polarization: 1 },
      state: { solverInput: null, outputFileList: [] },
    } as unknown as Parameters<typeof lackOf>[0]);

  it('has design maps whatever its program type, unless a part of it was by Physical Optics', () => {
    for (const programType of Object.values(PROGRAM_TYPES))
      expect(lackOfRun(programType, 'mlfma')).toBeUndefined();
    expect(lackOfRun(PROGRAM_TYPES.pec, 'physical-optics')).toBe('method');
    expect(lackOfRun(PROGRAM_TYPES.pec, 'hybrid')).toBe('method');
  });
});
