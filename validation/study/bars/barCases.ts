import type { CheckOf, MeshSource, RunSpecification } from '../caseFile.ts';

/** What a body's scattering matrix is compared with. */
export type BarReference =
  | {
      kind: 'mie';
      radiusM: number;
      centerM: [number, number, number];
      /** A perfect conductor if absent. */
      sphere?: CheckOf<'mie'>['sphere'];
    }
  /** The same body solved by the EFIE on this mesh; by other equations if it has a body of its own. */
  | { kind: 'finer'; mesh: MeshSource; body?: NonNullable<BarCase['body']> };

export interface BarCase {
  id: string;
  title: string;
  mesh: MeshSource;
  reference: BarReference;
  frequencyHz: number;
  /** EFIE weights; open surfaces have the EFIE alone. */
  alphas: number[];
  /** A perfect conductor if absent. */
  body?: Pick<RunSpecification, 'programType' | 'materials' | 'formulation'>;
  /** Factors are fitted to half of the cases; the other half shows what they are worth. */
  half: 'fit' | 'judged';
}

const LIGHT = 299_792_458;
/** λ = 1 m */
const ONE_METRE = LIGHT;
const CLOSED = [1, 0.5];

const mesh = (script: string, numbers: Record<string, number>, curved = false): MeshSource => ({
  script: `geometry/${script}.geo`,
  numbers,
  metresPerUnit: 1,
  curved,
});

/** A sphere of a radius with edges of a length, both in wavelengths. */
function sphere(
  half: BarCase['half'],
  {
    radiusM,
    edge,
    curved,
    offCentre,
  }: { radiusM: number; edge: number; curved: boolean; offCentre: boolean },
): BarCase {
  const [x, y, z] = offCentre ? [0.21, -0.13, 0.17] : [0, 0, 0];
  const shape = curved ? 'curved' : 'flat';
  return {
    id: `sphere-${shape}-${Math.round(1 / edge)}`,
    title: `Sphere of ${radiusM} λ, ${shape} triangles, λ/${Math.round(1 / edge)}, ${offCentre ? 'off' : 'on'} centre`,
    mesh: mesh('sphere', { radius: radiusM, edge, x, y, z }, curved),
    reference: { kind: 'mie', radiusM, centerM: [x, y, z] },
    frequencyHz: ONE_METRE,
    alphas: CLOSED,
    half,
  };
}

interface Material {
  id: string;
  name: string;
  alphas: number[];
  body: NonNullable<BarCase['body']>;
  sphere: NonNullable<CheckOf<'mie'>['sphere']>;
  /** Radius of the conductor under layers [m]; that of the sphere if absent. */
  coreM?: number;
}

function impedance(id: string, ohm: [number, number]): Material {
  return {
    id,
    name: `Z = ${ohm[0]} ${ohm[1] < 0 ? '−' : '+'} ${Math.abs(ohm[1])}j Ω`,
    alphas: CLOSED,
    body: { programType: 2, materials: { impedances: { '1': ohm } } },
    sphere: { core: 'impedance', impedanceOhm: ohm },
  };
}

function medium(
  id: string,
  radiusM: number,
  epsilon: [number, number],
  formulation: 'pmchwt' | 'jmcfie',
): Material {
  return {
    id: `${id}-${formulation}`,
    name: `ε = ${epsilon[0]} − ${-epsilon[1]}j, ${formulation.toUpperCase()}`,
    alphas: [1],
    body: {
      programType: 3,
      materials: { media: { A: { epsilon, mu: [1, 0] } }, outerMedia: { '1': [0, 'A'] } },
      formulation,
    },
    sphere: { core: 'dielectric', layers: [{ outerRadiusM: radiusM, epsilon, mu: [1, 0] }] },
  };
}

/** A layer and what it is made of, outermost first. */
type Layer = [epsilon: [number, number], mu: [number, number], thicknessM: number];

/** What a coating of a sphere is for program type 2, and its layers themselves as the reference has them. */
function coating(id: string, name: string, radiusM: number, layers: Layer[]): Material {
  const names = layers.map((_, i) => `M${i}`);
  const depth = (from: number) => layers.slice(from).reduce((sum, [, , thickness]) => sum + thickness, 0);
  const core = radiusM - depth(0);
  return {
    id,
    name,
    alphas: CLOSED,
    body: {
      programType: 2,
      materials: {
        media: Object.fromEntries(layers.map(([epsilon, mu], i) => [names[i]!, { epsilon, mu }])),
        layers: { '1': layers.map(([, , thickness], i) => [names[i]!, thickness]) },
      },
    },
    sphere: {
      core: 'coated',
      layers: layers.map(([epsilon, mu], i) => ({ outerRadiusM: core + depth(i), epsilon, mu })).reverse(),
    },
    coreM: core,
  };
}

