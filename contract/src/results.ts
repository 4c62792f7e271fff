import { z } from 'zod';

/** Kinds of result files; `solver_result_{frequency}_{kind}_{theta}_{phi}.ext` has six underscore-separated pieces. */
export const RESULT_KINDS = [
  'coefficients',
  'currents',
  'magnetic',
  'iterations',
  'time',
  'farzone',
] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];
export const RESULT_EXTENSIONS: Record<ResultKind, string> = {
  coefficients: 'bin',
  currents: 'bin',
  /** Magnetic surface currents M [V/m]; of surfaces that are no perfect conductors */
  magnetic: 'bin',
  iterations: 'json',
  time: 'json',
  farzone: 'json',
};

/** Angles in file names and result records are degrees × 10: integers for steps of 0.1°, else with decimals. */
export const ANGLE_FACTOR = 10;

export interface ResultKey {
  /** Hz */
  frequency: number;
  /** degrees × 10 */
  theta: number;
  /** degrees × 10 */
  phi: number;
}

/**
 * A number as in the names: shortest decimal that reads back the same, never with an exponent
 * (in C++: std::to_chars with std::chars_format::fixed).
 */
export function numberText(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e-');
  if (exponent === undefined) return mantissa;
  return `0.${'0'.repeat(Number(exponent) - 1)}${mantissa.replace('.', '')}`;
}

export function resultFileName(kind: ResultKind, { frequency, theta, phi }: ResultKey): string {
  const angles = [theta, phi].map((angle) => numberText(Number(angle.toFixed(9)))).join('_');
  return `solver_result_${numberText(frequency)}_${kind}_${angles}.${RESULT_EXTENSIONS[kind]}`;
}

/** Undefined if the name is not of a result file. */
export function parseResultFileName(name: string): (ResultKey & { kind: ResultKind }) | undefined {
  const match = /^solver_result_(\d+(?:\.\d+)?)_([a-z]+)_(\d+(?:\.\d+)?)_(\d+(?:\.\d+)?)\.([a-z]+)$/.exec(
    name,
  );
  const kind = RESULT_KINDS.find((k) => k === match?.[2]);
  if (!match || !kind || match[5] !== RESULT_EXTENSIONS[kind]) return undefined;
  return { kind, frequency: Number(match[1]), theta: Number(match[3]), phi: Number(match[4]) };
}

const complexField = {
  e_Theta_Real: z.number(),
  e_Theta_Imag: z.number(),
  e_Phi_Real: z.number(),
  e_Phi_Imag: z.number(),
};

/** One direction of a far-field cut; E is the far-field amplitude lim r·e^{jkr}·E for 1 V/m incident [V]. */
export const FarZoneFieldSchema = z.object({
  plane: z.enum(['xy', 'xz', 'yz', '3d']),
  angleTheta: z.number().describe('degrees × 10'),
  anglePhi: z.number().describe('degrees × 10'),
  ...complexField,
});
export type FarZoneField = z.infer<typeof FarZoneFieldSchema>;

/** Exact far field of a sphere beside a computed one. */
export const SphereResultSchema = z.object({
  /** Of the sphere of the mesh's volume, which is the one computed [m] */
  radiusM: z.number(),
  /** Distance of the vertices from the centre, mean [m] */
  vertexRadiusM: z.number(),
  centreM: z.tuple([z.number(), z.number(), z.number()]),
  farZoneFields: z.array(FarZoneFieldSchema),
  /** Back towards the transmitter */
  back: FarZoneFieldSchema.omit({ plane: true }),
});
export type SphereResult = z.infer<typeof SphereResultSchema>;

/** Backscattered far field of one illumination. */
export const MonoStaticRcsSchema = z.object({
  angleTheta: z.number().describe('degrees × 10'),
  anglePhi: z.number().describe('degrees × 10'),
  frequency: z.number().describe('Hz'),
  ...complexField,
});
export type MonoStaticRcs = z.infer<typeof MonoStaticRcsSchema>;

/** Methods that have no history, only how well their solution fulfils the equations; no iterations to go on with. */
export const DIRECT_METHODS: readonly string[] = ['dense-lu', 'physical-optics'];

/** One point of a convergence history. */
export const IterationSchema = z.object({ iteration: z.number().int(), residual: z.number() });

/** RCS in dBsm from the complex far field: σ = 4π(|E_θ|² + |E_φ|²). −Infinity for no field. */
export function rcsDbsm(field: {
  e_Theta_Real: number;
  e_Theta_Imag: number;
  e_Phi_Real: number;
  e_Phi_Imag: number;
}): number {
  const power =
    field.e_Theta_Real ** 2 + field.e_Theta_Imag ** 2 + field.e_Phi_Real ** 2 + field.e_Phi_Imag ** 2;
  return 10 * Math.log10(4 * Math.PI * power);
}

/** Triangles are [part (1-based), v1, v2, v3 (0-based into meshVertex3)]; vertices in metres. */
export const MeshResultSchema = z.object({
  meshTri3: z.array(z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()])),
  meshVertex3: z.array(z.tuple([z.number(), z.number(), z.number()])),
  currents: z.array(z.number()),
  currentJ: z.array(z.number()),
  currentM: z.array(z.number()),
  report: z.unknown().optional(),
});

/** Per vertex: |J| (or |M|), and the complex vector as [Re x, Im x, Re y, Im y, Re z, Im z]. */
export const FusionResultSchema = z.object({
  density: z.enum(['J', 'M']),
  unit: z.string(),
  currents: z.array(z.number()),
  currentJ: z.array(z.array(z.number()).length(6)),
  currentM: z.array(z.array(z.number()).length(6)),
});
