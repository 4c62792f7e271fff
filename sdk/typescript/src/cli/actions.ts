/** What each command does. */
import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { connect, type Client } from '../client.ts';
import type { StudyAnswer, StudyDefinition } from '../contractTypes.ts';
import { AccessKeyError, MeshFailed } from '../errors.ts';
import type { Results } from '../results.ts';
import { BINARY_FORMATS, computedColumn, type ResultFormat } from '../resultFiles.ts';
import type { Run } from '../run.ts';
import type { Program } from '../settings.ts';
import { numberOf, WrongUsage, type Given } from './arguments.ts';
import { readCredentials, writeCredentials } from './credentials.ts';
import { readSecret } from './secret.ts';
import { solvedLocally } from './local.ts';
import { meshSettings, runSettings } from './settings.ts';
import { bashCompletion, helpText, manualPage, zshCompletion } from './texts.ts';

/** What a command prints: a text for people, and the same for programs. */
export interface Printed {
  text: string;
  json: unknown;
}

export interface Session {
  /** No output shows this key. */
  useKey: (key: string) => void;
  /** A connection by the options, the environment, or the login, in this order */
  client: () => Promise<Client>;
  /** What is said if the command is interrupted from now on */
  onInterrupt: (sentence: () => string) => void;
  /** On standard error */
  note: (sentence: string) => void;
}

type Action = (given: Given, session: Session) => Promise<Printed>;

const printed = (text: string, json: unknown = { text }): Printed => ({ text, json });
const only = (given: Given) => given.operands[0] ?? '';

