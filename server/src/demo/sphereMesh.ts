export interface TriangleMesh {
  vertices: [number, number, number][];
  /** 0-based, turned outward */
  triangles: [number, number, number][];
}

type Point = [number, number, number];

/** A sphere of nearly equal triangles: each of the icosahedron's 20 faces is cut into frequency² and blown up. */
export function sphereMesh(radius: number, centre: Point, frequency: number): TriangleMesh {
  const vertices: Point[] = [];
  const known = new Map<string, number>();
  const vertexAt = (direction: Point): number => {
    const length = Math.hypot(...direction);
    const unit = direction.map((x) => x / length) as Point;
    // Neighbouring faces reach a shared point by different sums; nine digits tell points apart and forgive rounding.
    const key = unit.map((x) => (x + 0).toFixed(9).replace(/^-(0\.0*)$/, '$1')).join(' ');
    const there = known.get(key);
    if (there !== undefined) return there;
    vertices.push(unit.map((x, axis) => (centre[axis] ?? 0) + radius * x) as Point);
    known.set(key, vertices.length - 1);
    return vertices.length - 1;
  };
  const triangles = icosahedron().flatMap(([a, b, c]) => {
    const at = (i: number, j: number) =>
      vertexAt(
        a.map(
          (x, axis) => x + ((b[axis] ?? 0) - x) * (i / frequency) + ((c[axis] ?? 0) - x) * (j / frequency),
        ) as Point,
      );
    const cut: Point[] = [];
    for (let i = 0; i < frequency; i++)
      for (let j = 0; j < frequency - i; j++) {
        cut.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
        if (i + j < frequency - 1) cut.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
      }
    return cut;
  });
  return { vertices, triangles };
}

/** The 20 faces, turned outward: all triples of its 12 corners that are one edge length apart. */
function icosahedron(): [Point, Point, Point][] {
  const golden = (1 + Math.sqrt(5)) / 2;
  const corners: Point[] = [1, -1].flatMap((s) =>
    [1, -1].flatMap((t): Point[] => [
      [0, s, t * golden],
      [s, t * golden, 0],
      [t * golden, 0, s],
    ]),
  );
  const isEdge = (a: Point, b: Point) =>
    Math.abs(Math.hypot(...a.map((x, axis) => x - (b[axis] ?? 0))) - 2) < 1e-9;
  const faces: [Point, Point, Point][] = [];
  corners.forEach((a, i) =>
    corners.slice(i + 1).forEach((b, j) =>
      corners.slice(i + j + 2).forEach((c) => {
        if (isEdge(a, b) && isEdge(b, c) && isEdge(a, c))
          faces.push(isOutward(a, b, c) ? [a, b, c] : [a, c, b]);
      }),
    ),
  );
  return faces;
}

function isOutward([ax, ay, az]: Point, [bx, by, bz]: Point, [cx, cy, cz]: Point): boolean {
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx) > 0;
}
