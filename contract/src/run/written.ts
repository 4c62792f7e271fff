import { z } from 'zod';

/** Key of the metadata of a schema: whether programs of this version always write the value. */
export const ALWAYS_WRITTEN = 'alwaysWritten';

/**
 * A value that this version always writes and that files of earlier versions lack: optional for readers, required by the
 * JSON Schema, by which the tests of the solver check what it writes (contract/scripts/jsonSchema.ts).
 */
export const later = <S extends z.ZodType>(schema: S): z.ZodOptional<S> =>
  schema.optional().meta({ [ALWAYS_WRITTEN]: true });

/** The same of all values of an object. */
export function allLater<S extends z.ZodRawShape>(shape: S): { [K in keyof S]: z.ZodOptional<S[K]> } {
  return Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [key, later(schema as z.ZodType)]),
  ) as unknown as { [K in keyof S]: z.ZodOptional<S[K]> };
}

/** A number of things. */
export const count = z.number().int().min(0);
/** Seconds, bytes, lengths. */
export const amount = z.number().min(0);
export const frequencyHz = z.number().gt(0).describe('Hz');
/** From file names and records: integers for steps of 0.1°, else with decimals. */
export const tenthsOfDegrees = z.number().min(0).describe('degrees × 10');
