/** Numbers to colour a mesh by, from complex current vectors (Re x, Im x, Re y, Im y, Re z, Im z a point). */

export const CURRENT_PARTS = ['magnitude', 'real', 'imaginary', 'phase'] as const;
/** phase: the instantaneous Re(J e^{jωt}) at one phase ωt */
export type CurrentPart = (typeof CURRENT_PARTS)[number];

/** The length of the vector, or one of its coordinates with its sign. */
export const CURRENT_DIRECTIONS = ['vector', 'x', 'y', 'z'] as const;
export type CurrentDirection = (typeof CURRENT_DIRECTIONS)[number];

const NUMBERS_A_POINT = 6;
const AXES = { x: 0, y: 1, z: 2 } as const;

/**
 * One number a point. Of the vector: the root of the sum of the squares of what is looked at; of a coordinate: its value
 * (magnitude: of the complex number). The phase is in radians and counts for `phase` only.
 */
export function currentQuantity(
  current: Float32Array,
  part: CurrentPart,
  direction: CurrentDirection,
  phaseRad = 0,
  into?: Float32Array,
): Float32Array {
  const count = current.length / NUMBERS_A_POINT;
  const values = into?.length === count ? into : new Float32Array(count);
  const [re, im] =
    part === 'real' ? [1, 0] : part === 'imaginary' ? [0, 1] : [Math.cos(phaseRad), -Math.sin(phaseRad)];
  const isMagnitude = part === 'magnitude';
  if (direction !== 'vector') {
    const at = 2 * AXES[direction];
    for (let v = 0; v < count; v++) {
      const real = current[NUMBERS_A_POINT * v + at]!;
      const imaginary = current[NUMBERS_A_POINT * v + at + 1]!;
      values[v] = isMagnitude ? Math.sqrt(real * real + imaginary * imaginary) : re * real + im * imaginary;
    }
    return values;
  }
  for (let v = 0; v < count; v++) {
    let power = 0;
    for (let i = NUMBERS_A_POINT * v; i < NUMBERS_A_POINT * (v + 1); i += 2) {
      const real = current[i]!;
      const imaginary = current[i + 1]!;
      if (isMagnitude) power += real * real + imaginary * imaginary;
      else power += (re * real + im * imaginary) ** 2;
    }
    values[v] = Math.sqrt(power);
  }
  return values;
}

/** Values with a sign need a range about zero. */
export const isSigned = (part: CurrentPart, direction: CurrentDirection): boolean =>
  part !== 'magnitude' && direction !== 'vector';

/** Title of the colour bar. */
export function quantityLabel(density: 'J' | 'M', part: CurrentPart, direction: CurrentDirection): string {
  const name = direction === 'vector' ? density : `${density}${direction}`;
  const inside = { magnitude: name, real: `Re ${name}`, imaginary: `Im ${name}`, phase: `Re(${name} e^jωt)` }[
    part
  ];
  return direction === 'vector' || part === 'magnitude' ? `|${inside}|` : inside;
}

/** Largest value over all phases, so that an animation keeps one range: of coordinates exactly, of vectors the longest axis. */
export function largestOverPhases(current: Float32Array, direction: CurrentDirection): number {
  const magnitudes = currentQuantity(current, 'magnitude', direction);
  let largest = 0;
  for (const value of magnitudes) if (value > largest) largest = value;
  return largest;
}
