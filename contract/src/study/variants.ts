import { complex, minus, plus, scaled, type Complex } from '../complex.ts';
import { frequenciesHz } from '../excitation.ts';
import {
  DEFAULT_IMPEDANCE_OHM,
  MaterialsSchema,
  type LibraryMaterial,
  type Material,
  type Materials,
  type MaterialParameters,
} from '../materials.ts';
import { isPec, parametersFor } from '../materialModel.ts';
import { MesherOptionsSchema, type MesherOptions } from '../mesher.ts';
import { message, type Message } from '../messages.ts';
import { SAID, saidIn } from '../schemaMessages.ts';
import {
  PROGRAM_TYPES,
  SOLVER_TYPES,
  SolverInputSchema,
  type ProgramType,
  type SolverInput,
} from '../solverInput.ts';
import type { Parameter, ParameterValue, Target } from './parameters.ts';

/** What a variant is made of: the settings of a project, and where its model comes from. */
export interface Settings {
  programType: ProgramType;
  solverInput: SolverInput;
  materials: Materials | null;
  mesherOptions: MesherOptions | null;
  /** The project that the model is taken from; absent: the base */
  model?: string;
}

/** Facts of the base that decide what can vary. */
export interface BaseFacts {
  /** The model is a mesh, which is not meshed again */
  isMesh: boolean;
  /** Metres per unit of the file, where the solver input does not say */
  metresPerUnit: number | null;
  /** Of a CAD model */
  solids: number;
  /** Numbers of the surfaces of the mesh, in its order */
  surfaces: readonly number[];
}

export type LibraryLookup = (name: string) => LibraryMaterial | undefined;

const MM_PER_M = 1000;

/** Thrown in here only. */
class Refused extends Error {
  readonly said: Message;

  constructor(said: Message) {
    super(said.message);
    this.said = said;
  }
}
const refuse = (key: Parameters<typeof message>[0], values: Message['values'] = {}): never => {
  throw new Refused(message(key, values));
};

/**
 * The settings of a variant.
 * @param values one a parameter
 * @returns a message where a parameter cannot be varied in this base, or a value is not possible
 */
export function settingsOf(
  base: Settings,
  facts: BaseFacts,
  parameters: readonly Parameter[],
  values: readonly ParameterValue[],
  library: LibraryLookup,
): { settings: Settings } | { refused: Message } {
  try {
    // Impedances are written for the frequencies of the variant.
    const isLate = ({ target }: Parameter) => target.kind === 'resistance' || target.kind === 'reactance';
    const pairs = parameters.map((parameter, i) => ({ parameter, value: values[i]! }));
    const ordered = [
      ...pairs.filter(({ parameter }) => !isLate(parameter)),
      ...pairs.filter(({ parameter }) => isLate(parameter)),
    ];
    const settings = ordered.reduce(
      (before, { parameter, value }) => changed(before, facts, parameter.target, value, library),
      base,
    );
    const refused = complaintOf(settings);
    return refused ? { refused } : { settings };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.said };
    throw error;
  }
}

/** What the forms of the settings would say. */
function complaintOf({ solverInput, materials, mesherOptions }: Settings): Message | undefined {
  for (const parsed of [
    SolverInputSchema.safeParse(solverInput, SAID),
    MaterialsSchema.nullable().safeParse(materials, SAID),
    MesherOptionsSchema.nullable().safeParse(mesherOptions, SAID),
  ]) {
    const [issue] = parsed.error?.issues ?? [];
    if (issue) return saidIn(issue.message) ?? message('invalid');
  }
  return undefined;
}

/** What the mesh of a variant depends on, beside the base: variants with the same text share one. */
export function meshKeyOf({ model, mesherOptions }: Settings, { isMesh }: Pick<BaseFacts, 'isMesh'>): string {
  const { mesh_size, modelScale = 1, rotations = [] } = mesherOptions ?? {};
  return JSON.stringify([
    model ?? '',
    ...(isMesh || model !== undefined ? [] : [mesh_size, modelScale, rotations]),
  ]);
}