export const ACTIONS: Readonly<Record<string, Action>> = {
  login: async (given, { useKey }) => {
    const kept = readCredentials();
    const url = given.text('url') ?? setting('PACE_URL') ?? kept.url;
    if (url === undefined) throw new WrongUsage('Which server? Give --url.');
    const key = setting('PACE_KEY') ?? (await readSecret('Access key: '));
    useKey(key);
    const client = await connect({ url, key, patience: patienceOf(given) });
    const path = writeCredentials({ url: client.url, key });
    return printed(`Logged in at ${client.url}; the key is in ${path}.`, { url: client.url, file: path });
  },

  upload: async (given, { client }) => {
    const program = given.text('program') as Program | undefined;
    const { id } = await (await client()).upload(only(given), { name: given.text('name'), program });
    return printed(id, { id });
  },

  mesh: async (given, { client, onInterrupt }) => {
    const frequency = given.text('frequency');
    const model = await (await client()).model(only(given));
    // The id is another one once the model has become a copy.
    onInterrupt(() => `The mesher goes on at the server: pace check ${model.id} waits for it.`);
    await model.mesh({
      ...meshSettings(given),
      frequency: frequency === undefined ? undefined : numberOf(frequency, 'frequency'),
      mergeSeams: given.has('merge-seams'),
    });
    const doctor = await model.doctor;
    return printed(`${model.id}\n${String(doctor)}`, { id: model.id, report: doctor.report });
  },

  check: async (given, { client }) => {
    const doctor = await (await (await client()).model(only(given))).doctor;
    if (doctor.verdict === 'errors') {
      const found = doctor.findings.find(({ severity }) => severity === 'error');
      throw new MeshFailed(found?.code ?? 'MESHER_FAILED', String(doctor));
    }
    return printed(String(doctor), doctor.report);
  },

  estimate: async (given, session) => {
    const run = await prepared(given, session);
    const estimate = await run.estimate();
    return printed(`${run.id}\n${String(estimate)}`, { id: run.id, ...estimate });
  },

  run: async (given, session) => {
    const run = await prepared(given, session);
    if (given.has('watch')) return watched(run, session);
    await run.start();
    return printed(run.id, { id: run.id, status: (await run.state()).status });
  },

  local: async (given, { note }) => {
    const format = given.text('as') as ResultFormat | undefined;
    const { results, folder } = await solvedLocally(given);
    note(`Mesh, job and results are in ${folder}.`);
    if (format === undefined) return rcsOf(results);
    const path = join(folder, `${results.name}.${format}`);
    return printed(await results.save(path, { format }), { format, file: path });
  },

  list: async (given, { client }) => {
    const page = given.text('page');
    const projects = await (await client()).projects(page === undefined ? 0 : numberOf(page, 'page'));
    const rows = projects.map(({ id, name, stateLive }) => {
      const { solverState, mesherState } = stateLive;
      const mesh = mesherState.status === '' ? 'no mesh' : `mesh ${mesherState.status}`;
      return `${id}  ${(solverState.status || mesh).padEnd(14)}  ${name}`;
    });
    return printed(rows.join('\n'), projects);
  },

  cancel: async (given, { client }) => {
    const run = await (await (await client()).run(only(given))).cancel();
    const { status } = await run.state();
    return printed(`${run.id} is ${status || 'not started'}.`, { id: run.id, status });
  },

  continue: async (given, session) => {
    const iterations = given.text('iterations');
    const run = await (await session.client()).run(only(given));
    await run.continue({
      iterations: iterations === undefined ? undefined : numberOf(iterations, 'iterations'),
    });
    if (given.has('watch')) return watched(run, session);
    return printed(run.id, { id: run.id, status: (await run.state()).status });
  },

  study: async (given, session) => {
    const [projectId = '', file = ''] = given.operands;
    const definition = definitionIn(file);
    const name = given.text('name') ?? (file === '-' ? 'Study' : basename(file, extname(file)));
    const study = await (await session.client()).createStudy(projectId, name, definition);
    if (!given.has('watch')) return printed(study.id, { id: study.id });
    session.onInterrupt(() => `The study goes on at the server: pace variants ${study.id}`);
    session.note(`Waiting for the end of study ${study.id}.`);
    return variantsOf(await study.wait());
  },

  studies: async (given, { client }) => {
    const studies = await (await client()).studies();
    const rows = studies.map(
      ({ id, name, status, counts, runs }) =>
        `${id}  ${`${status} ${counts.finished}/${runs}`.padEnd(20)}  ${name}`,
    );
    return printed(rows.join('\n'), studies);
  },

  variants: async (given, { client }) =>
    variantsOf(await (await (await client()).study(only(given))).state()),

  results: async (given, { client }) => {
    const format = given.text('as') as ResultFormat | undefined;
    const output = given.text('output');
    if (format && BINARY_FORMATS.includes(format) && output === undefined)
      throw new WrongUsage(`--as ${format} needs --output FILE.`);
    if (format === undefined && output !== undefined) throw new WrongUsage('--output needs --as FORMAT.');
    const results = await (await (await client()).run(only(given))).results();
    if (format === undefined) return rcsOf(results);
    const value = (name: string) => {
      const text = given.text(name);
      return text === undefined ? undefined : numberOf(text, name);
    };
    const choice = {
      frequency: value('frequency'),
      theta: value('theta'),
      phi: value('phi'),
      incident: given.text('incident') as 'V' | 'H' | undefined,
      density: given.text('density') as 'J' | 'M' | undefined,
    };
    if (output !== undefined)
      return printed(await results.save(output, { format, ...choice }), { format, file: output });
    const content = await results.content(format, choice);
    return printed(String(content).replace(/\n$/, ''), { format, content });
  },

  report: async (given, { client }) => {
    const results = await (await (await client()).run(only(given))).results();
    const output = given.text('output');
    if (output !== undefined) return printed(await results.archive(output), { file: output });
    const { summary } = results;
    const rows: [string, string][] = [
      ['name', results.name],
      ['converged', results.converged ? 'yes' : 'NO: its numbers are not as good as was asked'],
      ['frequencies', String(results.frequency.length)],
      ['directions', String(results.theta.length * results.phi.length)],
      ...(summary
        ? ([
            ['method', `${summary.method}: ${summary.reason}`],
            ...('unknowns' in summary ? [['unknowns', String(summary.unknowns)]] : []),
            ['triangles', String(summary.triangles)],
            ['seconds', String(summary.seconds)],
            ['peak memory', `${Math.round(summary.memoryBytes / 1e6)} MB`],
          ] as [string, string][])
        : []),
      ...results.notices.map((one): [string, string] => ['notice', one]),
    ];
    const width = Math.max(...rows.map(([name]) => name.length));
    return printed(rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join('\n'), {
      id: results.id,
      name: results.name,
      converged: results.converged,
      summary: summary ?? null,
    });
  },

  share: async (given, { client }) => {
    const link = await (await (await client()).run(only(given))).share();
    return printed(link, { link });
  },

  completion: async (given) => printed(only(given) === 'zsh' ? zshCompletion() : bashCompletion()),
  man: async () => printed(manualPage()),
  help: async () => printed(helpText()),
};

const PATIENCE_S = 30;

/** Of the environment; an empty one counts as none. */
const setting = (name: string): string | undefined => process.env[name] || undefined;

