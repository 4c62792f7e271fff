import { TIMINGS_MS, type LiveState } from '@pace/contract';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sphereMesh } from '../../server/src/demo/sphereMesh.ts';
import { unvText } from '../../server/src/demo/unvText.ts';
import { freePort } from '../../testing/freePort.ts';
import { callerOf, upload, type Call, type Person } from './calls.ts';
import { flatness } from './flatness.mjs';
import { Latencies, type CallSummary, type TimedCall } from './latencies.ts';

type Flatness = ReturnType<typeof flatness>;

/** Of a soak */
const UPLOADS_A_MINUTE = 5;
const RUNS_A_MINUTE = 2;
const SAMPLE_EVERY_MS = 5000;
/** Growth an hour that is still flat: a leak of these would be seen after weeks at the earliest. */
const FLAT = { memoryMib: 30, handles: 10 };
/** Of all people */
const UPLOADING = 1 / 4;
const SOLVING = 1 / 10;
/** Of how many people the account is being made at once */
const SIGNING_UP = 6;
const LIST_EVERY_POLLS = 5;
const STOP_MS = 20_000;
const DRAIN_MS = 900_000;
const READY_MS = 300_000;
/** Of /proc, on every Linux */
const TICKS_A_SECOND = 100;
const PASSWORD = 'correct horse battery';
const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const UPLOADERS = fileURLToPath(new URL('./uploaders.ts', import.meta.url));

export interface LoadResult {
  people: number;
  uploaders: number;
  solvers: number;
  seconds: number;
  uploadBytes: number;
  requestsPerSecond: number;
  calls: CallSummary[];
  errors: Record<string, number>;
  /** From the start of the twenty solver runs to the end of the last, and of the fifty uploads to the last mesh read */
  secondsToLastRun: number;
  secondsToLastMesh: number;
  serverMemoryMib: number;
  /** While the people looked; what else runs on the machine does not count */
  serverProcessorSeconds: number;
  /** How late the server's event loop came to what was due, while the people looked */
  eventLoopMs: { p50: number; p99: number; most: number };
  /** Likewise of the program that plays who looks: what it was late by itself is in its milliseconds too */
  playersLateMs: LoadResult['eventLoopMs'];
}

/** What a server is like after a long time. */
export interface SoakResult {
  people: number;
  minutes: number;
  uploads: number;
  uploadBytes: number;
  runs: number;
  calls: CallSummary[];
  errors: Record<string, number>;
  memoryMib: Flatness;
  handles: Flatness;
  serverProcessorSeconds: number;
  eventLoopMs: LoadResult['eventLoopMs'];
}

