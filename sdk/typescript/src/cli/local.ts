/** `pace local`: mesher and solver of a checkout in a folder, without a server. */
import {
  FarZoneFileSchema,
  farZoneFields,
  LocalInputSchema,
  LocalMesherSchema,
  modelTypeOf,
  MonoStaticFileSchema,
  PROGRAM_TYPES,
  resultFileName,
  RunResultSchema,
  type LibraryMaterial,
  type LocalInput,
  type MeshReport,
  type ResultKey,
  type WireProject,
} from '@pace/contract';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RunFailed, type PaceError } from '../errors.ts';
import { libraryMaterial, materialsInput } from '../materials.ts';
import { Results } from '../results.ts';
import { checkProgram, mesherOptions, programType, solverInput, type RunSettings } from '../settings.ts';
import type { Transport } from '../transport.ts';
import { valuesOf } from '../units.ts';
import { numberOf, WrongUsage, type Given } from './arguments.ts';
import { meshSettings, runSettings } from './settings.ts';

/** Below a checkout */
const LOCAL = join('server', 'src', 'local', 'main.ts');

/**
 * Meshes and solves a model in a folder, with progress on standard error.
 * @throws RunFailed with the code of the mesher or the solver; WrongUsage where there is no checkout
 */
export async function solvedLocally(given: Given): Promise<{ results: Results; folder: string }> {
  const model = resolve(given.operands[0] ?? '');
  if (!existsSync(model)) throw new WrongUsage(`There is no file ${model}.`);
  const settings = runSettings(given);
  if (!settings) throw new WrongUsage('pace local needs --frequency.');
  const program = programType(given.text('program') ?? 'pec');
  checkProgram(settings, program);
  const folder = resolve(given.text('output') ?? `${basename(model, extname(model))}-pace`);
  const checkout = new Checkout(homeOf());
  mkdirSync(folder, { recursive: true });
  write(folder, 'mesher.json', mesherOf(given, model, settings));
  const report = (await checkout.run(['mesh', folder, model])) as MeshReport;
  write(folder, 'input.json', await inputOf(checkout, settings, program, report));
  await checkout.run(['solve', folder]);
  return { results: resultsOf(folder, settings), folder };
}

function mesherOf(given: Given, model: string, settings: RunSettings) {
  const [lowest = NaN] = valuesOf(settings.frequency);
  const highest = valuesOf(settings.frequency).at(-1) ?? lowest;
  const unit = given.text('unit');
  if (modelTypeOf(model) === 'STEP') {
    const { size = 'lambda/10', ...others } = meshSettings(given);
    return LocalMesherSchema.parse({
      options: { ...mesherOptions({ size, ...others, frequency: others.frequency ?? highest }) },
    });
  }
  return LocalMesherSchema.parse({
    metresPerUnit: unit === undefined ? undefined : numberOf(unit, 'unit'),
    mergeSeams: given.has('merge-seams'),
    frequencyHz: highest,
  });
}

async function inputOf(
  checkout: Checkout,
  settings: RunSettings,
  program: LocalInput['programType'],
  report: MeshReport,
): Promise<LocalInput> {
  const { coating, boundaries, pecBack = true, materials: own = [], frequency } = settings;
  const { core, ...input } = solverInput(settings, program);
  const hasMaterials = program !== PROGRAM_TYPES.pec;
  const library = hasMaterials ? ((await checkout.run(['library'])) as LibraryMaterial[]) : [];
  return LocalInputSchema.parse({
    programType: program,
    solverInput: input,
    ...(hasMaterials && {
      materials: materialsInput({
        coating,
        pecBack,
        boundaries,
        own,
        library: library.map(libraryMaterial),
        surfaces: report.parts.map(({ number }) => number),
        frequencies: valuesOf(frequency),
      }),
    }),
    threads: core ?? availableParallelism(),
  });
}

/** Results as they lie in a folder. */
function resultsOf(folder: string, settings: RunSettings): Results {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, 'results', name), 'utf8'));
  // Of all that a server answers, the cuts are what files are made of.
  const files = {
    call: (name: string, key: ResultKey) => {
      if (name !== 'farZoneFieldsResult') throw notHere();
      const file = FarZoneFileSchema.parse(read(resultFileName('farzone', key)));
      return Promise.resolve({
        farZoneFields: farZoneFields(file),
        converged: file.converged,
        computed: file.computed,
      });
    },
    save: () => {
      throw notHere();
    },
  };
  const project = {
    id: folder,
    name: settings.name ?? basename(folder),
    resultSummary: RunResultSchema.parse(read('result.json')),
    state: {},
  } as unknown as WireProject;
  return new Results(
    files as unknown as Transport,
    project,
    MonoStaticFileSchema.parse(read('monostatic.json')),
  );
}

const notHere = () =>
  new WrongUsage(
    'pace local writes csv, mat, txt and ffe. Other files are of a server, and the folder has all results.',
  );

const write = (folder: string, name: string, value: unknown) =>
  writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);

/** PACE_HOME, or the checkout that this program or the folder of the shell is in. */
function homeOf(): string {
  const given = process.env['PACE_HOME'];
  const candidates = given
    ? [resolve(given)]
    : [...above(process.cwd()), ...above(fileURLToPath(import.meta.url))];
  const home = candidates.find((one) => existsSync(join(one, LOCAL)));
  if (home === undefined)
    throw new WrongUsage(
      'pace local runs the mesher and the solver of a checkout of Pace: set PACE_HOME to it (git clone, then npm start or npm run build:solver once).',
    );
  return home;
}

function above(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...above(parent)];
}

class Checkout {
  readonly #home: string;

  constructor(home: string) {
    this.#home = home;
  }

  /** What server/src/local answers; its progress goes to standard error. @throws RunFailed */
  run(words: readonly string[]): Promise<unknown> {
    const child = spawn(process.execPath, ['--import', 'tsx', join(this.#home, LOCAL), ...words], {
      cwd: this.#home,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PACE_KEY: undefined },
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    return new Promise((done, fail) => {
      child.once('error', fail);
      child.once('close', (code) => {
        const answer = parsed(text);
        if (code === 0 && answer !== undefined) return done(answer);
        const { code: said = 'FAILED', detail = text } = (answer ?? {}) as Partial<PaceError>;
        fail(new RunFailed(said, detail === '' ? `The checkout ended with ${code}.` : detail));
      });
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
