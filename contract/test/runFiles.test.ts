import { readFileSync, readdirSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  CheckReportSchema,
  farZoneFields,
  FarZoneFileSchema,
  IterationsFileSchema,
  meshReportOfCheck,
  MeshReportSchema,
  MONOSTATIC_FILE,
  MonoStaticFileSchema,
  parseResultFileName,
  RESULT_FILE,
  RunResultSchema,
  TimesFileSchema,
  worstBackwardError,
  type FarZoneFile,
  type RunResult,
} from '../src/index.ts';

const EXAMPLES = new URL('../examples/runs/', import.meta.url);
const PARSERS = {
  result: RunResultSchema,
  farzone: FarZoneFileSchema,
  monostatic: MonoStaticFileSchema,
  iterations: IterationsFileSchema,
  times: TimesFileSchema,
  check: CheckReportSchema,
  mesh: MeshReportSchema,
} satisfies Record<string, z.ZodType>;
type Kind = keyof typeof PARSERS;

function kindOf(name: string): Kind {
  if (name === RESULT_FILE) return 'result';
  if (name === MONOSTATIC_FILE) return 'monostatic';
  if (name === 'check.json') return 'check';
  if (name === 'mesh.json') return 'mesh';
  const kind = parseResultFileName(name)?.kind;
  if (kind === 'farzone' || kind === 'iterations') return kind;
  if (kind === 'time') return 'times';
  throw new Error(`${name} is no file of a run`);
}

const schemas = Object.fromEntries(
  Object.keys(PARSERS).map((kind) => [
    kind,
    new Ajv({ strict: false }).compile(
      JSON.parse(readFileSync(new URL(`../schema/${kind}.schema.json`, import.meta.url), 'utf8')) as object,
    ),
  ]),
);
const fits = (kind: Kind, content: unknown): boolean => schemas[kind]!(content);
const isRead = (kind: Kind, content: unknown): boolean => PARSERS[kind].safeParse(content).success;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Path = (string | number)[];

/** Written by the solver and the mesher; a folder a run. */
const examples = readdirSync(EXAMPLES).flatMap((run) =>
  readdirSync(new URL(run, EXAMPLES)).map((name) => ({
    title: `${run}/${name}`,
    kind: kindOf(name),
    content: JSON.parse(readFileSync(new URL(`${run}/${name}`, EXAMPLES), 'utf8')) as Json,
  })),
);
const result = (run: string) =>
  structuredClone(
    examples.find(({ title }) => title === `${run}/${RESULT_FILE}`)!.content,
  ) as unknown as RunResult;

/** Every place in a document, those inside lists once. */
function placesOf(value: Json, at: Path = []): Path[] {
  if (Array.isArray(value)) return value.length > 0 ? placesOf(value[0]!, [...at, 0]) : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, child]) => [[...at, key], ...placesOf(child, [...at, key])]);
}

/** A copy with the object that holds a place changed. */
function changed(content: Json, path: Path, change: (holder: Record<string, Json>, key: string) => void) {
  const copy = structuredClone(content);
  const holder = path
    .slice(0, -1)
    .reduce<Json>((inside, key) => (inside as Record<string, Json>)[key]!, copy);
  change(holder as Record<string, Json>, path.at(-1) as string);
  return copy;
}

/** What may be missing: the program writes it only where there is something to say. */
const OPTIONAL = new Set([
  'where',
  'part',
  'formulation',
  'extinction',
  'ranks',
  'longEdges',
  'step',
  'adjacency',
  'mesher',
  'frequencyHz of check',
  'wavelength_m',
  'wavelengths',
  'edge_wavelengths',
]);
/** What the schemas let be null: a length that is infinite, a unit that nobody states, a mesh that was not made. */
const NULLABLE = new Set(['smooth_m', 'smoothM', 'metresPerUnitInFile', 'metresPerUnit', 'longestAfterM']);

test('there is an example of every kind of file and of every method', () => {
  expect(new Set(examples.map(({ kind }) => kind))).toEqual(new Set(Object.keys(PARSERS)));
  const methods = examples.filter(({ kind }) => kind === 'result').map(({ content }) => content);
  expect(new Set(methods.map((content) => (content as unknown as RunResult).method)).size).toBe(4);
});

