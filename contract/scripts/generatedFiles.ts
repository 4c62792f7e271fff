import { z } from 'zod';
import { EventSchema, JobSchema, LIMITS } from '../src/index.ts';
import { errorPage } from './errorPage.ts';
import { sweepExamples } from './sweepExamples.ts';

const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
const text = (content: unknown, indent?: number) => JSON.stringify(content, null, indent) + '\n';

/** What is written of the contract: for C++, and the page of errors. Path from contract/ and text. */
export function generatedFiles(): Record<string, string> {
  return {
    'schema/job.schema.json': text(jsonSchema(JobSchema), 2),
    'schema/event.schema.json': text(jsonSchema(EventSchema), 2),
    'schema/limits.json': text(LIMITS, 2),
    'examples/sweeps.json': text(sweepExamples()),
    '../docs/errors.md': errorPage(),
  };
}
