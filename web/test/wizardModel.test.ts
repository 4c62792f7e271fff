import {
  MaterialsSchema,
  message,
  MeshReportSchema,
  statement,
  type MeshReport,
  PROGRAM_TYPES,
  type MessageKey,
  type ProgramType,
} from '@pace/contract';
import { describe, expect, it } from 'vitest';
import { IN_ORDER } from './aCheck.ts';
import { draftOf } from '../src/features/wizard/draft.ts';
import { edgeLimitWavelengths, edgeMap } from '../src/features/wizard/edgeLengths.ts';
import { inputsText, readInputs } from '../src/features/wizard/inputsFile.ts';
import { likelyUnit, meshHealth, type ModelFacts } from '../src/features/wizard/modelFacts.ts';
import { previewOf } from '../src/features/wizard/preview/stepMessage.ts';
import { addLayer, addMaterials, addOuterMedia } from '../src/features/wizard/materials/materialSettings.ts';
import { blockedAt, payloadOf } from '../src/features/wizard/useWizard.ts';

const report = (values: Partial<MeshReport> = {}): MeshReport =>
  MeshReportSchema.parse({
    vertices: 4,
    triangles: 4,
    unknownsRwg: 6,
    parts: [3, 9].map((number, i) => ({
      index: i + 1,
      number,
      name: '',
      triangles: 2,
      areaM2: 1,
      open: false,
    })),
    findings: [],
    ...values,
  });
const model = (phase: ModelFacts['phase'] = 'ready'): ModelFacts => ({
  phase,
  fileName: 'a.unv',
  type: 'UNV',
  report: phase === 'ready' ? report() : null,
  parts: phase === 'ready' ? 2 : 0,
  failedReport: null,
  version: 'a',
  drawnVersion: 'a',
});
const metal = {
  name: 'Coat',
  frequency: 1.3e9,
  permitivity: { real: 9, imaginary: -2 },
  permeability: { real: 1, imaginary: 0 },
};
const one = addMaterials(MaterialsSchema.parse({}), [metal]);
const at = (programType: 2 | 3, materials = one, subStep = 0, phase: ModelFacts['phase'] = 'ready') =>
  blockedAt(2, draftOf(null, 1, { programType, materials }), model(phase), { programType, subStep });

describe('the material step lets go on', () => {
  it('only with a file and a mesh, and of a coating with a layer or a typed impedance', () => {
    expect(at(2, one, 0, 'none')).toBe('file');
    expect(at(2, one, 0, 'meshing')).toBe('mesher');
    // Without a layer the impedances can still be typed, in the next part.
    expect(at(2, MaterialsSchema.parse({}))).toBeUndefined();
    expect(at(2, one, 1)).toBe('layers');
    expect(at(2, addLayer(one, [3], 'Coat', 1), 1)).toBeUndefined();
    expect(at(2, addLayer(one, [3], 'Gone', 1))).toBe('layerMaterials');
    const typed = MaterialsSchema.parse({
      impedances: [
        { frequency: 1.3e9, params: [{ impedanceSurface: 3, impedanceReal: 377, impedanceImaginary: 0 }] },
      ],
    });
    expect(at(2, typed, 1)).toBeUndefined();
    expect(at(3, MaterialsSchema.parse({}))).toBe('materials');
  });

  it('of a composite, from the second part on, only with an outer medium for every surface', () => {
    expect(at(3)).toBeUndefined();
    expect(at(3, one, 1)).toBe('outerMedia');
    expect(at(3, addOuterMedia(one, [3, 9], 0, 'Coat'), 1)).toBeUndefined();
  });
});

describe('what is sent', () => {
  it('a coating sends its impedances and no alpha, a composite its outer media, PEC neither', () => {
    const coated = payloadOf(
      2,
      draftOf(null, 1, { programType: 2, materials: addLayer(one, [9], 'Coat', 1) }),
      model(),
    );
    expect(coated.input).toMatchObject({ solvertype: 2, cfiealpha: [], outermedia: [], numberofsurfaces: 2 });
    expect(coated.materials!.impedances[0]!.params.map(({ impedanceSurface }) => impedanceSurface)).toEqual([
      3, 9,
    ]);
    const materials = addOuterMedia(addOuterMedia(one, [3], 0, 'Coat'), [9], 3, 'Coat');
    const composite = payloadOf(3, draftOf(null, 1, { programType: 3, materials }), model());
    expect(composite.input).toMatchObject({ solvertype: 3, outermedia: [0, 3] });
    expect(composite.materials!.impedances).toEqual([]);
    expect(payloadOf(1, draftOf(null, 1), model())).not.toHaveProperty('materials');
  });
});

