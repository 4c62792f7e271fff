import type { ComparedLevels } from './checks/measure.ts';
import { cutOf, rcsDbsm, type Cuts, type FarField, type Plane } from './field.ts';

/** φ of the half plane on which a vertical cut begins at θ = 0 (docs/conventions.md) [deg]. */
const NEAR_SIDE_DEG = { xz: 0, yz: 90 } as const;

/** RCS of both components together round a plane, beside a reference in the same directions. */
export function cutLevels(
  plane: Exclude<Plane, '3d'>,
  cuts: Cuts,
  reference: Cuts,
  kind: ComparedLevels['reference'],
): ComparedLevels {
  const fields = cutOf(cuts, plane);
  return {
    of: plane,
    angle: 'cut',
    reference: kind,
    angleDeg: fields.map((field) => cutAngleDeg(plane, field)),
    ...levelsOf(fields, cutOf(reference, plane)),
  };
}

/** Backscatter over the angle that changes, beside a reference in the same directions. */
export function backscatterLevels(
  fields: readonly FarField[],
  reference: readonly FarField[],
  kind: ComparedLevels['reference'],
): ComparedLevels {
  const turnsPhi = fields.some(({ phiDeg }) => phiDeg !== fields[0]?.phiDeg);
  return {
    of: 'backscatter',
    angle: turnsPhi ? 'phi' : 'theta',
    reference: kind,
    angleDeg: fields.map(({ thetaDeg, phiDeg }) => (turnsPhi ? phiDeg : thetaDeg)),
    ...levelsOf(fields, reference),
  };
}

function levelsOf(fields: readonly FarField[], reference: readonly FarField[]) {
  const levels = (of: readonly FarField[]) => of.map(({ eTheta, ePhi }) => rcsDbsm(eTheta, ePhi));
  return { dbsm: levels(fields), referenceDbsm: levels(reference) };
}

/** xy: φ. xz and yz: from +z; θ on the near side, 360° − θ on the other. */
function cutAngleDeg(plane: 'xy' | 'xz' | 'yz', { thetaDeg, phiDeg }: FarField): number {
  if (plane === 'xy') return phiDeg;
  const turn = (((phiDeg - NEAR_SIDE_DEG[plane]) % 360) + 360) % 360;
  return turn > 90 && turn < 270 ? 360 - thetaDeg : thetaDeg;
}
