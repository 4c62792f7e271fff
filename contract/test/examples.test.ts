import { readFileSync, readdirSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { english, JobSchema, validateJob } from '../src/index.ts';

interface Example {
  title: string;
  job: unknown;
  expect?: { code: string; where: string; message?: string };
}

function examples(verdict: 'good' | 'bad'): Example[] {
  const folder = new URL(`../examples/${verdict}/`, import.meta.url);
  return readdirSync(folder).map((file) => ({
    title: file.replace('.job.json', ''),
    ...(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Omit<Example, 'title'>),
  }));
}

const schema = JSON.parse(
  readFileSync(new URL('../schema/job.schema.json', import.meta.url), 'utf8'),
) as object;
const fitsJsonSchema = new Ajv({ strict: false }).compile(schema);

describe('good examples', () => {
  test('there are at least twelve', () => expect(examples('good').length).toBeGreaterThanOrEqual(12));
  test.each(examples('good'))('$title: the contract has no complaint', ({ job }) => {
    expect(validateJob(job)).toEqual([]);
  });
  test.each(examples('good'))('$title: the JSON Schema accepts it', ({ job }) => {
    expect(fitsJsonSchema(job), JSON.stringify(fitsJsonSchema.errors)).toBe(true);
  });
});

describe('bad examples', () => {
  test('there are at least twenty-five', () => expect(examples('bad').length).toBeGreaterThanOrEqual(25));
  test.each(examples('bad'))(
    '$title: the first complaint is the expected one',
    ({ job, expect: expected }) => {
      const [first] = validateJob(job);
      const { message, ...place } = expected!;
      expect(first).toMatchObject(place);
      const said = english(first!);
      if (message !== undefined) expect(said).toBe(message);
    },
  );
  test.each(examples('bad'))('$title: the JSON Schema gives the verdict of zod on the shape', ({ job }) => {
    expect(fitsJsonSchema(job)).toBe(JobSchema.safeParse(job).success);
  });
  test.each(examples('bad'))(
    '$title: exactly JOB_INVALID means a wrong shape',
    ({ job, expect: expected }) => {
      expect(fitsJsonSchema(job)).toBe(expected!.code !== 'JOB_INVALID');
    },
  );
  test('every code that a job can earn has an example', () => {
    const codes = new Set(examples('bad').map((example) => example.expect?.code));
    expect([...codes].sort()).toEqual([
      'ANGLE_INVALID',
      'FREQUENCY_INVALID',
      'JOB_INVALID',
      'SWEEP_TOO_LARGE',
      'VALIDATION',
    ]);
  });
});

test('a number beyond the range of doubles is refused at its place', () => {
  const job = JSON.parse(
    '{"schema":"pace-job-1","programType":1,"mesh":"m.unv","solverInput":{"frequency":[1e999,-1,-1]}}',
  ) as unknown;
  expect(validateJob(job)[0]).toMatchObject({ code: 'JOB_INVALID', where: '/solverInput/frequency/0' });
});
