import {
  cross,
  dot,
  integerAt,
  MeshRecords,
  minus,
  NODES,
  realAt,
  type MeshRecord,
  type Point,
} from './unvRecords.ts';

/**
 * Angles of the triangles around a node add up to 360° where the surface is plane, smooth or has an edge, to 270° at the
 * corner of a box and to 360° · sin α at the tip of a cone of half-angle α. Below this they come to a point.
 */
const POINT_DEGREES = 260;
/** The same at a rim, where a straight one has 180° and a square plate 90°. */
const RIM_POINT_DEGREES = 60;
/** The sharpest are enough: each is a field that gmsh evaluates everywhere. */
const MOST_POINTS = 200;
const THREE_NODES = 3;

/** Finds the points of a surface in a universal file of gmsh with triangles of first order, read line by line. */
export class SharpPoints {
  readonly #records = new MeshRecords();
  readonly #places = new Map<number, Point>();
  readonly #triangles: Point[] = [];

  read(line: string): void {
    const record = this.#records.read(line);
    if (record) this.#record(record);
  }

  #record({ dataset, head, line }: MeshRecord): void {
    if (dataset === NODES)
      this.#places.set(integerAt(head, 0), [realAt(line, 0), realAt(line, 1), realAt(line, 2)]);
    else if (integerAt(head, 5) === THREE_NODES)
      this.#triangles.push([integerAt(line, 0), integerAt(line, 1), integerAt(line, 2)]);
  }

  /** In metres, the sharpest first. */
  points(): Point[] {
    const angles = new Map<number, number>();
    /** Of each edge, how many triangles */
    const edges = new Map<string, number>();
    for (const nodes of this.#triangles) {
      for (const i of [0, 1, 2] as const) {
        const [at, next, last] = [nodes[i], nodes[((i + 1) % 3) as 0], nodes[((i + 2) % 3) as 0]];
        angles.set(at, (angles.get(at) ?? 0) + this.#angle(at, next, last));
        const edge = `${Math.min(at, next)} ${Math.max(at, next)}`;
        edges.set(edge, (edges.get(edge) ?? 0) + 1);
      }
    }
    const rim = new Set<number>();
    for (const [edge, count] of edges)
      if (count === 1) for (const end of edge.split(' ')) rim.add(Number(end));
    return [...angles]
      .filter(([node, angle]) => angle < (rim.has(node) ? RIM_POINT_DEGREES : POINT_DEGREES))
      .sort(([, a], [, b]) => a - b)
      .slice(0, MOST_POINTS)
      .map(([node]) => this.#places.get(node)!);
  }

  #angle(at: number, next: number, last: number): number {
    const place = (label: number) => this.#places.get(label)!;
    const [a, b] = [minus(place(next), place(at)), minus(place(last), place(at))];
    return (180 / Math.PI) * Math.atan2(Math.hypot(...cross(a, b)), dot(a, b));
  }
}
