import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { GROUP_NAMES } from './groups.ts';

export const VALIDATION_FOLDER = dirname(dirname(fileURLToPath(import.meta.url)));
const CASES_FOLDER = join(VALIDATION_FOLDER, 'cases');

/** A gmsh script with its numbers, or a mesh file; both relative to `validation/`. */
const MeshSchema = z.strictObject({
  script: z.string().optional(),
  numbers: z.record(z.string(), z.number()).default({}),
  file: z.string().optional(),
  metresPerUnit: z.number().positive().default(1),
  /** Triangles of second order that follow the script's true surface. */
  curved: z.boolean().optional(),
});

/** One angle, or first, last and step of a sweep [deg]. */
const AngleSchema = z.union([z.number(), z.tuple([z.number(), z.number(), z.number()])]);

/** Complex number [real, imaginary]. */
const complex = z.tuple([z.number(), z.number()]);
/** Surface number, as a key. */
const surface = z.string().regex(/^\d+$/);

/** What surfaces (coating) and regions (composite) are made of, in short. */
const MaterialsOfRunSchema = z.strictObject({
  /** ε' − jε'' and μ' − jμ'' (1 if absent) by name, at all frequencies; PEC and Vacuum need not be named. */
  media: z.record(z.string(), z.strictObject({ epsilon: complex, mu: complex.optional() })).optional(),
  /** Coating: layers [name, thickness in m] of a surface, outermost first, over a conductor. */
  layers: z.record(surface, z.array(z.tuple([z.string(), z.number().positive()])).min(1)).optional(),
  /** Coating: R + jX of a surface [ohm] at the run's frequency. */
  impedances: z.record(surface, complex).optional(),
  /** Composite: [outer medium, material inside] of a surface: 0 vacuum, −1 interface, n inside surface n. */
  outerMedia: z.record(surface, z.tuple([z.number().int(), z.string()])).optional(),
});
export type MaterialsOfRun = z.infer<typeof MaterialsOfRunSchema>;

const RunSchema = z.strictObject({
  mesh: z.string(),
  /** 1 PEC if absent, 2 coating, 3 composite. */
  programType: z.union([z.literal(2), z.literal(3)]).optional(),
  materials: MaterialsOfRunSchema.optional(),
  /** [Hz], or first, last and step. */
  frequencyHz: z.union([z.number(), z.tuple([z.number(), z.number(), z.number()])]),
  thetaDeg: AngleSchema,
  phiDeg: AngleSchema,
  /** 0 horizontal, 1 vertical, 2 right, 3 left circular */
  polarization: z.number().int().min(0).max(3),
  /** EFIE weight, one for all parts or one a part */
  alpha: z.array(z.number()).min(1),
  /** Directions of each far-field cut. */
  cutPoints: z.number().int().default(0),
  /** Theta points of the full sphere. */
  sphereThetas: z.number().int().default(0),
  /** Divisions of the box around the model: MLFMA whatever the cost model says; 12: as many as its accuracy allows. */
  levels: z.number().int().min(2).max(12).optional(),
  /** Composite: the equations between media; the solver's choice if absent. */
  formulation: z.enum(['pmchwt', 'jmcfie']).optional(),
  /** Of the iterative solution; 1e-3, the product's default, if absent. */
  residual: z.number().positive().optional(),
  /** Physical Optics in place of the full wave, with so many reflections and with or without its edges. */
  optics: z
    .strictObject({ reflections: z.number().int().min(1).default(1), edges: z.boolean().default(false) })
    .optional(),
  /** Hybrid: what each part is solved by (0 by the rule, 1 Physical Optics, 2 full wave). */
  hybrid: z
    .strictObject({
      methods: z.array(z.union([z.literal(0), z.literal(1), z.literal(2)])),
      edges: z.boolean().default(false),
    })
    .optional(),
});

/** Where a run's far field is looked at, when it has several illuminations or frequencies. */
const IlluminationSchema = z.strictObject({ thetaDeg: z.number(), phiDeg: z.number() });
const planes = z.array(z.enum(['xy', 'xz', 'yz'])).min(1);

