import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { VERSION } from '../../src/version.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder in which the package is installed from its tarball, and nothing else; the wheel lies beside it in `packages`. */
    installed: string;
  }
}

/** The packages as `npm run pack` makes them, that of npm unpacked where programs find it. */
export default function setup(project: TestProject): () => void {
  const installed = mkdtempSync(join(tmpdir(), 'pace-packed-'));
  const pack = fileURLToPath(new URL('../../../../tools/pack.mjs', import.meta.url));
  // Without Python 3.11 the tarball is made, and the wheel is not.
  spawnSync(process.execPath, [pack, join(installed, 'packages')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const folder = join(installed, 'node_modules', '@pace-rcs', 'client');
  mkdirSync(folder, { recursive: true });
  const tarball = join(installed, 'packages', `pace-rcs-client-${VERSION}.tgz`);
  execFileSync('tar', ['xzf', tarball, '-C', folder, '--strip-components=1']);
  project.provide('installed', installed);
  return () => rmSync(installed, { recursive: true, force: true });
}
