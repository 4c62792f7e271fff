/** A solver run: prepared, estimated, started, followed. */
import type { CoreType } from './settings.ts';
import type { EstimateAnswer, SolverEvent, SolverState, WireProject } from './contractTypes.ts';
import { type PaceError, RunCancelled, RunFailed, StateConflict } from './errors.ts';
import { follow, isActiveStatus } from './events.ts';
import { listenerOf, type Progress } from './progress.ts';
import { Results } from './results.ts';
import { Ambiguous, type Transport } from './transport.ts';

/** What a run would take, by the server's cost model. */
export class Estimate {
  readonly unknowns: number;
  /** Of the whole run on the server */
  readonly seconds: number;
  /** Memory at its peak */
  readonly bytes: number;
  /** "dense-lu", "mlfma", "hybrid" or "physical-optics" */
  readonly method: string;
  /** Why this method */
  readonly reason: string;
  /** Of the matrix, on the disk of the server where its memory does not suffice for all */
  readonly diskBytes: number;

  /** @internal */
  constructor({ unknowns, seconds, memoryBytes, method, reason, diskBytes }: EstimateAnswer) {
    this.unknowns = unknowns;
    this.seconds = seconds;
    this.bytes = memoryBytes;
    this.method = method;
    this.reason = reason;
    this.diskBytes = diskBytes ?? 0;
  }

  toString(): string {
    const [seconds, megabytes, disk] = [this.seconds, this.bytes / 1e6, this.diskBytes / 1e6].map((one) =>
      Number(one.toPrecision(3)),
    );
    const onDisk = this.diskBytes > 0 ? ` and ${disk} MB of disk` : '';
    return `${this.unknowns} unknowns, ${seconds} s, ${megabytes} MB${onDisk}, ${this.method}: ${this.reason}`;
  }
}

export interface WaitOptions {
  /** A bar where standard error is a terminal by default; false: none; a function gets every new state of the solver */
  onProgress?: Progress<SolverState>;
  /**
   * Gets the solver's own events as they come: stages, iterations with their residuals, notices. After a break of the connection they begin
   * anew.
   */
  onEvents?: ((events: readonly SolverEvent[]) => void) | undefined;
  /** Ends the waiting, not the run */
  signal?: AbortSignal | undefined;
}

/** Program type and processors. */
interface Start {
  formulationType: 1 | 2 | 3;
  core: CoreType;
}

/**
 * One project on the server: a model, its waves, one solver run. `Model.run` prepares one, `Client.run` finds one by its id.
 *
 * Nothing is computed before `start()` or `wait()`.
 */
export class Run {
  /** Id of the project: `Client.run(id)` has this run again, also in another process */
  readonly id: string;
  readonly #transport: Transport;
  /** Where it is known without asking for the project */
  readonly #start: Start | undefined;

  /** @internal */
  constructor(transport: Transport, projectId: string, start?: Start) {
    this.#transport = transport;
    this.#start = start;
    this.id = projectId;
  }

  /** The project as the API gives it. */
  project(): Promise<WireProject> {
    return this.#transport.call('getSingleProject', { id: this.id });
  }

