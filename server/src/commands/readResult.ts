import {
  errorMapFileName,
  FarZoneFileSchema,
  IterationsFileSchema,
  message,
  MONOSTATIC_FILE,
  MonoStaticFileSchema,
  numberText,
  PROGRAM_TYPES,
  parseResultFileName,
  resultFileName,
  type MessageValue,
  type ResultKey,
  type ResultKind,
} from '@pace/contract';
import type { Reader } from '../policies/ownership.ts';
import { type Problem, problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { currentsBytes, errorMapBytes, parseCurrents, parseErrorMap } from '../storage/binaryFiles.ts';
import { RESULT_FOLDERS } from '../storage/projectFiles.ts';
import { isMissing } from '../storage/missing.ts';
import { unlessDamaged } from '../storage/unlessDamaged.ts';
import { openWhole, readHead, type OpenFile } from './openFile.ts';
import { openToRead } from './openProject.ts';
import { readWholeJson } from './readWhole.ts';

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
  throw missing(kind, request, available);
}

/** Electric or magnetic surface currents. @throws Problem as findResult */
export async function findCurrents(
  services: Services,
  reader: Reader,
  request: ResultKey & { projectId: string; density: 'J' | 'M' },
): Promise<ResultPlace> {
  if (request.density === 'J') return findResult(services, reader, 'currents', request);
  const { project } = await openToRead(services, reader, request.projectId);
  if (project.programType === PROGRAM_TYPES.pec) throw problem('RESULT_NOT_FOUND.noMagnetic');
  return findResult(services, reader, 'magnetic', request);
}

export async function readFarZone(
  services: Services,
  reader: Reader,
  request: ResultKey & { projectId: string },
) {
  const place = await findResult(services, reader, 'farzone', request);
  return readWholeJson(services, { ...place, what: 'farzone' }, FarZoneFileSchema);
}

/** Of a file that `findResult` has found. */
export function readCurrents(services: Services, place: ResultPlace): Promise<Float32Array> {
  return unlessDamaged(services.checksums, { ...place, what: 'currents' }, async () =>
    parseCurrents(await services.files.read(place.projectId, place.path), place.path),
  );
}

/** Of a file that `findResult` has found, as it comes. */
export function openCurrents(services: Services, place: ResultPlace): Promise<OpenFile> {
  return unlessDamaged(services.checksums, { ...place, what: 'currents' }, async () => {
    const head = await readHead(services, place);
    return openWhole(services, place, currentsBytes(head, place.path));
  });
}

/** What each triangle adds to the error bars of a frequency. @throws Problem as findResult */
export async function findErrorMap(
  services: Services,
  reader: Reader,
  { projectId, frequency }: { projectId: string; frequency: number },
): Promise<ResultPlace> {
  const { project } = await openToRead(services, reader, projectId);
  const names = await services.files.names(project.id, RESULT_FOLDERS.results);
  const name = errorMapFileName(frequency);
  if (!names.includes(name)) throw problem('RESULT_NOT_FOUND.noOutput', { what: message('file.errors') });
  return { projectId: project.id, path: `${RESULT_FOLDERS.results}/${name}` };
}

/** Of a file that `findErrorMap` has found. */
export function readErrorMap(services: Services, place: ResultPlace): Promise<Float32Array> {
  return unlessDamaged(services.checksums, { ...place, what: 'errors' }, async () =>
    parseErrorMap(await services.files.read(place.projectId, place.path), place.path),
  );
}

/** Of a file that `findErrorMap` has found, as it comes. */
export function openErrorMap(services: Services, place: ResultPlace): Promise<OpenFile> {
  return unlessDamaged(services.checksums, { ...place, what: 'errors' }, async () =>
    openWhole(services, place, errorMapBytes(await readHead(services, place), place.path)),
  );
}

export async function readIterations(
  services: Services,
  reader: Reader,
  request: ResultKey & { projectId: string },
) {
  const place = await findResult(services, reader, 'iterations', request);
  return readWholeJson(services, { ...place, what: 'iterations' }, IterationsFileSchema);
}

export async function readMonoStatic(services: Services, reader: Reader, projectId: string) {
  const { project } = await openToRead(services, reader, projectId);
  const path = `${RESULT_FOLDERS.results}/${MONOSTATIC_FILE}`;
  const file = { projectId: project.id, path, what: 'monostatic' } as const;
  return readWholeJson(services, file, MonoStaticFileSchema).catch((error: unknown) => {
    throw isMissing(error) ? notReady() : error;
  });
}

function notReady(): Problem {
  return problem('RESULT_NOT_READY');
}

function missing(kind: ResultKind, request: ResultKey, available: ResultKey[]): Problem {
  const what = message(`file.${kind}`);
  if (available.length === 0) return problem('RESULT_NOT_FOUND.noOutput', { what });
  return problem('RESULT_NOT_FOUND.otherValues', {
    what,
    hertz: numberText(request.frequency),
    theta: request.theta / 10,
    phi: request.phi / 10,
    frequencies: someOf(
      available.map((each) => numberText(each.frequency)),
      ' Hz',
    ),
    angles: someOf(
      available.map(({ theta, phi, incident }) =>
        incident ? `(${theta / 10}°, ${phi / 10}°, ${incident})` : `(${theta / 10}°, ${phi / 10}°)`,
      ),
      '',
    ),
  });
}

/** As many of them as a sentence can bear. */
function someOf(values: string[], unit: string): MessageValue {
  const distinct = [...new Set(values)];
  const some = distinct.slice(0, NAMED_VALUES).join(', ') + unit;
  const more = distinct.length - NAMED_VALUES;
  return more > 0 ? message('someOfMore', { some, more }) : some;
}