/** A shell, inside first. */
const SphereLayerSchema = z.strictObject({
  outerRadiusM: z.number().positive(),
  epsilon: complex,
  mu: complex.optional(),
});
export type SphereLayer = z.infer<typeof SphereLayerSchema>;

const MieCheckSchema = z.strictObject({
  kind: z.literal('mie'),
  title: z.string(),
  run: z.string(),
  illumination: IlluminationSchema.optional(),
  planes,
  radiusM: z.number().positive(),
  centerM: z.tuple([z.number(), z.number(), z.number()]).default([0, 0, 0]),
  /** The sphere itself if it is no conductor; `radiusM` is the core's, or the outermost layer's of a dielectric. */
  sphere: z
    .discriminatedUnion('core', [
      z.strictObject({ core: z.literal('impedance'), impedanceOhm: complex }),
      z.strictObject({ core: z.literal('coated'), layers: z.array(SphereLayerSchema).min(1) }),
      z.strictObject({ core: z.literal('dielectric'), layers: z.array(SphereLayerSchema).min(1) }),
    ])
    .optional(),
  /** Also say how far the exact sphere of this impedance and radius is from the reference: the model's own error. Not judged. */
  impedanceModel: z.strictObject({ radiusM: z.number().positive(), surface: z.number().int() }).optional(),
  /** Only directions no farther from where the wave comes from. */
  withinDegOfSource: z.number().positive().optional(),
  limits: z.strictObject({
    meanDb: z.number().optional(),
    maxDb: z.number().optional(),
    relativeError: z.number().optional(),
  }),
  /** Also say what the exact sphere of the facets' volume gives: how much of the error is geometry. Not judged. */
  withSphereOfEqualVolume: z.boolean().default(false),
});

const ReferenceCheckSchema = z.strictObject({
  kind: z.literal('reference'),
  title: z.string(),
  /** Runs of both polarizations; the second may be left out. */
  vertical: z.string().optional(),
  horizontal: z.string().optional(),
  /** CSV of `frequency_hz,theta_deg,phi_deg,pol,rcs_dbsm`, relative to `validation/`. */
  file: z.string(),
  observation: z.enum(['monostatic', 'bistatic']),
  /** Only every so many degrees of phi of the file. */
  evaluationStepDeg: z.number().positive(),
  /** phi of the run = phi of the file + this: the mesh is turned about z by so much. */
  turnedByDeg: z.number().default(0),
  /** The run's frequency to take, when it is a sweep. */
  frequencyHz: z.number().optional(),
  limits: z.strictObject({ verticalDb: z.number().optional(), horizontalDb: z.number().optional() }),
});

const SameFieldCheckSchema = z.strictObject({
  kind: z.literal('same-field'),
  title: z.string(),
  run: z.string(),
  other: z.string(),
  planes,
  /** Decibels are compared where the reference is within so many of its largest value; the complex error everywhere. */
  dynamicRangeDb: z.number().positive().optional(),
  limits: z.strictObject({ meanDb: z.number().optional(), relativeError: z.number() }),
});

/** Both polarizations of one sweep of directions, seen on the full sphere. */
const ReciprocityCheckSchema = z.strictObject({
  kind: z.literal('reciprocity'),
  title: z.string(),
  vertical: z.string(),
  horizontal: z.string(),
  limits: z.strictObject({ relativeError: z.number() }),
});

const PowerCheckSchema = z.strictObject({
  kind: z.literal('power'),
  title: z.string(),
  run: z.string(),
  limits: z.strictObject({ relativeError: z.number() }),
});

/** What the solution cost. */
const CostCheckSchema = z.strictObject({
  kind: z.literal('cost'),
  title: z.string(),
  run: z.string(),
  limits: z.strictObject({ bytesPerUnknown: z.number().optional(), coreHours: z.number().optional() }),
});

