/** The program `pace` of the packed package. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../../testing/freePort.ts';
import { ACTIONS } from '../src/cli/actions.ts';
import { COMMANDS, optionsOf } from '../src/cli/table.ts';
import { HAS_SERVER, temporaryFolder, URL_OF_SERVER } from './support/connected.ts';
import { begin, pace, PACE, type Ended } from './support/program.ts';
import { sphereUnv } from './support/sphere.ts';

const folder = temporaryFolder();
const alone = { XDG_CONFIG_HOME: join(folder, 'empty') };
const without = { ...alone, PACE_URL: undefined, PACE_KEY: undefined };

describe('the table of commands', () => {
  test('has an action for each command and no other', () => {
    expect(Object.keys(ACTIONS).sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
  });

  test('is what help, completion and the manual page show', async () => {
    const [help, bash, zsh, man, version] = await Promise.all([
      pace(['--help']),
      pace(['completion', 'bash']),
      pace(['completion', 'zsh']),
      pace(['man']),
      pace(['--version']),
    ]);
    expect([help, bash, zsh, man, version].map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const command of COMMANDS) {
      expect(help.out).toContain(`  ${command.name} `);
      expect(man.out).toContain(`.SS pace ${command.name}`);
      expect(bash.out).toContain(`      ${command.name}) words=`);
      expect(zsh.out).toContain(`    ${command.name}) _arguments`);
      for (const { name } of optionsOf(command)) {
        expect(bash.out).toContain(`--${name}`);
        expect(zsh.out).toContain(`--${name}[`);
        expect(man.out).toContain(`\\-\\-${name.replaceAll('-', '\\-')}`);
      }
    }
    const script = `${bash.out}\nCOMP_WORDS=(pace results --as "ma"); COMP_CWORD=3; _pace; echo "\${COMPREPLY[@]}"`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('mat\n');
    const runHelp = await pace(['run', '--help']);
    for (const { name } of optionsOf(COMMANDS.find(({ name: one }) => one === 'run')!))
      expect(runHelp.out).toContain(`--${name}`);
  });
});

describe('exit codes', () => {
  test.each([
    [2, ['uplaod', 'a.step'], /Did you mean upload/],
    [2, ['run'], /takes ID/],
    [2, ['run', 'x', '--nonsense'], /--help/],
    [2, ['results', 'x', '--as', 'xls'], /csv, mat/],
    [2, ['list'], /pace login/],
    [2, ['run', 'x', '--frequency', '1e9', '--set', 'residualerror=1,2'], /residualerror is one value/],
    [2, ['run', 'x', '--frequency', '1e9', '--set', 'outermedia=1,a'], /a is no number|number/],
    [3, ['list', '--url', 'http://127.0.0.1:1'], /no access key/],
  ])('%i of pace %j', async (code, words, said) => {
    const ended = await pace(words, without);
    expect(ended.err).toMatch(said);
    expect([ended.code, ended.out]).toEqual([code, '']);
  });

  test('3 where the server cannot be reached, without the key in the output', async () => {
    const key = 'pace_secret_of_the_test';
    const port = await freePort();
    const ended = await pace(['list', '--patience', '0', '--json'], {
      ...alone,
      PACE_URL: `http://127.0.0.1:${port}`,
      PACE_KEY: key,
    });
    expect(ended.code).toBe(3);
    expect(JSON.parse(ended.out)).toMatchObject({ error: { code: 'CONNECTION_LOST' } });
    expect(ended.out + ended.err).not.toContain(key);
  });
});

describe.skipIf(!HAS_SERVER)('against a server', () => {
  const all: Ended[] = [];
  const env = { XDG_CONFIG_HOME: join(folder, 'config'), PACE_URL: undefined, PACE_KEY: undefined };
  const key = process.env['PACE_KEY'] ?? '';
  const call = async (...words: string[]) => {
    const ended = await pace(words, env);
    all.push(ended);
    return ended;
  };

  test('a model goes from its file to its results, and the key is never shown', async () => {
    all.push(await pace(['login', '--url', URL_OF_SERVER], env, `${key}\n`));
    expect(all[0]).toMatchObject({ code: 0 });
    expect(statSync(join(folder, 'config', 'pace', 'credentials.json')).mode & 0o777).toBe(0o600);
    const model = (await call('upload', sphereUnv(join(folder, 'a.unv'), 0.25, 1))).out.trim();
    expect((await call('check', model)).out).toMatch(/^triangles +80$/m);
    const waves = ['--frequency', '2e8', '--theta', '60:90:30', '--phi', '0', '--polarization', 'VH'];
    const settings = [
      'errorestimate=false',
      'numberoffarlocations=36',
      'cfiealpha=0.4',
      'outermedia=0',
    ].flatMap((one) => ['--set', one]);
    const estimated = await call('estimate', model, ...waves, ...settings);
    expect(estimated.out).toMatch(/\n120 unknowns/);
    const id = estimated.out.split('\n')[0]!;
    const ran = await call('run', id, '--watch', '--json');
    expect(JSON.parse(ran.out)).toMatchObject({ id, converged: true, thetaDeg: [60, 90] });
    // Not a terminal: no progress bar.
    expect(ran.err).toBe(`pace: Waiting for the end of run ${id}.\n`);
    expect((await call('results', id)).out.split('\n')).toHaveLength(4);
    expect((await call('results', id, '--as', 'csv')).out).toMatch(/^frequency_Hz,theta_deg,phi_deg,VV_re_m/);
    expect((await call('results', id, '--as', 'txt')).out).toMatch(/^# Pace/);
    expect((await call('results', id, '--as', 'ffe', '--theta', '60')).out).toMatch(
      /^##File Type: Far field/,
    );
    expect((await call('results', id, '--as', 'mat')).code).toBe(2);
    const mat = join(folder, 'a.mat');
    expect((await call('results', id, '--as', 'mat', '--output', mat)).code).toBe(0);
    expect(statSync(mat).size).toBeGreaterThan(500);
    expect((await call('results', id, '--as', 'msh')).out).toMatch(/^\$MeshFormat/);
    const vtu = join(folder, 'j.vtu');
    expect((await call('results', id, '--as', 'vtu', '--theta', '60', '--output', vtu)).code).toBe(0);
    expect(readFileSync(vtu, 'utf8')).toContain('Name="J_real"');
    expect((await call('report', id)).out).toMatch(/^method +dense-lu/m);
    expect((await call('report', id, '-o', join(folder, 'run.zip'))).code).toBe(0);
    expect((await call('share', id)).out).toContain('/shared?id=');
    expect((await call('list', '--json')).out).toContain(id);
    expect((await call('continue', id)).code).toBe(3);
    expect((await call('run', '00000000-0000-0000-0000-000000000000')).code).toBe(3);
    expect((await call('run', model, '-f', '1e12')).err).toContain('FREQUENCY_INVALID');
    const broken = join(folder, 'broken.unv');
    writeFileSync(broken, 'no mesh');
    const bad = (await call('upload', broken)).out.trim();
    expect((await call('check', bad)).code).toBe(1);
    const reading = { ...env, PACE_URL: URL_OF_SERVER, PACE_KEY: process.env['PACE_KEY_READ'] };
    expect((await pace(['run', model, '-f', '1e8'], reading)).code).toBe(3);
    for (const { out, err } of all) expect(out + err).not.toContain(key);
  });

  test('local meshes and solves in a folder what the server would, and says what is wrong', async () => {
    const root = fileURLToPath(new URL('../../../', import.meta.url));
    const alone = { PACE_HOME: root, PACE_URL: undefined, PACE_KEY: undefined };
    const waves = ['-f', '2e8', '--theta', '60:90:30', '--phi', '0', '--polarization', 'VH'];
    const output = ['--output', join(folder, 'local')];
    const unv = sphereUnv(join(folder, 'c.unv'), 0.25, 1);
    const local = (model: string, ...more: string[]) => pace(['local', model, ...waves, ...more], alone);
    const ran = await local(unv, ...output, '--as', 'csv');
    expect(ran).toMatchObject({ code: 0, out: `${join(folder, 'local', 'local.csv')}\n` });
    expect(ran.err).toContain('% SOLUTION STAGE');
    const model = (await call('upload', unv)).out.trim();
    const id = (await call('run', model, ...waves, '--watch', '--json')).out;
    const { out } = await call('results', (JSON.parse(id) as { id: string }).id, '--as', 'csv');
    const numbers = (csv: string) =>
      csv
        .trim()
        .split('\n')
        .slice(1)
        .flatMap((line) => line.split(',').map(Number));
    const [here, there] = [numbers(readFileSync(ran.out.trim(), 'utf8')), numbers(out)];
    expect(here).toHaveLength(there.length);
    // The order of sums depends on the number of threads.
    here.forEach((value, i) => expect(Math.abs(value - there[i]!)).toBeLessThan(1e-9));
    // Layers of the library, by the rules of the server
    const coated = await local(unv, ...output, '--program', 'coating', '--layer', 'Teflon (PTFE)@0.01');
    expect(coated.out.split('\n')).toHaveLength(4);
    const unknown = await local(unv, ...output, '--program', 'coating', '--layer', 'Teflo@0.01');
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('MATERIAL_MISSING')]);
    const broken = join(folder, 'broken-too.unv');
    writeFileSync(broken, 'no mesh');
    expect(await local(broken)).toMatchObject({
      code: 1,
      err: expect.stringContaining('UNV_NOT_A_UNV') as string,
    });
    expect((await local(join(folder, 'none.unv'))).code).toBe(2);
    expect((await pace(['local', unv, ...waves], { ...alone, PACE_HOME: folder })).err).toContain(
      'set PACE_HOME',
    );
  });

  test('a study is started from a file, waited for, listed and printed', async () => {
    const model = (await call('upload', sphereUnv(join(folder, 'd.unv'), 0.25, 1))).out.trim();
    const prepared = await call('estimate', model, '-f', '2e8', '--theta', '90', '--phi', '0', '--json');
    const { id } = JSON.parse(prepared.out) as { id: string };
    const file = join(folder, 'alphas.json');
    const definition = {
      parameters: [{ target: { kind: 'alpha' }, values: { list: [0.3, 0.6] } }],
      sampling: { kind: 'grid' },
      objectives: [{ statistic: 'maximum' }],
    };
    writeFileSync(file, JSON.stringify(definition));
    const ran = await call('study', id, file, '--watch');
    const lines = ran.out.trim().split('\n');
    expect(lines[0]).toBe(
      'variant\talpha\tmaximum_total_dBsm\tmaximum_total_low\tmaximum_total_high\tstatus',
    );
    expect(lines.slice(1).map((line) => line.split('\t').filter((_, i) => [0, 1, 5].includes(i)))).toEqual([
      ['1', '0.3', 'Finished'],
      ['2', '0.6', 'Finished'],
    ]);
    const [, study = ''] = /study (\S+)\.\n/.exec(ran.err) ?? [];
    expect((await call('variants', study)).out).toBe(ran.out);
    expect((await call('studies')).out).toContain(`${study}  Finished 2/2`);
    expect((await call('variants', 'none')).code).toBe(3);
    writeFileSync(file, 'no JSON');
    expect(await call('study', id, file)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is no JSON') as string,
    });
    const wrong = { ...definition, parameters: [{ target: { kind: 'meshSize' }, values: { list: [0.1] } }] };
    writeFileSync(file, JSON.stringify(wrong));
    expect((await call('study', id, file)).err).toContain('STUDY_INVALID');
  });

  test('Ctrl-C leaves the run on the server and says how to watch it again', async () => {
    await pace(['login', '--url', URL_OF_SERVER], { ...env, PACE_KEY: key });
    const model = (await call('upload', sphereUnv(join(folder, 'b.unv'), 0.25, 2))).out.trim();
    const sweep = ['-f', '2.5e8:3.5e8:2e6', '--theta', '0:180:5', '--phi', '0:350:10'];
    const started = await call('run', model, ...sweep);
    const id = started.out.trim();
    const watching = begin(PACE(), ['run', id, '--watch'], env);
    await watching.printed(/Waiting for the end/);
    watching.kill('SIGINT');
    const ended = await watching.ended;
    expect([ended.code, ended.err]).toEqual([
      130,
      `pace: Waiting for the end of run ${id}.\npace: The run goes on at the server. Watch it again: pace run ${id} --watch\n`,
    ]);
    expect((await call('cancel', id)).out).toMatch(/is (Cancelled|Running)/);
    const again = await call('run', id, '--watch');
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('CANCELLED')]);
  });
});
