import { z } from 'zod';
import { CoatedSchema } from './coatParts.ts';
import { LIMITS } from './limits.ts';
import { MaterialsSchema } from './materials.ts';
import type { WithProgramType } from './programType.ts';
import { ModelTypeSchema } from './files.ts';
import { MesherOptionsSchema } from './mesher.ts';
import { MeshReportSchema } from './run/meshReport.ts';
import { RunResultSchema } from './run/result.ts';
import { LiveStateSchema } from './runState.ts';
import { says, saysOf } from './schemaMessages.ts';
import { ProgramTypeSchema, SolverInputShape } from './solverInput.ts';

export const CoreTypeSchema = z.union([z.literal(1), z.literal(4)], says('validation.processors'));
export const ProjectNameSchema = z
  .string()
  .trim()
  .min(1, saysOf('projectName', 'validation.required'))
  .max(
    LIMITS.projectNameLength,
    saysOf('projectName', 'validation.tooLong', { most: LIMITS.projectNameLength }),
  );

export const ModelFileSchema = z.object({
  fileName: z.string(),
  fileSize: z.number().int(),
  type: ModelTypeSchema,
  complete: z.boolean(),
  received: z.number().int(),
});

export const ProjectStateSchema = z.object({
  solverInput: SolverInputShape.nullable(),
  materials: MaterialsSchema.nullable(),
  mesherInput: MesherOptionsSchema.extend({ fileName: z.string() }).nullable(),
  mesherInputFileList: z.array(z.string()),
  outputFileList: z.array(z.string()),
  solverResultReady: z.boolean(),
  /** Changes whenever the numbers behind the result calls do. */
  resultVersion: z.string().optional(),
  mesherResultReady: z.boolean(),
  model: ModelFileSchema.nullable(),
  meshReport: MeshReportSchema.nullable(),
  /** Of a project that was made by coating parts of another one */
  coated: CoatedSchema.optional(),
});

/** As calls give it: `solverType` is the program type (1 PEC, 2 Coating, 3 Composite), `coreType` the number of processors. */
export const ProjectSchema = z.object({
  id: z.string(),
  name: z.string(),
  projectName: z.string(),
  solverType: ProgramTypeSchema,
  coreType: z.number().int(),
  createdDate: z.string(),
  startDate: z.string().nullable(),
  /** '-1': not ended */
  endDate: z.string(),
  isDemo: z.boolean(),
  state: ProjectStateSchema,
  stateLive: LiveStateSchema,
  /** `result.json`; null where there is none yet, and where it cannot be read */
  resultSummary: RunResultSchema.nullable(),
});
export type WireProject = z.infer<typeof ProjectSchema>;
export type Project = WithProgramType<WireProject>;

/**
 * What lists show of a project: the words of `Project`, without materials, mesh, files, and the lists of its solver input.
 * Those come with the one project that is opened.
 */
export const ProjectRowSchema = ProjectSchema.omit({ resultSummary: true }).extend({
  state: ProjectStateSchema.pick({ solverResultReady: true, resultVersion: true }).extend({
    solverInput: SolverInputShape.omit({ cfiealpha: true, partmethods: true, outermedia: true }).nullable(),
    model: ModelFileSchema.omit({ received: true }).nullable(),
  }),
});
export type WireProjectRow = z.infer<typeof ProjectRowSchema>;
export type ProjectRow = WithProgramType<WireProjectRow>;

/** Lists of projects come newest first, in pages; `total` counts them all. */
export const ProjectPageSchema = z.object({
  page: z.coerce.number().int().min(0).max(1_000_000).default(0),
  pageSize: z.coerce.number().int().min(1).max(LIMITS.projectPage).default(LIMITS.projectPage),
});
export const ProjectListSchema = z.object({
  projects: z.array(ProjectRowSchema),
  total: z.number().int(),
});

/** endDate of a project: '-1' or null means not ended. */
export function hasEnded(endDate: string | null): boolean {
  return endDate !== null && endDate !== '-1';
}

export const ProjectCreateSchema = z.object({
  name: ProjectNameSchema,
  solverType: ProgramTypeSchema,
  coreType: CoreTypeSchema.default(1),
});
const { solverType: programType, ...named } = ProjectCreateSchema.shape;
/** The body of that call, as a form has it. */
export const NewProjectSchema = z.object({ ...named, programType });
export type NewProject = z.input<typeof NewProjectSchema>;

/** A read-only link to a project; whoever has it sees the project and nothing else. */
export const ShareSchema = z.object({
  id: z.string(),
  createdDate: z.string(),
  lastUsedDate: z.string().nullable(),
});
export type Share = z.infer<typeof ShareSchema>;
/** Scheme of the authorization header that carries the token of such a link. */
export const SHARE_SCHEME = 'Share';
