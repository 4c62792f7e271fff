import { refusal, type Refusal } from '../mesher/index.ts';

const GIB = 2 ** 30;

/** Of a run that could never have the memory it needs; undefined if it could. */
export function memoryRefusal(neededBytes: number, limitBytes: number): Refusal | undefined {
  if (neededBytes <= limitBytes) return undefined;
  return refusal('MEMORY.machineLimit', { needed: gibibytes(neededBytes), allowed: gibibytes(limitBytes) });
}

const gibibytes = (bytes: number) => Number((bytes / GIB).toPrecision(2));