/** A sphere of a material, off the centre; edges in wavelengths of vacuum. */
function ball(
  half: BarCase['half'],
  { id, name, alphas, body: of, sphere: exact, coreM }: Material,
  { radiusM, edge, curved }: { radiusM: number; edge: number; curved: boolean },
): BarCase {
  const [x, y, z] = [0.21, -0.13, 0.17];
  const shape = curved ? 'curved' : 'flat';
  return {
    id: `${id}-${shape}-${Math.round(1 / edge)}`,
    title: `Sphere of ${radiusM} λ, ${name}, ${shape} triangles, λ/${Math.round(1 / edge)}`,
    mesh: mesh('sphere', { radius: radiusM, edge, x, y, z }, curved),
    reference: { kind: 'mie', radiusM: coreM ?? radiusM, centerM: [x, y, z], sphere: exact },
    frequencyHz: ONE_METRE,
    alphas,
    half,
    body: of,
  };
}

/** A body of flat faces, or a curved one whose reference has curved triangles, against a finer mesh of it. */
function body(
  half: BarCase['half'],
  [id, title]: [string, string],
  script: string,
  numbers: Record<string, number>,
  finer: Record<string, number>,
  more: {
    curved?: boolean;
    curvedReference?: boolean;
    frequencyHz?: number;
    alphas?: number[];
    body?: NonNullable<BarCase['body']>;
  } = {},
): BarCase {
  return {
    id,
    title,
    mesh: mesh(script, numbers, more.curved),
    reference: { kind: 'finer', mesh: mesh(script, { ...numbers, ...finer }, more.curvedReference) },
    frequencyHz: more.frequencyHz ?? ONE_METRE,
    alphas: more.alphas ?? CLOSED,
    half,
    ...(more.body ? { body: more.body } : {}),
  };
}

/** A capsule whose coating of one layer is compared with the layer itself, solved as a medium on its metal core. */
function capsule(id: string, name: string, [epsilon, mu, thickness]: Layer): BarCase {
  const media = { A: { epsilon, mu } };
  const numbers = { radius: 0.15, length: 0.3 };
  return {
    id,
    title: `Capsule of 0.6 × 0.3 λ, ${name}, curved triangles, λ/20`,
    mesh: mesh('capsule', { ...numbers, edge: 0.05 }, true),
    reference: {
      kind: 'finer',
      mesh: mesh('capsule', { ...numbers, edge: 0.035, thickness }, true),
      body: { programType: 3, materials: { media, outerMedia: { '1': [0, 'A'], '2': [1, 'PEC'] } } },
    },
    frequencyHz: ONE_METRE,
    alphas: CLOSED,
    half: 'judged',
    body: { programType: 2, materials: { media, layers: { '1': [['A', thickness]] } } },
  };
}

