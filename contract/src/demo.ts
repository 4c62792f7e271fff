import { z } from 'zod';
import { ModelTypeSchema } from './files.ts';
import type { WithProgramType } from './programType.ts';
import { ProjectNameSchema } from './project.ts';
import { ProgramTypeSchema } from './solverInput.ts';

/** Ready models that come with the product, each with a wave and materials that suit it. */
export const DEMO_MODELS = [
  'sphere',
  'almond',
  'plate',
  'coated-sphere',
  'dielectric-sphere',
  'aircraft',
] as const;
export const DemoModelIdSchema = z.enum(DEMO_MODELS);
export type DemoModelId = z.infer<typeof DemoModelIdSchema>;

export const DemoModelSchema = z.object({
  id: DemoModelIdSchema,
  fileName: z.string(),
  fileSize: z.number().int(),
  type: ModelTypeSchema,
  solverType: ProgramTypeSchema,
  /** Extents along x, y, z [m] */
  sizeM: z.tuple([z.number(), z.number(), z.number()]),
  /** Of the wave that comes with it [Hz] */
  frequency: z.number(),
});
export type WireDemoModel = z.infer<typeof DemoModelSchema>;
export type DemoModel = WithProgramType<WireDemoModel>;

export const CreateFromDemoSchema = z.object({
  model: DemoModelIdSchema,
  name: ProjectNameSchema,
});