describe.each(examples)('$title', ({ kind, content }) => {
  test('is accepted, and the parser loses nothing of it', () => {
    expect(PARSERS[kind].parse(content)).toEqual(content);
    expect(fits(kind, content), JSON.stringify(schemas[kind]!.errors)).toBe(true);
  });

  test('is refused by its JSON Schema without any of its keys', () => {
    for (const path of placesOf(content)) {
      const key = String(path.at(-1));
      if (OPTIONAL.has(key) || (path.length === 1 && OPTIONAL.has(`${key} of ${kind}`))) continue;
      const broken = changed(content, path, (holder, name) => delete holder[name]);
      expect(fits(kind, broken), `without ${path.join('/')}`).toBe(false);
    }
  });

  test('is refused with null, a text, or a number that is none in the place of any number', () => {
    for (const path of placesOf(content)) {
      const [key, value] = [String(path.at(-1)), path.reduce<Json>((in_, at) => (in_ as never)[at], content)];
      const isNumber = typeof value === 'number' || (Array.isArray(value) && typeof value[0] === 'number');
      if (!isNumber) continue;
      for (const wrong of ['1', ...(NULLABLE.has(key) ? [] : [null]), NaN, Infinity]) {
        const broken = changed(content, path, (holder, name) => {
          const place = holder[name];
          if (Array.isArray(place)) place[place.length - 1] = wrong;
          else holder[name] = wrong;
        });
        const where = `${String(wrong)} at ${path.join('/')}`;
        expect(isRead(kind, broken), where).toBe(false);
        // NaN and infinities are no JSON: a program that writes them writes null.
        if (wrong === null || wrong === '1') expect(fits(kind, broken), where).toBe(false);
      }
    }
  });

  test('is refused by its JSON Schema with a key that is not in it', () => {
    for (const path of placesOf(content)) {
      const broken = changed(content, path, (holder) => (holder['unheardOf'] = 1));
      const isInList = path.length > 1 && typeof path.at(-1) === 'number';
      if (!isInList) expect(fits(kind, broken), `beside ${path.join('/')}`).toBe(false);
    }
  });
});

describe('a result', () => {
  test('is not finished without all of its frequencies', () => {
    const broken = result('optics');
    broken.frequencies.pop();
    expect(RunResultSchema.safeParse(broken).success).toBe(false);
    expect(RunResultSchema.safeParse({ ...broken, finished: false }).success).toBe(true);
  });
  test('under way says how far its frequency is', () => {
    const partial = { frequencyHz: 300e6, illuminations: 2, backwardError: 1e-9, digits: 0, converged: true };
    const underWay = { ...result('dense'), finished: false, frequencies: [], partial };
    expect(RunResultSchema.parse(underWay)).toEqual(underWay);
    expect(fits('result', underWay)).toBe(true);
    expect(RunResultSchema.safeParse({ ...result('dense'), partial }).success).toBe(false);
  });
  test('has no frequency twice, nor one that was not asked for', () => {
    const whole = result('dense') as Extract<RunResult, { method: 'dense-lu' }>;
    const [one] = whole.frequencies;
    expect(RunResultSchema.safeParse({ ...whole, finished: false, frequencies: [one, one] }).success).toBe(
      false,
    );
    expect(RunResultSchema.safeParse({ ...whole, frequenciesHz: [1e9] }).success).toBe(false);
  });
  test('has converged where each of its frequencies has', () => {
    expect(RunResultSchema.safeParse({ ...result('unconverged'), converged: true }).success).toBe(false);
    expect(RunResultSchema.safeParse({ ...result('dense'), converged: false }).success).toBe(false);
  });
  test('has the report of its own method', () => {
    expect(isRead('result', { ...result('mlfma'), method: 'hybrid' })).toBe(false);
    expect(isRead('result', { ...result('mlfma'), method: 'dense LU' })).toBe(false);
    expect(fits('result', { ...result('mlfma'), method: 'dense LU' })).toBe(false);
  });
  test('of the first version is read, but is not what this version writes', () => {
    const first = result('dense') as Record<string, unknown>;
    delete first['finished'];
    delete first['processorSeconds'];
    const [{ digits: _, converged: __, ...frequency }] = result('dense').frequencies as unknown as [
      Record<string, unknown>,
    ];
    first['frequencies'] = [frequency];
    expect(RunResultSchema.parse(first)).toEqual(first);
    expect(fits('result', first)).toBe(false);
  });
  test('of an earlier version may have stages of other names', () => {
    const earlier = result('mlfma') as Extract<RunResult, { method: 'mlfma' }>;
    const stages = { near: { coreSeconds: 1, flops: 1, bytes: 1 }, radiating: {} };
    const mlfma = { ...earlier.frequencies[0]!.mlfma, stages };
    const read = RunResultSchema.parse({
      ...earlier,
      frequencies: [{ ...earlier.frequencies[0], mlfma }],
    });
    expect(read.frequencies[0]).toMatchObject({ mlfma: { stages: { near: stages.near } } });
  });
  test('has as its worst residual that of all its frequencies, if its method has one', () => {
    const whole = result('dense') as Extract<RunResult, { method: 'dense-lu' }>;
    const [one] = whole.frequencies;
    const worse = { ...one!, backwardError: 1e-3 };
    expect(worstBackwardError({ ...whole, frequencies: [one!, worse, one!] })).toBe(1e-3);
    expect(worstBackwardError(result('optics'))).toBeUndefined();
  });
});

