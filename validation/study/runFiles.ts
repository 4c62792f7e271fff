import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';

/** A file of a results folder on this disk. @throws when it is not what the contract says */
export function readRunFile<S extends z.ZodType>(schema: S, results: string, name: string): z.output<S> {
  return schema.parse(JSON.parse(readFileSync(join(results, name), 'utf8')));
}
