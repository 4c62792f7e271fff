/** How Pace uses a Slurm cluster; docs/engines.md explains each. */
export interface SlurmSettings {
  partition: string | undefined;
  account: string | undefined;
  qos: string | undefined;
  /** Further options of sbatch, one word each */
  options: readonly string[];
  /** The solver's program on the nodes; absent: the path it has here */
  solver: string | undefined;
  /** The time asked for is the estimate times this, and never less than `leastMinutes` */
  timeFactor: number;
  leastMinutes: number;
  /** The longest that may be asked for; absent: no limit of ours */
  mostMinutes: number | undefined;
  /** The memory asked for is the estimate times this and `memoryExtraBytes` on top */
  memoryFactor: number;
  memoryExtraBytes: number;
  /** How long before its time limit the solver is told to leave a checkpoint */
  warnSeconds: number;
  /** How often a run that reached its time limit goes on by itself, each time with twice the time */
  continuations: number;
  /** Between two questions to the cluster, at first; it grows to `slowestPollMs` while nothing changes. */
  pollMs: number;
  slowestPollMs: number;
}

export const SLURM_DEFAULTS: SlurmSettings = {
  partition: undefined,
  account: undefined,
  qos: undefined,
  options: [],
  solver: undefined,
  timeFactor: 3,
  leastMinutes: 10,
  mostMinutes: undefined,
  memoryFactor: 1.25,
  memoryExtraBytes: 256 * 2 ** 20,
  warnSeconds: 120,
  continuations: 10,
  pollMs: 2000,
  slowestPollMs: 30_000,
};

/** What a run is expected to take; absent where nothing could be said. */
export interface Expected {
  seconds?: number | undefined;
  memoryBytes?: number | undefined;
}

/** Asked of sbatch; absent: what the partition gives by default. */
export interface SlurmDemand {
  minutes: number | undefined;
  megabytes: number | undefined;
}

const MIB = 2 ** 20;

/** @param longer  how many times the usual time */
export function demandOf(expected: Expected, settings: SlurmSettings, longer = 1): SlurmDemand {
  const { seconds, memoryBytes } = expected;
  return {
    minutes:
      seconds === undefined
        ? settings.mostMinutes
        : Math.min(
            settings.mostMinutes ?? Infinity,
            longer * Math.max(settings.leastMinutes, Math.ceil((settings.timeFactor * seconds) / 60)),
          ),
    megabytes:
      memoryBytes === undefined
        ? undefined
        : Math.ceil((settings.memoryFactor * memoryBytes + settings.memoryExtraBytes) / MIB),
  };
}
