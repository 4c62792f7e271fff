import { DEMO_MODELS, PROGRAM_TYPES, SolverInputSchema, USER_TYPES, type DemoModelId } from '@pace/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '../auth/passwords.ts';
import { giveModel } from '../commands/createFromDemo.ts';
import { createProject } from '../commands/createProject.ts';
import { openProject } from '../commands/openProject.ts';
import { startMesher } from '../commands/startMesher.ts';
import { startSolver } from '../commands/startSolver.ts';
import type { Services } from '../services.ts';
import { recordsOfPerson } from '../storage/projectRows.ts';
import type { UserRow } from '../storage/schema.ts';
import { updateUser, findUserByEmail, insertUser, removeUser } from '../storage/userRows.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from './demoAccount.ts';
import { demoModel } from './models.ts';
import { sphereMesh } from './sphereMesh.ts';
import { unvText } from './unvText.ts';

const EXAMPLE_NAME = 'Example: PEC sphere, 300 MHz';
const READY_NAMES: Record<DemoModelId, string> = {
  sphere: 'Ready to run: PEC sphere',
  almond: 'Ready to run: NASA almond',
  plate: 'Ready to run: flat plate',
  'coated-sphere': 'Ready to run: coated sphere',
  'dielectric-sphere': 'Ready to run: dielectric sphere',
  aircraft: 'Ready to run: small aircraft',
};
const LOOK_AGAIN_MS = 250;
const MESH_WAIT_MS = 120_000;

/** One wavelength across at 300 MHz, off centre so that a lost phase would show; 1080 unknowns. */
const SPHERE = { radius: 0.5, centre: [0.2, -0.1, 0.3] as [number, number, number], frequency: 6 };
const INPUT = SolverInputSchema.parse({
  excitation: [180, 180, 0],
  frequency: [300e6, -1, -1],
  scalefactor: 1,
  cfiealpha: [0.5],
});

/** At the first start: the demo account with a project of every ready model and one that becomes the example. */
export async function prepareDemo(services: Services): Promise<UserRow> {
  const existing = await findUserByEmail(services.db, DEMO_EMAIL);
  if (existing?.confirmedAt) return existing;
  // An earlier first start was interrupted: begin again.
  if (existing) await removeUser(services.db, existing.id);
  const user = await insertUser(services.db, {
    email: DEMO_EMAIL,
    passwordHash: await hashPassword(DEMO_PASSWORD),
    name: 'Demo',
    surname: 'User',
    company: 'Pace',
    country: 'Türkiye',
    userType: USER_TYPES.free,
  });
  if (!user) throw new Error('the database did not return the demo account');
  await createProjects(services, user);
  await updateUser(services.db, user.id, { confirmedAt: new Date() });
  return user;
}

async function createProjects(services: Services, user: UserRow): Promise<void> {
  const create = (name: string, programType: number) =>
    createProject(services, user, { name, programType, coreType: 1, isDemo: true });
  // Lists show the newest first: the example, then the models in their order. Files are read in the other order.
  const ready: { id: string; model: DemoModelId }[] = [];
  for (const model of DEMO_MODELS.toReversed())
    ready.unshift({ id: (await create(READY_NAMES[model], demoModel(model).programType)).id, model });
  const example = await create(EXAMPLE_NAME, PROGRAM_TYPES.pec);
  const content = Buffer.from(unvText(sphereMesh(SPHERE.radius, SPHERE.centre, SPHERE.frequency), 'sphere'));
  await giveModel(services, user, example.id, { fileName: 'sphere.unv', content, input: INPUT });
  for (const { id, model } of ready) await giveModel(services, user, id, demoModel(model));
}

/**
 * Has the example really computed, by the ordinary way, and then the STEP models meshed. Does nothing if that was
 * started before or the user has deleted it; goes on where an earlier start was interrupted or had no solver.
 */
export async function computeExample(services: Services, user: UserRow, signal: AbortSignal): Promise<void> {
  try {
    const projects = await recordsOfPerson(services.db, user.id);
    const demos = projects.filter(({ project, upload }) => project.isDemo && upload?.completedAt);
    for (const { project, mesherRun } of demos)
      if (mesherRun?.status === 'Error') await startMesher(services, user, project.id, {});
    const example = projects
      .map(({ project }) => project)
      .find((project) => project.isDemo && project.name === EXAMPLE_NAME);
    if (example && (await waitForMesh(services, user, example.id, signal)))
      await startSolver(services, user, {
        projectId: example.id,
        formulationType: PROGRAM_TYPES.pec,
        core: 1,
      });
    for (const { project, mesherRun } of demos)
      if (!mesherRun) await startMesher(services, user, project.id, {});
  } catch (error) {
    if (!signal.aborted) services.log.warn({ err: error }, 'the demo projects could not be computed');
  }
}

/** @returns false if the solver was started already */
async function waitForMesh(
  services: Services,
  user: UserRow,
  projectId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const deadline = Date.now() + MESH_WAIT_MS;
  for (;;) {
    const { mesherRun, solverRun } = await openProject(services, user, projectId);
    if (solverRun) return false;
    if (mesherRun?.status === 'Finished') return true;
    if (mesherRun?.status === 'Error' || Date.now() > deadline)
      throw new Error(`the example's mesh is not ready: ${mesherRun?.detail ?? 'no run'}`);
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
  }
}