  /** `status` ("" before the start, "Queued", "Starting", "Running", "Finished", "Error", "Cancelled"), `detail`, `fraction` … */
  async state(): Promise<SolverState> {
    return (await this.#transport.call('storageStateLive', { projectId: this.id })).solverState;
  }

  /** What the run would take; nothing is started. @throws InvalidInput where the run would be refused */
  async estimate(): Promise<Estimate> {
    return new Estimate(await this.#transport.call('estimate', { projectId: this.id }));
  }

  /**
   * Starts the run, unless it waits, runs or has finished. A failed or cancelled run starts anew.
   *
   * Where the answer is lost, the state of the project says whether the run was started: it is never started twice.
   */
  async start({ signal }: { signal?: AbortSignal | undefined } = {}): Promise<this> {
    const { status } = await this.state();
    if (isActiveStatus(status) || status === 'Finished') return this;
    const before = await this.project();
    const { formulationType, core } = this.#start ?? {
      formulationType: before.solverType,
      core: before.coreType as CoreType,
    };
    signal?.throwIfAborted();
    await once(
      () => this.#transport.call('solverRun', { projectId: this.id, formulationType, core }),
      async () => markOf(await this.project()) !== markOf(before),
    );
    return this;
  }

  /**
   * Resumes a finished run that has not converged, or a cancelled one.
   * @param iterations  how many more it may take; by default twice as many as the run before, of a cancelled one as many
   * @throws StateConflict (RUN_NOT_CONTINUABLE) where there is nothing to continue
   */
  async continue({ iterations }: { iterations?: number | undefined } = {}): Promise<this> {
    const before = await this.project();
    await once(
      () =>
        this.#transport.call('continueRun', {
          projectId: this.id,
          ...(iterations === undefined ? {} : { numberofiterations: iterations }),
        }),
      async () => markOf(await this.project()) !== markOf(before),
    );
    return this;
  }

  /** Stops the run; what it has computed is kept. Nothing happens if it is not active. */
  async cancel(): Promise<this> {
    try {
      await this.#transport.call('cancel', { projectId: this.id });
    } catch (error) {
      if (!isConflict(error, 'RUN_NOT_ACTIVE')) throw error;
    }
    return this;
  }

  /**
   * Starts the run if it was not started, and returns its results when it has finished. If the script ends meanwhile, the run goes on:
   * `(await client.run(id)).wait()` waits for it again.
   *
   * @throws RunFailed or RunCancelled; of a run that did not converge a process warning, NotConvergedWarning, is emitted
   */
  async wait({ onProgress, onEvents, signal }: WaitOptions = {}): Promise<Results> {
    signal?.throwIfAborted();
    let state = await this.state();
    if (state.status === '') await this.start({ signal });
    const title = onProgress === false ? '' : (await this.project()).name;
    const show = listenerOf<SolverState>(onProgress, title);
    for await (const event of follow(this.#transport, this.id, signal)) {
      if (event.kind === 'state') {
        state = event.data.solverState;
        show(state);
      } else if (event.kind === 'solver') onEvents?.(event.data);
    }
    if (state.status === 'Error' || state.status === 'Cancelled') throw failure(state, state.status);
    if (state.status !== 'Finished')
      throw new StateConflict(
        'RUN_NOT_ACTIVE',
        `The run is ${state.status || 'not started'}: call start() or wait().`,
      );
    if (state.failedContinuation) throw failure(state.failedContinuation, state.failedContinuation.status);
    const results = await this.results();
    if (!results.converged)
      process.emitWarning(
        `${results.name}: not converged. Its numbers are not as good as was asked; Run.continue() goes on.`,
        'NotConvergedWarning',
      );
    return results;
  }

  /** The results that are there. @throws NotFound (RESULT_NOT_READY) before the run has finished */
  results(): Promise<Results> {
    return Results.read(this.#transport, this.id);
  }

  /** A link to this project for reading in a browser, shown this once. Takes a key of the scope full. */
  async share(): Promise<string> {
    const { token } = await this.#transport.call('createShare', { projectId: this.id });
    return `${this.#transport.url}/shared?id=${encodeURIComponent(this.id)}#${token}`;
  }

  /** Takes a key of the scope full. */
  async rename(name: string): Promise<this> {
    await this.#transport.call('renameProject', { id: this.id, name });
    return this;
  }

  /**
   * Deletes the project with all its files; of the first run of a model the model, too, from which no copies can be made any more. Takes
   * a key of the scope full.
   */
  async delete(): Promise<void> {
    await this.#transport.call('deleteProject', { id: this.id });
  }
}

/** Another one once a run has begun, also if it has ended since as the one before it did. */
const markOf = ({ stateLive, state, startDate, endDate }: WireProject): string =>
  JSON.stringify([
    stateLive.solverState.status,
    stateLive.solverState.failedContinuation,
    state.resultVersion,
    startDate,
    endDate,
  ]);

const isConflict = (error: unknown, ...codes: string[]): boolean =>
  error instanceof StateConflict && codes.includes(error.code);

/** Sends a call that must not be done twice; where nobody knows whether it arrived, `hasBegun` asks the project. */
async function once(send: () => Promise<unknown>, hasBegun: () => Promise<boolean>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof Ambiguous)) throw error;
    if (await hasBegun()) return;
    try {
      // It may still be under way: a server refuses a second start of what is active.
      await send();
    } catch (again) {
      if (isConflict(again, 'RUN_ACTIVE', 'RUN_FINISHED')) return;
      if (again instanceof Ambiguous && (await hasBegun())) return;
      throw again;
    }
  }
}

function failure(
  { code, detail, values }: Pick<SolverState, 'code' | 'detail' | 'values'>,
  status: 'Error' | 'Cancelled',
): PaceError {
  const Kind = status === 'Error' ? RunFailed : RunCancelled;
  return new Kind(code ?? status.toUpperCase(), detail || status, { values });
}
