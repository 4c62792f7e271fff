import { LIMITS } from '@pace/contract';
import { totalmem } from 'node:os';
import type { ResourceLimits } from './sandbox.ts';

export const DEFAULT_MESHER_RUNS = 2;

/** What one run of the mesher may take. */
export interface MesherLimits {
  memoryBytes: number;
  /** Looking through a STEP file for its units and faces: 50 MB take about a second on an idle core. */
  readingMs: number;
  /** Reading the model and joining touching solids; nothing is known about their cost beforehand. */
  geometryMs: number;
  /** Making triangles: a fixed part and a share of each predicted one. gmsh takes 0.05 to 0.15 ms on an idle core. */
  meshingMs: number;
  meshingMsPerTriangle: number;
  /** Meshing again with MeshAdapt on some faces: what the first time took as often as this, and a fixed part. */
  againTimes: number;
  againMs: number;
}

/**
 * PACE_MESHER_MEMORY_BYTES, PACE_STEP_READING_SECONDS and PACE_MESHER_GEOMETRY_SECONDS override; else three quarters of the machine, shared
 * by the meshings that run at once (PACE_MESHER_RUNS), and 30 minutes.
 */
export function mesherLimits(): MesherLimits {
  return {
    memoryBytes: positive('PACE_MESHER_MEMORY_BYTES') ?? Math.floor((0.75 * totalmem()) / mesherRuns()),
    readingMs: 1000 * (positive('PACE_STEP_READING_SECONDS') ?? 60),
    geometryMs: 1000 * (positive('PACE_MESHER_GEOMETRY_SECONDS') ?? 1800),
    meshingMs: 300_000,
    meshingMsPerTriangle: 2,
    againTimes: 2,
    againMs: 60_000,
  };
}

/** Reading a model and joining its solids: a small file holds a slot for minutes, not for as long as the largest may. */
const GEOMETRY_LEAST_MS = 300_000;
const GEOMETRY_MS_PER_MEGABYTE = 120_000;

/** @param modelBytes  of the STEP file */
export function geometryMs(limits: MesherLimits, modelBytes: number): number {
  return Math.min(limits.geometryMs, GEOMETRY_LEAST_MS + (modelBytes / 1e6) * GEOMETRY_MS_PER_MEGABYTE);
}

const READ_BYTES = 50e6;

/** Reading a mesh file: what 50 MB may take, and as much again for each 50 MB more. */
export function meshFileMs(limits: MesherLimits, fileBytes: number): number {
  return limits.readingMs * Math.max(1, fileBytes / READ_BYTES);
}

/** One mesh of the largest size that is allowed is well below this. */
const FILE_BYTES = 16 * 2 ** 30;

/** Of one program that reads a model: the time limits end it long before its processor time is used up, if they can. */
export function limitsOfProgram(limits: MesherLimits): ResourceLimits {
  const longestMs =
    limits.geometryMs + limits.meshingMs + limits.meshingMsPerTriangle * LIMITS.meshTrianglesMax;
  return {
    memoryBytes: limits.memoryBytes,
    cpuSeconds: Math.ceil(longestMs / 1000),
    fileBytes: FILE_BYTES,
  };
}

/** As many as config.ts says when nothing is set. */
const mesherRuns = () => positive('PACE_MESHER_RUNS') ?? DEFAULT_MESHER_RUNS;

function positive(name: string): number | undefined {
  const value = Number(process.env[name]);
  return value > 0 ? value : undefined;
}
