/** Studies: many variants of one project, computed by the server, compared by a table. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { InputOf } from './calls.ts';
import type { StudyAnswer, StudyCurves, VariantAnswer } from './contractTypes.ts';
import { invalid, RunFailed } from './errors.ts';
import type { Results } from './results.ts';
import { Run } from './run.ts';
import type { Transport } from './transport.ts';

const LOOK_AGAIN_MS = 1000;

/** Many variants of one project. `Client.createStudy` makes one, `Client.study` finds one by its id. */
export class Study {
  readonly id: string;
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport, id: string) {
    this.#transport = transport;
    this.id = id;
  }

  /** The study as the API gives it now: `variants` is its table */
  state(): Promise<StudyAnswer> {
    return this.#transport.call('getStudy', { id: this.id });
  }

  /**
   * Waits until every variant has ended.
   * @param onProgress  gets the study each time it was looked at
   * @throws RunFailed if the study was cancelled
   */
  async wait({
    onProgress,
    signal,
  }: {
    onProgress?: ((state: StudyAnswer) => void) | undefined;
    signal?: AbortSignal | undefined;
  } = {}): Promise<StudyAnswer> {
    for (;;) {
      const state = await this.state();
      onProgress?.(state);
      if (state.status === 'Finished') return state;
      if (state.status === 'Cancelled')
        throw new RunFailed('STUDY_STATE', 'The study was cancelled; resume() continues it.');
      await sleep(LOOK_AGAIN_MS, undefined, { signal });
    }
  }

  /** A link to this study for reading in a browser, shown this once. Takes a key of the scope full. */
  async share(): Promise<string> {
    const { carrierId } = await this.state();
    const { token } = await this.#transport.call('createShare', { projectId: carrierId });
    return `${this.#transport.url}/shared/study?id=${encodeURIComponent(this.id)}#${token}`;
  }

  /** The variant with the lowest or highest objective so far, of those that have converged. @throws InvalidInput where none has one */
  async best(objective = 0, goal: 'minimum' | 'maximum' = 'minimum'): Promise<VariantAnswer> {
    const { variants } = await this.state();
    const sign = goal === 'minimum' ? 1 : -1;
    const value = ({ objectives }: VariantAnswer) => sign * (objectives[objective]?.value ?? -Infinity);
    const [best] = variants
      .filter(({ objectives, converged }) => objectives[objective] && converged !== false)
      .sort((a, b) => value(a) - value(b));
    if (!best) throw invalid('VALIDATION', '/objective', 'No variant has this objective yet.');
    return best;
  }

  /** σ of the variants that have finished [dBsm], on the points of their sweeps; components as "VV", "HH", "total" … */
  curves(component = 'total', variants?: number[]): Promise<StudyCurves> {
    const input = { id: this.id, component, ...(variants && { variants }) } as InputOf<'studyCurves'>;
    return this.#transport.call('studyCurves', input);
  }

  /** All results of a variant that has finished. @throws InvalidInput */
  async results(number: number): Promise<Results> {
    const variant = (await this.state()).variants.find((one) => one.number === number);
    if (!variant?.projectId) throw invalid('VALIDATION', '/number', `Variant ${number} has no results.`);
    return new Run(this.#transport, variant.projectId).results();
  }

  /** Stops its runs; what has finished stays. */
  cancel(): Promise<StudyAnswer> {
    return this.#transport.call('cancelStudy', { id: this.id });
  }

  resume(): Promise<StudyAnswer> {
    return this.#transport.call('resumeStudy', { id: this.id });
  }

  /** Makes a project of a variant that has finished. @returns its id */
  async promote(variant: number, name: string): Promise<string> {
    return (await this.#transport.call('promoteVariant', { id: this.id, variant, name })).id;
  }

  /** With all results of its variants; needs a key of the scope full. */
  async delete(): Promise<void> {
    await this.#transport.call('deleteStudy', { id: this.id });
  }
}