describe('the inputs file', () => {
  it('gives back what was exported, materials included', () => {
    const draft = {
      ...draftOf(null, 1, { programType: 2, materials: addLayer(one, [9], 'Coat', 1) }),
      frequency: '2.5',
      theta: '12',
    };
    const read = readInputs(inputsText(2, draft, model()), 2, draftOf(null, 4, { programType: 2 }));
    if (!read.ok) throw new Error(read.reason);
    expect(read.draft).toMatchObject({
      frequency: '2.5',
      theta: '12',
      processors: 4,
      scalefactor: undefined,
    });
    expect(read.draft.materials.thicknesses).toEqual(draft.materials.thicknesses);
  });

  it('of another kind is refused with its fault', () => {
    const draft = draftOf(null, 1);
    expect(readInputs('not json', 1, draft)).toEqual({ ok: false, where: '', reason: '' });
    expect(readInputs('{"frequency":[0,-1,-1]}', 1, draft)).toMatchObject({
      ok: false,
      where: 'frequency.0',
    });
  });
});

describe('the import doctor', () => {
  it('proposes inches only where the check read them in the name', () => {
    const finding = (reason: MessageKey) => [
      {
        ...statement(message('UNITS_UNCERTAIN', { said: 'inches', reason: message(reason), sizes: [] })),
        severity: 'warning' as const,
      },
    ];
    expect(likelyUnit(report({ findings: finding('unit.nameSaysInches') }))).toBe('inch');
    expect(likelyUnit(report({ findings: finding('unit.writerHasNone') }))).toBeUndefined();
    expect(
      meshHealth(report({ turnedTriangles: 2, quality: { ...IN_ORDER.quality, min: 0.03, sliverCount: 1 } })),
    ).toMatchObject({ turned: 2, slivers: 1 });
  });
});

describe('edge lengths', () => {
  it('are measured in wavelengths, and the worst place is found', () => {
    const geometry = {
      vertices: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 100, 0, 0, 140, 0, 0, 100, 30, 0]),
      triangles: Uint32Array.from([0, 1, 2, 3, 4, 5]),
      parts: Uint32Array.from([1, 1]),
      quality: Float32Array.from([1, 1]),
      scale: 1,
    };
    // Millimetres at a wavelength of 0.2 m: 50 mm is a quarter.
    const { values, longest, shareAbove, worst } = edgeMap(geometry, 0.001, 0.2);
    expect(longest).toBeCloseTo(0.25, 6);
    expect(values[0]).toBeCloseTo(0.005, 6);
    expect(shareAbove).toBe(0.5);
    expect(worst).toHaveLength(1);
    expect(worst[0]![0]).toBeCloseTo(113.33, 1);
  });

  it('of curved elements may be a sixth of the wavelength, of coated ones an eighth, of flat ones a tenth', () => {
    const side = (length: number) => ({
      vertices: Float32Array.from([0, 0, 0, length, 0, 0, 0, length / 2, 0]),
      triangles: Uint32Array.from([0, 1, 2]),
      parts: Uint32Array.from([1]),
      quality: Float32Array.from([1]),
      scale: 1,
    });
    const isAbove = (length: number, curved: boolean, programType: ProgramType = PROGRAM_TYPES.pec) =>
      edgeMap(side(length), 1, 1, edgeLimitWavelengths(curved, programType)).shareAbove > 0;
    expect([isAbove(0.085, false), isAbove(0.1, false)]).toEqual([false, true]);
    expect([isAbove(0.14, true), isAbove(0.17, true)]).toEqual([false, true]);
    const { coating, composite } = PROGRAM_TYPES;
    expect([isAbove(0.11, true, coating), isAbove(0.14, true, coating)]).toEqual([false, true]);
    expect([isAbove(0.085, false, coating), isAbove(0.1, false, coating)]).toEqual([false, true]);
    expect([isAbove(0.14, true, composite), isAbove(0.17, true, composite)]).toEqual([false, true]);
  });
});

describe('the STEP preview', () => {
  it('joins bodies, numbers faces through, and measures', () => {
    const body = (x: number) => ({
      attributes: { position: { array: [x, 0, 0, x + 1, 0, 0, x, 2, 0] } },
      index: { array: [0, 1, 2] },
      brep_faces: [{ first: 0, last: 0 }],
    });
    const preview = previewOf([body(0), body(5)])!;
    expect(preview).toMatchObject({ solids: 2, faces: 2, areaM2: 2, sizeM: [6, 2, 0] });
    expect([...preview.geometry.triangles]).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...preview.geometry.parts]).toEqual([1, 2]);
    expect(previewOf([])).toBeUndefined();
  });
});
