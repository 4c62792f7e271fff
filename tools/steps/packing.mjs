// @ts-check
/**
 * @typedef {{ name: string, cores: number, needs?: readonly string[], inBackground?: boolean }} Task
 *   cores: how many it keeps busy, about; needs: names of tasks that must have ended before, however they ended;
 *   inBackground: it uses only what the others leave idle (execute.mjs) and takes no room from them
 * @typedef {{ seconds: number, after?: string }} Begin
 *   when a task began, and the task by whose end it could; without `after` it waited for nothing
 */

/**
 * Runs tasks side by side. In the order of the list, each begins as soon as what it needs has ended and there is room; one
 * that has to wait holds up none of those behind it. In the background there is one at a time.
 * @template {Task} T
 * @template R
 * @param {readonly T[]} tasks
 * @param {number} room  cores that are given away at a time; a task that asks for more runs with none but background tasks
 * @param {(task: T, begin: Begin) => Promise<R>} run  must not reject
 * @returns {Promise<R[]>}  in the order of the tasks
 */
export async function packed(tasks, room, run) {
  const started = Date.now();
  const waiting = new Set(tasks);
  /** @type {Map<T, Promise<{ task: T, result: R }>>} */
  const running = new Map();
  /** @type {Map<T, R>} */
  const results = new Map();
  /** @type {string | undefined} */
  let after;
  while (results.size < tasks.length) {
    for (const task of [...waiting]) {
      const isReady = (task.needs ?? []).every(
        (name) => ![...waiting, ...running.keys()].some((other) => other.name === name),
      );
      if (!isReady || !hasRoom(task, [...running.keys()], room)) continue;
      waiting.delete(task);
      const begin = { seconds: (Date.now() - started) / 1000, ...(after === undefined ? {} : { after }) };
      running.set(
        task,
        run(task, begin).then((result) => ({ task, result })),
      );
    }
    if (running.size === 0)
      throw new Error(`These need each other: ${[...waiting].map(({ name }) => name).join(', ')}`);
    const { task, result } = await Promise.race(running.values());
    running.delete(task);
    results.set(task, result);
    after = task.name;
  }
  return tasks.map((task) => /** @type {R} */ (results.get(task)));
}

/**
 * @param {Task} task
 * @param {readonly Task[]} running
 * @param {number} room
 */
function hasRoom(task, running, room) {
  if (task.inBackground) return !running.some(({ inBackground }) => inBackground);
  const others = running.filter(({ inBackground }) => !inBackground);
  return others.length === 0 || others.reduce((sum, { cores }) => sum + cores, task.cores) <= room;
}
