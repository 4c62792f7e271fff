import {
  estimatesErrors,
  JobInputShape,
  LocalInputSchema,
  LocalMesherSchema,
  MeshReportSchema,
  MesherOptionsSchema,
  modelFormatOf,
  modelTypeOf,
  type MeshReport,
  type SolverEvent,
} from '@pace/contract';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importUnv, meshStep, solve } from '../engines/index.ts';
import { checkHasOuterMedia, checkSolverType, inputOnMesh } from '../policies/runRules.ts';
import { problem } from '../problem.ts';

interface Watch {
  signal: AbortSignal;
  /** A line of progress, or what the solver notices */
  note: (text: string) => void;
}

/** Facts of the model that the solver's input depends on */
interface LocalModel {
  type: 'STEP' | 'UNV';
  fileMetresPerUnit: number | null;
}

const FILES = {
  mesher: 'mesher.json',
  input: 'input.json',
  model: 'model.json',
  report: 'mesh.json',
  job: 'job.json',
} as const;

/** Copies a model into the folder and meshes it, or reads it if it is a mesh. @throws EngineError, Problem */
export async function meshLocally(
  folder: string,
  model: string,
  { signal, note }: Watch,
): Promise<MeshReport> {
  const format = modelFormatOf(model);
  const type = modelTypeOf(model);
  if (!format || !type) throw problem('UPLOAD_FILE_TYPE', { file: model });
  const wanted = LocalMesherSchema.parse(await json(folder, FILES.mesher));
  const file = `model.${format.toLowerCase()}`;
  await copyFile(model, join(folder, file));
  const report = await (type === 'STEP'
    ? meshStep({
        folder,
        model: { file, format },
        options: wanted.options ?? MesherOptionsSchema.parse({}),
        signal,
        onProgress: (text, fraction) => note(`${Math.round(100 * fraction)} % ${text}`),
      })
    : importUnv({
        folder,
        model: { file, format },
        mergeSeams: wanted.mergeSeams ?? false,
        signal,
        ...(wanted.metresPerUnit !== undefined && { metresPerUnit: wanted.metresPerUnit }),
        ...(wanted.frequencyHz !== undefined && { frequencyHz: wanted.frequencyHz }),
      }));
  const facts: LocalModel = { type, fileMetresPerUnit: wanted.metresPerUnit ?? report.metresPerUnit ?? null };
  await write(folder, FILES.model, facts);
  return report;
}

/**
 * Solves the mesh of the folder: writes job.json and results/, with the rules that the server has. What was interrupted is resumed.
 * @throws EngineError, Problem
 */
export async function solveLocally(folder: string, { signal, note }: Watch): Promise<void> {
  const { programType, solverInput, materials, threads } = LocalInputSchema.parse(
    await json(folder, FILES.input),
  );
  const report = MeshReportSchema.parse(await json(folder, FILES.report));
  const model = (await json(folder, FILES.model)) as LocalModel;
  checkSolverType(programType, solverInput);
  checkHasOuterMedia(programType, materials, undefined);
  const fitting = inputOnMesh({ programType, solverInput, materials }, model, report);
  await write(folder, FILES.job, {
    schema: 'pace-job-1',
    programType,
    mesh: 'mesh.unv',
    solverInput: Object.fromEntries(Object.entries(fitting).filter(([name]) => name in JobInputShape.shape)),
    errorEstimate: estimatesErrors(fitting),
    ...(materials && { materials }),
    threads,
  });
  await solve({ folder, threads, signal, onEvent: (event) => tell(event, note) });
}

function tell(event: SolverEvent, note: Watch['note']): void {
  if (event.event === 'stage') note(`${Math.round(100 * event.fraction)} % ${event.stage}`);
  if (event.event === 'notice') note(`${event.code}: ${event.sentence}`);
}

const json = async (folder: string, name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, name), 'utf8'));

const write = (folder: string, name: string, value: unknown) =>
  writeFile(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
