/** The connection to a server. */
import { open } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { ACCESS_KEY_START, LIMITS, type CALLS } from '@pace/contract';
import type { z } from 'zod';
import { asFinished, BatchFailed, like, type KeyOf, type Like, type Outcome, type Runs } from './batch.ts';
import type { Health, ProjectRow, StudyDefinition, StudyRow, Usage } from './contractTypes.ts';
import { AccessKeyError, invalid, PaceError } from './errors.ts';
import { libraryMaterial, type Material } from './materials.ts';
import { Model } from './model.ts';
import type { Results } from './results.ts';
import { Run } from './run.ts';
import { programType, type Program } from './settings.ts';
import { Study } from './study.ts';
import { Transport } from './transport.ts';
import { VERSION } from './version.ts';

type DemoModel = z.input<(typeof CALLS)['createFromDemo']['body']>['model'];

export interface ConnectOptions {
  /** As "http://localhost:8080"; by default PACE_URL of the environment */
  url?: string | undefined;
  /**
   * An access key, "pace_…", of your profile settings; by default PACE_KEY of the environment. The scope "run" is enough for all but sharing,
   * renaming and deleting.
   */
  key?: string | undefined;
  /** Seconds for which calls are tried again while the server is away or asks to wait (Retry-After); 120 if it is not given */
  patience?: number | undefined;
  /** Seconds for which nothing may come, while connecting and within an answer; 600 if it is not given */
  timeout?: number | undefined;
}

/**
 * A client of the server at this address.
 * @throws AccessKeyError where the server does not take the key
 */
export async function connect({
  url = process.env['PACE_URL'] || undefined,
  key = process.env['PACE_KEY'] || undefined,
  patience = 120,
  timeout = 600,
}: ConnectOptions = {}): Promise<Client> {
  if (!url) throw invalid('VALIDATION', '/url', 'Which server? Give url, or set PACE_URL.');
  if (!key) throw new AccessKeyError('UNAUTHENTICATED', 'Which access key? Give key, or set PACE_KEY.');
  // What a header takes: printable ASCII.
  if (!key.startsWith(ACCESS_KEY_START) || !/^[\x21-\x7e]+$/.test(key))
    throw new AccessKeyError(
      'ACCESS_KEY_INVALID',
      `An access key begins with ${ACCESS_KEY_START}. Create one in your profile settings.`,
    );
  const client = new Client(
    new Transport(url, key, { patience, timeout, agent: `pace-rcs-client/${VERSION}` }),
  );
  await client.usage();
  return client;
}

/** Projects of one account on one server. */
export class Client {
  readonly #transport: Transport;

  /** @internal `connect` makes one. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Address of the server */
  get url(): string {
    return this.#transport.url;
  }