function changed(
  settings: Settings,
  facts: BaseFacts,
  target: Target,
  value: ParameterValue,
  library: LibraryLookup,
): Settings {
  const { solverInput } = settings;
  const input = (change: Partial<SolverInput>): Settings => ({
    ...settings,
    solverInput: { ...solverInput, ...change },
  });
  if (typeof value === 'string')
    switch (target.kind) {
      case 'layerMaterial':
        return withMaterials(settings, (materials) =>
          layerMaterial(materials, target.layers, value, settings, library),
        );
      case 'regionMaterial':
        return withMaterials(settings, (materials) =>
          regionMaterial(materials, target.surfaces, value, settings, library),
        );
      case 'model':
        return { ...settings, model: value };
      default:
        return refuse('STUDY_INVALID.number');
    }
  switch (target.kind) {
    case 'frequency': {
      const { frequencylist: _, ...rest } = solverInput;
      return { ...settings, solverInput: { ...rest, freqsweep: 0, frequency: [value, -1, -1] } };
    }
    case 'theta':
    case 'phi':
      return input({ excitation: atAngle(solverInput, target.kind, value) });
    case 'polarization':
      return input({
        excitation: solverInput.excitation.map((one, i) =>
          i === (solverInput.anglesweep === 0 ? 2 : 4) ? value : one,
        ),
      });
    case 'alpha':
      return input({ cfiealpha: [value] });
    case 'partMethod':
      return input({ partmethods: partMethods(settings, facts, target.parts, value) });
    case 'meshSize':
      if (facts.isMesh || !settings.mesherOptions) return refuse('STUDY_INVALID.meshSize');
      return {
        ...settings,
        mesherOptions: { ...settings.mesherOptions, mesh_size: Number((value * MM_PER_M).toPrecision(12)) },
      };
    case 'modelScale': {
      if (!(value > 0)) return refuse('STUDY_INVALID.aboveZero', { value });
      const { mesherOptions } = settings;
      if (!facts.isMesh && mesherOptions)
        return {
          ...settings,
          mesherOptions: { ...mesherOptions, modelScale: (mesherOptions.modelScale ?? 1) * value },
        };
      const scale = solverInput.scalefactor ?? facts.metresPerUnit;
      if (scale === null) return refuse('STUDY_INVALID.modelScale');
      return input({ scalefactor: scale * value });
    }
    case 'rotation': {
      const { mesherOptions } = settings;
      if (facts.isMesh || !mesherOptions) return refuse('STUDY_INVALID.rotation');
      const missing = target.solids.find((solid) => solid > facts.solids);
      if (missing !== undefined)
        return refuse('STUDY_INVALID.solid', { solid: missing, solids: facts.solids });
      const { kind: _, ...turned } = target;
      // A solid that is not turned has the mesh of the base.
      if (value === 0) return settings;
      const rotations = [...(mesherOptions.rotations ?? []), { ...turned, degrees: value }];
      return { ...settings, mesherOptions: { ...mesherOptions, rotations } };
    }
    case 'thickness':
      return withMaterials(settings, (materials) =>
        changedLayers(materials, target.layers, (layer) => ({ ...layer, thickness: value })),
      );
    case 'permittivityFactor':
    case 'permeabilityFactor':
      return withMaterials(settings, (materials) => scaledMaterial(materials, target, value));
    case 'resistance':
    case 'reactance':
      if (settings.programType !== PROGRAM_TYPES.coating) return refuse('STUDY_INVALID.impedance');
      return withMaterials(settings, (materials) => impedance(materials, solverInput, facts, target, value));
    default:
      return refuse('STUDY_INVALID.name');
  }
}

function withMaterials(settings: Settings, change: (materials: Materials) => Materials): Settings {
  if (settings.programType === PROGRAM_TYPES.pec || !settings.materials)
    return refuse('STUDY_INVALID.materials');
  return { ...settings, materials: change(settings.materials) };
}

