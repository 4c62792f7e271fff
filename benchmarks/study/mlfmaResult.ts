import { RESULT_FILE, RunResultSchema } from '@pace/contract';
import { readRunFile } from '../../validation/study/runFiles.ts';

/** What a run of one frequency by MLFMA says of itself. @throws when it was another run */
export function fastResult(results: string) {
  const result = readRunFile(RunResultSchema, results, RESULT_FILE);
  if (result.method !== 'mlfma') throw new Error(`The run was solved by ${result.method}, not by MLFMA`);
  const [frequency] = result.frequencies;
  if (!frequency) throw new Error('The run has no frequency');
  return { result, products: frequency.products, mlfma: frequency.mlfma };
}

/** The same of a conductor. @throws when it was of another body */
export function mlfmaResult(results: string) {
  const { result, products, mlfma } = fastResult(results);
  if (!('degrees' in mlfma)) throw new Error('The run is of a body with regions');
  return { result, products, mlfma };
}
