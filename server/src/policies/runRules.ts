import {
  ACTIVE_STATUSES,
  DIRECT_METHODS,
  PROGRAM_TYPES,
  SOLVER_TYPES,
  type Materials,
  type MeshReport,
  type SolverInput,
} from '@pace/contract';
import { Problem } from '../problem.ts';
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

/** What a project does that has an active run of this kind. */
const DOING = {
  solver: 'This project is being computed. Wait for the end or cancel the run first.',
  mesher: 'The model of this project is being meshed. Wait for the end or cancel the meshing first.',
  import: 'The uploaded mesh of this project is being checked. Wait for the end of the check.',
} as const satisfies Record<RunKind, string>;

export const runActive = (kind: RunKind) => new Problem('RUN_ACTIVE', DOING[kind]);

/** @throws Problem RUN_ACTIVE or RUN_FINISHED if what the project is made of must not change now */
export function checkMayChange(
  { mesherRun, solverRun }: Pick<RunFacts, 'mesherRun' | 'solverRun'>,
  allow: { duringMesher: boolean },
): void {
  if (isActive(solverRun)) throw runActive('solver');
  if (!allow.duringMesher && mesherRun && isActive(mesherRun)) throw runActive(mesherRun.kind);
  if (solverRun?.status === 'Finished')
    throw new Problem(
      'RUN_FINISHED',
      'This project already has its results. Create a new project for other values.',
    );
}

/**
 * The finished or cancelled run to go on with.
 * @throws Problem RUN_ACTIVE or RUN_NOT_CONTINUABLE
 */
export function continuableRun({ solverRun }: Pick<RunFacts, 'solverRun'>, method: unknown): RunRow {
  if (isActive(solverRun)) throw runActive('solver');
  if (solverRun?.status === 'Cancelled') return solverRun;
  if (solverRun?.status !== 'Finished')
    throw new Problem(
      'RUN_NOT_CONTINUABLE',
      'Only a finished or a cancelled run can be continued, and this project has none. Start the solver instead.',
    );
  if (solverRun.converged !== false)
    throw new Problem(
      'RUN_NOT_CONTINUABLE',
      'The run has converged; there is nothing to continue. Create a new project for a smaller residual error.',
    );
  if (typeof method === 'string' && DIRECT_METHODS.includes(method))
    throw new Problem(
      'RUN_NOT_CONTINUABLE',
      'The run was solved directly, without iterations; more of them would not make it better. Use a finer mesh or another CFIE alpha in a new project.',
    );
  return solverRun;
}

/** @throws Problem NO_MODEL or UPLOAD_INCOMPLETE */
export function completeModel(upload: UploadRow | undefined): UploadRow {
  if (!upload)
    throw new Problem('NO_MODEL', 'This project has no model yet. Upload a STEP or UNV file first.');
  if (!upload.completedAt) {
    const received = upload.ranges.reduce((sum, [from, to]) => sum + to - from, 0);
    throw new Problem(
      'UPLOAD_INCOMPLETE',
      `Only ${received} of ${upload.fileSize} bytes of "${upload.fileName}" have arrived. Upload the rest first.`,
    );
  }
  return upload;
}

/** @throws Problem VALIDATION */
export function checkSolverType(programType: number, input: SolverInput): void {
  if (input.solvertype === SOLVER_TYPES.physicalOptics && programType !== PROGRAM_TYPES.pec)
    throw new Problem('VALIDATION', 'Physical optics is only for PEC models');
}

/** @throws Problem ALPHA_COUNT */
export function checkAlphaCount(input: SolverInput, report: MeshReport): void {
  const [given, parts] = [input.cfiealpha.length, report.parts.length];
  if (given > 1 && given !== parts)
    throw new Problem(
      'ALPHA_COUNT',
      `There are ${given} CFIE alpha values, but the mesh has ${parts} ${parts === 1 ? 'part' : 'parts'}. Give one value for each part, or one for all.`,
    );
}

/** @throws Problem PART_METHODS_COUNT */
export function checkPartMethods(input: SolverInput, report: MeshReport): void {
  const [given, parts] = [input.partmethods.length, report.parts.length];
  if (given > 1 && given !== parts)
    throw new Problem(
      'PART_METHODS_COUNT',
      `The methods of ${given} parts are given, but the mesh has ${parts} ${parts === 1 ? 'part' : 'parts'}. Give one value for each part, one for all, or none.`,
    );
}

