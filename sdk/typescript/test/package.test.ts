/** The packages as they are given away, and the examples of the documentation run with them. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { VERSION } from '../src/version.ts';
import { HAS_SERVER, temporaryFolder } from './support/connected.ts';
import { begin } from './support/program.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const EXAMPLES = join(ROOT, 'docs', 'sdk', 'examples');
const folder = temporaryFolder();

test('the tarball has what is needed and nothing else', () => {
  const client = join(inject('installed'), 'node_modules', '@pace-rcs', 'client');
  expect(readdirSync(client).sort()).toEqual([
    'LICENSE',
    'README.md',
    'THIRD-PARTY-LICENSES',
    'dist',
    'man',
    'package.json',
  ]);
  const manifest = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')) as object;
  expect(manifest).not.toHaveProperty('dependencies');
  const imports = readdirSync(join(client, 'dist'))
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [
      ...readFileSync(join(client, 'dist', name), 'utf8').matchAll(/^import .*? ?from "([^"]+)"/gm),
    ])
    .map(([, from]) => from!);
  expect(imports.filter((from) => !from.startsWith('node:') && !from.startsWith('./'))).toEqual([]);
});

test('a program in an empty folder imports it, and its types stand alone and are those of the pages', () => {
  const script = join(inject('installed'), 'imports.mts');
  writeFileSync(
    script,
    `import { connect, type Results, type RunSettings } from '@pace-rcs/client';
const settings: RunSettings = { frequency: 1e9, polarization: 'VH' };
export async function level(): Promise<number> {
  const pc = await connect({ url: 'http://localhost' });
  const run = await (await pc.upload('a.step')).run(settings);
  const res: Results = await run.wait({ onProgress: (state) => console.log(state.status) });
  const method: string | undefined = res.summary?.method;
  return method === undefined ? 0 : res.rcs('VV', { dB: true }).at(0, 0, 0);
}
// @ts-expect-error: there is no such polarization
export const wrong: RunSettings = { frequency: 1e9, polarization: 'X' };
`,
  );
  const pages = ['docs/sdk/typescript.md', 'sdk/typescript/README.md'].map((page, i) => {
    const [, code] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, page), 'utf8')) ?? [];
    const file = join(inject('installed'), `page${i}.mts`);
    writeFileSync(file, code!);
    return file;
  });
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  const types = ['--typeRoots', join(ROOT, 'node_modules', '@types')];
  const tsc = join(ROOT, 'node_modules', 'typescript7', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, ...options, ...types, script, ...pages], {
    cwd: inject('installed'),
    stdio: 'inherit',
  });
  const one = "import('@pace-rcs/client').then((all) => console.log(typeof all.connect, all.VERSION))";
  const out = execFileSync(process.execPath, ['-e', one], { cwd: inject('installed'), encoding: 'utf8' });
  expect(out).toMatch(/^function \d+\.\d+\.\d+\n$/);
});

test('pip takes the wheel', ({ skip }) => {
  const wheel = join(inject('installed'), 'packages', `pace_rcs-${VERSION}-py3-none-any.whl`);
  skip(!existsSync(wheel), 'the wheel needs Python 3.11');
  const words = ['install', '--quiet', '--no-index', '--no-deps', '--disable-pip-version-check'];
  execFileSync('python3', ['-m', 'pip', ...words, '--target', folder, wheel], { stdio: 'pipe' });
  expect(readdirSync(folder)).toContain('pace');
  expect(readdirSync(join(folder, 'pace'))).toContain('py.typed');
  expect(readFileSync(join(folder, `pace_rcs-${VERSION}.dist-info`, 'METADATA'), 'utf8')).toContain(
    'Requires-Dist: numpy',
  );
});

describe.skipIf(!HAS_SERVER)('the examples', () => {
  const example = (name: string, ...words: string[]) => {
    const script = join(inject('installed'), `${name}.mjs`);
    cpSync(join(EXAMPLES, `${name}.mjs`), script);
    return begin(script, words);
  };

  test('all have a test', () => {
    const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.mjs'));
    expect(names.sort()).toEqual(['batch.mjs', 'resume.mjs', 'sphere.mjs', 'twenty_lines.mjs']);
  });

  test('sphere.mjs is as near to Mie as its triangles allow', async () => {
    const { code, out, err } = await example('sphere').ended;
    expect([code, err]).toEqual([0, '']);
    // Flat triangles of λ/11.
    expect(Number(/differs from Mie by (\S+) %/.exec(out)?.[1])).toBeLessThan(4);
  });

  test('twenty_lines.mjs checks a STEP model against its series and saves it in three formats', async () => {
    const { code, out, err } = await example('twenty_lines', join(ROOT, 'e2e', 'data', 'sphere.step')).ended;
    expect([code, err]).toEqual([0, '']);
    expect(Number(/differs from Mie by (\S+) %/.exec(out)?.[1])).toBeLessThan(1);
    expect(
      out
        .trim()
        .split('\n')
        .slice(-3)
        .every((file) => existsSync(file)),
    ).toBe(true);
  });

  test('batch.mjs prints each run once', async () => {
    const { code, out } = await example('batch').ended;
    expect([code, out.match(/^[VH] \d+: \S+ dBsm$/gm)?.length, out.trim().endsWith('\n4')]).toEqual([
      0,
      4,
      true,
    ]);
  });

  test('resume.mjs has its run again after it was killed', async () => {
    const first = example('resume');
    await first.printed(/^[0-9a-f-]{36}\n/);
    first.kill('SIGKILL');
    const id = (await first.ended).out.trim();
    const { code, out } = await example('resume', id).ended;
    expect([code, out]).toEqual([0, expect.stringMatching(/^\S+ dBsm\n$/)]);
  });
});