describe('notices', () => {
  test('may have a key of the catalogue of messages and its values', () => {
    const notice = {
      code: 'A',
      sentence: 'A.',
      message: 'A.first',
      values: { count: 3, of: ['a', { message: 'b.second', values: { size: 1.5 } }] },
    };
    const said = { ...result('dense'), notices: [notice] };
    expect(RunResultSchema.parse(said)).toEqual(said);
    expect(fits('result', said)).toBe(true);
  });
});

describe('far fields', () => {
  const of = (run: string) =>
    examples.find(({ title }) => title.startsWith(run) && title.includes('farzone'))!.content;
  const file = of('dense/') as unknown as Extract<FarZoneFile, { polarization: 0 | 1 | 2 | 3 }>;
  const both = of('both/') as unknown as Extract<FarZoneFile, { polarization: 4 }>;
  test('of one incident wave have no matrix, and those of both no field', () => {
    expect(isRead('farzone', { ...both, polarization: 1 })).toBe(false);
    expect(fits('farzone', { ...both, polarization: 1 })).toBe(false);
    expect(isRead('farzone', { ...file, polarization: 4 })).toBe(false);
    expect(fits('farzone', { ...file, polarization: 4 })).toBe(false);
  });
  test('of both polarizations have a record with a matrix a direction', () => {
    const [field] = farZoneFields(both);
    const [{ plane, ...columns }] = both.cuts as [(typeof both.cuts)[number]];
    const first = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[0]]));
    expect(field).toEqual({ plane, ...first });
    const broken = structuredClone(both);
    broken.cuts[0]!.s_HV_Imag.pop();
    expect(isRead('farzone', broken)).toBe(false);
  });
  test('with columns of different lengths are refused', () => {
    for (const column of ['anglePhi', 'e_Theta_Real', 'e_Phi_Imag'] as const) {
      const broken = structuredClone(file);
      broken.cuts[1]![column].pop();
      expect(isRead('farzone', broken), column).toBe(false);
    }
  });
  test('have a record a direction, cut by cut', () => {
    const fields = farZoneFields(file);
    expect(fields).toHaveLength(file.cuts.reduce((sum, { angleTheta }) => sum + angleTheta.length, 0));
    const [, second] = file.cuts;
    expect(fields[file.cuts[0]!.angleTheta.length]).toEqual({
      plane: 'xz',
      angleTheta: second!.angleTheta[0],
      anglePhi: second!.anglePhi[0],
      e_Theta_Real: second!.e_Theta_Real[0],
      e_Theta_Imag: second!.e_Theta_Imag[0],
      e_Phi_Real: second!.e_Phi_Real[0],
      e_Phi_Imag: second!.e_Phi_Imag[0],
    });
  });
});

test('a history that does not count from 1 is refused', () => {
  const history = (...numbers: number[]) => ({
    method: 'mlfma',
    converged: true,
    iterations: numbers.map((iteration) => ({ iteration, residual: 0.1 })),
  });
  expect(isRead('iterations', history(1, 2, 3))).toBe(true);
  expect(isRead('iterations', history(1, 3))).toBe(false);
  expect(isRead('iterations', history(0, 1))).toBe(false);
});

describe('a report of a mesh', () => {
  const check = examples.find(({ kind }) => kind === 'check')!.content as unknown as z.infer<
    typeof CheckReportSchema
  >;
  test('is that of pace check with the names of the contract', () => {
    const report = meshReportOfCheck(check);
    expect(report).toMatchObject({ ...check, triangles: check.totals.triangles });
    expect(report.parts[0]).toMatchObject({ areaM2: check.parts[0]!.area_m2 });
    expect(MeshReportSchema.parse(report)).toEqual(report);
    expect(fits('mesh', report), JSON.stringify(schemas['mesh']!.errors)).toBe(true);
  });
  test('has no unit that was only assumed', () => {
    const assumed = { ...check, units: { ...check.units, source: 'assumed' as const } };
    expect(meshReportOfCheck(assumed).metresPerUnit).toBeNull();
    expect(meshReportOfCheck(check).metresPerUnit).toBe(check.units.metresPerUnit);
  });
  test('of an earlier version may lack what is counted since', () => {
    const { unmergedEdges: _, mergedNodes: __, ...earlier } = meshReportOfCheck(check);
    expect(isRead('mesh', earlier)).toBe(true);
    expect(fits('mesh', earlier)).toBe(false);
  });
});
