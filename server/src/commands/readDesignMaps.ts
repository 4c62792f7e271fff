import { MONOSTATIC_FILE, parseResultFileName, RESULT_FILE, type DesignMapsRequest } from '@pace/contract';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MapsAnswer, MapsQuestion } from '../engines/index.ts';
import type { Reader } from '../policies/ownership.ts';
import { engineProblem, problem, problemOfEngine } from '../problem.ts';
import type { Services } from '../services.ts';
import { KeptMaps } from '../storage/keptMaps.ts';
import { JOB, MESH, readJson, RESULT_FOLDERS } from '../storage/projectFiles.ts';
import { localMesh, unlessDamaged, type NamedFile } from '../storage/unlessDamaged.ts';
import { openToRead } from './openProject.ts';

/** Maps are sums over currents that are there; what takes longer is a very wide sector of a very large model. */
const TIMEOUT_MS = 120_000;
const MOST_THREADS = 2;
/** Of angles × 10 in names of files against those of a question */
const SAME_TENTHS = 1e-5;
const { results: RESULTS } = RESULT_FOLDERS;

interface Asking {
  key: string;
  answer: Promise<MapsAnswer>;
  question: AbortController;
}

const kept = new KeptMaps();
/** Who waits for maps of a project: another question of theirs about it ends the open one, the same one shares it. */
const asking = new Map<string, Asking>();

/**
 * Design maps of the results that the project shows. Nothing of the project changes: the solver works in a folder of its own,
 * where the files that it needs are linked. An answer is kept until results, job or mesh are other ones.
 * @throws Problem RESULT_NOT_READY, MAPS_UNAVAILABLE, RESULT_DAMAGED, ESTIMATE_TIMEOUT, RATE_LIMITED
 */
export async function readDesignMaps(
  services: Services,
  reader: Reader,
  { projectId, ...question }: DesignMapsRequest,
): Promise<MapsAnswer> {
  const { project } = await openToRead(services, reader, projectId);
  const facts = await Promise.all(
    [`${RESULTS}/${MONOSTATIC_FILE}`, `${RESULTS}/${RESULT_FILE}`, JOB, MESH].map((path) =>
      services.files.facts(project.id, path),
    ),
  );
  if (facts.includes(undefined)) throw problem('RESULT_NOT_READY');
  const revisions = facts.map((one) => one?.revision);
  const key = JSON.stringify([project.id, revisions, Object.entries(question).sort()]);
  const known = kept.find(key);
  if (known) return known;
  const answer = await inTurn(`${'id' in reader ? reader.id : reader.shareId}/${project.id}`, key, (signal) =>
    compute(services, project.id, question, signal),
  );
  kept.keep(key, answer);
  return answer;
}

async function inTurn(
  who: string,
  key: string,
  work: (signal: AbortSignal) => Promise<MapsAnswer>,
): Promise<MapsAnswer> {
  const open = asking.get(who);
  if (open?.key === key) return open.answer;
  open?.question.abort();
  const question = new AbortController();
  const mine: Asking = { key, question, answer: answered(work(question.signal), question.signal) };
  asking.set(who, mine);
  try {
    return await mine.answer;
  } finally {
    if (asking.get(who) === mine) asking.delete(who);
  }
}

async function answered(work: Promise<MapsAnswer>, signal: AbortSignal): Promise<MapsAnswer> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) throw problem('RATE_LIMITED.newerMaps');
    const known = engineProblem(error);
    throw known ? problemOfEngine(known) : error;
  }
}

async function compute(
  services: Services,
  projectId: string,
  question: MapsQuestion,
  signal: AbortSignal,
): Promise<MapsAnswer> {
  const threads = Math.min(MOST_THREADS, services.config.maxThreads);
  const job = (await readJson(services.files, projectId, JOB)) as object | undefined;
  if (!job) throw problem('RESULT_NOT_READY');
  const mesh = await localMesh(services, projectId);
  const folder = await mkdtemp(join(tmpdir(), 'pace-maps-'));
  try {
    await writeFile(join(folder, 'job.json'), JSON.stringify({ ...job, mesh, threads }));
    await mkdir(join(folder, 'results'));
    for (const [name, what] of await neededResults(services, projectId, question)) {
      signal.throwIfAborted();
      const local = await localResult(services, { projectId, path: `${RESULTS}/${name}`, what });
      await symlink(local, join(folder, 'results', name));
    }
    return await services.engines.designMaps({ folder, question, threads, timeoutMs: TIMEOUT_MS, signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of a bucket only what the question is about is fetched. */
async function neededResults(
  { files }: Services,
  projectId: string,
  question: MapsQuestion,
): Promise<[name: string, what: NamedFile['what']][]> {
  const isAsked = (name: string) => {
    const parsed = parseResultFileName(name);
    return (
      parsed?.kind === 'coefficients' &&
      parsed.frequency === question.frequency &&
      isWithin(parsed.theta, question.theta, question.thetaTo) &&
      isWithin(parsed.phi, question.phi, question.phiTo)
    );
  };
  const coefficients = (await files.names(projectId, RESULTS)).filter(isAsked);
  return [
    [RESULT_FILE, 'monostatic'],
    [MONOSTATIC_FILE, 'monostatic'],
    ...coefficients.map((name) => [name, 'coefficients'] as [string, 'coefficients']),
  ];
}

const isWithin = (value: number, from: number, to = from): boolean =>
  value >= Math.min(from, to) - SAME_TENTHS && value <= Math.max(from, to) + SAME_TENTHS;

const localResult = ({ checksums, files }: Services, file: NamedFile): Promise<string> =>
  unlessDamaged(checksums, file, () => files.localPath(file.projectId, file.path));