function patienceOf(given: Given): number {
  const text = given.text('patience');
  return text === undefined ? PATIENCE_S : numberOf(text, 'patience');
}

/** A connection by the options, the environment, or the login, in this order. */
export async function connected(given: Given, useKey: (key: string) => void): Promise<Client> {
  const kept = readCredentials();
  const url = given.text('url') ?? setting('PACE_URL') ?? kept.url;
  // The key of a login is for its own server alone.
  const isOfLogin = url !== undefined && url.replace(/\/+$/, '') === kept.url;
  const key = setting('PACE_KEY') ?? (isOfLogin ? kept.key : undefined);
  if (url === undefined)
    throw new WrongUsage('Which server? Call pace login --url URL first, or set PACE_URL.');
  if (key === undefined)
    throw new AccessKeyError(
      'UNAUTHENTICATED',
      `There is no access key for ${url}. Call pace login --url ${url} first.`,
    );
  useKey(key);
  return connect({ url, key, patience: patienceOf(given) });
}

/** Settings are looked at before any server is asked. */
async function prepared(given: Given, session: Session): Promise<Run> {
  const settings = runSettings(given);
  const client = await session.client();
  return settings ? (await client.model(only(given))).run(settings) : client.run(only(given));
}

/** Waits for the end of a run, and says on standard error which one it is. */
async function watched(run: Run, { onInterrupt, note }: Session): Promise<Printed> {
  // What has failed or was cancelled is told, not begun anew.
  if ((await run.state()).status === '') await run.start();
  onInterrupt(() => `The run goes on at the server. Watch it again: pace run ${run.id} --watch`);
  note(`Waiting for the end of run ${run.id}.`);
  return rcsOf(await run.wait());
}

/** A line a frequency and direction: Hz, degrees, dBsm of each term; which frequencies were interpolated, where some were. */
function rcsOf(results: Results): Printed {
  const { terms, axes, converged, computed } = results;
  const marks = computedColumn(computed);
  const levels = terms.map((term) => results.rcs(term, { dB: true }).data);
  const titles = [
    'frequency_Hz',
    'theta_deg',
    'phi_deg',
    ...marks.head,
    ...terms.map((term) => `${term}_dBsm`),
  ];
  const lines = [titles.join('\t')];
  if (!converged) lines.unshift('# NOT CONVERGED');
  let row = 0;
  axes.frequency.forEach((frequency, i) => {
    for (const theta of axes.theta)
      for (const phi of axes.phi) {
        const cells = [frequency, theta, phi, ...marks.of(i), ...levels.map((one) => one[row]?.toFixed(3))];
        lines.push(cells.join('\t'));
        row++;
      }
  });
  return printed(lines.join('\n'), {
    id: results.id,
    converged,
    frequencyHz: [...axes.frequency],
    computed: [...computed],
    thetaDeg: [...axes.theta],
    phiDeg: [...axes.phi],
    rcsDbsm: Object.fromEntries(terms.map((term, i) => [term, [...(levels[i] ?? [])]])),
  });
}

/** The definition of a study; the server says what is wrong with it. */
function definitionIn(file: string): StudyDefinition {
  const text = readFileSync(file === '-' ? 0 : file, 'utf8');
  try {
    return JSON.parse(text) as StudyDefinition;
  } catch (error) {
    throw new WrongUsage(`${file === '-' ? 'Standard input' : file} is no JSON: ${(error as Error).message}`);
  }
}

/** A line a variant: its values, of each objective dBsm and the ends of its bar, its state. */
function variantsOf(study: StudyAnswer): Printed {
  const { parameters, objectives } = study.definition;
  const titles = [
    'variant',
    ...parameters.map(({ name, target }) => name ?? target.kind),
    ...objectives.flatMap(({ name, statistic, component }) => {
      const title = name ?? `${statistic}_${component}`;
      return [`${title}_dBsm`, `${title}_low`, `${title}_high`];
    }),
    'status',
  ];
  const number = (value: number | null | undefined) =>
    value === undefined ? '' : value === null ? '-inf' : value.toFixed(3);
  const lines = study.variants.map(({ number: place, values, objectives: found, status, converged, error }) =>
    [
      place,
      ...values,
      ...objectives.flatMap((_, i) => {
        const one = found[i];
        return one ? [number(one.value), number(one.low), number(one.high)] : ['', '', ''];
      }),
      converged === false ? 'NOT CONVERGED' : error ? `${status}: ${error.detail}` : status,
    ].join('\t'),
  );
  return printed([titles.join('\t'), ...lines].join('\n'), study);
}
