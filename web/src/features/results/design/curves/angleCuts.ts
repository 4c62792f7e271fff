import { type Illumination, distinct } from '@pace/contract';

export type SweptAngle = 'theta' | 'phi';

/** Illuminations along one angle, in its ascending order. */
export interface AngleCut {
  swept: SweptAngle;
  /** The angle that does not vary */
  heldDeg: number;
  x: number[];
  /** Their places among all illuminations */
  at: number[];
}

const angleOf = ({ thetaDeg, phiDeg }: Illumination, angle: SweptAngle) =>
  angle === 'theta' ? thetaDeg : phiDeg;
const otherOf = (angle: SweptAngle): SweptAngle => (angle === 'theta' ? 'phi' : 'theta');
const valuesOf = (illuminations: readonly Illumination[], angle: SweptAngle) =>
  distinct(illuminations.map((one) => angleOf(one, angle)));

/** The angle with more values; θ where both have as many. */
export const sweptAngleOf = (illuminations: readonly Illumination[]): SweptAngle =>
  valuesOf(illuminations, 'phi').length > valuesOf(illuminations, 'theta').length ? 'phi' : 'theta';

/** Values of the other angle, each of which is a cut. */
export const heldValues = (illuminations: readonly Illumination[], swept: SweptAngle): number[] =>
  valuesOf(illuminations, otherOf(swept));

export function cutAt(illuminations: readonly Illumination[], swept: SweptAngle, heldDeg: number): AngleCut {
  const at = illuminations
    .flatMap((one, i) => (angleOf(one, otherOf(swept)) === heldDeg ? [i] : []))
    .sort((a, b) => angleOf(illuminations[a]!, swept) - angleOf(illuminations[b]!, swept));
  return { swept, heldDeg, at, x: at.map((i) => angleOf(illuminations[i]!, swept)) };
}
