import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { solverCommand } from '../src/engines/programs.ts';
import { localEngines } from '../src/engines/select.ts';
import { BROKEN_MODELS, unvInUnit, type BrokenModel } from './support/brokenModels.ts';
import { TestServer, type Client } from './support/testServer.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/broken-models.md'), 'utf8');
const rows = new Map(
  PAGE.split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => {
      const [model = '', check = '', solve = '', page = ''] = line.slice(2, -2).split(' | ');
      return [model, { check, solve, page }] as const;
    }),
);

let server: TestServer;
let user: Client;
beforeAll(async () => {
  if (!existsSync(solverCommand()))
    throw new Error(`This test needs the solver at ${solverCommand()}; build it with: npm run build:solver`);
  server = await TestServer.start({ engines: localEngines });
  user = await server.newUser();
});
afterAll(() => server?.stop());

const isOver = ({ status }: { status: string }) => status === 'Finished' || status === 'Error';
const quoted = (codes: readonly string[]) => [...new Set(codes)].map((code) => `\`${code}\``).join(', ');

async function upload(content: Buffer): Promise<string> {
  const { id } = await user.newProject();
  await user.upload(id, 'model.unv', content);
  await user.waitFor(id, ({ mesherState }) => isOver(mesherState));
  return id;
}

async function codesOf(id: string, severity: 'error' | 'warning'): Promise<string[]> {
  const { meshReport } = (await user.project(id)).state;
  return (meshReport?.findings ?? []).flatMap((finding) =>
    finding.severity === severity ? finding.code : [],
  );
}

/** Of a run at one frequency and angle, small and by the full wave. */
const input = (frequencyHz: number) => ({
  scalefactor: undefined,
  solvertype: 2,
  frequency: [frequencyHz, -1, -1],
  excitation: [40, 70, 1],
  cfiealpha: [0.5],
});

/** What the table says in its columns of the check and of the page. */
async function said({ mesh, metresPerUnit = 1, frequencyHz = 1e8 }: BrokenModel) {
  const id = await upload(unvInUnit(mesh, metresPerUnit));
  const { mesherState } = await user.state(id);
  if (mesherState.status === 'Error') {
    const { meshReport } = (await user.project(id)).state;
    if (meshReport) {
      // The sentence is the one of the doctor's row.
      const [first] = meshReport.findings;
      expect(mesherState).toMatchObject({ code: first?.code, detail: first?.sentence });
      expect(await user.startSolver(id, input(frequencyHz))).toMatchObject({ code: 'MESH_NOT_READY' });
    }
    const errors = meshReport ? await codesOf(id, 'error') : [mesherState.code!];
    return { check: `refuses: ${quoted(errors)}`, page: `refuses the upload: \`${mesherState.code}\`` };
  }
  const start = await user.startSolver(id, input(frequencyHz));
  const check = `warns: ${quoted(await codesOf(id, 'warning'))}`;
  if (start.code) return { check, page: `takes the upload, refuses the start: \`${start.code}\`` };
  const { solverState } = await user.waitFor(id, (state) => isOver(state.solverState));
  if (solverState.status === 'Error')
    return { check, page: `takes the upload, refuses the start: \`${solverState.code}\`` };
  expect(solverState.converged).toBe(true);
  const { notices } = (await user.project(id)).resultSummary!;
  return { check, page: `takes the upload; result: ${quoted(notices.map(({ code }) => code))}` };
}

test('every row of the table of broken models is one of these', () => {
  expect([...rows.keys()].filter((name) => name !== 'model' && !name.startsWith('---'))).toEqual(
    BROKEN_MODELS.map(({ name }) => name),
  );
});

test.each(BROKEN_MODELS.map((model) => [model.name, model] as const))(
  '%s: the page says what docs/broken-models.md says',
  async (name, model) => {
    const row = rows.get(name)!;
    expect(await said(model)).toEqual({ check: row.check, page: row.page });
  },
);
