import {
  ANGLE_FACTOR,
  BackProjectionFileSchema,
  MapsFileSchema,
  passive,
  type BackProjectionFile,
  type BackProjectionRequest,
  type DesignMapsRequest,
  type MapsFile,
} from '@pace/contract';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runVerb, type VerbRequest } from './verb.ts';

export type MapsQuestion = Omit<DesignMapsRequest, 'projectId'>;

export type BackProjectionQuestion = Omit<BackProjectionRequest, 'projectId'>;

/** Maps that the solver computed of a finished run. */
export interface RunMaps<File> {
  file: File;
  /** `maps.bin`, or another file of its kind */
  maps: Buffer;
}
export type MapsAnswer = RunMaps<MapsFile>;

/**
 * `pace maps job.json --results results`: design maps of the results in the folder, where maps.json and maps.bin are written.
 * @throws EngineError MAPS_UNAVAILABLE, ESTIMATE_TIMEOUT
 */
export async function designMaps(
  request: VerbRequest & { question: MapsQuestion; threads: number },
): Promise<MapsAnswer> {
  const { folder, question, threads } = request;
  const args = ['--results', 'results', ...argumentsOf(question)];
  await runVerb({ name: 'maps', args, threads, subject: 'maps' }, request);
  return readMaps(folder, 'maps', MapsFileSchema);
}

/**
 * `pace backprojection job.json --results results`: hot spots of the results in the folder, where backprojection.json and
 * backprojection.bin are written.
 * @throws EngineError MAPS_UNAVAILABLE, ESTIMATE_TIMEOUT
 */
export async function backProjection(
  request: VerbRequest & { question: BackProjectionQuestion; threads: number },
): Promise<RunMaps<BackProjectionFile>> {
  const { folder, question, threads } = request;
  const range = (name: string, [from, to]: [number?, number?], unit: number) =>
    from === undefined ? [] : [name, String(from / unit), String((to ?? from) / unit)];
  const args = [
    ...['--results', 'results'],
    ...range('--frequency', [question.frequency, question.frequencyTo], 1),
    ...range('--theta', [question.theta, question.thetaTo], ANGLE_FACTOR),
    ...range('--phi', [question.phi, question.phiTo], ANGLE_FACTOR),
    ...(question.incident ? ['--incident', question.incident] : []),
    ...(question.received ? ['--received', question.received] : []),
  ];
  await runVerb({ name: 'backprojection', args, threads, subject: 'maps' }, request);
  return readMaps(folder, 'backprojection', BackProjectionFileSchema);
}

async function readMaps<File>(
  folder: string,
  name: string,
  schema: { parse: (json: unknown) => File },
): Promise<RunMaps<File>> {
  const [json, maps] = await Promise.all([
    readFile(join(folder, `${name}.json`), 'utf8'),
    readFile(join(folder, `${name}.bin`)),
  ]);
  return { file: schema.parse(JSON.parse(json)), maps };
}

function argumentsOf({
  frequency,
  theta,
  phi,
  thetaTo,
  phiTo,
  incident,
  received,
  radius,
  layer,
}: MapsQuestion): string[] {
  const angle = (tenths: number | undefined) => tenths !== undefined && tenths / ANGLE_FACTOR;
  const { permittivity, permeability } = layer ?? {};
  const given: [string, ...(number | string | false | undefined)[]][] = [
    ['--frequency', frequency],
    ['--theta', angle(theta)],
    ['--phi', angle(phi)],
    ['--theta-to', angle(thetaTo)],
    ['--phi-to', angle(phiTo)],
    ['--incident', incident],
    ['--received', received],
    ['--radius', radius],
    ['--layer', ...lossOf(permittivity), ...lossOf(permeability)],
  ];
  return given.flatMap(([name, ...values]) =>
    values.length === 0 || values.some((value) => value === undefined || value === false)
      ? []
      : [name, ...values.map(String)],
  );
}

/** ε' and ε'' of ε' − jε'' */
function lossOf(value: { real: number; imaginary: number } | undefined): number[] {
  if (!value) return [];
  const { real, imaginary } = passive(value);
  return [real, Math.abs(imaginary)];
}
