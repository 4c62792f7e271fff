import { z } from 'zod';
import {
  CheckReportSchema,
  EventSchema,
  FarZoneFileSchema,
  IterationsFileSchema,
  JobSchema,
  LIMITS,
  BackProjectionFileSchema,
  MapsFileSchema,
  MeshReportSchema,
  MonoStaticFileSchema,
  RunResultSchema,
  TimesFileSchema,
} from '../src/index.ts';
import { ALWAYS_WRITTEN } from '../src/run/written.ts';
import { errorPage } from './errorPage.ts';
import { sweepExamples } from './sweepExamples.ts';

const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });

/** Of a file that our programs write: every key that they always write, and no other. */
const writtenSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-7',
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema[ALWAYS_WRITTEN];
      if (!(zodSchema instanceof z.ZodObject)) return;
      const shape: Record<string, z.ZodType> = zodSchema.shape;
      const written = Object.keys(shape).filter((key) => shape[key]!.meta()?.[ALWAYS_WRITTEN] === true);
      jsonSchema.required = [...(jsonSchema.required ?? []), ...written];
    },
  });

const text = (content: unknown, indent?: number) => JSON.stringify(content, null, indent) + '\n';

/** What the C++ side reads of the contract, what files of runs are checked by, and the page of errors: path from contract/ and text. */
export function generatedFiles(): Record<string, string> {
  return {
    'schema/job.schema.json': text(jsonSchema(JobSchema), 2),
    'schema/event.schema.json': text(jsonSchema(EventSchema), 2),
    'schema/result.schema.json': text(writtenSchema(RunResultSchema), 2),
    'schema/farzone.schema.json': text(writtenSchema(FarZoneFileSchema), 2),
    'schema/monostatic.schema.json': text(writtenSchema(MonoStaticFileSchema), 2),
    'schema/iterations.schema.json': text(writtenSchema(IterationsFileSchema), 2),
    'schema/times.schema.json': text(writtenSchema(TimesFileSchema), 2),
    'schema/backprojection.schema.json': text(writtenSchema(BackProjectionFileSchema), 2),
    'schema/maps.schema.json': text(writtenSchema(MapsFileSchema), 2),
    'schema/check.schema.json': text(writtenSchema(CheckReportSchema), 2),
    'schema/mesh.schema.json': text(writtenSchema(MeshReportSchema), 2),
    'schema/limits.json': text(LIMITS, 2),
    'examples/sweeps.json': text(sweepExamples()),
    '../docs/errors.md': errorPage(),
  };
}
