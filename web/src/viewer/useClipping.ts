import { useMemo } from 'react';
import { Plane, Vector3 } from 'three';
import type { Bounds } from './geometry.ts';
import type { Section } from './SectionControl.tsx';

const NO_PLANES: Plane[] = [];

/** The plane of a section in the scene; none without a section. */
export function useClipping(section: Section | undefined, bounds: Bounds): Plane[] {
  const scale = 1 / bounds.radius;
  return useMemo(() => {
    if (!section) return NO_PLANES;
    const { axis, at } = section;
    const normal = new Vector3().setComponent(axis, -1);
    // In the scene the middle of the model lies at the origin.
    const place =
      (bounds.min[axis] + at * (bounds.max[axis] - bounds.min[axis]) - bounds.centre[axis]) * scale;
    return [new Plane(normal, place + 1e-6)];
  }, [section, bounds, scale]);
}
