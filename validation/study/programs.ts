import { execFileSync, spawnSync } from 'node:child_process';
import { solverCommand, solverEnvironment } from '../../server/src/engines/programs.ts';

/** What a program prints, started as the product starts it. Its complaints go to the terminal. */
export function outputOf(command: string, options: string[]): string {
  return execFileSync(command, options, {
    encoding: 'utf8',
    env: solverEnvironment(1),
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** What a verb of the solver prints. */
export function paceOutput(options: string[]): string {
  return outputOf(solverCommand(), options);
}

const gmshCommand = () => process.env['PACE_GMSH'] ?? 'gmsh';

export function gmsh(options: string[]): void {
  outputOf(gmshCommand(), [...options, '-v', '2']);
}

export function hasGmsh(): boolean {
  return spawnSync(gmshCommand(), ['--version'], { stdio: 'ignore' }).status === 0;
}
