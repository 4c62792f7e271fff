import {
  FarZoneFileSchema,
  IterationsFileSchema,
  MONOSTATIC_FILE,
  MonoStaticFileSchema,
  numberText,
  PROGRAM_TYPES,
  parseResultFileName,
  resultFileName,
  type ResultKey,
  type ResultKind,
} from '@pace/contract';
import type { Reader } from '../policies/ownership.ts';
import { Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { currentsBytes, parseCurrents } from '../storage/binaryFiles.ts';
import { RESULT_FOLDERS } from '../storage/projectFiles.ts';
import { isMissing } from '../storage/missing.ts';
import { unlessDamaged } from '../storage/unlessDamaged.ts';
import { openWhole, readHead, type OpenFile } from './openFile.ts';
import { openToRead } from './openProject.ts';
import { readWholeJson } from './readWhole.ts';

const KIND_NAMES: Record<ResultKind, string> = {
  coefficients: 'coefficients',
  currents: 'surface currents',
  magnetic: 'magnetic surface currents',
  iterations: 'iterations',
  time: 'time data',
  farzone: 'far field',
};
/** So many values are named in a sentence before it says "and n more". */
const NAMED_VALUES = 8;

export interface ResultPlace {
  projectId: string;
  path: string;
}

/** One result file, as a path of its project. @throws Problem RESULT_NOT_READY or RESULT_NOT_FOUND, the latter naming what there is */
export async function findResult(
  services: Services,
  reader: Reader,
  kind: ResultKind,
  request: ResultKey & { projectId: string },
): Promise<ResultPlace> {
  const { project } = await openToRead(services, reader, request.projectId);
  const names = await services.files.names(project.id, RESULT_FOLDERS.results);
  if (!names.some((name) => parseResultFileName(name))) throw notReady();
  const name = resultFileName(kind, request);
  if (names.includes(name)) return { projectId: project.id, path: `${RESULT_FOLDERS.results}/${name}` };
  const available = names
    .flatMap((each) => parseResultFileName(each) ?? [])
    .filter((each) => each.kind === kind);
  throw new Problem('RESULT_NOT_FOUND', explainMissing(kind, request, available));
}

/** Electric or magnetic surface currents. @throws Problem as findResult */
export async function findCurrents(
  services: Services,
  reader: Reader,
  request: ResultKey & { projectId: string; density: 'J' | 'M' },
): Promise<ResultPlace> {
  if (request.density === 'J') return findResult(services, reader, 'currents', request);
  const { project } = await openToRead(services, reader, request.projectId);
  if (project.programType === PROGRAM_TYPES.pec)
    throw new Problem(
      'RESULT_NOT_FOUND',
      'A perfectly conducting surface has no magnetic current; ask for density J.',
    );
  return findResult(services, reader, 'magnetic', request);
}

export async function readFarZone(
  services: Services,
  reader: Reader,
  request: ResultKey & { projectId: string },
) {
  const place = await findResult(services, reader, 'farzone', request);
  return readWholeJson(services, { ...place, what: KIND_NAMES.farzone }, FarZoneFileSchema);
}

/** Of a file that `findResult` has found. */
export function readCurrents(services: Services, place: ResultPlace): Promise<Float32Array> {
  return unlessDamaged(services.checksums, { ...place, what: KIND_NAMES.currents }, async () =>
    parseCurrents(await services.files.read(place.projectId, place.path), place.path),
  );
}

/** Of a file that `findResult` has found, as it comes. */
export function openCurrents(services: Services, place: ResultPlace): Promise<OpenFile> {
  return unlessDamaged(services.checksums, { ...place, what: KIND_NAMES.currents }, async () => {
    const head = await readHead(services, place);
    return openWhole(services, place, currentsBytes(head, place.path));
  });
}

export async function readIterations(
  services: Services,
  reader: Reader,
  request: ResultKey & { projectId: string },
) {
  const place = await findResult(services, reader, 'iterations', request);
  return readWholeJson(services, { ...place, what: KIND_NAMES.iterations }, IterationsFileSchema);
}

export async function readMonoStatic(services: Services, reader: Reader, projectId: string) {
  const { project } = await openToRead(services, reader, projectId);
  const path = `${RESULT_FOLDERS.results}/${MONOSTATIC_FILE}`;
  const file = { projectId: project.id, path, what: 'monostatic RCS' };
  return readWholeJson(services, file, MonoStaticFileSchema).catch((error: unknown) => {
    throw isMissing(error) ? notReady() : error;
  });
}

function notReady(): Problem {
  return new Problem(
    'RESULT_NOT_READY',
    'This project has no results yet. Start the solver and wait for its end.',
  );
}

function explainMissing(kind: ResultKind, request: ResultKey, available: ResultKey[]): string {
  const what = KIND_NAMES[kind];
  if (available.length === 0) return `This run has no ${what}; they were not among its selected outputs.`;
  const asked = `There is no ${what} for ${numberText(request.frequency)} Hz, theta ${request.theta / 10}°, phi ${request.phi / 10}°.`;
  const frequencies = nameValues(
    available.map((each) => numberText(each.frequency)),
    'Hz',
  );
  const angles = nameValues(
    available.map((each) => `(${each.theta / 10}°, ${each.phi / 10}°)`),
    '',
  );
  return `${asked} There are frequencies ${frequencies} and angles (theta, phi) ${angles}.`;
}

function nameValues(values: string[], unit: string): string {
  const distinct = [...new Set(values)];
  const named = distinct.slice(0, NAMED_VALUES).join(', ');
  const rest = distinct.length - NAMED_VALUES;
  return `${named}${unit && ` ${unit}`}${rest > 0 ? ` and ${rest} more` : ''}`;
}
