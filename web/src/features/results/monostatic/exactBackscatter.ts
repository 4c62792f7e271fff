import { type MonoStaticRcs, type ScatteredField, sweepPointOf } from '@pace/contract';
import { monostaticIdOf } from '../curves/curveKeys.ts';
import type { RcsCurve } from '../curves/rcsCurves.ts';
import { exactKey, type ExactSpheres, type RunPoint } from '../data/exactSpheres.ts';
import { curveOf, type Curve } from '../fields/farField.ts';

/** Backscatter over one axis. */
export interface BackscatterCurve extends RcsCurve {
  fields: MonoStaticRcs[];
}

/** Where the exact sphere is computed: it sends the same power back whatever the angle, so one point a frequency. */
export function spherePoints({ id, fields }: BackscatterCurve): RunPoint[] {
  const { run } = monostaticIdOf(id);
  const first = new Map(fields.map((field): [number, MonoStaticRcs] => [field.frequency, field]).reverse());
  return [...first.values()].map((field) => {
    const { frequency, theta, phi } = sweepPointOf(field);
    return { run, frequencyHz: frequency, thetaDeg: theta, phiDeg: phi };
  });
}

/** The exact sphere at the points of a curve; undefined as long as there is none. */
export function exactBackscatter(
  curve: BackscatterCurve,
  spheres: ExactSpheres['results'],
  points: readonly RunPoint[],
): Curve | undefined {
  const { run } = monostaticIdOf(curve.id);
  const backs = new Map<number, ScatteredField>();
  for (const point of points) {
    const back = point.run === run ? spheres.get(exactKey(point))?.back : undefined;
    if (back) backs.set(point.frequencyHz, back);
  }
  const known = curve.fields.flatMap((field, i) => {
    const back = backs.get(field.frequency);
    return back ? [{ x: curve.x[i]!, field: back }] : [];
  });
  if (known.length === 0) return undefined;
  return curveOf(
    { x: known.map((one) => one.x), fields: known.map((one) => one.field) },
    curve.component,
    curve.polarization,
  );
}
