// @ts-check
/**
 * What `npm test` prints at its end.
 * @typedef {import('./outcomes.mjs').Outcome & { name: string, seconds: number, processorSeconds: number, begin: import('./packing.mjs').Begin }} Row
 *   seconds: wall time; processorSeconds: of the suite's processes that were waited for by their parents; begin: when it
 *   began, and what it waited for
 */

const SLOWEST = 30;

/**
 * The table of suites, the slowest cases, what did not run and why, what failed, and the line that counts.
 * @param {readonly Row[]} rows
 * @param {number} seconds  wall time of the whole
 * @returns {{ text: string, passed: number, failed: number }}
 */
export function summary(rows, seconds) {
  const sum = (/** @type {(row: Row) => number} */ of) => rows.reduce((total, row) => total + of(row), 0);
  const [passed, failed] = [sum((row) => row.passed), sum((row) => row.failed)];
  const suites = table([
    ['suite', 'passed', 'failed', 'began at', 'seconds', 'processor s', ''],
    ...rows.map((row) => [
      row.name,
      `${row.passed}`,
      `${row.failed}`,
      row.begin.seconds.toFixed(1),
      row.seconds.toFixed(1),
      row.processorSeconds.toFixed(1),
      [
        ...(row.note ? [row.note] : []),
        ...(row.skipped ? [`${row.skipped.length} not run`] : []),
        ...(row.begin.after === undefined ? [] : [`waited for ${row.begin.after}`]),
      ].join(', '),
    ]),
    [
      'total',
      `${passed}`,
      `${failed}`,
      '',
      seconds.toFixed(1),
      sum((row) => row.processorSeconds).toFixed(1),
      '',
    ],
  ]);
  const slowest = rows
    .flatMap(({ name, cases = [] }) => cases.map((one) => ({ suite: name, ...one })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map((one) => `  ${one.seconds.toFixed(1).padStart(6)} s  ${one.suite}: ${one.name}`);
  const listed = (/** @type {string} */ title, /** @type {string[]} */ lines) =>
    lines.length === 0 ? '' : `\n${title}\n${lines.join('\n')}\n`;
  const text = [
    `\n${suites}\n`,
    listed(`The ${slowest.length} slowest cases:`, slowest),
    listed(
      'NOT RUN:',
      rows.flatMap(({ name, skipped = [] }) => skipped.map((test) => `  ${name}: ${test}`)),
    ),
    listed(
      'FAILED:',
      rows.flatMap(({ name, failures = [] }) => failures.map((test) => `  ${name}: ${test}`)),
    ),
    `\n${passed} passed, ${failed} failed\n`,
  ].join('');
  return { text, passed, failed };
}

/** @param {string[][]} lines  a name, five numbers, a note */
function table(lines) {
  const width = Math.max(...lines.map(([name = '']) => name.length)) + 1;
  return lines
    .map(([name = '', good = '', bad = '', begun = '', time = '', processor = '', note = '']) =>
      `${name.padEnd(width)}${good.padStart(8)}${bad.padStart(8)}${begun.padStart(10)}${time.padStart(10)}${processor.padStart(13)}  ${note}`.trimEnd(),
    )
    .join('\n');
}