/** @returns what people saw, from a server process that is started for it and ended after it */
export async function loadServer(options: {
  databaseUrl: string | undefined;
  people: number;
  seconds: number;
  /** A folder for a profile of the server's processor time (Chrome's DevTools read it) */
  profile: string | undefined;
  say: (text: string) => void;
}): Promise<LoadResult> {
  const uploaders = Math.round(UPLOADING * options.people);
  const solvers = Math.round(SOLVING * options.people);
  const dataDir = await mkdtemp(join(tmpdir(), 'pace-load-'));
  const { server, url, eventLoop } = await startServer(dataDir, options);
  const latencies = new Latencies();
  const call = callerOf(url, latencies);
  try {
    options.say('making accounts');
    const people = await signUp(call, dataDir, options.people);
    const small = Buffer.from(unvText(sphereMesh(0.25, [0, 0, 0], 5), 'sphere'));
    const large = Buffer.from(unvText(sphereMesh(0.25, [0, 0, 0], 35), 'sphere'));
    const solving = people.slice(0, solvers);
    for (const person of solving) {
      await upload(call, person, small);
      await call('input', person, { projectId: person.projectId, frequency: [3e8, -1, -1] });
    }
    await settled(call, solving, 'mesherState');
    options.say(
      `${people.length} people, ${uploaders} uploads of ${Math.round(large.length / 1e5) / 10} MB, ${solvers} runs`,
    );

    latencies.clear();
    await eventLoop();
    const processorBefore = await processorSeconds(server);
    const late = monitorEventLoopDelay({ resolution: 10 });
    late.enable();
    const begun = Date.now();
    const end = begun + 1000 * options.seconds;
    const uploading = people.slice(solvers, solvers + uploaders);
    const since = () => (Date.now() - begun) / 1000;
    const runsDone = Promise.all(
      solving.map((person) =>
        call('solverRun', person, { projectId: person.projectId, formulationType: 1, core: 1 }),
      ),
    ).then(async () => {
      await settled(call, solving, 'solverState');
      return since();
    });
    const meshesDone = uploadElsewhere(url, uploading, large).then(async (calls) => {
      for (const { name, milliseconds, error } of calls) latencies.add(name, milliseconds, error);
      await settled(call, uploading, 'mesherState');
      return since();
    });
    await Promise.all(
      people.map((person, i) => look(call, person, end, (i / people.length) * TIMINGS_MS.poll)),
    );
    const measured = latencies.summary();
    const requestsPerSecond = measured.reduce((sum, { count }) => sum + count, 0) / since();
    const serverProcessorSeconds = (await processorSeconds(server)) - processorBefore;
    const eventLoopMs = await eventLoop();
    late.disable();
    const playersLateMs = {
      p50: late.percentile(50) / 1e6,
      p99: late.percentile(99) / 1e6,
      most: late.max / 1e6,
    };
    options.say('waiting for the last run');
    const [secondsToLastRun, secondsToLastMesh] = await Promise.all([runsDone, meshesDone]);
    return {
      people: people.length,
      uploaders,
      solvers,
      seconds: options.seconds,
      uploadBytes: large.length,
      requestsPerSecond,
      calls: measured,
      errors: latencies.errors(),
      secondsToLastRun,
      secondsToLastMesh,
      serverMemoryMib: await memoryMib(server),
      serverProcessorSeconds,
      eventLoopMs,
      playersLateMs,
    };
  } finally {
    await end(server, dataDir);
  }
}

/** Many people for a long time: what a server that lost memory or handles would show. */
export async function soakServer(options: {
  databaseUrl: string | undefined;
  people: number;
  minutes: number;
  say: (text: string) => void;
}): Promise<SoakResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pace-soak-'));
  const { server, url, eventLoop } = await startServer(dataDir, { ...options, profile: undefined });
  const latencies = new Latencies();
  const call = callerOf(url, latencies);
  try {
    options.say('making accounts');
    const people = await signUp(call, dataDir, options.people);
    const small = Buffer.from(unvText(sphereMesh(0.25, [0, 0, 0], 5), 'sphere'));
    const large = Buffer.from(unvText(sphereMesh(0.25, [0, 0, 0], 35), 'sphere'));
    latencies.clear();
    await eventLoop();
    const begun = performance.now();
    const seconds = () => (performance.now() - begun) / 1000;
    const end = Date.now() + 60_000 * options.minutes;
    const processorBefore = await processorSeconds(server);
    const memory: { seconds: number; value: number }[] = [];
    const handles: typeof memory = [];
    const sampling = (async () => {
      for (; Date.now() < end; await sleep(SAMPLE_EVERY_MS)) {
        memory.push({ seconds: seconds(), value: await statusMib(server, 'VmRSS') });
        handles.push({ seconds: seconds(), value: await handlesOf(server) });
        if (memory.length % 60 === 0)
          options.say(
            `${Math.round(seconds() / 60)} minutes: ${memory.at(-1)?.value} MiB, ${handles.at(-1)?.value} handles`,
          );
      }
    })();
    const begin = { uploads: 0, runs: 0 };
    const ofPerson = (number: number) => people[number % people.length]!;
    const uploads = everyWhile(60_000 / UPLOADS_A_MINUTE, end, async () => {
      const person = await newProjectOf(call, ofPerson(begin.uploads++));
      await upload(call, person, large);
    });
    const runs = everyWhile(60_000 / RUNS_A_MINUTE, end, async () => {
      const person = await newProjectOf(call, ofPerson(options.people / 2 + begin.runs++));
      await upload(call, person, small);
      await settled(call, [person], 'mesherState');
      await call('input', person, { projectId: person.projectId, frequency: [3e8, -1, -1] });
      await call('solverRun', person, { projectId: person.projectId, formulationType: 1, core: 1 });
      await settled(call, [person], 'solverState');
    });
    const [failedUploads, failedRuns] = await Promise.all([
      uploads,
      runs,
      sampling,
      ...people.map((person, i) => look(call, person, end, (i / people.length) * TIMINGS_MS.poll)),
    ]);
    return {
      people: people.length,
      minutes: options.minutes,
      uploads: begin.uploads,
      uploadBytes: large.length,
      runs: begin.runs,
      calls: latencies.summary(),
      errors: { ...latencies.errors(), ...failedUploads, ...failedRuns },
      memoryMib: flatness(memory, FLAT.memoryMib),
      handles: flatness(handles, FLAT.handles),
      serverProcessorSeconds: (await processorSeconds(server)) - processorBefore,
      eventLoopMs: await eventLoop(),
    };
  } finally {
    await end(server, dataDir);
  }
}

