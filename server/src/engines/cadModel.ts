import type { MesherOptions, ModelFormat } from '@pace/contract';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isBrep,
  isBrepEnd,
  lengthUnit,
  readIgesHead,
  stepRefusal,
  type StepSummary,
} from '../mesher/index.ts';
import { engineError, refuse } from './errors.ts';
import { readStep } from './stepThread.ts';

/** Geometry of a CAD program in a run folder. */
export interface CadModel {
  file: string;
  format: ModelFormat;
  summary: StepSummary;
  /** Metres per unit in which gmsh reads the file; undefined of STEP, which it reads in metres */
  scaling?: number;
}

/** The start and global sections of an IGES file are far shorter. */
const HEAD_BYTES = 1 << 16;
const TAIL_BYTES = 256;
/** gmsh reads IGES in millimetres, whatever the unit of the file. */
const IGES_SCALING = 1e-3;

/**
 * What a model says of itself before gmsh is asked.
 * @throws EngineError if it is of another format, breaks off, or is silent about its unit
 */
export async function readCadModel(
  folder: string,
  { file, format }: { file: string; format: ModelFormat },
  options: MesherOptions,
  signal: AbortSignal,
): Promise<CadModel> {
  if (format === 'STEP') {
    const summary = await readStep(join(folder, file), signal);
    refuse(stepRefusal(summary));
    return { file, format, summary };
  }
  const { head, tail } = await endsOf(join(folder, file));
  if (format === 'IGES') {
    const { isIges, unit } = readIgesHead(head);
    if (!isIges) throw engineError('STEP_NOT_A_STEP.iges');
    if (!unit) throw engineError('STEP_UNITS_UNKNOWN.iges');
    return { file, format, summary: summaryOf([unit]), scaling: IGES_SCALING };
  }
  if (!isBrep(head)) throw engineError('STEP_NOT_A_STEP.brep');
  if (!isBrepEnd(tail)) throw engineError('STEP_BROKEN.format', { format });
  const { metresPerUnit } = options;
  if (metresPerUnit === undefined) throw engineError('STEP_UNITS_UNKNOWN.brep');
  return {
    file,
    format,
    summary: summaryOf([lengthUnit(metresPerUnit, `${metresPerUnit} m`)]),
    scaling: metresPerUnit,
  };
}

/** gmsh says what it cannot read of these formats; how many faces there should be is not known. */
const summaryOf = (lengthUnits: StepSummary['lengthUnits']): StepSummary => ({
  isStep: true,
  isComplete: true,
  lengthUnits,
  faceRecords: 0,
  hasExternalReferences: false,
});

async function endsOf(file: string): Promise<{ head: string; tail: string }> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const read = async (from: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
      return buffer.toString('latin1', 0, bytesRead);
    };
    return { head: await read(0, HEAD_BYTES), tail: await read(Math.max(0, size - TAIL_BYTES), TAIL_BYTES) };
  } finally {
    await handle.close();
  }
}
