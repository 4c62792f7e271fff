import { z } from 'zod';
import { complex, plus, scaled, times, type Complex } from './complex.ts';
import { DesignMapsRequestSchema } from './designMaps.ts';
import { stackImpedance } from './layers.ts';
import { LIMITS } from './limits.ts';
import { ComplexSchema, DEFAULT_IMPEDANCE_OHM, MaterialNameSchema, type Materials } from './materials.ts';
import { surfaceImpedances } from './materialModel.ts';
import { ProjectNameSchema } from './projectName.ts';
import { INCIDENTS } from './run/fileNames.ts';
import type { MapsResponse } from './run/maps.ts';
import { isScatteringMatrix } from './run/scattering.ts';
import type { MonoStaticRcs } from './run/monostatic.ts';
import { says, saysOf } from './schemaMessages.ts';

/**
 * A thin layer on some parts of a conductor: what design maps predict, and the Coating project that computes it. The mesh of
 * such a project is the outer face of the layer (docs/theory/layer-stacks.md).
 */
const { projectId, layer, ...question } = DesignMapsRequestSchema.shape;

const coatingThickness = z
  .number(saysOf('thickness', 'validation.empty'))
  .min(LIMITS.minThicknessMm, says('validation.thickness'))
  .max(LIMITS.coatThicknessMaxMm, saysOf('thickness', 'validation.atMost', { most: LIMITS.coatThicknessMaxMm }));

export const CoatPartsSchema = z.object({
  projectId,
  name: ProjectNameSchema,
  question: z.object(question).describe('of the maps that predict'),
  layer: z.union([z.object({ material: MaterialNameSchema.describe('of the library') }), layer.unwrap()]),
  parts: z
    .array(z.int32())
    .min(1, says('validation.coatNoPart'))
    .max(LIMITS.surfacesMax)
    .describe('surface numbers in the file'),
  thicknessMm: coatingThickness,
});
export type CoatParts = z.infer<typeof CoatPartsSchema>;

/** Name of a layer that was typed, in the materials of its project. */
export const TYPED_LAYER_NAME = 'Typed layer';

const amplitude = z.tuple([z.number(), z.number()]).describe('[Re, Im], far-field amplitude [V]');
type Amplitude = z.infer<typeof amplitude>;

const PredictionSchema = z.object({
  thetaDeg: z.number(),
  phiDeg: z.number(),
  before: amplitude,
  predicted: amplitude,
});
export type CoatingPrediction = z.infer<typeof PredictionSchema>;

/** Where a project comes from that was made by coating parts, and what was predicted. */
export const CoatedSchema = z.object({
  from: z.string().describe('project whose design maps predicted'),
  frequencyHz: z.number(),
  incident: z.enum(INCIDENTS),
  received: z.enum(INCIDENTS),
  material: z.string(),
  thicknessMm: z.number(),
  impedance: ComplexSchema.describe('of the layer on the conductor [Ω]'),
  parts: z.array(z.int32()),
  predictions: z.array(PredictionSchema),
});
export type Coated = z.infer<typeof CoatedSchema>;

export interface Coating {
  /** Places of the coated parts in the list of a maps file */
  places: readonly number[];
  thicknessMm: number;
  /** Of the layer on the conductor, `impedanceOfCoating` */
  impedance: Complex;
}

export const impedanceOfCoating = (
  { permittivity, permeability }: { permittivity: Complex; permeability: Complex },
  thicknessMm: number,
  frequencyHz: number,
): Complex =>
  stackImpedance([{ permittivity, permeability, thicknessM: thicknessMm / 1000 }], 'pec', { frequencyHz });

const complexOf = ([real, imaginary]: Amplitude): Complex => complex(real, imaginary);
const amplitudeOf = ({ real, imaginary }: Complex): Amplitude => [real, imaginary];

/**
 * F + Z_s Σ ∂F/∂Z_s: first order of what the Coating project computes, whose mesh is the outer face of the layer.
 * @returns undefined where a part has no derivatives
 */
export function predictedOnMesh(response: MapsResponse, coating: Coating): Amplitude | undefined {
  return changed(response, coating, 'perOhm', (of) => times(coating.impedance, of));
}

/**
 * F + d Σ ∂F/∂d: first order of the layer laid on the metal, which stays where it is.
 * @returns undefined where a part has no derivatives
 */
export function predictedOnMetal(response: MapsResponse, coating: Coating): Amplitude | undefined {
  return changed(response, coating, 'perMmOfLayer', (of) => scaled(of, coating.thicknessMm));
}

function changed(
  { field, parts }: MapsResponse,
  { places }: Coating,
  derivative: 'perOhm' | 'perMmOfLayer',
  change: (derivative: Complex) => Complex,
): Amplitude | undefined {
  let sum = complexOf(field);
  for (const place of places) {
    const of = parts[place]?.[derivative];
    if (!of) return undefined;
    sum = plus(sum, change(complexOf(of)));
  }
  return amplitudeOf(sum);
}

/** σ = 4π|F|², mean over illuminations [m²] */
export const meanRcsM2 = (fields: readonly Amplitude[]): number =>
  (4 * Math.PI * fields.reduce((sum, [real, imaginary]) => sum + real * real + imaginary * imaginary, 0)) /
  fields.length;

/** Backscattered amplitude along one polarization; undefined where the record is of another incident wave. */
export function backscatterOf(
  record: MonoStaticRcs,
  { incident, received }: Pick<Coated, 'incident' | 'received'>,
): Amplitude {
  if (isScatteringMatrix(record)) return [record[`s_${received}${incident}_Real`], record[`s_${received}${incident}_Imag`]];
  return received === 'V'
    ? [record.e_Theta_Real, record.e_Theta_Imag]
    : [record.e_Phi_Real, record.e_Phi_Imag];
}

/** Whether materials still are what was predicted: the layer on its parts, bare metal elsewhere. */
export function isAsPredicted(materials: Materials, surfaces: readonly number[], coated: Coated): boolean {
  const { frequencyHz, impedance, parts } = coated;
  const table = materials.impedances.find(({ frequency }) => sameNumber(frequency, frequencyHz))?.params ?? [];
  const ofLayers = surfaceImpedances(materials, surfaces, [frequencyHz])[0]!.params;
  return surfaces.every((surface, i) => {
    const isCoated = parts.includes(surface);
    const wanted = isCoated ? impedance : complex(0);
    const typed = table.find(({ impedanceSurface }) => impedanceSurface === surface);
    const { impedanceReal, impedanceImaginary } = typed ?? ofLayers[i]!;
    const away = Math.hypot(impedanceReal - wanted.real, impedanceImaginary - wanted.imaginary);
    return away <= DEFAULT_IMPEDANCE_OHM.real + SAME * Math.hypot(wanted.real, wanted.imaginary);
  });
}

const SAME = 1e-6;
const sameNumber = (a: number, b: number) => Math.abs(a - b) <= SAME * Math.abs(b);