/** All are small, so that all together take minutes. */
export const BAR_CASES: BarCase[] = [
  sphere('fit', { radiusM: 0.5, edge: 1 / 5, curved: false, offCentre: true }),
  sphere('judged', { radiusM: 0.5, edge: 1 / 10, curved: false, offCentre: false }),
  sphere('fit', { radiusM: 0.4, edge: 1 / 20, curved: false, offCentre: true }),
  sphere('judged', { radiusM: 0.5, edge: 1 / 5, curved: true, offCentre: true }),
  sphere('fit', { radiusM: 0.5, edge: 1 / 10, curved: true, offCentre: false }),
  sphere('judged', { radiusM: 0.4, edge: 1 / 20, curved: true, offCentre: true }),
  body('fit', ['cube', 'Cube of 0.7 λ, λ/8'], 'box', { a: 0.7, b: 0.7, c: 0.7, edge: 0.125 }, { edge: 0.05 }),
  body(
    'judged',
    ['thin-plate', 'Open plate, λ/8'],
    'plate',
    { length: 1, width: 0.7, edge: 0.125, rim: 0.125 },
    { edge: 0.06, rim: 0.015 },
    { alphas: [1] },
  ),
  body(
    'judged',
    ['fin', 'Fin, a box 0.05 λ thick, λ/10'],
    'box',
    { a: 0.8, b: 0.05, c: 0.5, x: -0.2, y: 0.1, edge: 0.1 },
    { edge: 0.035 },
  ),
  body('fit', ['duct', 'Box with an open duct, λ/8'], 'ductBox', { edge: 0.125 }, { edge: 0.06 }),
  body('judged', ['two-boxes', 'Two boxes, λ/8'], 'twoBoxes', { edge: 0.125 }, { edge: 0.055 }),
  body(
    'fit',
    ['ogive-flat', 'Ogive, flat triangles, λ/10'],
    'ogive',
    { edge: 0.1 },
    { edge: 0.06 },
    { curvedReference: true },
  ),
  body(
    'judged',
    ['ogive-curved', 'Ogive, curved triangles, λ/8'],
    'ogive',
    { edge: 0.125 },
    { edge: 0.06 },
    { curved: true, curvedReference: true },
  ),
  body(
    'judged',
    ['almond-flat', 'Almond at 3 GHz, flat triangles, λ/10'],
    'almond',
    { edge: 0.01 },
    { edge: 0.0055 },
    { curvedReference: true, frequencyHz: 3e9 },
  ),
  body(
    'fit',
    ['almond-curved', 'Almond at 3 GHz, curved triangles, λ/7'],
    'almond',
    { edge: 0.014 },
    { edge: 0.0055 },
    { curved: true, curvedReference: true, frequencyHz: 3e9 },
  ),
  body(
    'judged',
    ['coated-box', 'Box of 0.5 × 0.4 × 0.3 λ, Z = 60 + 90j Ω, λ/8'],
    'box',
    { a: 0.5, b: 0.4, c: 0.3, x: 0.1, y: -0.05, edge: 0.125 },
    { edge: 0.05 },
    { body: impedance('', [60, 90]).body },
  ),
  body(
    'judged',
    ['coated-faces', 'Box of 0.5 × 0.4 × 0.3 λ, faces of 200 + 200j and 30 + 60j Ω beside metal, λ/8'],
    'boxOfParts',
    { a: 0.5, b: 0.4, c: 0.3, edge: 0.125 },
    { edge: 0.05 },
    { body: { programType: 2, materials: { impedances: { '1': [200, 200], '2': [30, 60] } } } },
  ),
  body(
    'judged',
    ['dielectric-brick', 'Brick of 0.4 × 0.3 × 0.2 λ, ε = 2.56, PMCHWT, λ/10'],
    'box',
    { a: 0.4, b: 0.3, c: 0.2, x: 0.1, y: -0.05, edge: 0.1 },
    { edge: 0.045 },
    { alphas: [1], body: medium('', 0, [2.56, 0], 'pmchwt').body },
  ),
  ...[
    impedance('impedance-lossy', [188.5, 113.1]),
    impedance('impedance-inductive', [30, 60]),
    impedance('impedance-capacitive', [377, -200]),
  ].flatMap((material) => [
    ball('fit', material, { radiusM: 0.5, edge: 1 / 5, curved: false }),
    ball('judged', material, { radiusM: 0.5, edge: 1 / 10, curved: false }),
    ball('judged', material, { radiusM: 0.5, edge: 1 / 5, curved: true }),
    ball('fit', material, { radiusM: 0.5, edge: 1 / 10, curved: true }),
  ]),
  ...[
    medium('medium', 0.3, [2.56, 0], 'pmchwt'),
    medium('lossy-medium', 0.3, [4, -1], 'pmchwt'),
    medium('lossy-medium', 0.3, [4, -1], 'jmcfie'),
  ].flatMap((material) => [
    ball('fit', material, { radiusM: 0.3, edge: 1 / 10, curved: false }),
    ball('judged', material, { radiusM: 0.3, edge: 1 / 16, curved: false }),
    ball('judged', material, { radiusM: 0.3, edge: 1 / 10, curved: true }),
    ball('fit', material, { radiusM: 0.3, edge: 1 / 16, curved: true }),
  ]),
  ...[
    coating('layer-dielectric', 'layer of λ/100, ε = 9 − j', 0.5, [[[9, -1], [1, 0], 0.01]]),
    coating('layer-light', 'layer of λ/50, ε = 2.5 − 0.1j', 0.5, [[[2.5, -0.1], [1, 0], 0.02]]),
    coating('layer-magnetic', 'layer of λ/33, ε = 5 − j, μ = 2 − j', 0.5, [[[5, -1], [2, -1], 0.03]]),
    coating('layer-quarter', 'layer of λ/17, ε = 16 − j, a quarter wave', 0.5, [[[16, -1], [1, 0], 0.06]]),
    coating('layer-resonant', 'layer of λ/10, ε = 6 − 0.3j, a quarter wave', 0.5, [[[6, -0.3], [1, 0], 0.1]]),
    coating('layers-two', 'two layers of λ/100, one magnetic', 0.5, [
      [[6, -3], [1, 0], 0.01],
      [[4, -1], [3, -2], 0.01],
    ]),
  ].flatMap((material) => [
    ball('fit', material, { radiusM: 0.5, edge: 1 / 10, curved: false }),
    ball('judged', material, { radiusM: 0.5, edge: 1 / 10, curved: true }),
  ]),
  capsule('capsule-magnetic', 'layer of λ/50, ε = 4 − j, μ = 3 − j', [[4, -1], [3, -1], 0.02]),
  capsule('capsule-dielectric', 'layer of λ/50, ε = 6 − j', [[6, -1], [1, 0], 0.02]),
];
