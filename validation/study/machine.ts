import { cpus, totalmem } from 'node:os';

/** What a record was measured on. */
export interface RecordMachine {
  processor: string;
  logicalProcessors: number;
  memoryGib: number;
}

export function machineOfRecords(): RecordMachine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    logicalProcessors: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
  };
}
