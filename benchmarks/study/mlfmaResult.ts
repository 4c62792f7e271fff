import { RESULT_FILE, RunResultSchema } from '@pace/contract';
import { readRunFile } from '../../validation/study/runFiles.ts';

/** What a run of one frequency by MLFMA says of itself. @throws when it was another run */
export function mlfmaResult(results: string) {
  const result = readRunFile(RunResultSchema, results, RESULT_FILE);
  if (result.method !== 'mlfma') throw new Error(`The run was solved by ${result.method}, not by MLFMA`);
  const [frequency] = result.frequencies;
  if (!frequency) throw new Error('The run has no frequency');
  if (!('degrees' in frequency.mlfma)) throw new Error('The run is of a body with regions');
  return { result, products: frequency.products, mlfma: frequency.mlfma };
}
