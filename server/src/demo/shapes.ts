import { sphereMesh, type TriangleMesh } from './sphereMesh.ts';

type Point = [number, number, number];

/** A square plate of zero thickness in the xy plane, centred on the origin. */
export function plateMesh(side: number, cells: number): TriangleMesh {
  const at = (i: number, j: number) => j * (cells + 1) + i;
  const vertices = Array.from({ length: (cells + 1) ** 2 }, (_, k): Point => {
    const [i, j] = [k % (cells + 1), Math.floor(k / (cells + 1))];
    return [side * (i / cells - 0.5), side * (j / cells - 0.5), 0];
  });
  const triangles: TriangleMesh['triangles'] = [];
  for (let j = 0; j < cells; j++)
    for (let i = 0; i < cells; i++) {
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      // Diagonals take turns, so that the mesh prefers no direction.
      if ((i + j) % 2 === 0) triangles.push([a, b, c], [a, c, d]);
      else triangles.push([a, b, d], [b, c, d]);
    }
  return { vertices, triangles };
}

/** Steps of the table that spreads the almond's triangles evenly along its profile. */
const PROFILE_STEPS = 4000;

/**
 * The NASA almond (Woo, Wang, Schuh & Sanders, IEEE Antennas Propag. Mag. 35 (1993) 84) of length d, tip towards +x: a
 * sphere's triangles laid along its profile by arc length.
 */
export function almondMesh(length: number, frequency: number): TriangleMesh {
  const [from, to] = [-0.416667, 0.583333];
  const half = (t: number) =>
    t < 0
      ? { y: 0.193333 * Math.sqrt(Math.max(0, 1 - (t / 0.416667) ** 2)), z: 0.064444 }
      : { y: 4.83345 * (Math.sqrt(Math.max(0, 1 - (t / 2.08335) ** 2)) - 0.96), z: 1.61115 };
  const widthAt = (t: number) => Math.max(0, half(t).y);
  const flatness = 0.064444 / 0.193333;
  // Arc length of the outline in the xy plane, from the tip; t runs finely near the round end, where the outline is steep.
  const tAt = (share: number) => from + (to - from) * (0.5 + 0.5 * Math.cos(Math.PI * share));
  const arc = [0];
  for (let i = 1; i <= PROFILE_STEPS; i++) {
    const [a, b] = [tAt((i - 1) / PROFILE_STEPS), tAt(i / PROFILE_STEPS)];
    arc.push(arc[i - 1]! + Math.hypot(b - a, widthAt(b) - widthAt(a)));
  }
  const atArc = (share: number): number => {
    const wanted = share * arc[PROFILE_STEPS]!;
    let i = 1;
    while (i < PROFILE_STEPS && arc[i]! < wanted) i++;
    const part = (wanted - arc[i - 1]!) / (arc[i]! - arc[i - 1]!);
    return tAt((i - 1 + part) / PROFILE_STEPS);
  };
  const { vertices, triangles } = sphereMesh(1, [0, 0, 0], frequency);
  const placed = vertices.map(([x, y, z]): Point => {
    const t = atArc(Math.acos(Math.min(1, Math.max(-1, x))) / Math.PI);
    const round = Math.hypot(y, z);
    const [cosine, sine] = round < 1e-12 ? [0, 0] : [y / round, z / round];
    const width = round < 1e-12 ? 0 : widthAt(t);
    return [length * t, length * width * cosine, length * width * flatness * sine];
  });
  return { vertices: placed, triangles };
}
