import type { Matrix4, Plane } from 'three';
import { Vector3, Vector4 } from 'three';
import type { MeshGeometry } from './geometry.ts';

/** A rectangle on the picture, each from -1 to 1: x to the right, y upward. */
export interface ViewBox {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

interface Scene {
  /** From units of the file to the scene */
  toScene: Matrix4;
  /** From the scene to the picture, before the division by w */
  toPicture: Matrix4;
  hidden: ReadonlySet<number>;
  /** Planes of the scene whose negative side is cut away */
  clipping: readonly Plane[];
}

const CUT_AWAY = 2;

/**
 * The parts of which all that is left by the section lies in the box, also behind others; a part that sticks out of the box
 * is not meant. Those that are hidden are never meant.
 * @returns their numbers, ascending
 */
export function partsInBox(
  { vertices, triangles, parts }: Pick<MeshGeometry, 'vertices' | 'triangles' | 'parts'>,
  { left, right, bottom, top }: ViewBox,
  { toScene, toPicture, hidden, clipping }: Scene,
): number[] {
  const place = new Uint8Array(vertices.length / 3);
  const point = new Vector3();
  const projected = new Vector4();
  for (let v = 0; v < place.length; v++) {
    point.fromArray(vertices, 3 * v).applyMatrix4(toScene);
    if (clipping.some((plane) => plane.distanceToPoint(point) < 0)) {
      place[v] = CUT_AWAY;
      continue;
    }
    const { x, y, w } = projected.set(point.x, point.y, point.z, 1).applyMatrix4(toPicture);
    // Behind the eye there is no place on the picture.
    const inside = w > 0 && x >= left * w && x <= right * w && y >= bottom * w && y <= top * w;
    place[v] = inside ? 1 : 0;
  }
  const meant = new Set<number>();
  const out = new Set<number>();
  for (let corner = 0; corner < triangles.length; corner++) {
    const where = place[triangles[corner]!];
    if (where === CUT_AWAY) continue;
    (where === 1 ? meant : out).add(parts[Math.floor(corner / 3)]!);
  }
  return [...meant].filter((part) => !out.has(part) && !hidden.has(part)).sort((a, b) => a - b);
}
