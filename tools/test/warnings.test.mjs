// @ts-check
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT } from '../steps/paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'pace-warnings-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Compiles a file that earns one warning, with the words of a solver's build.
 * @param {boolean} asErrors
 */
function compiled(asErrors) {
  const build = join(folder, 'build');
  const option = `-DPACE_WARNINGS_AS_ERRORS=${asErrors ? 'ON' : 'OFF'}`;
  const words = [
    '-S',
    join(ROOT, 'solver'),
    '-B',
    build,
    '-G',
    'Ninja',
    '-DCMAKE_EXPORT_COMPILE_COMMANDS=ON',
    '-DPACE_TOGETHER=OFF',
    option,
  ];
  const configured = spawnSync('cmake', words, { encoding: 'utf8' });
  assert.equal(configured.status, 0, configured.stderr);
  const commands = /** @type {{ file: string, command: string, directory: string }[]} */ (
    JSON.parse(readFileSync(join(build, 'compile_commands.json'), 'utf8'))
  );
  // The one target without a precompiled header, which would have to be built first.
  const main = commands.find(({ file }) => file.endsWith('test/main.cpp'));
  assert.ok(main);
  const wrong = join(folder, 'wrong.cpp');
  writeFileSync(wrong, 'int wrong(int used) {\n  int unused = used;\n  return used;\n}\n');
  const [compiler = '', ...args] = main.command.split(' ').map((word) => (word === main.file ? wrong : word));
  args[args.indexOf('-o') + 1] = join(folder, 'wrong.o');
  return spawnSync(compiler, args, { cwd: main.directory, encoding: 'utf8' });
}

test('a warning of the compiler stops the build of tests, and no user’s build', () => {
  const strict = compiled(true);
  assert.notEqual(strict.status, 0);
  assert.match(strict.stderr, /error: unused variable .*\[-Werror=unused-variable\]/);
  const lenient = compiled(false);
  assert.equal(lenient.status, 0, lenient.stderr);
  assert.match(lenient.stderr, /warning: unused variable/);
});
