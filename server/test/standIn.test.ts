import {
  FarZoneFileSchema,
  IterationsFileSchema,
  JobSchema,
  MONOSTATIC_FILE,
  MonoStaticFileSchema,
  parseResultFileName,
  RESULT_FILE,
  RunResultSchema,
} from '@pace/contract';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeEngines } from './support/fakeEngines.ts';

function schemaOf(name: string) {
  if (name === RESULT_FILE) return RunResultSchema;
  if (name === MONOSTATIC_FILE) return MonoStaticFileSchema;
  const kind = parseResultFileName(name)?.kind;
  if (kind === 'farzone') return FarZoneFileSchema;
  if (kind === 'iterations') return IterationsFileSchema;
  throw new Error(`${name} is no file of results`);
}

test.each([
  ['by LU', {}],
  ['by iterations that converge', { needs: '2' }],
  ['by iterations that do not', { needs: '9' }],
  ['by LU that does not converge', { needs: '9', method: 'dense-lu' }],
])(
  'results of the solver that stands in for the real one are such as the real one writes: %s',
  async (_, notes) => {
    const folder = await mkdtemp(join(tmpdir(), 'pace-stand-in-'));
    try {
      for (const [name, text] of Object.entries({ quick: '', ...notes }))
        await writeFile(join(folder, name), text);
      const job = JobSchema.parse({
        schema: 'pace-job-1',
        programType: 1,
        mesh: 'mesh.unv',
        solverInput: { numberofiterations: 3 },
      });
      await writeFile(join(folder, 'job.json'), JSON.stringify(job));
      await fakeEngines.solveHere({
        folder,
        out: 'results',
        threads: 1,
        signal: new AbortController().signal,
        onEvent: () => undefined,
      });
      const names = (await readdir(join(folder, 'results'))).filter((name) => name.endsWith('.json'));
      expect(names).toHaveLength(4);
      for (const name of names) {
        const content: unknown = JSON.parse(await readFile(join(folder, 'results', name), 'utf8'));
        expect(schemaOf(name).parse(content), name).toEqual(content);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