function atAngle({ anglesweep, excitation }: SolverInput, kind: 'theta' | 'phi', value: number): number[] {
  if (anglesweep === 0) return excitation.map((one, i) => (i === (kind === 'theta' ? 0 : 1) ? value : one));
  const first = kind === 'theta' ? 0 : 2;
  return excitation.map((one, i) => (i === first || i === first + 1 ? value : one));
}

function partMethods(
  { programType, solverInput }: Settings,
  { surfaces }: BaseFacts,
  parts: readonly number[] | undefined,
  value: number,
): SolverInput['partmethods'] {
  if (programType !== PROGRAM_TYPES.pec || solverInput.solvertype !== SOLVER_TYPES.hybrid)
    return refuse('STUDY_INVALID.partMethod');
  if (value !== 0 && value !== 1 && value !== 2) return refuse('STUDY_INVALID.partMethodValue', { value });
  if (!parts) return [value];
  const { partmethods: given } = solverInput;
  const methods = surfaces.map((_, i) => given[i] ?? (given.length === 1 ? given[0]! : 0));
  for (const part of parts) {
    if (part >= methods.length) return refuse('STUDY_INVALID.part', { part });
    methods[part] = value;
  }
  return methods;
}

/** Where layers change, the impedance that was written for their surface is no longer theirs: the solver finds the new one. */
function changedLayers(
  materials: Materials,
  layers: readonly number[],
  change: (layer: Materials['thicknesses'][number]) => Materials['thicknesses'][number],
): Materials {
  for (const layer of layers)
    if (layer >= materials.thicknesses.length)
      return refuse('STUDY_INVALID.layer', { layer, layers: materials.thicknesses.length });
  const chosen = new Set(layers);
  const surfaces = new Set(layers.map((layer) => materials.thicknesses[layer]!.surface));
  return {
    ...withoutImpedancesOf(materials, surfaces),
    thicknesses: materials.thicknesses.map((layer, i) => (chosen.has(i) ? change(layer) : layer)),
  };
}

const withoutImpedancesOf = (materials: Materials, surfaces: ReadonlySet<number>): Materials => ({
  ...materials,
  impedances: materials.impedances
    .map(({ frequency, params }) => ({
      frequency,
      params: params.filter(({ impedanceSurface }) => !surfaces.has(impedanceSurface)),
    }))
    .filter(({ params }) => params.length > 0),
});

function layerMaterial(
  materials: Materials,
  layers: readonly number[],
  name: string,
  settings: Settings,
  library: LibraryLookup,
): Materials {
  const known = withLibraryMaterial(materials, name, settings, library);
  return changedLayers(known, layers, (layer) => ({ ...layer, materialName: name }));
}

function regionMaterial(
  materials: Materials,
  surfaces: readonly number[],
  name: string,
  settings: Settings,
  library: LibraryLookup,
): Materials {
  for (const surface of surfaces)
    if (!materials.outerMedias.some(({ surfaceApplied }) => surfaceApplied === surface))
      return refuse('STUDY_INVALID.region', { surface });
  const known = withLibraryMaterial(materials, name, settings, library);
  return {
    ...known,
    outerMedias: known.outerMedias.map((medium) =>
      surfaces.includes(medium.surfaceApplied) ? { ...medium, outerMaterial: name } : medium,
    ),
  };
}

/** The materials with one of the library among them, at the frequencies of the run, unless the project has one of that name. */
function withLibraryMaterial(
  materials: Materials,
  name: string,
  { solverInput }: Settings,
  library: LibraryLookup,
): Materials {
  if (isPec(name) || materials.inputMaterials.some((one) => one.name === name)) return materials;
  const found = library(name);
  if (!found) return refuse('STUDY_INVALID.material', { material: name });
  const frequencies = frequenciesHz(solverInput);
  const [startHz, endHz] = [frequencies[0]!, frequencies.at(-1)!];
  const entries = parametersFor(
    found.params,
    startHz === endHz ? { constantAtHz: startHz } : { startHz, endHz },
  );
  const first = Math.max(0, ...materials.inputMaterials.map(({ id_i }) => id_i ?? 0)) + 1;
  return {
    ...materials,
    isConstant: materials.isConstant && entries.length === 1,
    inputMaterials: [
      ...materials.inputMaterials,
      ...entries.map((entry, i) => ({ id: `study-${first + i}`, id_i: first + i, name, ...entry })),
    ],
  };
}

