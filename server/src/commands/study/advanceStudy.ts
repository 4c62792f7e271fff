import {
  messageOf,
  nextVariant,
  objectiveOf,
  polarizationOf,
  type Message,
  type ParameterValue,
  type Settings,
  type Tried,
} from '@pace/contract';
import { isActive } from '../../policies/runRules.ts';
import { checkTurnedSolids } from '../../policies/turnedSolids.ts';
import { Problem, problem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { uploadFormat } from '../../storage/projectFiles.ts';
import { findRecords, type ProjectRecords } from '../../storage/projectRows.ts';
import type { StudyRow, UserRow } from '../../storage/schema.ts';
import {
  giveProject,
  holdStudy,
  insertVariants,
  openStudyIds,
  releaseStudy,
  takeStudy,
  updateStudy,
  updateVariant,
  variantsOf,
  type StudyRecords,
  type VariantState,
} from '../../storage/studyRows.ts';
import { findUser } from '../../storage/userRows.ts';
import { continueRun } from '../continueRun.ts';
import { copyProject } from '../copyProject.ts';
import { readMonoStatic } from '../readResult.ts';
import { meshReportOf } from '../solverJob.ts';
import { startSolver } from '../startSolver.ts';
import { requireRun } from '../usage.ts';
import { meshesOf } from './meshes.ts';
import { openModel, variantSettings } from './studyBase.ts';
import { variantGradient } from './variantGradient.ts';

/**
 * A round holds its study for so long, and for longer with each step; if the process ends in it, another one takes it after this.
 * Two rounds at the same time do no harm: a variant gets one project, and a project one run.
 */
const TAKEN_SECONDS = 10;
/** Runs of a study that wait at once: enough for every worker, and few enough to be cancelled quickly. */
const MOST_WAITING = 24;
/** Runs that an optimisation has under way at once: each further one is chosen knowing less. */
const OPTIMISED_AT_ONCE = 2;

/** Looks after every study that is open. */
export async function advanceStudies(services: Services): Promise<void> {
  for (const id of await openStudyIds(services.db)) await tryToAdvance(services, id);
}

/** A round whose failure is written down: the next one tries again. Who has just made a study need not wait for it. */
export const tryToAdvance = (services: Services, id: string): Promise<void> =>
  advanceStudy(services, id).catch((error: unknown) =>
    services.log.error({ err: error, study: id }, 'a study could not be looked after'),
  );

/**
 * One round of a study: the objectives of what has finished are kept, variants that are planned get their project and their
 * run as the queue has room, an optimisation plans its next ones, and a study without anything left to do ends. Every step can
 * be repeated: where a round is cut off, the next one finds what is missing.
 */
export async function advanceStudy(services: Services, id: string): Promise<void> {
  const study = await takeStudy(services.db, id, TAKEN_SECONDS);
  if (!study) return;
  let waiting: Message | null = study.waiting;
  try {
    const owner = await findUser(services.db, study.ownerId);
    if (owner) waiting = (await new Round(services, study, owner).run()) ?? null;
  } finally {
    await releaseStudy(services.db, id, waiting);
  }
}

/** Of a study that is not open any more: the objectives of what has finished. */
export async function keepObjectives(services: Services, { study, states }: StudyRecords): Promise<void> {
  const owner = await findUser(services.db, study.ownerId);
  if (owner) await new Round(services, study, owner).keepAll(states);
}

class Round {
  readonly #services: Services;
  readonly #study: StudyRow;
  readonly #owner: UserRow;
  #states: VariantState[] = [];
  readonly #made = new Map<string, Settings>();

  constructor(services: Services, study: StudyRow, owner: UserRow) {
    this.#services = services;
    this.#study = study;
    this.#owner = owner;
  }

  /** @returns why planned variants are not begun */
  async run(): Promise<Message | undefined> {
    await this.#read();
    if (await this.keepAll(this.#states)) await this.#read();
    if (await this.#plan()) await this.#read();
    const waiting = await this.#begin();
    // What was begun in this round has not ended in what was read before it.
    if (waiting === undefined && this.#states.every((state) => this.#hasEnded(state)) && !this.#next())
      await updateStudy(this.#services.db, this.#study.id, { finishedAt: new Date() });
    return waiting;
  }

  /** @returns whether there was anything to keep */
  async keepAll(states: readonly VariantState[]): Promise<boolean> {
    const ended = states.filter(
      (state) => isFinished(state) && (!state.variant.objectives || isOutdated(state)),
    );
    for (const state of ended) await this.#keep(state);
    return ended.length > 0;
  }

  async #read(): Promise<void> {
    const { id } = this.#study;
    this.#states = (await variantsOf(this.#services.db, [id])).get(id) ?? [];
  }

  /** What the results of a run come to; where they cannot be read, why. */
  async #keep({ variant, solverRun }: VariantState): Promise<void> {
    const { db } = this.#services;
    const { definition } = this.#study;
    const projectId = variant.projectId!;
    try {
      const { monoStaticRcs } = await readMonoStatic(this.#services, this.#owner, projectId);
      const { anglesweep, excitation } = this.#settings(variant.values).solverInput;
      const polarization = polarizationOf(anglesweep, excitation);
      const objectives = definition.objectives.map(
        (objective) => objectiveOf(monoStaticRcs, polarization, objective) ?? null,
      );
      const values = { projectId, values: variant.values, records: monoStaticRcs };
      await updateVariant(db, variant, {
        objectives,
        gradient: await variantGradient(this.#services, this.#owner, this.#study, values),
        converged: solverRun?.converged ?? null,
        runId: solverRun?.id ?? null,
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await updateVariant(db, variant, { failure: failureOf(error) });
    }
  }

  /** The values that an optimisation computes next; undefined when it has had its runs, or has too many under way. */
  #next(): ParameterValue[] | undefined {
    const { definition } = this.#study;
    const { sampling } = definition;
    if (sampling.kind !== 'optimise' || this.#states.length >= sampling.runs) return undefined;
    const tried = this.#states.map((state): Tried => {
      // What has not converged is no solution: it counts as failed.
      const isSolved = state.variant.converged !== false;
      const found = isSolved ? state.variant.objectives?.[sampling.objective] : undefined;
      // Without any field its decibels are −∞.
      const value = found ? (found.value ?? -Infinity) : undefined;
      const { values, gradient } = state.variant;
      return {
        values,
        value,
        gradient: gradient ?? undefined,
        hasFailed: value === undefined && this.#hasEnded(state),
      };
    });
    if (tried.filter(({ value, hasFailed }) => value === undefined && !hasFailed).length >= OPTIMISED_AT_ONCE)
      return undefined;
    return nextVariant(definition, tried);
  }

  /** @returns whether there is one more variant */
  async #plan(): Promise<boolean> {
    const values = this.#next();
    if (!values) return false;
    await insertVariants(this.#services.db, this.#study.id, this.#states.length + 1, [values]);
    return true;
  }

  /** Begins what is planned, in order, as far as there is room. */
  async #begin(): Promise<Message | undefined> {
    let waitingRuns = this.#states.filter(({ solverRun }) => solverRun?.status === 'Queued').length;
    for (const state of this.#states) {
      if (waitingRuns >= MOST_WAITING) return undefined;
      if (!this.#isPlanned(state)) continue;
      if (!(await holdStudy(this.#services.db, this.#study.id, TAKEN_SECONDS))) return undefined;
      try {
        await requireRun(this.#services, this.#owner);
        if (await this.#beginOne(state)) waitingRuns++;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (error.code === 'QUOTA_RUNS' || error.code === 'QUOTA_STORAGE')
          // That others of this user are waiting is no reason to say anything: the study's own may be among them.
          return error.code === 'QUOTA_STORAGE' ? messageOf(error.said) : undefined;
        if (error.code === 'RUN_ACTIVE') continue;
        await updateVariant(this.#services.db, state.variant, { failure: failureOf(error) });
      }
    }
    return undefined;
  }

  /** @returns whether a run of it waits now; false as long as another variant makes its mesh */
  async #beginOne({ variant, solverRun }: VariantState): Promise<boolean> {
    const settings = this.#settings(variant.values);
    let projectId = variant.projectId;
    if (projectId === null) {
      const made = await this.#makeProject(variant, settings);
      if (made === undefined) return false;
      projectId = made;
    } else if (solverRun?.status === 'Cancelled' && (await this.#hasResumed(projectId))) return true;
    await this.#startMesher(projectId, settings);
    await this.#checkMesh(projectId);
    await startSolver(this.#services, this.#owner, {
      projectId,
      formulationType: settings.programType,
      core: this.#study.base.coreType,
    });
    return true;
  }

  /** Where what a cancelled run had computed is kept, it goes on from there. */
  async #hasResumed(projectId: string): Promise<boolean> {
    try {
      await continueRun(this.#services, this.#owner, { projectId });
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code === 'RUN_NOT_CONTINUABLE') return false;
      throw error;
    }
  }

  /** @returns undefined as long as the mesh that it shares is being made */
  async #makeProject(variant: VariantState['variant'], settings: Settings): Promise<string | undefined> {
    const source = await this.#sourceOf(variant.number, settings);
    if (!source) return undefined;
    const { programType, solverInput, materials, mesherOptions } = settings;
    const { fileName = '' } = source.records.upload ?? {};
    const { name, id: studyId, ownerId, base } = this.#study;
    const copy = await copyProject(
      this.#services,
      source.records,
      {
        ...{ ownerId, studyId, programType, solverInput, materials, coreType: base.coreType },
        name: `${name} · ${variant.number}`,
        mesherOptions: mesherOptions && { ...mesherOptions, fileName },
      },
      {
        withMesh: source.isMeshed,
        after: async (tx, projectId) => {
          if (!(await giveProject(tx, variant, projectId))) throw problem('RUN_ACTIVE.solver');
        },
      },
    );
    return copy.id;
  }

  /** The project that model and mesh are taken from: of a mesh that several share, the first of them once it has it. */
  async #sourceOf(
    number: number,
    settings: Settings,
  ): Promise<{ records: ProjectRecords; isMeshed: boolean } | undefined> {
    if (settings.model !== undefined)
      return { records: await openModel(this.#services, this.#owner, settings.model), isMeshed: true };
    const carrier = await this.#recordsOf(this.#study.carrierId);
    const meshes = meshesOf(this.#study.base, []);
    if (!meshes.isMade(settings)) return { records: carrier, isMeshed: true };
    const key = meshes.keyOf(settings);
    const first = this.#states.find(({ variant }) => meshes.keyOf(this.#settings(variant.values)) === key);
    if (!first || first.variant.number === number) return { records: carrier, isMeshed: false };
    if (first.variant.projectId === null && first.variant.failure === null) return undefined;
    const { status } = first.mesherRun ?? {};
    if (status === 'Finished' && first.variant.projectId !== null)
      return { records: await this.#recordsOf(first.variant.projectId), isMeshed: true };
    if (status === undefined ? first.variant.failure === null : isActive(first.mesherRun)) return undefined;
    throw problem('STUDY_INVALID.mesh', { variant: first.variant.number });
  }

  async #recordsOf(projectId: string): Promise<ProjectRecords> {
    const records = await findRecords(this.#services.db, projectId);
    if (!records || records.project.deletedAt) throw problem('PROJECT_NOT_FOUND');
    return records;
  }

  /** Of a variant with a mesh of its own that is not made yet. */
  async #startMesher(projectId: string, { mesherOptions }: Settings): Promise<void> {
    const { mesherRun, upload } = await this.#recordsOf(projectId);
    const isThere = mesherRun?.status === 'Finished' || isActive(mesherRun);
    if (isThere || !upload || !mesherOptions) return;
    await this.#services.runs.start(upload, {
      kind: 'mesher',
      format: uploadFormat(upload),
      options: mesherOptions,
    });
  }

  /** Of a mesh that is there; of one that is being made when it is. */
  async #checkMesh(projectId: string): Promise<void> {
    const records = await this.#recordsOf(projectId);
    if (records.mesherRun?.status !== 'Finished' || !records.project.mesherOptions?.rotations) return;
    const report = await meshReportOf(this.#services, records);
    checkTurnedSolids(records.project, this.#study.base.facts.surfaces, report);
  }

  #settings(values: readonly ParameterValue[]): Settings {
    const key = JSON.stringify(values);
    const settings = this.#made.get(key) ?? variantSettings(this.#study.base, this.#study.definition, values);
    this.#made.set(key, settings);
    return settings;
  }

  #isPlanned({ variant, solverRun }: VariantState): boolean {
    if (variant.objectives !== null || variant.failure !== null) return false;
    return !solverRun || this.#isToResume(solverRun);
  }

  #isToResume({ status, endedAt }: NonNullable<VariantState['solverRun']>): boolean {
    const { resumedAt } = this.#study;
    return status === 'Cancelled' && resumedAt !== null && endedAt !== null && endedAt < resumedAt;
  }

  #hasEnded(state: VariantState): boolean {
    const { variant, solverRun } = state;
    if (variant.objectives !== null || variant.failure !== null) return true;
    if (!solverRun || this.#isToResume(solverRun)) return false;
    return solverRun.status === 'Error' || solverRun.status === 'Cancelled';
  }
}

/** Its run was continued since: what was kept is of the one before. What has left the study keeps what it had in it. */
export const isOutdated = ({ variant, isApart, solverRun }: VariantState): boolean =>
  !isApart && solverRun?.status === 'Finished' && variant.runId !== null && variant.runId !== solverRun.id;

const isFinished = ({ variant, solverRun }: VariantState) =>
  variant.failure === null && solverRun?.status === 'Finished';

const failureOf = ({ code, detail, said }: Problem) => ({ code, detail, ...said });
