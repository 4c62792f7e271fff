import { SPEED_OF_LIGHT } from './constants.ts';
import { LIMITS } from './limits.ts';

/** What `partmethods` says of a part. */
export const PART_METHODS = { byRule: 0, physicalOptics: 1, fullWave: 2 } as const;

/** What the rule looks at; absent in reports of meshes that were made before Hybrid knew parts. */
export interface PartShape {
  /** Diagonal of the box around the part */
  extentM?: number | undefined;
  areaM2: number;
  /** Smaller of the radius of curvature and the distance between sharp edges; null for a flat part */
  smoothM?: number | null | undefined;
}

/**
 * What speaks for the method: the part is large and smooth (`optics`), electrically small, sharply curved, the rule left no
 * other part to the full wave (`alone`), or its shape is not known.
 */
export type PartVerdict = 'optics' | 'small' | 'curved' | 'alone' | 'unknown';

export interface HybridPart {
  method: 1 | 2;
  verdict: PartVerdict;
  /** Nobody chose the method: it follows the frequency. */
  byRule: boolean;
}

function verdictOf(part: PartShape, wavelengthM: number): PartVerdict {
  if (part.extentM === undefined || part.smoothM === undefined) return 'unknown';
  if (
    part.extentM < LIMITS.hybridExtentWavelengths * wavelengthM ||
    part.areaM2 < LIMITS.hybridAreaWavelengths2 * wavelengthM ** 2
  )
    return 'small';
  return part.smoothM !== null && part.smoothM < LIMITS.hybridSmoothWavelengths * wavelengthM
    ? 'curved'
    : 'optics';
}

/**
 * How Hybrid solves each part: as `partmethods` asks, else by the rule, which the solver applies too
 * (solver/src/model/part_choice.cpp). Physical Optics alone is solver type 1, so the rule never gives it every part.
 * @param lowestHz  of the run
 */
export function hybridParts(
  parts: readonly PartShape[],
  partmethods: readonly (0 | 1 | 2)[],
  lowestHz: number,
): HybridPart[] {
  const asked = (i: number) => (partmethods.length === 1 ? partmethods[0]! : (partmethods[i] ?? 0));
  const chosen = parts.map((part, i): HybridPart => {
    const verdict = verdictOf(part, SPEED_OF_LIGHT / lowestHz);
    const byRule = asked(i) === PART_METHODS.byRule;
    const optics = byRule ? verdict === 'optics' : asked(i) === PART_METHODS.physicalOptics;
    return { method: optics ? PART_METHODS.physicalOptics : PART_METHODS.fullWave, verdict, byRule };
  });
  if (chosen.some(({ method }) => method === PART_METHODS.fullWave)) return chosen;
  return chosen.map((part) =>
    part.byRule ? { ...part, method: PART_METHODS.fullWave, verdict: 'alone' } : part,
  );
}
