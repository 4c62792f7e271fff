import { readFile } from 'node:fs/promises';

/**
 * Process numbers of the programs that noted their start in a file, in order. A line counts once it is whole: between the making
 * of the file and its first line it is empty.
 */
export async function startedPids(file: string): Promise<number[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').slice(0, -1).map(Number);
}

/**
 * Ends the process group that a program leads. No other number goes through: the group 0 is that of the tests themselves, with
 * everything that started them.
 */
export function killGroup(leader: number | undefined): void {
  if (leader === undefined || !Number.isInteger(leader) || leader <= 1)
    throw new Error(`No process leads the group ${leader}`);
  process.kill(-leader, 'SIGKILL');
}
