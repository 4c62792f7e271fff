import {
  ACTIVE_STATUSES,
  DIRECT_METHODS,
  fitsParts,
  message,
  PROGRAM_TYPES,
  SOLVER_TYPES,
  type Materials,
  type MeshReport,
  type JobInput,
} from '@pace/contract';
import { problem, problemOfEngine, type EngineProblem } from '../problem.ts';
import type { ProjectRow, RunKind, RunRow, UploadRow } from '../storage/schema.ts';

/** Two ways to say the same units may differ by rounding. */
const SAME_SCALE = 1e-6;

export const isActive = (run: Pick<RunRow, 'status'> | undefined) =>
  run !== undefined && ACTIVE_STATUSES.includes(run.status);

export interface RunFacts {
  upload: UploadRow | undefined;
  mesherRun: RunRow | undefined;
  solverRun: RunRow | undefined;
}

export const runActive = (kind: RunKind) => problem(`RUN_ACTIVE.${kind}`);

/** @throws Problem RUN_ACTIVE or RUN_FINISHED if what the project is made of must not change now */
export function checkMayChange(
  { mesherRun, solverRun }: Pick<RunFacts, 'mesherRun' | 'solverRun'>,
  allow: { duringMesher: boolean },
): void {
  if (isActive(solverRun)) throw runActive('solver');
  if (!allow.duringMesher && mesherRun && isActive(mesherRun)) throw runActive(mesherRun.kind);
  if (solverRun?.status === 'Finished') throw problem('RUN_FINISHED');
}

/** The settings of a variant are those of its study. @throws Problem STUDY_STATE */
export function checkIsNoVariant({ studyId }: Pick<ProjectRow, 'studyId'>): void {
  if (studyId !== null) throw problem('STUDY_STATE.variant');
}

/**
 * The finished or cancelled run to go on with.
 * @throws Problem RUN_ACTIVE or RUN_NOT_CONTINUABLE
 */
export function continuableRun({ solverRun }: Pick<RunFacts, 'solverRun'>, method: unknown): RunRow {
  if (isActive(solverRun)) throw runActive('solver');
  if (solverRun?.status === 'Cancelled') return solverRun;
  if (solverRun?.status !== 'Finished') throw problem('RUN_NOT_CONTINUABLE.none');
  if (solverRun.converged !== false) throw problem('RUN_NOT_CONTINUABLE.converged');
  if (typeof method === 'string' && DIRECT_METHODS.includes(method))
    throw problem('RUN_NOT_CONTINUABLE.direct');
  return solverRun;
}

/** @throws Problem NO_MODEL or UPLOAD_INCOMPLETE */
export function completeModel(upload: UploadRow | undefined): UploadRow {
  if (!upload) throw problem('NO_MODEL');
  if (!upload.completedAt) {
    const received = upload.ranges.reduce((sum, [from, to]) => sum + to - from, 0);
    throw problem('UPLOAD_INCOMPLETE', { received, size: upload.fileSize, file: upload.fileName });
  }
  return upload;
}

/** @throws Problem VALIDATION */
export function checkSolverType(programType: number, input: JobInput): void {
  if (input.solvertype === SOLVER_TYPES.physicalOptics && programType !== PROGRAM_TYPES.pec)
    throw problem('VALIDATION.opticsNeedsPec');
}

/** @throws Problem ALPHA_COUNT */
export function checkAlphaCount(input: JobInput, report: MeshReport): void {
  const [given, parts] = [input.cfiealpha.length, report.parts.length];
  if (!fitsParts(input.cfiealpha, parts))
    throw problem('ALPHA_COUNT.input', { given, parts: message('partCount', { count: parts }) });
}

/** @throws Problem PART_METHODS_COUNT */
export function checkPartMethods(input: JobInput, report: MeshReport): void {
  const [given, parts] = [input.partmethods.length, report.parts.length];
  if (!fitsParts(input.partmethods, parts))
    throw problem('PART_METHODS_COUNT.input', { given, parts: message('partCount', { count: parts }) });
}

const outerMedium = (outer: number) =>
  outer === 0
    ? message('outerMedium.vacuum')
    : outer === -1
      ? message('outerMedium.interface')
      : message('outerMedium.surface', { surface: outer });

/**
 * A composite is computed by what lies outside and inside each of its surfaces.
 * @param surfaces  numbers of the surfaces of the mesh; undefined as long as it is not there
 * @throws Problem REGION_TABLE
 */
export function checkHasOuterMedia(
  programType: number,
  materials: Pick<Materials, 'outerMedias'> | null | undefined,
  surfaces: readonly number[] | undefined,
): void {
  if (programType !== PROGRAM_TYPES.composite) return;
  const entries = new Set(materials?.outerMedias.map(({ surfaceApplied }) => surfaceApplied));
  const missing = (surfaces ?? []).filter((number) => !entries.has(number));
  if (entries.size > 0 && missing.length === 0) return;
  throw entries.size === 0
    ? problem('REGION_TABLE.empty')
    : problem('REGION_TABLE.incomplete', { count: missing.length, surfaces: missing });
}

