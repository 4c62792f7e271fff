// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { packed } from '../steps/packing.mjs';

/**
 * Runs tasks that take as many turns as is said, and returns what began after what.
 * @param {(import('../steps/packing.mjs').Task & { turns?: number })[]} tasks
 * @param {number} room
 */
async function begun(tasks, room) {
  let used = 0;
  /** @type {string[]} */
  const order = [];
  const names = await packed(
    tasks,
    room,
    async ({ name, cores: asked, inBackground, turns = 1 }, { after }) => {
      const cores = inBackground ? 0 : asked;
      used += cores;
      assert.ok(used <= Math.max(room, cores), `${used} cores are given away`);
      order.push(after === undefined ? name : `${name} after ${after}`);
      await sleep(20 * turns);
      used -= cores;
      return name;
    },
  );
  assert.deepEqual(
    names,
    tasks.map(({ name }) => name),
  );
  return order;
}

test('a task begins when there is room, and a later one that fits goes first', async () => {
  const order = await begun(
    [
      { name: 'build', cores: 2, turns: 5 },
      { name: 'large', cores: 2 },
      { name: 'small', cores: 1 },
      { name: 'huge', cores: 9 },
    ],
    3,
  );
  assert.deepEqual(order, ['build', 'small', 'large after build', 'huge after large']);
});

test('a task waits for what it needs, and not for what is not run', async () => {
  const order = await begun(
    [
      { name: 'tests', cores: 1, needs: ['build', 'a task that is not there'] },
      { name: 'build', cores: 1, turns: 3 },
      { name: 'lint', cores: 1 },
    ],
    3,
  );
  assert.deepEqual(order, ['build', 'lint', 'tests after build']);
});

test('a background task takes no room, and there is one at a time', async () => {
  const order = await begun(
    [
      { name: 'build', cores: 2 },
      { name: 'build of tests', cores: 2, inBackground: true, needs: ['build'], turns: 3 },
      { name: 'tests', cores: 2, inBackground: true },
      { name: 'browser', cores: 2, turns: 2 },
      { name: 'server', cores: 2, turns: 4 },
    ],
    2,
  );
  assert.deepEqual(order, [
    'build',
    'tests',
    'browser after build',
    'build of tests after tests',
    'server after browser',
  ]);
});

test('tasks that need each other are an error, not a wait without end', async () => {
  await assert.rejects(
    begun(
      [
        { name: 'a', cores: 1, needs: ['b'] },
        { name: 'b', cores: 1, needs: ['a'] },
      ],
      2,
    ),
    /need each other: a, b/,
  );
});
