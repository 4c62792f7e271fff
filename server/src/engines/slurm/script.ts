import type { SlurmDemand, SlurmSettings } from './settings.ts';

/** Files of a run that Slurm works on, in `.slurm` of its folder. */
export const SLURM_FILES = {
  folder: '.slurm',
  script: 'script.sh',
  /** What was asked of the cluster, by us */
  record: 'job.json',
  /** How the solver ended, by the script: "job exitCode seconds" */
  exit: 'exit',
  stderr: 'stderr.log',
  /** What Slurm itself and the script say */
  log: 'slurm.log',
} as const;

const NAME = /^pace-([0-9a-zA-Z-]+)$/;
export const jobName = (runId: string) => `pace-${runId}`;
export const runIdOf = (name: string) => NAME.exec(name)?.[1];

export interface Submission {
  runId: string;
  folder: string;
  cores: number;
  demand: SlurmDemand;
}

export function sbatchArguments(
  { runId, folder, cores, demand }: Submission,
  settings: SlurmSettings,
): string[] {
  const inside = (name: string) => `${folder}/${SLURM_FILES.folder}/${name}`;
  const optional = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [`--${name}=${value}`];
  return [
    '--parsable',
    `--job-name=${jobName(runId)}`,
    `--comment=Pace run ${runId}`,
    `--chdir=${folder}`,
    `--output=${inside(SLURM_FILES.log)}`,
    '--open-mode=append',
    // After the failure of a node the job is put back, and the solver goes on from its checkpoint.
    '--requeue',
    '--nodes=1',
    '--ntasks=1',
    `--cpus-per-task=${cores}`,
    `--signal=B:TERM@${settings.warnSeconds}`,
    ...optional('time', demand.minutes),
    ...optional('mem', demand.megabytes === undefined ? undefined : `${demand.megabytes}M`),
    ...optional('partition', settings.partition),
    ...optional('account', settings.account),
    ...optional('qos', settings.qos),
    ...settings.options,
    inside(SLURM_FILES.script),
  ];
}

/**
 * The script of a job. The solver writes its events straight to the folder's `events.ndjson`, so that whoever follows the
 * run reads one file wherever it runs; the script leaves the exit code in a file, since a cluster soon forgets its jobs.
 */
export function batchScript(job: {
  solver: string;
  out: string;
  environment: Readonly<Record<string, string>>;
}): string {
  const { folder, exit, stderr } = SLURM_FILES;
  return `#!/bin/bash
rm -f ${folder}/${exit}
${Object.entries(job.environment)
  .map(([name, value]) => `export ${name}=${quoted(value)}`)
  .join('\n')}
if grep -qw avx512f /proc/cpuinfo 2>/dev/null; then export OPENBLAS_CORETYPE="\${OPENBLAS_CORETYPE:-SkylakeX}"; fi
${quoted(job.solver)} solve job.json --out ${quoted(job.out)} >>events.ndjson 2>>${folder}/${stderr} &
solver=$!
# Slurm says TERM before the time is over: the solver leaves a checkpoint.
trap 'kill -TERM "$solver" 2>/dev/null' TERM
wait "$solver"; code=$?
while kill -0 "$solver" 2>/dev/null; do wait "$solver"; code=$?; done
echo "$SLURM_JOB_ID $code $SECONDS" >${folder}/${exit}.part && mv -f ${folder}/${exit}.part ${folder}/${exit}
exit "$code"
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