/**
 * What the solver input says of the outer media of a composite must be what their table says.
 * @throws Problem REGION_TABLE
 */
export function checkOuterMedia(
  programType: number,
  input: JobInput,
  materials: Pick<Materials, 'outerMedias'> | null | undefined,
  report: MeshReport,
): void {
  const said = input.outermedia;
  if (programType !== PROGRAM_TYPES.composite || said.length === 0) return;
  const parts = report.parts.length;
  if (said.length !== parts)
    throw problem('REGION_TABLE.outerMediaCount', {
      values: message('values', { count: said.length }),
      surfaces: message('surfaceCount', { count: parts }),
    });
  report.parts.forEach(({ number }, part) => {
    const entry = materials?.outerMedias.find(({ surfaceApplied }) => surfaceApplied === number);
    if (entry && entry.outerMedia !== said[part])
      throw problem('REGION_TABLE.outerMediaDiffer', {
        surface: number,
        said: outerMedium(said[part]!),
        table: outerMedium(entry.outerMedia),
      });
  });
}

/** Metres per unit of mesh.unv for the solver. @throws Problem UNITS_UNKNOWN or SCALE_CONFLICT */
export function meshScale(
  upload: Pick<UploadRow, 'type' | 'fileMetresPerUnit'>,
  scalefactor: number | undefined,
  report: MeshReport,
): number {
  if (upload.type === 'UNV') {
    const scale = scalefactor ?? upload.fileMetresPerUnit;
    if (scale === null) throw problem('UNITS_UNKNOWN.unset');
    return scale;
  }
  const step = report.step?.metresPerUnit ?? undefined;
  const accepted = [1, ...(step === undefined ? [] : [step])];
  if (scalefactor !== undefined && !accepted.some((value) => Math.abs(scalefactor / value - 1) <= SAME_SCALE))
    throw problem('SCALE_CONFLICT', { scale: scalefactor });
  return 1;
}

/**
 * The solver input of a run on this mesh, with its scale.
 * @throws Problem if the values do not fit the mesh
 */
export function inputOnMesh<Input extends JobInput>(
  {
    programType,
    solverInput,
    materials,
  }: Pick<ProjectRow, 'programType'> & { solverInput: Input; materials?: Materials | null | undefined },
  upload: Pick<UploadRow, 'type' | 'fileMetresPerUnit'>,
  report: MeshReport,
): Input & { scalefactor: number } {
  checkAlphaCount(solverInput, report);
  checkPartMethods(solverInput, report);
  checkHasOuterMedia(
    programType,
    materials,
    report.parts.map(({ number }) => number),
  );
  checkOuterMedia(programType, solverInput, materials, report);
  return {
    ...solverInput,
    // Meshes of a STEP model follow its surface by the option of the mesher, or not at all.
    roundingangle: upload.type === 'UNV' ? solverInput.roundingangle : 0,
    scalefactor: meshScale(upload, solverInput.scalefactor, report),
  };
}

/** True if an uploaded mesh was read and cannot be solved: its report and its picture say why. */
export function isRefusedMesh(
  run: Pick<RunRow, 'status' | 'input'> | undefined,
  report: MeshReport | undefined,
): boolean {
  const refused = run?.status === 'Error' && run.input.kind === 'import';
  return refused && (report?.findings.some(({ severity }) => severity === 'error') ?? false);
}

/** Whether the mesh that this run read is the model with its seams merged. */
export const mergesSeams = (run: Pick<RunRow, 'input'> | undefined): boolean =>
  run?.input.kind === 'import' && run.input.mergeSeams === true;

/** Metres per unit for drawing the mesh: never a reason to refuse. */
export function viewScale(
  upload: Pick<UploadRow, 'type' | 'fileMetresPerUnit'>,
  project: Pick<ProjectRow, 'solverInput'>,
): number {
  return upload.type === 'STEP' ? 1 : (project.solverInput?.scalefactor ?? upload.fileMetresPerUnit ?? 1);
}

/** Of a model file with which the server ended so often: it is not read once more. */
export function endsServer(starts: number): EngineProblem {
  const times =
    starts === 1
      ? message('times.once')
      : starts === 2
        ? message('times.twice')
        : message('times.many', { number: starts });
  const { code, detail, said } = problem('MODEL_ENDS_SERVER', { times });
  return { code, detail, ...said };
}

/** @throws Problem MODEL_ENDS_SERVER if this very file has ended the server before */
export function refuseEndsServer(mesherRun: RunRow | undefined, upload: UploadRow): void {
  if (mesherRun?.code !== 'MODEL_ENDS_SERVER' || mesherRun.uploadId !== upload.id) return;
  throw problemOfEngine({ code: 'MODEL_ENDS_SERVER', detail: mesherRun.detail, ...mesherRun.message });
}
