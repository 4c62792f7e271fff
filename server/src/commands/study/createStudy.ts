import {
  illuminations,
  LIMITS,
  polarizationOf,
  PROGRAM_TYPES,
  variantCount,
  type Settings,
  type StudyDefinition,
  type StudyForecast,
} from '@pace/contract';
import { randomUUID } from 'node:crypto';
import { quotasOf } from '../../policies/quotas.ts';
import { problem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../../storage/audit.ts';
import { Turns } from '../../storage/inTurn.ts';
import type { UserRow } from '../../storage/schema.ts';
import { countStudiesOf, insertStudy, insertVariants } from '../../storage/studyRows.ts';
import { copyProject } from '../copyProject.ts';
import { estimateRun } from '../estimateRun.ts';
import { openProject } from '../openProject.ts';
import { personTurns, requireStorage } from '../usage.ts';
import { tryToAdvance } from './advanceStudy.ts';
import { checkStudy, studyBaseOf } from './studyBase.ts';
import { meshesOf } from './meshes.ts';

interface Asked {
  projectId: string;
  definition: StudyDefinition;
}

/**
 * A study of a project as it is now. What is planned stands in the database before the first run begins; a study that was
 * begun goes on after any restart.
 * @throws Problem STUDY_INVALID, STUDY_LIMIT, QUOTA_STORAGE, and those of starting a run of the base
 * @returns its id
 */
export async function createStudy(
  services: Services,
  user: UserRow,
  { projectId, name, definition }: Asked & { name: string },
): Promise<string> {
  const records = await openProject(services, user, projectId);
  const { project } = records;
  const base = await studyBaseOf(services, records);
  const { values } = await checkStudy(services, user, base, definition);
  const id = randomUUID();
  const carrierId = randomUUID();
  const { programType, solverInput, materials, mesherOptions, coreType } = project;
  const settings = { programType, solverInput, materials, mesherOptions };
  await personTurns.take(user.id, async () => {
    const studies = await countStudiesOf(services.db, user.id);
    if (studies >= LIMITS.studiesMax) throw problem('STUDY_LIMIT', { studies, most: LIMITS.studiesMax });
    await requireStorage(services, user, JSON.stringify({ settings, definition, values }).length);
    await copyProject(
      services,
      records,
      { ownerId: user.id, name, coreType, ...settings, studyId: id },
      {
        id: carrierId,
        before: (tx) =>
          insertStudy(tx, {
            ...{ id, name, base, definition, carrierId },
            ...{ ownerId: user.id, baseProjectId: projectId, baseName: project.name },
          }),
        after: (tx) => insertVariants(tx, id, 1, values),
      },
    );
  });
  await recordAudit(services.db, { action: 'study created', userId: user.id, subject: id });
  void tryToAdvance(services, id);
  return id;
}

/** Questions to the solver at most: each may take seconds. */
const MOST_ASKED = 12;

/** What the time and the memory of a run depend on. Values of layers and impedances are none of it, and directions are not. */
function costKey({ model, programType, solverInput, materials }: Settings): string {
  const { anglesweep, excitation, ...rest } = solverInput;
  const waves = [illuminations(anglesweep, excitation).length, polarizationOf(anglesweep, excitation)];
  return JSON.stringify([model, rest, waves, programType === PROGRAM_TYPES.composite ? materials : null]);
}

/** The solver is asked for one forecast of a user at a time. */
const forecasts = new Turns();
const latest = new Map<string, symbol>();

/** What a study would take. @throws Problem as createStudy */
export async function predictStudy(
  services: Services,
  user: UserRow,
  { projectId, definition }: Asked,
): Promise<StudyForecast> {
  const records = await openProject(services, user, projectId);
  const base = await studyBaseOf(services, records);
  const { settings } = await checkStudy(services, user, base, definition);
  const meshes = meshesOf(base, settings);
  // Only what is meshed can be asked about.
  const meshed = settings.filter((one) => !meshes.isMade(one));
  const alike = new Map<string, Settings[]>();
  for (const one of meshed) {
    const key = costKey(one);
    const group = alike.get(key);
    if (group) group.push(one);
    else alike.set(key, [one]);
  }
  const different = [...alike.values()];
  const step = Math.max(1, different.length / MOST_ASKED);
  const asked = Array.from(
    { length: Math.min(MOST_ASKED, different.length) },
    (_, i) => different[Math.floor(i * step)]!,
  );
  const question = Symbol(projectId);
  latest.set(user.id, question);
  const estimates = await forecasts.take(user.id, async () => {
    const found = [];
    for (const group of asked) {
      const [{ solverInput, materials, model }] = group as [Settings];
      // Of a form that has changed meanwhile nobody waits for the answer.
      if (latest.get(user.id) !== question) throw problem('RATE_LIMITED.newerQuestion');
      const estimate = await estimateRun(services, user, model ?? projectId, {
        solverInput,
        ...(materials && { materials }),
      });
      found.push({ ...estimate, variants: group.length });
    }
    return found;
  });
  if (latest.get(user.id) === question) latest.delete(user.id);
  const predicted = estimates.reduce((sum, { variants }) => sum + variants, 0);
  const seconds = estimates.reduce((sum, one) => sum + one.variants * one.seconds, 0);
  const variants = variantCount(definition);
  const unmeshed = settings.length - meshed.length;
  const { running, queued } = quotasOf(user.userType, services.config.quotas);
  return {
    variants,
    meshes: meshes.count,
    asked: predicted,
    unmeshed,
    seconds: (seconds * (variants - unmeshed)) / Math.max(1, predicted),
    longestSeconds: Math.max(0, ...estimates.map(({ seconds }) => seconds)),
    memoryBytes: Math.max(0, ...estimates.map(({ memoryBytes }) => memoryBytes)),
    runningRunsLimit: running,
    queuedRunsLimit: queued,
  };
}
