import { z } from 'zod';

/** What a model file holds: geometry that is meshed here, or a mesh that is used as it is. */
export const ModelTypeSchema = z
  .enum(['STEP', 'UNV'])
  .describe(
    'STEP: geometry of any format, which is meshed; UNV: a mesh of any format, which is used as it is',
  );
export type ModelType = z.infer<typeof ModelTypeSchema>;

export const ModelFormatSchema = z.enum([
  'STEP',
  'IGES',
  'BREP',
  'UNV',
  'MSH',
  'NASTRAN',
  'ABAQUS',
  'STL',
  'OBJ',
]);
export type ModelFormat = z.infer<typeof ModelFormatSchema>;

interface ModelFormatFacts {
  type: ModelType;
  /** Of a file's name, compared without regard to case */
  endings: readonly string[];
}

/** Formats of model files that can be uploaded (docs/formats.md). */
export const MODEL_FORMATS: Record<ModelFormat, ModelFormatFacts> = {
  STEP: { type: 'STEP', endings: ['.stp', '.step'] },
  IGES: { type: 'STEP', endings: ['.igs', '.iges'] },
  BREP: { type: 'STEP', endings: ['.brep', '.brp'] },
  UNV: { type: 'UNV', endings: ['.unv'] },
  MSH: { type: 'UNV', endings: ['.msh'] },
  NASTRAN: { type: 'UNV', endings: ['.bdf', '.nas', '.dat'] },
  ABAQUS: { type: 'UNV', endings: ['.inp'] },
  STL: { type: 'UNV', endings: ['.stl'] },
  OBJ: { type: 'UNV', endings: ['.obj'] },
};

/** Endings of a model file's name, compared without regard to case. */
export const MODEL_FILE_ENDINGS: Record<ModelType, readonly string[]> = {
  STEP: endingsOf('STEP'),
  UNV: endingsOf('UNV'),
};

function endingsOf(type: ModelType): string[] {
  return ModelFormatSchema.options
    .map((format) => MODEL_FORMATS[format])
    .filter((facts) => facts.type === type)
    .flatMap(({ endings }) => endings);
}

/** By the ending of the name; undefined for any other file. */
export function modelFormatOf(fileName: string): ModelFormat | undefined {
  const lower = fileName.toLowerCase();
  return ModelFormatSchema.options.find((format) =>
    MODEL_FORMATS[format].endings.some((ending) => lower.endsWith(ending)),
  );
}

/** By the ending of the name; undefined for any other file. */
export function modelTypeOf(fileName: string): ModelType | undefined {
  const format = modelFormatOf(fileName);
  return format && MODEL_FORMATS[format].type;
}

/** Name of the file that "Export Inputs File" writes. */
export const INPUTS_FILE_NAME = 'inputs.json';
/** Name under which the browser saves a meshed model: `pace_model_….unv`. */
export const MESHED_MODEL_PREFIX = 'pace_model_';
