import { ANGLE_FACTOR, MapsFileSchema, passive, type DesignMapsRequest, type MapsFile } from '@pace/contract';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runVerb, type VerbRequest } from './verb.ts';

export type MapsQuestion = Omit<DesignMapsRequest, 'projectId'>;

export interface MapsAnswer {
  file: MapsFile;
  /** `maps.bin` */
  maps: Buffer;
}

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
  const [json, maps] = await Promise.all([
    readFile(join(folder, 'maps.json'), 'utf8'),
    readFile(join(folder, 'maps.bin')),
  ]);
  return { file: MapsFileSchema.parse(JSON.parse(json)), maps };
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
