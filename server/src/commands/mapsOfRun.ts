import { MONOSTATIC_FILE, RESULT_FILE } from '@pace/contract';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reader } from '../policies/ownership.ts';
import { engineProblem, problem, problemOfEngine } from '../problem.ts';
import type { RunMaps } from '../engines/index.ts';
import type { Engines } from '../runs/enginePort.ts';
import type { Services } from '../services.ts';
import { KeptMaps } from '../storage/keptMaps.ts';
import { JOB, MESH, readJson, RESULT_FOLDERS } from '../storage/projectFiles.ts';
import { localMesh, unlessDamaged, type NamedFile } from '../storage/unlessDamaged.ts';
import { openToRead } from './openProject.ts';

/** Maps are sums over what is there; what takes longer is a very wide sector of a very large model. */
const TIMEOUT_MS = 120_000;
const MOST_THREADS = 2;
const { results: RESULTS } = RESULT_FOLDERS;

/** One kind of maps of a finished run. */
export interface MapsWork<Question extends object, File> {
  kind: string;
  question: Question;
  /** Files of coefficients that the question is about; of a bucket only these are fetched. */
  needsCoefficients: (name: string) => boolean;
  compute: (
    engines: Engines,
    request: { folder: string; threads: number; timeoutMs: number; signal: AbortSignal; question: Question },
  ) => Promise<RunMaps<File>>;
}

/** Of a caller that waits by itself: it ends no open question, and none ends it. */
export interface AskedAlone {
  signal: AbortSignal;
  timeoutMs: number;
}

interface Asking {
  key: string;
  answer: Promise<RunMaps<unknown>>;
  question: AbortController;
}

const kept = new KeptMaps();
/** Who waits for maps of a project: another question of theirs about it ends the open one, the same one shares it. */
const asking = new Map<string, Asking>();

/**
 * Maps of the results that the project shows. Nothing of the project changes: the solver works in a folder of its own, where the
 * files that it needs are linked. An answer is kept until results, job or mesh are other ones.
 * @throws Problem RESULT_NOT_READY, MAPS_UNAVAILABLE, RESULT_DAMAGED, ESTIMATE_TIMEOUT, RATE_LIMITED
 */
export async function mapsOfRun<Question extends object, File>(
  services: Services,
  reader: Reader,
  projectId: string,
  work: MapsWork<Question, File>,
  alone?: AskedAlone,
): Promise<RunMaps<File>> {
  const { project } = await openToRead(services, reader, projectId);
  const facts = await Promise.all(
    [`${RESULTS}/${MONOSTATIC_FILE}`, `${RESULTS}/${RESULT_FILE}`, JOB, MESH].map((path) =>
      services.files.facts(project.id, path),
    ),
  );
  if (facts.includes(undefined)) throw problem('RESULT_NOT_READY');
  const revisions = facts.map((one) => one?.revision);
  const key = JSON.stringify([project.id, work.kind, revisions, Object.entries(work.question).sort()]);
  // The key has the kind, so an answer of another kind is never found.
  const known = kept.find(key) as RunMaps<File> | undefined;
  if (known) return known;
  const who = `${'id' in reader ? reader.id : reader.shareId}/${project.id}/${work.kind}`;
  const answer = alone
    ? await answered(compute(services, project.id, work, alone), alone.signal)
    : await inTurn(who, key, (signal) =>
        compute(services, project.id, work, { signal, timeoutMs: TIMEOUT_MS }),
      );
  kept.keep(key, answer);
  return answer;
}

async function inTurn<File>(
  who: string,
  key: string,
  work: (signal: AbortSignal) => Promise<RunMaps<File>>,
): Promise<RunMaps<File>> {
  const open = asking.get(who);
  if (open?.key === key) return open.answer as Promise<RunMaps<File>>;
  open?.question.abort();
  const question = new AbortController();
  const answer = answered(work(question.signal), question.signal);
  const mine: Asking = { key, question, answer };
  asking.set(who, mine);
  try {
    return await answer;
  } finally {
    if (asking.get(who) === mine) asking.delete(who);
  }
}

async function answered<Answer>(work: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) throw problem('RATE_LIMITED.newerMaps');
    const known = engineProblem(error);
    throw known ? problemOfEngine(known) : error;
  }
}

async function compute<Question extends object, File>(
  services: Services,
  projectId: string,
  work: MapsWork<Question, File>,
  { signal, timeoutMs }: AskedAlone,
): Promise<RunMaps<File>> {
  const threads = Math.min(MOST_THREADS, services.config.maxThreads);
  const job = (await readJson(services.files, projectId, JOB)) as object | undefined;
  if (!job) throw problem('RESULT_NOT_READY');
  const mesh = await localMesh(services, projectId);
  const folder = await mkdtemp(join(tmpdir(), 'pace-maps-'));
  try {
    await writeFile(join(folder, 'job.json'), JSON.stringify({ ...job, mesh, threads }));
    await mkdir(join(folder, 'results'));
    for (const [name, what] of await neededResults(services, projectId, work.needsCoefficients)) {
      signal.throwIfAborted();
      const local = await localResult(services, { projectId, path: `${RESULTS}/${name}`, what });
      await symlink(local, join(folder, 'results', name));
    }
    const request = { folder, threads, timeoutMs, signal, question: work.question };
    return await work.compute(services.engines, request);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function neededResults(
  { files }: Services,
  projectId: string,
  needs: (name: string) => boolean,
): Promise<[name: string, what: NamedFile['what']][]> {
  const coefficients = (await files.names(projectId, RESULTS)).filter(needs);
  return [
    [RESULT_FILE, 'monostatic'],
    [MONOSTATIC_FILE, 'monostatic'],
    ...coefficients.map((name) => [name, 'coefficients'] as [string, 'coefficients']),
  ];
}

const localResult = ({ checksums, files }: Services, file: NamedFile): Promise<string> =>
  unlessDamaged(checksums, file, () => files.localPath(file.projectId, file.path));
