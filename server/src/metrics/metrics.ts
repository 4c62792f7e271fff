import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { RunKind } from '../storage/schema.ts';

/** What a process counts by itself; docs/metrics.md lists the names. */

const REQUEST_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const RUN_SECONDS = [1, 10, 60, 300, 1800, 3600, 6 * 3600, 24 * 3600];

export interface RunOutcome {
  kind: RunKind;
  /** Finished, Error, Cancelled; 'again': put back after its worker or program was lost; 'released': put back at a stop */
  outcome: string;
  /** Of an error, as in the contract */
  code: string | undefined;
  seconds: number;
  cores: number;
}

export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Histogram<'method' | 'route' | 'status'>;
  readonly #runs: Counter<'kind' | 'outcome' | 'code'>;
  readonly #runSeconds: Histogram<'kind'>;
  readonly #coreSeconds: Counter;
  readonly #leasesLost: Counter;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#requests = new Histogram({
      name: 'pace_http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_SECONDS,
      registers,
    });
    this.#runs = new Counter({
      name: 'pace_runs_ended_total',
      help: 'Attempts at runs that ended in this process, by how and why',
      labelNames: ['kind', 'outcome', 'code'],
      registers,
    });
    this.#runSeconds = new Histogram({
      name: 'pace_run_duration_seconds',
      help: 'Time of an attempt at a run, from its claim to its end',
      labelNames: ['kind'],
      buckets: RUN_SECONDS,
      registers,
    });
    this.#coreSeconds = new Counter({
      name: 'pace_solver_core_seconds_total',
      help: 'Processors times seconds of the solver attempts that ended in this process',
      registers,
    });
    this.#leasesLost = new Counter({
      name: 'pace_leases_lost_total',
      help: 'Runs of this process that another one had taken up meanwhile',
      registers,
    });
  }

  requestEnded(of: { method: string; route: string; status: number; seconds: number }): void {
    this.#requests.observe({ method: of.method, route: of.route, status: of.status }, of.seconds);
  }

  runEnded({ kind, outcome, code, seconds, cores }: RunOutcome): void {
    if (outcome === 'lost') this.#leasesLost.inc();
    this.#runs.inc({ kind, outcome, code: code ?? '' });
    this.#runSeconds.observe({ kind }, seconds);
    if (kind === 'solver') this.#coreSeconds.inc(cores * seconds);
  }

  /** A number that is read when it is asked for. */
  gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    read: () => Promise<readonly { labels: Record<L, string>; value: number }[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        this.reset();
        for (const { labels, value } of await read()) this.set(labels, value);
      },
    });
  }
}
