import type { SphereResult } from '@pace/contract';
import { plainNumber } from './quantities.ts';

/** What is smaller than this beside the radius is rounding of the mesh file. */
const NOTHING = 1e-6;

export function centreText({ centreM, radiusM }: SphereResult, language: string): string {
  return centreM
    .map((value) => plainNumber(Math.abs(value) < NOTHING * radiusM ? 0 : value, language, 6))
    .join('; ');
}
