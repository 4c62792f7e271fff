import { stackAt, stackImpedance, surfaceImpedances, type Impedance, type Materials } from '@pace/contract';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { solverCommand } from '../src/engines/programs.ts';
import { MATERIAL_LIBRARY } from '../src/materials/library.ts';

const MM = 1e-3;
/** From far below to above every table, on entries and between them. */
const FREQUENCIES = [1e8, 1.0123e9, 3e9, 9.99e9, 10e9, 37.7e9, 94e9];

/** Surface 3i + n holds library material i as the outermost of n layers over the materials that follow it. */
const materials = (): Materials => {
  const listed = MATERIAL_LIBRARY.filter(({ name }) => name.toUpperCase() !== 'PEC');
  return {
    pecBack: true,
    isConstant: false,
    inputMaterials: listed.flatMap(({ name, params }) =>
      params.map((entry, i) => ({ id: `${name}${i}`, name, ...entry })),
    ),
    thicknesses: listed.flatMap((_, i) =>
      [1, 2, 3].flatMap((count) =>
        Array.from({ length: count }, (__, surfaceIndex) => ({
          id: `${i}-${count}-${surfaceIndex}`,
          materialName: listed[(i + 7 * surfaceIndex) % listed.length]!.name,
          surface: 3 * i + count,
          surfaceIndex,
          thickness: [0.35, 1.1, 0.02][surfaceIndex]! * MM * (1 + i / listed.length),
        })),
      ),
    ),
    impedances: [],
    outerMedias: [],
  };
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pace-stacks-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `pace impedance` says of a job with one triangle a surface. */
function ofTheSolver(
  settings: Materials,
  surfaces: readonly number[],
  frequency: number,
): Impedance['params'] {
  const node = (label: number, x: number, y: number) =>
    `${String(label).padStart(10)}         1         1        11\n${[x, y, 0].map((c) => c.toExponential(16).padStart(25)).join('')}\n`;
  const integers = (...numbers: number[]) => `${numbers.map((n) => String(n).padStart(10)).join('')}\n`;
  const nodes = surfaces.flatMap((_, i) => [
    node(3 * i + 1, 2 * i, 0),
    node(3 * i + 2, 2 * i + 1, 0),
    node(3 * i + 3, 2 * i, 1),
  ]);
  const elements = surfaces.map(
    (surface, i) => integers(i + 1, 91, surface, 0, 7, 3) + integers(3 * i + 1, 3 * i + 2, 3 * i + 3),
  );
  writeFileSync(
    join(folder, 'mesh.unv'),
    `    -1\n  2411\n${nodes.join('')}    -1\n    -1\n  2412\n${elements.join('')}    -1\n`,
  );
  const job = {
    schema: 'pace-job-1',
    programType: 2,
    mesh: 'mesh.unv',
    solverInput: { scalefactor: 1, solvertype: 2, frequency: [frequency, -1, -1] },
    materials: settings,
  };
  writeFileSync(join(folder, 'job.json'), JSON.stringify(job));
  const text = execFileSync(solverCommand(), ['impedance', join(folder, 'job.json')], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const { impedances } = JSON.parse(text) as { impedances: Impedance[] };
  expect(impedances.map((row) => row.frequency)).toEqual([frequency]);
  return impedances[0]!.params;
}

function largestDifference(settings: Materials, frequency: number): { relative: number; surface: number } {
  const surfaces = [...new Set(settings.thicknesses.map(({ surface }) => surface))];
  const own = surfaceImpedances(settings, surfaces, [frequency])[0]!.params;
  const theirs = ofTheSolver(settings, surfaces, frequency);
  expect(theirs.map(({ impedanceSurface }) => impedanceSurface)).toEqual(surfaces);
  return own
    .map((a, i) => {
      const b = theirs[i]!;
      const apart = Math.hypot(
        a.impedanceReal - b.impedanceReal,
        a.impedanceImaginary - b.impedanceImaginary,
      );
      return {
        relative: apart / Math.hypot(a.impedanceReal, a.impedanceImaginary),
        surface: a.impedanceSurface,
      };
    })
    .reduce((worst, one) => (one.relative > worst.relative ? one : worst));
}

describe('the screen and the solver calculate one impedance, to 1e-12', () => {
  test.each(FREQUENCIES)(
    'every library material in stacks of 1, 2 and 3 layers over a conductor at %d Hz',
    (frequency) => {
      expect(largestDifference(materials(), frequency).relative).toBeLessThan(1e-12);
    },
  );

  test('with vacuum behind, and with frequency-independent materials', () => {
    expect(largestDifference({ ...materials(), pecBack: false }, 5e9).relative).toBeLessThan(1e-12);
    expect(largestDifference({ ...materials(), isConstant: true }, 5e9).relative).toBeLessThan(1e-12);
  });

  test('layers from the thinnest allowed to many wavelengths', () => {
    for (const metres of [1e-8, 1e-6, 1e-4, 0.05]) {
      const settings = materials();
      settings.thicknesses = settings.thicknesses.map((layer) => ({ ...layer, thickness: metres }));
      expect(largestDifference(settings, 3.3e9).relative, `${metres} m`).toBeLessThan(1e-12);
    }
  });

  test('a layer of PEC ends the stack for both', () => {
    const settings = materials();
    settings.pecBack = false;
    settings.thicknesses = settings.thicknesses
      .filter(({ surface }) => surface <= 3)
      .map((layer) => (layer.surfaceIndex === 1 ? { ...layer, materialName: 'PEC' } : layer));
    expect(largestDifference(settings, 10e9).relative).toBeLessThan(1e-12);
    expect(stackAt(settings, 3, 10e9)).toHaveLength(1);
    settings.thicknesses = settings.thicknesses.map((layer) => ({ ...layer, materialName: 'PEC' }));
    expect(stackImpedance(stackAt(settings, 1, 10e9)!, 'pec', { frequencyHz: 10e9 })).toEqual({
      real: 0,
      imaginary: 0,
    });
    expect(ofTheSolver(settings, [1], 10e9)).toMatchObject([{ impedanceReal: 0, impedanceImaginary: 0 }]);
  });
});