const BroadsideCheckSchema = z.strictObject({
  kind: z.literal('flat-plate-broadside'),
  title: z.string(),
  run: z.string(),
  illumination: IlluminationSchema.optional(),
  areaM2: z.number().positive(),
  limits: z.strictObject({ db: z.number() }),
});

/** Backscatter of a flat rectangle in the plane z = 0 around the origin against physical optics, complex. */
const PlateSweepCheckSchema = z.strictObject({
  kind: z.literal('flat-plate-sweep'),
  title: z.string(),
  run: z.string(),
  /** Along x and y */
  sidesM: z.tuple([z.number().positive(), z.number().positive()]),
  limits: z.strictObject({ relativeError: z.number() }),
});

/** Backscatter of a corner on its axis against the formula of geometrical optics. */
const CornerCheckSchema = z.strictObject({
  kind: z.literal('corner'),
  title: z.string(),
  run: z.string(),
  shape: z.enum(['dihedral', 'square-trihedral', 'triangular-trihedral']),
  sideM: z.number().positive(),
  limits: z.strictObject({ db: z.number() }),
});

/** Backscatter of two runs over the same angles. Without limits the difference is stated, not judged. */
const SameBackscatterCheckSchema = z.strictObject({
  kind: z.literal('same-backscatter'),
  title: z.string(),
  run: z.string(),
  other: z.string(),
  /** Only where this angle is between these ends [deg]. */
  within: z.strictObject({ angle: z.enum(['theta', 'phi']), from: z.number(), to: z.number() }).optional(),
  limits: z.strictObject({
    meanDb: z.number().optional(),
    maxDb: z.number().optional(),
    /** Unknowns of the run over those of the other. */
    unknownShare: z.number().optional(),
  }),
});

/** What is left of the first illumination's backscatter when a body is covered by an absorber, as |E| / |E of the bare body|. */
const AbsorberCheckSchema = z.strictObject({
  kind: z.literal('absorber'),
  title: z.string(),
  run: z.string(),
  bare: z.string(),
  limits: z.strictObject({ relativeError: z.number() }),
});

export const CheckSchema = z.discriminatedUnion('kind', [
  MieCheckSchema,
  ReferenceCheckSchema,
  SameFieldCheckSchema,
  ReciprocityCheckSchema,
  PowerCheckSchema,
  CostCheckSchema,
  BroadsideCheckSchema,
  PlateSweepCheckSchema,
  CornerCheckSchema,
  SameBackscatterCheckSchema,
  AbsorberCheckSchema,
]);

const CaseSchema = z.strictObject({
  title: z.string(),
  group: z.enum(GROUP_NAMES),
  why: z.string(),
  /** Where the reference comes from, how sure it is. */
  reference: z.string(),
  /** Why the limits are what they are. */
  tolerance: z.string(),
  /** Part of `--quick`: seconds, not minutes. */
  quick: z.boolean().default(false),
  /** gmsh takes a minute for its meshes: the folder to download has the script in their place. */
  meshAsScript: z.boolean().default(false),
  meshes: z.record(z.string(), MeshSchema),
  runs: z.record(z.string(), RunSchema),
  checks: z.array(CheckSchema).min(1),
});

export type MeshSource = z.infer<typeof MeshSchema>;
export type RunSpecification = z.infer<typeof RunSchema>;
export type Check = z.infer<typeof CheckSchema>;
export type CheckOf<Kind extends Check['kind']> = Extract<Check, { kind: Kind }>;
export type Case = z.infer<typeof CaseSchema> & { id: string };

/** Every folder of `validation/cases` that has a `case.json`, by name. */
export function readCases(): Case[] {
  return readdirSync(CASES_FOLDER)
    .filter((id) => existsSync(join(CASES_FOLDER, id, 'case.json')))
    .sort()
    .map(readCase);
}

function readCase(id: string): Case {
  const text = readFileSync(join(CASES_FOLDER, id, 'case.json'), 'utf8');
  const parsed = CaseSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`cases/${id}/case.json: ${z.prettifyError(parsed.error)}`);
  return { id, ...parsed.data };
}