  /**
   * Makes a project and uploads its model: a model of CAD (STEP, IGES, BREP), or a mesh (UNV, gmsh MSH, NASTRAN, Abaqus,
   * STL, OBJ).
   * @param name     of the project; the file's name if it is not given
   * @param program  what surfaces are made of: "pec" perfect conductors, "coating" layers on conductors, "composite" bodies of materials
   */
  async upload(
    path: string,
    { name, program = 'pec' }: { name?: string | undefined; program?: Program | undefined } = {},
  ): Promise<Model> {
    const solverType = programType(program);
    const file = await open(path);
    try {
      const stats = await file.stat();
      const { size } = stats;
      const fileName = basename(path);
      if (!stats.isFile()) throw invalid('VALIDATION', '/path', `${fileName} is no file.`);
      if (size === 0) throw invalid('VALIDATION', '/path', `${fileName} is empty.`);
      const project = await this.#transport.call('createProject', {
        name: name ?? basename(path, extname(path)),
        solverType,
      });
      const chunk = Buffer.alloc(LIMITS.uploadChunkBytes);
      for (let index = 0, offset = 0; offset < size; index++) {
        const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, size - offset), offset);
        if (bytesRead === 0) throw invalid('VALIDATION', '/path', `${fileName} became shorter meanwhile.`);
        await this.#transport.call('upload', {
          projectId: project.id,
          fileName,
          index,
          offset,
          fileSize: size,
          chunkSize: bytesRead,
          data: chunk.toString('base64', 0, bytesRead),
        });
        offset += bytesRead;
      }
      return new Model(this.#transport, project.id, false);
    } finally {
      await file.close();
    }
  }

  /** A model that comes with the product, as "sphere" or "almond", with its materials; `demoModels()` lists them. */
  async demo(model: string, { name }: { name?: string | undefined } = {}): Promise<Model> {
    const project = await this.#transport.call('createFromDemo', {
      model: model as DemoModel,
      name: name ?? model,
    });
    return new Model(this.#transport, project.id, false);
  }

  async demoModels(): Promise<string[]> {
    return (await this.#transport.call('getDemoModels')).models.map(({ id }) => id);
  }

  /** The model of a project. Its next run gets a copy of the project if that has a run or settings already. @throws NotFound */
  async model(projectId: string): Promise<Model> {
    const { state, stateLive } = await this.#transport.call('getSingleProject', { id: projectId });
    const hasRun = stateLive.solverState.status !== '' || state.solverInput !== null;
    return new Model(this.#transport, projectId, hasRun);
  }

  /** The run of a project, whatever its state: `wait()` starts it, waits for it, or has its results at once. @throws NotFound */
  async run(projectId: string): Promise<Run> {
    const run = new Run(this.#transport, projectId);
    // A wrong id is refused here.
    await run.project();
    return run;
  }

  /**
   * Makes a study of a project that is meshed and has its waves, and starts it: one run for each variant.
   * @param definition  as in the API: parameters with their values in SI units, sampling, objectives
   */
  async createStudy(projectId: string, name: string, definition: StudyDefinition): Promise<Study> {
    const { id } = await this.#transport.call('createStudy', { projectId, name, definition });
    return new Study(this.#transport, id);
  }

  /** @throws NotFound */
  async study(id: string): Promise<Study> {
    const study = new Study(this.#transport, id);
    // A wrong id is refused here.
    await study.state();
    return study;
  }

  /** Studies of the account, newest first. */
  async studies(): Promise<StudyRow[]> {
    return (await this.#transport.call('getStudies')).studies;
  }

  /** A hundred projects, newest first, as the API lists them. */
  async projects(page = 0): Promise<ProjectRow[]> {
    return (await this.#transport.call('getProjects', { page })).projects;
  }

  /** The library of materials, by their names. */
  async materials(): Promise<ReadonlyMap<string, Material>> {
    const { materials } = await this.#transport.call('getMaterials');
    return new Map(materials.map((entry) => [entry.name, libraryMaterial(entry)]));
  }

  /** Storage, projects and runs of the account with their limits, as the API gives them. */
  usage(): Promise<Usage> {
    return this.#transport.call('usage');
  }

  /** Version and state of the server. */
  health(): Promise<Health> {
    return this.#transport.call('health');
  }

  /**
   * Solves many runs and returns their results in a container as they came in: a record or a list.
   *
   * @param atOnce  how many are started and followed at a time; 8 if it is not given. Runs that have finished are not solved again.
   * @param errors  "throw": BatchFailed after all others are done, with what succeeded in its `results`; "return": an error takes the place
   *   of the results of its run
   */
  batch<R extends Runs>(runs: R, options?: { atOnce?: number; errors?: 'throw' }): Promise<Like<R, Results>>;
  batch<R extends Runs>(runs: R, options: { atOnce?: number; errors: 'return' }): Promise<Like<R, Outcome>>;
  async batch<R extends Runs>(
    runs: R,
    { atOnce, errors = 'throw' }: { atOnce?: number; errors?: 'throw' | 'return' } = {},
  ): Promise<Like<R, Outcome>> {
    const outcomes = new Map<string | number, Outcome>();
    for await (const [key, outcome] of this.asFinished(runs, { atOnce })) outcomes.set(key, outcome);
    const failed = new Map<string | number, PaceError>();
    const succeeded = new Map<string | number, Results>();
    for (const [key, outcome] of outcomes)
      if (outcome instanceof PaceError) failed.set(key, outcome);
      else succeeded.set(key, outcome);
    if (failed.size > 0 && errors === 'throw') throw new BatchFailed(succeeded, failed);
    return like(runs, outcomes);
  }

  /** The same, one after the other as they finish: the key or position of a run, and its results or its error. */
  asFinished<R extends Runs>(
    runs: R,
    { atOnce = 8 }: { atOnce?: number | undefined } = {},
  ): AsyncGenerator<[key: KeyOf<R>, outcome: Outcome]> {
    return asFinished(runs, atOnce);
  }
}
