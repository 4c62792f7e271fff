import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SLURM_FILES } from './script.ts';

/** What a run's folder knows of its job; written before and after the job is handed over, so that none is lost between. */
const RecordSchema = z.object({
  runId: z.string(),
  /** Absent while it is being handed over */
  jobId: z.string().optional(),
  /** Where in events.ndjson the words of this job begin */
  eventsFrom: z.number().int().min(0),
  /** How many jobs this run has had that ended at their time limit */
  continued: z.number().int().min(0),
  demand: z.object({ minutes: z.number().optional(), megabytes: z.number().optional() }),
});
export type JobRecord = z.infer<typeof RecordSchema>;

export interface ScriptEnd {
  jobId: string;
  exitCode: number;
  seconds: number;
}

const inside = (folder: string, name: string) => join(folder, SLURM_FILES.folder, name);

/** Undefined if there is none, or of another run. */
export async function readRecord(folder: string, runId: string): Promise<JobRecord | undefined> {
  const text = await readText(inside(folder, SLURM_FILES.record));
  try {
    const record = RecordSchema.safeParse(JSON.parse(text)).data;
    return record?.runId === runId ? record : undefined;
  } catch {
    return undefined;
  }
}

export async function writeRecord(folder: string, record: JobRecord): Promise<void> {
  const path = inside(folder, SLURM_FILES.record);
  await mkdir(join(folder, SLURM_FILES.folder), { recursive: true });
  await writeFile(`${path}.part`, JSON.stringify(record));
  await rename(`${path}.part`, path);
}

/** Everything of an earlier job goes. */
export async function clearRecord(folder: string): Promise<void> {
  await rm(join(folder, SLURM_FILES.folder), { recursive: true, force: true });
}

export async function readEnd(folder: string): Promise<ScriptEnd | undefined> {
  const words = (await readText(inside(folder, SLURM_FILES.exit))).trim().split(' ');
  const [jobId = '', ...numbers] = words;
  const [exitCode, seconds] = numbers.map(Number);
  if (exitCode === undefined || !Number.isInteger(exitCode)) return undefined;
  return { jobId, exitCode, seconds: seconds ?? 0 };
}

export async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
    throw error;
  });
}
