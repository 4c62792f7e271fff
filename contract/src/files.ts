import { z } from 'zod';

export const ModelTypeSchema = z.enum(['STEP', 'UNV']);
export type ModelType = z.infer<typeof ModelTypeSchema>;

/** Endings of a model file's name, compared without regard to case. */
export const MODEL_FILE_ENDINGS: Record<ModelType, readonly string[]> = {
  STEP: ['.stp', '.step'],
  UNV: ['.unv'],
};

/** By the ending of the name; undefined for any other file. */
export function modelTypeOf(fileName: string): ModelType | undefined {
  const lower = fileName.toLowerCase();
  return ModelTypeSchema.options.find((type) =>
    MODEL_FILE_ENDINGS[type].some((ending) => lower.endsWith(ending)),
  );
}

/** Name of the file that "Export Inputs File" writes. */
export const INPUTS_FILE_NAME = 'inputs.json';
/** Name under which the browser saves a meshed model: `pace_model_….unv`. */
export const MESHED_MODEL_PREFIX = 'pace_model_';
