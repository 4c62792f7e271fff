import { MaterialsSchema, stackImpedance, type LibraryMaterial, type Materials } from '@pace/contract';
import { describe, expect, it } from 'vitest';
import {
  addLayer,
  addMaterials,
  addOuterMedia,
  impedanceEdits,
  impedancesOf,
  isNeeded,
  layersUnderEdits,
  layersWithoutMaterial,
  libraryEntries,
  moveOutward,
  outerMediaList,
  PEC_MATERIAL,
  removeLayer,
  removeOuterMedium,
  surfacesWithoutOuterMedium,
  thicknessMm,
} from '../src/features/wizard/materials/materialSettings.ts';

const one = { real: 1, imaginary: 0 };
const none = MaterialsSchema.parse({});
const foam = { name: 'Foam', frequency: 1e9, permitivity: { real: 1.1, imaginary: 0.01 }, permeability: one };
const coat = { name: 'Coat', frequency: 1e9, permitivity: { real: 9, imaginary: -2 }, permeability: one };
const names = (settings: Materials, surface: number) =>
  settings.thicknesses
    .filter((layer) => layer.surface === surface)
    .sort((a, b) => a.surfaceIndex - b.surfaceIndex)
    .map(({ materialName }) => materialName);

describe('materials of a project', () => {
  it('a duplicate name with the same frequency is ignored, with another frequency it is a further entry', () => {
    const once = addMaterials(none, [foam]);
    expect(addMaterials(once, [foam])).toBe(once);
    expect(addMaterials(once, [{ ...foam, frequency: 2e9 }]).inputMaterials).toHaveLength(2);
  });

  it('either sign of the loss is stored as a passive medium', () => {
    expect(addMaterials(none, [foam]).inputMaterials[0]!.permitivity).toEqual({
      real: 1.1,
      imaginary: -0.01,
    });
  });

  it('a library material becomes one entry, or its table between two frequencies with its ends', () => {
    const entry = (frequency: number, real: number) => ({
      frequency,
      permitivity: { real, imaginary: 0 },
      permeability: one,
    });
    const material: LibraryMaterial = {
      id: 1,
      name: 'A',
      category: 'foam',
      source: 'a book',
      params: [entry(1e9, 1), entry(1e10, 2), entry(1e11, 3)],
    };
    expect(
      libraryEntries(material, { constantAtHz: 1e10 }).map(({ permitivity }) => permitivity.real),
    ).toEqual([2]);
    const table = libraryEntries(material, { startHz: 2e9, endHz: 2e10 });
    expect(table.map(({ frequency }) => frequency)).toEqual([2e9, 1e10, 2e10]);
    expect(table[0]!.permitivity.real).toBeCloseTo(1.301, 3);
  });
});

describe('layers', () => {
  const settings = addMaterials(none, [foam, coat]);
  it('a thickness not above 0 becomes 1 mm; below 0.00001 mm or no number is refused', () => {
    expect(['0', '-3', '2.5', '0.00001'].map(thicknessMm)).toEqual([1, 1, 2.5, 0.00001]);
    expect(['', 'x', '0.000001', 'Infinity'].map(thicknessMm)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('a new layer is painted over the others; layers can change places and be taken away', () => {
    const two = addLayer(addLayer(settings, [1, 4], 'Foam', 3), [1], 'Coat', 1);
    expect(names(two, 1)).toEqual(['Coat', 'Foam']);
    expect(names(two, 4)).toEqual(['Foam']);
    expect(two.thicknesses.find(({ materialName }) => materialName === 'Foam')!.thickness).toBe(0.003);
    const inner = two.thicknesses.find(({ surface, surfaceIndex }) => surface === 1 && surfaceIndex === 1)!;
    const turned = moveOutward(two, inner.id);
    expect(names(turned, 1)).toEqual(['Foam', 'Coat']);
    expect(
      turned.thicknesses.filter(({ surface }) => surface === 1).map(({ surfaceIndex }) => surfaceIndex),
    ).toEqual([0, 1]);
    expect(names(removeLayer(turned, inner.id), 1)).toEqual(['Coat']);
  });

  it('a material that a layer is made of is needed; a layer of PEC or of none is complained about', () => {
    const painted = addLayer(settings, [1], 'Foam', 3);
    expect(isNeeded(painted, painted.inputMaterials[0]!)).toBe(true);
    expect(isNeeded(painted, painted.inputMaterials[1]!)).toBe(false);
    expect(layersWithoutMaterial(painted)).toEqual([]);
    const withPec = addLayer(addMaterials(painted, [PEC_MATERIAL]), [2], 'PEC', 1);
    expect(layersWithoutMaterial(withPec).map(({ surface }) => surface)).toEqual([2]);
  });

  it('impedances are calculated from the layers, and what was typed lies over them and survives saving', () => {
    const painted = addLayer(settings, [2], 'Coat', 2);
    const own = impedancesOf(painted, [1, 2], [1e9, 2e9], {});
    const z = stackImpedance(
      [{ permittivity: coat.permitivity, permeability: one, thicknessM: 0.002 }],
      'pec',
      { frequencyHz: 2e9 },
    );
    expect(own[1]!.params).toEqual([
      { impedanceSurface: 1, impedanceReal: 0.001, impedanceImaginary: 0 },
      { impedanceSurface: 2, impedanceReal: z.real, impedanceImaginary: z.imaginary },
    ]);
    const edits = { '2@1000000000': { real: 377, imaginary: -5 } };
    const saved = MaterialsSchema.parse({
      ...painted,
      impedances: impedancesOf(painted, [1, 2], [1e9, 2e9], edits),
    });
    expect(impedanceEdits(saved)).toEqual(edits);
    expect(impedanceEdits(MaterialsSchema.parse({ ...painted, impedances: own }))).toEqual({});
    const under = layersUnderEdits(painted, [1, 2], { '1@2000000000': one, '2@2000000000': one }, [1e9, 2e9]);
    expect([...under]).toEqual([['2@2000000000', z]]);
  });
});

describe('outer media', () => {
  it('one entry a surface; an interface has no material; the list is in the order of the parts', () => {
    const settings = addOuterMedia(
      addOuterMedia(addMaterials(none, [foam]), [5], 0, 'Foam'),
      [7],
      -1,
      'Foam',
    );
    expect(settings.outerMedias[1]).toEqual({ surfaceApplied: 7, outerMedia: -1, outerMaterial: '' });
    expect(surfacesWithoutOuterMedium(settings, [5, 6, 7])).toEqual([6]);
    expect(outerMediaList(settings, [7, 6, 5])).toEqual([-1, 0, 0]);
    expect(removeOuterMedium(settings, 5).outerMedias).toHaveLength(1);
    expect(isNeeded(settings, settings.inputMaterials[0]!)).toBe(true);
  });
});