function scaledMaterial(
  materials: Materials,
  { kind, material }: Extract<Target, { material: string }>,
  factor: number,
): Materials {
  if (!(factor > 0)) return refuse('STUDY_INVALID.aboveZero', { value: factor });
  if (!materials.inputMaterials.some(({ name }) => name === material))
    return refuse('STUDY_INVALID.projectMaterial', { material });
  const which = kind === 'permittivityFactor' ? 'permitivity' : 'permeability';
  const times = <P extends MaterialParameters>(of: P): P => ({
    ...of,
    [which]: { real: of[which].real * factor, imaginary: of[which].imaginary * factor },
  });
  const surfaces = new Set(
    materials.thicknesses
      .filter(({ materialName }) => materialName === material)
      .map(({ surface }) => surface),
  );
  return {
    ...withoutImpedancesOf(materials, surfaces),
    inputMaterials: materials.inputMaterials.map((one): Material =>
      one.name !== material ? one : { ...times(one), ...(one.params && { params: one.params.map(times) }) },
    ),
  };
}

/** Surfaces with a given impedance have it at every frequency of the run; the other part of it stays. */
function impedance(
  materials: Materials,
  input: SolverInput,
  { surfaces }: BaseFacts,
  { kind, surfaces: chosen }: Extract<Target, { kind: 'resistance' | 'reactance' }>,
  value: number,
): Materials {
  for (const surface of chosen)
    if (!surfaces.includes(surface)) return refuse('STUDY_INVALID.surface', { surface });
  if (kind === 'resistance' && value < 0) return refuse('STUDY_INVALID.resistance', { value });
  const layered = chosen.find((surface) => materials.thicknesses.some((layer) => layer.surface === surface));
  if (layered !== undefined) return refuse('STUDY_INVALID.layered', { surface: layered });
  const rows = [
    ...materials.impedances,
    ...frequenciesHz(input)
      .filter((hz) => !materials.impedances.some(({ frequency }) => frequency === hz))
      .map((frequency) => ({ frequency, params: [] as Materials['impedances'][number]['params'] })),
  ].sort((a, b) => a.frequency - b.frequency);
  return {
    ...materials,
    impedances: rows.map(({ frequency, params }) => ({
      frequency,
      params: [
        ...params.filter(({ impedanceSurface }) => !chosen.includes(impedanceSurface)),
        ...chosen.map((surface) => {
          const old = givenImpedance(materials, surface, frequency);
          return {
            impedanceSurface: surface,
            impedanceReal: kind === 'resistance' ? value : old.real,
            impedanceImaginary: kind === 'reactance' ? value : old.imaginary,
          };
        }),
      ],
    })),
  };
}

/** What the table says of a surface: between two frequencies on a straight line, beyond the last as there, as the solver reads it. */
export function givenImpedance({ impedances }: Materials, surface: number, frequency: number): Complex {
  const given = impedances
    .flatMap((row) =>
      row.params
        .filter(({ impedanceSurface }) => impedanceSurface === surface)
        .map((one) => ({ hz: row.frequency, ohm: complex(one.impedanceReal, one.impedanceImaginary) })),
    )
    .sort((a, b) => a.hz - b.hz);
  const above = given.findIndex(({ hz }) => hz >= frequency);
  const [last] = given.slice(-1);
  if (!last) return DEFAULT_IMPEDANCE_OHM;
  if (above < 0) return last.ohm;
  const [low, high] = [given[above - 1], given[above]!];
  if (!low) return high.ohm;
  const share = (frequency - low.hz) / (high.hz - low.hz);
  return plus(low.ohm, scaled(minus(high.ohm, low.ohm), share));
}
