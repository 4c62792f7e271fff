import { distinct } from '@pace/contract';
import { useState } from 'react';
import type { ResultPoint } from '../data/resultPoint.ts';
import type { SweepPoints } from '../data/resultSummary.ts';

export interface PointChoice {
  /** Undefined when the result has no frequency or no illumination */
  point: ResultPoint | undefined;
  frequenciesHz: number[];
  /** Those of them that were not solved, but interpolated */
  interpolatedHz: readonly number[];
  thetasDeg: number[];
  /** Those that were computed with the chosen theta */
  phisDeg: number[];
  choose: (part: Partial<ResultPoint>) => void;
}

const among = (values: readonly number[], wanted: number | undefined) =>
  wanted !== undefined && values.includes(wanted) ? wanted : values[0];

/** The point nearest to what was chosen that the result really has. */
export function availablePoint(
  { frequenciesHz, illuminations, interpolatedHz = [] }: SweepPoints,
  chosen: Partial<ResultPoint>,
): Omit<PointChoice, 'choose'> {
  const thetasDeg = distinct(illuminations.map(({ thetaDeg }) => thetaDeg));
  const thetaDeg = among(thetasDeg, chosen.thetaDeg);
  const phisDeg = distinct(
    illuminations.filter((one) => one.thetaDeg === thetaDeg).map(({ phiDeg }) => phiDeg),
  );
  const phiDeg = among(phisDeg, chosen.phiDeg);
  const frequencyHz = among(frequenciesHz, chosen.frequencyHz);
  const complete = frequencyHz !== undefined && thetaDeg !== undefined && phiDeg !== undefined;
  return {
    point: complete ? { frequencyHz, thetaDeg, phiDeg } : undefined,
    frequenciesHz,
    interpolatedHz,
    thetasDeg,
    phisDeg,
  };
}

/** Choice of one frequency and one illumination of a result. */
export function usePointChoice(sweep: SweepPoints): PointChoice {
  const [chosen, setChosen] = useState<Partial<ResultPoint>>({});
  return { ...availablePoint(sweep, chosen), choose: (part) => setChosen((old) => ({ ...old, ...part })) };
}
