import { z } from 'zod';
import { EventSchema, JobSchema, LIMITS } from '../src/index.ts';
import { sweepExamples } from './sweepExamples.ts';

const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
const text = (content: unknown, indent?: number) => JSON.stringify(content, null, indent) + '\n';

/** What the C++ side reads of the contract: path below contract/ and text. */
export function generatedFiles(): Record<string, string> {
  return {
    'schema/job.schema.json': text(jsonSchema(JobSchema), 2),
    'schema/event.schema.json': text(jsonSchema(EventSchema), 2),
    'schema/limits.json': text(LIMITS, 2),
    'examples/sweeps.json': text(sweepExamples()),
  };
}
