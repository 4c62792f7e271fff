import { PROGRAM_TYPES } from '@pace/contract';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MeshSource } from '../caseFile.ts';
import { meshFile } from '../meshBuilding.ts';
import { mieCuts } from '../mieReference.ts';
import type { BarCase } from './barCases.ts';
import { coverageOf, type BarValue, type Coverage } from './coverage.ts';
import { solveMatrix, type Complex, type Matrix, type MatrixRun, type Term } from './solvedMatrix.ts';

/** Of a case by one equation. */
export interface BarResult extends Coverage {
  id: string;
  title: string;
  half: BarCase['half'];
  family: 'EFIE' | 'CFIE' | 'impedance' | 'layers' | 'media';
  /** EFIE weight, where the family does not say it. */
  alpha?: number;
  unknowns: number;
  referenceUnknowns?: number;
  /** Median of |error| / |reference| [%]. */
  medianErrorPercent: number;
  points: BarValue[];
  /** Of the corrected values, where the solver writes them. */
  corrected?: Coverage & { medianErrorPercent: number; points: BarValue[] };
}

/** Solves a case by each of its equations and compares it with its reference. */
export async function measureBars(theCase: BarCase, threads: number): Promise<BarResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pace-bars-'));
  try {
    const { reference } = theCase;
    const solved = async (
      name: string,
      source: MeshSource,
      { alpha, errorEstimate, body = theCase.body }: Pick<MatrixRun, 'alpha' | 'errorEstimate' | 'body'>,
    ) =>
      solveMatrix(join(folder, name), meshFile(source, folder), {
        ...{ frequencyHz: theCase.frequencyHz, alpha, threads, errorEstimate },
        ...(body ? { body } : {}),
      });
    const finer =
      reference.kind === 'finer'
        ? await solved('reference', reference.mesh, {
            ...{ alpha: 1, errorEstimate: false },
            ...(reference.body ? { body: reference.body } : {}),
          })
        : undefined;
    const results: BarResult[] = [];
    for (const alpha of theCase.alphas) {
      const run = await solved(`alpha-${alpha}`, theCase.mesh, { alpha, errorEstimate: true });
      const exact = finer?.matrices.map(({ terms }) => terms) ?? exactReturns(theCase, run.matrices);
      const largest = Math.max(...exact.flat().map(({ re, im }) => Math.hypot(re, im)));
      const compared = run.matrices.flatMap(({ terms }, i) =>
        terms.map((term, t) => compare(term, exact[i]?.[t], largest)),
      );
      const corrected = run.matrices.flatMap(({ corrected: terms = [] }, i) =>
        terms.map((term, t) => compare(term, exact[i]?.[t], largest)),
      );
      results.push({
        id: theCase.id,
        title: theCase.title,
        half: theCase.half,
        family: familyOf(theCase, alpha),
        ...(theCase.body && theCase.alphas.length > 1 ? { alpha } : {}),
        unknowns: run.unknowns,
        ...(finer ? { referenceUnknowns: finer.unknowns } : {}),
        ...judged(compared, largest),
        ...(corrected.length > 0 ? { corrected: judged(corrected, largest) } : {}),
      });
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function familyOf({ body }: BarCase, alpha: number): BarResult['family'] {
  if (body?.materials?.layers) return 'layers';
  if (body) return body.programType === PROGRAM_TYPES.coating ? 'impedance' : 'media';
  return alpha === 1 ? 'EFIE' : 'CFIE';
}

/** @param largest  |reference| */
function judged(points: BarValue[], largest: number) {
  const relative = points
    .filter(({ level }) => level > 0.03)
    .map(({ error, level }) => error / (level * largest))
    .sort((a, b) => a - b);
  return {
    medianErrorPercent: 100 * (relative[relative.length >> 1] ?? NaN),
    ...coverageOf(points),
    points,
  };
}

function compare(term: Term, exact: Complex | undefined, largest: number): BarValue {
  if (!exact) throw new Error('The reference has other directions than the run');
  return {
    error: Math.hypot(term.re - exact.re, term.im - exact.im),
    bar: term.bar,
    level: Math.hypot(exact.re, exact.im) / largest,
  };
}

/** What a sphere returns is the same from everywhere but for the phase of its centre, and not cross-polarized. */
function exactReturns(theCase: BarCase, matrices: readonly Matrix[]): Complex[][] {
  const { reference, frequencyHz } = theCase;
  if (reference.kind !== 'mie') throw new Error(`${theCase.id} has no exact reference`);
  const [forward] =
    mieCuts({
      radiusM: reference.radiusM,
      ...(reference.sphere ? { sphere: reference.sphere } : {}),
      centerM: [0, 0, 0],
      frequencyHz,
      thetaDeg: 90,
      phiDeg: 0,
      polarization: 1,
      cutPoints: 4,
    }).get('xy') ?? [];
  if (!forward) throw new Error('pace mie printed no xy plane');
  const { re, im } = forward.eTheta;
  const twiceK = (4 * Math.PI * frequencyHz) / 299_792_458;
  return matrices.map(({ thetaDeg, phiDeg }) => {
    const [theta, phi] = [thetaDeg, phiDeg].map((degrees) => (degrees * Math.PI) / 180) as [number, number];
    const [x, y, z] = reference.centerM;
    const way =
      x * Math.sin(theta) * Math.cos(phi) + y * Math.sin(theta) * Math.sin(phi) + z * Math.cos(theta);
    const [c, s] = [Math.cos(twiceK * way), Math.sin(twiceK * way)];
    const back = { re: re * c - im * s, im: re * s + im * c };
    const none = { re: 0, im: 0 };
    return [back, none, none, back];
  });
}