const outerMediumName = (outer: number) =>
  outer === 0 ? 'vacuum (0)' : outer === -1 ? 'an interface (-1)' : `inside surface ${outer} (${outer})`;

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
  const which =
    entries.size === 0
      ? 'No surface of this composite has'
      : `${missing.length === 1 ? 'Surface' : 'Surfaces'} ${missing.join(', ')} of this composite ${missing.length === 1 ? 'has' : 'have'} no`;
  throw new Problem(
    'REGION_TABLE',
    `${which}${entries.size === 0 ? ' an' : ''} entry in the table of outer media (outerMedias). Say of each surface what lies outside it and which material inside, or mark it as an interface; save the materials and start again.`,
  );
}

/**
 * What the solver input says of the outer media of a composite must be what their table says.
 * @throws Problem REGION_TABLE
 */
export function checkOuterMedia(
  programType: number,
  input: SolverInput,
  materials: Pick<Materials, 'outerMedias'> | null | undefined,
  report: MeshReport,
): void {
  const said = input.outermedia;
  if (programType !== PROGRAM_TYPES.composite || said.length === 0) return;
  const parts = report.parts.length;
  if (said.length !== parts)
    throw new Problem(
      'REGION_TABLE',
      `outermedia of the solver input has ${said.length} ${said.length === 1 ? 'value' : 'values'}, but the mesh has ${parts} ${parts === 1 ? 'surface' : 'surfaces'}. Give one value for each surface, or none.`,
    );
  report.parts.forEach(({ number }, part) => {
    const entry = materials?.outerMedias.find(({ surfaceApplied }) => surfaceApplied === number);
    if (entry && entry.outerMedia !== said[part])
      throw new Problem(
        'REGION_TABLE',
        `The outer medium of surface ${number} is ${outerMediumName(said[part]!)} in the solver input (outermedia), but ${outerMediumName(entry.outerMedia)} in the table of outer media. Let both say the same, or leave outermedia empty.`,
      );
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
    if (scale === null)
      throw new Problem(
        'UNITS_UNKNOWN',
        'The UNV file does not say its units. Set the scale factor, for instance 0.001 for millimetres or 0.0254 for inches.',
      );
    return scale;
  }
  const step = report.step?.metresPerUnit ?? undefined;
  const accepted = [1, ...(step === undefined ? [] : [step])];
  if (scalefactor !== undefined && !accepted.some((value) => Math.abs(scalefactor / value - 1) <= SAME_SCALE))
    throw new Problem(
      'SCALE_CONFLICT',
      `The STEP file has its own units and its mesh is in metres; a scale factor of ${scalefactor} would change the model's size. Leave it out or set it to 1.`,
    );
  return 1;
}

/**
 * The solver input of a run on this mesh, with its scale.
 * @throws Problem if the values do not fit the mesh
 */
export function inputOnMesh(
  {
    programType,
    solverInput,
    materials,
  }: Pick<ProjectRow, 'programType'> & { solverInput: SolverInput; materials?: Materials | null | undefined },
  upload: Pick<UploadRow, 'type' | 'fileMetresPerUnit'>,
  report: MeshReport,
): SolverInput & { scalefactor: number } {
  checkAlphaCount(solverInput, report);
  checkPartMethods(solverInput, report);
  checkHasOuterMedia(
    programType,
    materials,
    report.parts.map(({ number }) => number),
  );
  checkOuterMedia(programType, solverInput, materials, report);
  return { ...solverInput, scalefactor: meshScale(upload, solverInput.scalefactor, report) };
}

/** True if an uploaded mesh was read and can not be solved: its report and its picture say why. */
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
export function endsServer(starts: number): { code: 'MODEL_ENDS_SERVER'; detail: string } {
  const times = starts === 1 ? 'once' : starts === 2 ? 'twice' : `${starts} times`;
  return {
    code: 'MODEL_ENDS_SERVER',
    detail: `The server ended ${times} while it read this model, so it is not read again. Export the model again from the CAD program and upload the new file; if that changes nothing, report this.`,
  };
}

/** @throws Problem MODEL_ENDS_SERVER if this very file has ended the server before */
export function refuseEndsServer(mesherRun: RunRow | undefined, upload: UploadRow): void {
  if (mesherRun?.code !== 'MODEL_ENDS_SERVER' || mesherRun.uploadId !== upload.id) return;
  throw new Problem('MODEL_ENDS_SERVER', mesherRun.detail);
}
