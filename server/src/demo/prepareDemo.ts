import { LIMITS, SolverInputSchema, USER_TYPES } from '@pace/contract';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '../auth/passwords.ts';
import { createProject } from '../commands/createProject.ts';
import { openProject } from '../commands/openProject.ts';
import { receiveChunk } from '../commands/receiveChunk.ts';
import { saveSolverInput } from '../commands/saveSolverInput.ts';
import { startSolver } from '../commands/startSolver.ts';
import type { Services } from '../services.ts';
import { recordsOfPerson } from '../storage/projectRows.ts';
import { users, type UserRow } from '../storage/schema.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from './demoAccount.ts';
import { sphereMesh } from './sphereMesh.ts';
import { unvText } from './unvText.ts';

const EXAMPLE_NAME = 'Example: PEC sphere, 300 MHz';
const READY_NAME = 'Ready to run: PEC sphere';
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

/** At the first start: the demo account with a project that is ready to run and one that becomes the example. */
export async function prepareDemo(services: Services): Promise<UserRow> {
  const [existing] = await services.db.select().from(users).where(eq(users.email, DEMO_EMAIL));
  if (existing?.confirmedAt) return existing;
  // An earlier first start was interrupted: begin again.
  if (existing) await services.db.delete(users).where(eq(users.id, existing.id));
  const [user] = await services.db
    .insert(users)
    .values({
      id: randomUUID(),
      email: DEMO_EMAIL,
      passwordHash: await hashPassword(DEMO_PASSWORD),
      name: 'Demo',
      surname: 'User',
      company: 'Pace',
      country: 'Türkiye',
      userType: USER_TYPES.free,
    })
    .returning();
  if (!user) throw new Error('the database did not return the demo account');
  for (const name of [EXAMPLE_NAME, READY_NAME]) await createSphereProject(services, user, name);
  await services.db.update(users).set({ confirmedAt: new Date() }).where(eq(users.id, user.id));
  return user;
}

async function createSphereProject(services: Services, user: UserRow, name: string): Promise<void> {
  const project = await createProject(services, user, { name, solverType: 1, coreType: 1, isDemo: true });
  await saveSolverInput(services, user, project.id, INPUT);
  const file = Buffer.from(unvText(sphereMesh(SPHERE.radius, SPHERE.centre, SPHERE.frequency), 'sphere'));
  for (let offset = 0, index = 0; offset < file.length; offset += LIMITS.uploadChunkBytes, index++) {
    const bytes = file.subarray(offset, offset + LIMITS.uploadChunkBytes);
    await receiveChunk(services, user, {
      projectId: project.id,
      fileName: 'sphere.unv',
      index,
      offset,
      fileSize: file.length,
      chunkSize: bytes.length,
      data: bytes.toString('base64'),
    });
  }
}

/**
 * Has the example really computed, by the ordinary way. Does nothing if it was started before or the person has
 * deleted it; goes on where an earlier start was interrupted or had no solver.
 */
export async function computeExample(services: Services, user: UserRow, signal: AbortSignal): Promise<void> {
  try {
    const projects = await recordsOfPerson(services.db, user.id);
    for (const { project, upload, mesherRun } of projects)
      if (project.isDemo && upload?.completedAt && mesherRun?.status === 'Error')
        await services.runs.start(upload, { kind: 'import' });
    const example = projects
      .map(({ project }) => project)
      .find((project) => project.isDemo && project.name === EXAMPLE_NAME);
    if (!example) return;
    if (await waitForMesh(services, user, example.id, signal))
      await startSolver(services, user, { projectId: example.id, formulationType: 1, core: 1 });
  } catch (error) {
    if (!signal.aborted) services.log.warn({ err: error }, 'the demo example could not be computed');
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
