import {
  DEMO_MODELS,
  MaterialsSchema,
  SolverInputSchema,
  parametersAt,
  type DemoModel,
  type DemoModelId,
  type Materials,
  type SolverInput,
} from '@pace/contract';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MATERIAL_LIBRARY } from '../materials/library.ts';
import { almondMesh, plateMesh } from './shapes.ts';
import { sphereMesh } from './sphereMesh.ts';
import { unvText } from './unvText.ts';

/** A ready model with a wave and materials that suit it. */
export interface ReadyModel extends Omit<DemoModel, 'id' | 'fileSize'> {
  content: Buffer;
  input: SolverInput;
  materials?: Materials;
}

const MHZ = 1e6;
const ALMOND_LENGTH_M = 9.936 * 0.0254;
const AIRCRAFT = fileURLToPath(new URL('models/aircraft.step', import.meta.url));

const wave = (frequency: number, values: Partial<SolverInput> = {}): SolverInput =>
  SolverInputSchema.parse({ frequency: [frequency, -1, -1], scalefactor: 1, cfiealpha: [0.5], ...values });

/** A material of the library as it is at a frequency. */
function libraryMaterial(name: string, frequency: number) {
  const found = MATERIAL_LIBRARY.find((material) => material.name === name);
  if (!found) throw new Error(`${name} is not in the material library`);
  return { id: name, id_i: 1, name, ...parametersAt(found.params, frequency) };
}

const unv = (...mesh: Parameters<typeof unvText>) => Buffer.from(unvText(...mesh));

const makers: Record<DemoModelId, () => ReadyModel> = {
  sphere: () => ({
    fileName: 'sphere.unv',
    type: 'UNV',
    programType: 1,
    sizeM: [1, 1, 1],
    frequency: 300 * MHZ,
    content: unv(sphereMesh(0.5, [0, 0, 0], 7), 'sphere'),
    input: wave(300 * MHZ),
  }),
  almond: () => ({
    fileName: 'almond.unv',
    type: 'UNV',
    programType: 1,
    sizeM: [0.2524, 0.0976, 0.0325],
    frequency: 1190 * MHZ,
    content: unv(almondMesh(ALMOND_LENGTH_M, 12), 'almond'),
    // From the side to the tip in the plane of its length.
    input: wave(1190 * MHZ, { anglesweep: 1, excitation: [90, 90, 0, 180, 1, 0, 10], solvertype: 2 }),
  }),
  plate: () => ({
    fileName: 'plate.unv',
    type: 'UNV',
    programType: 1,
    sizeM: [1, 1, 0],
    frequency: 300 * MHZ,
    content: unv(plateMesh(1, 12), 'plate'),
    // An open surface is solved by the electric field equation alone.
    input: wave(300 * MHZ, { excitation: [30, 0, 1], cfiealpha: [1] }),
  }),
  'coated-sphere': () => ({
    fileName: 'coated-sphere.unv',
    type: 'UNV',
    programType: 2,
    sizeM: [0.2, 0.2, 0.2],
    frequency: 3000 * MHZ,
    content: unv(sphereMesh(0.1, [0, 0, 0], 12), 'sphere'),
    input: wave(3000 * MHZ, { solvertype: 2, cfiealpha: [] }),
    materials: MaterialsSchema.parse({
      inputMaterials: [libraryMaterial('Magnetic absorber M13', 3000 * MHZ)],
      thicknesses: [
        { id: 'coat', materialName: 'Magnetic absorber M13', surface: 1, surfaceIndex: 0, thickness: 0.002 },
      ],
    }),
  }),
  'dielectric-sphere': () => ({
    fileName: 'dielectric-sphere.unv',
    type: 'UNV',
    programType: 3,
    sizeM: [1, 1, 1],
    frequency: 200 * MHZ,
    content: unv(sphereMesh(0.5, [0, 0, 0], 7), 'sphere'),
    input: wave(200 * MHZ, { solvertype: 3, cfiealpha: [], outermedia: [0] }),
    materials: MaterialsSchema.parse({
      inputMaterials: [libraryMaterial('Teflon (PTFE)', 200 * MHZ)],
      outerMedias: [{ surfaceApplied: 1, outerMedia: 0, outerMaterial: 'Teflon (PTFE)' }],
    }),
  }),
  aircraft: () => ({
    fileName: 'aircraft.step',
    type: 'STEP',
    programType: 1,
    sizeM: [6.1, 4.8, 1.48],
    frequency: 150 * MHZ,
    content: readFileSync(AIRCRAFT),
    // From ahead; the scale of a STEP model is its own.
    input: SolverInputSchema.parse({
      frequency: [150 * MHZ, -1, -1],
      excitation: [90, 180, 1],
      cfiealpha: [0.5],
    }),
  }),
};

const made = new Map<DemoModelId, ReadyModel>();

export function demoModel(id: DemoModelId): ReadyModel {
  const model = made.get(id) ?? makers[id]();
  made.set(id, model);
  return model;
}

export function demoModels(): DemoModel[] {
  return DEMO_MODELS.map((id) => {
    const { fileName, content, type, programType, sizeM, frequency } = demoModel(id);
    return { id, fileName, fileSize: content.length, type, programType, sizeM, frequency };
  });
}