/** Begins the work at a steady pace until the end, and waits for all that was begun. @returns what failed, and how often */
async function everyWhile(
  everyMs: number,
  end: number,
  work: () => Promise<void>,
): Promise<Record<string, number>> {
  const begun: Promise<void>[] = [];
  const failures: Record<string, number> = {};
  const note = (error: unknown) => {
    const what = error instanceof Error ? error.message : String(error);
    failures[what] = (failures[what] ?? 0) + 1;
  };
  // One that fails must not end an hour of the others.
  for (; Date.now() < end; await sleep(everyMs)) begun.push(work().catch(note));
  await Promise.all(begun);
  return failures;
}

async function newProjectOf(call: Call, person: Person): Promise<Person> {
  const project = (await call('createProject', person, { name: 'Soak', solverType: 1, coreType: 1 })) as
    { id: string } | undefined;
  if (!project) throw new Error(`${person.email} could not make a project`);
  return { ...person, projectId: project.id };
}

async function end(server: ChildProcess, dataDir: string): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

async function startServer(
  dataDir: string,
  { databaseUrl, profile }: { databaseUrl: string | undefined; profile: string | undefined },
) {
  const metricsPort = await freePort();
  const profiled = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const server = spawn(process.execPath, [...profiled, '--import', 'tsx', MAIN], {
    env: {
      // As tools/steps/serve.mjs
      UV_THREADPOOL_SIZE: '16',
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      PACE_DEMO: '0',
      PACE_LOG: 'warn',
      PACE_TRUSTED_PROXY: 'loopback',
      PACE_METRICS_PORT: String(metricsPort),
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  server.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline; await sleep(100)) {
    const url = /Pace is ready: (\S+)/.exec(said)?.[1];
    if (url !== undefined) return { server, url, eventLoop: () => eventLoopOf(metricsPort) };
    if (server.exitCode !== null) break;
  }
  server.kill('SIGKILL');
  throw new Error(`The server did not start: ${said}`);
}

async function signUp(call: Call, dataDir: string, count: number): Promise<Person[]> {
  const people: Person[] = Array.from({ length: count }, (_, i) => ({
    email: `person${i}@company${i}.example`,
    address: `10.0.${Math.floor(i / 250)}.${(i % 250) + 1}`,
    token: '',
    projectId: '',
  }));
  const left = [...people];
  await Promise.all(
    Array.from({ length: SIGNING_UP }, async () => {
      for (let person = left.shift(); person; person = left.shift()) await enter(call, dataDir, person);
    }),
  );
  return people;
}

async function enter(call: Call, dataDir: string, person: Person): Promise<void> {
  const { email } = person;
  const facts = { name: 'Ada', surname: 'Lovelace', company: 'Engines Ltd', phoneNumber: '5551234567' };
  await call('register', person, { email, password: PASSWORD, personalInfoCheck: true, ...facts });
  await call('confirm', person, { enc: await tokenMailedTo(dataDir, email) });
  const session = (await call('login', person, { email, password: PASSWORD })) as
    { token: string } | undefined;
  person.token = session?.token ?? '';
  const project = (await call('createProject', person, { name: 'Load', solverType: 1, coreType: 1 })) as
    { id: string } | undefined;
  if (!project) throw new Error(`${email} could not sign up and make a project`);
  person.projectId = project.id;
}

async function tokenMailedTo(dataDir: string, email: string): Promise<string> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(50)) {
    const outbox = join(dataDir, 'outbox');
    for (const name of (await readdir(outbox).catch((): string[] => [])).filter((n) => n.endsWith('.eml'))) {
      // Another person's may be read and gone.
      const mail = await readFile(join(outbox, name), 'utf8').catch(() => '');
      if (!mail.includes(`To: ${email}`)) continue;
      const token = /\?enc=([\w.~-]+)/.exec(mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1];
      if (token !== undefined) {
        await rm(join(outbox, name), { force: true });
        return token;
      }
    }
  }
  throw new Error(`No mail came to ${email}.`);
}

