// @ts-check
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute } from '../steps/execute.mjs';

test('a program in the background has the lowest priority', async () => {
  let output = '';
  const onOutput = (/** @type {string} */ text) => (output += text);
  assert.equal(await execute('sh', ['-c', 'nice; exit 3'], { inBackground: true, onOutput }), 3);
  assert.equal(output, '19\n');
});

test('a program in the background that takes too long is ended with all that it started', async () => {
  let output = '';
  const code = await execute('sh', ['-c', 'sleep 600 & echo $!; wait'], {
    inBackground: true,
    timeoutMs: 500,
    onOutput: (text) => (output += text),
  });
  assert.equal(code, 124);
  const started = `/proc/${output.trim()}`;
  for (let tries = 0; existsSync(started) && tries < 100; tries++) await sleep(50);
  assert.equal(existsSync(started), false);
});
