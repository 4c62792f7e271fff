// @ts-check
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute } from './execute.mjs';
import { vitestOutcome } from './outcomes.mjs';
import { packageCommand, ROOT } from './paths.mjs';

/** A suite that hangs is ended after this. */
export const SUITE_TIMEOUT_MS = 45 * 60_000;

/**
 * @param {string} workspace  folder below the root
 * @param {{ files?: readonly string[], env?: Record<string, string> }} [only]  all files unless some are named
 * @returns {Promise<import('./outcomes.mjs').Outcome>}
 */
export async function vitest(workspace, { files = [], env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pace-test-'));
  const report = join(folder, 'report.json');
  try {
    const code = await execute(
      process.execPath,
      [
        packageCommand('', 'vitest'),
        'run',
        ...files,
        // A line a file, and what failed in full: the record of a whole run stays short enough to be read and kept.
        '--reporter=default',
        '--slowTestThreshold=3600000',
        '--silent=passed-only',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      {
        cwd: join(ROOT, workspace),
        timeoutMs: SUITE_TIMEOUT_MS,
        env: { ...process.env, OMP_WAIT_POLICY: 'PASSIVE', ...env },
      },
    );
    return vitestOutcome(readReport(report), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