/**
 * From a process of its own: who looks must not wait until megabytes were sent by the same program, or its milliseconds
 * are those of the program.
 */
async function uploadElsewhere(
  url: string,
  people: readonly Person[],
  content: Buffer,
): Promise<readonly TimedCall[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pace-uploads-'));
  try {
    const file = join(folder, 'model.unv');
    await writeFile(file, content);
    const child = fork(UPLOADERS, { execArgv: ['--import', 'tsx'] });
    const answer = new Promise<readonly TimedCall[]>((resolve, reject) => {
      child.once('message', (calls) => resolve(calls as TimedCall[]));
      child.once('exit', (code) => reject(new Error(`the uploads ended with code ${code}`)));
    });
    child.send({ url, people, file });
    return await answer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What an open page asks for, as often as it does. */
async function look(call: Call, person: Person, end: number, delayMs: number): Promise<void> {
  await sleep(delayMs);
  for (let polls = 0; Date.now() < end; polls++) {
    await call('storageStateLive', person, { projectId: person.projectId });
    if (polls % LIST_EVERY_POLLS === 0) await call('getProjects', person);
    await sleep(TIMINGS_MS.poll);
  }
}

/** Until none of their runs waits or works. @throws Error if one failed */
async function settled(call: Call, people: readonly Person[], which: keyof LiveState): Promise<void> {
  const deadline = Date.now() + DRAIN_MS;
  for (const person of people)
    for (;;) {
      const state = (
        (await call('storageStateLive', person, { projectId: person.projectId })) as LiveState | undefined
      )?.[which];
      if (state?.status === 'Finished') break;
      if (state?.status === 'Error' || Date.now() > deadline)
        throw new Error(`A run of ${person.email} did not finish: ${JSON.stringify(state)}`);
      await sleep(500);
    }
}

const memoryMib = (server: ChildProcess) => statusMib(server, 'VmHWM');

async function statusMib(server: ChildProcess, name: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${server.pid ?? 0}/status`, 'utf8').catch(() => '');
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}

const handlesOf = async (server: ChildProcess) =>
  (await readdir(`/proc/${server.pid ?? 0}/fd`).catch((): string[] => [])).length;

/** How late the event loop was since it was asked for the last time. */
async function eventLoopOf(port: number): Promise<LoadResult['eventLoopMs']> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const ms = (name: string) =>
    1000 *
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds ([\\d.e+-]+)`, 'm').exec(text)?.[1] ?? NaN);
  return { p50: ms('p50'), p99: ms('p99'), most: ms('max') };
}

/** Of the process itself, without the programs it has started. */
async function processorSeconds(server: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${server.pid ?? 0}/stat`, 'utf8').catch(() => '');
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
}
