import type { MeshReport, Straightened } from '@pace/contract';
import {
  cross,
  Datasets,
  dot,
  integerAt,
  MeshRecords,
  minus,
  NODES,
  REAL_COLUMNS,
  realAt,
  type MeshRecord,
  type Point,
} from './unvRecords.ts';

/** Where middle nodes of sides belong instead, by their labels. */
export interface Straightening extends Straightened {
  moved: ReadonlyMap<number, Point>;
}

/**
 * Triangles are bent at most so far. `pace check` refuses sides with a middle off by half of the chord, a half circle, and scaled
 * Jacobians below 0.01 (solver/src/mesh/doctor.hpp); what is straightened is safely within.
 */
const MOST_BENT = 0.45;
const LEAST_JACOBIAN = 0.02;

/** Findings on triangles that are bent too far, or folded. */
const BENT_TOO_FAR: readonly string[] = ['CURVED_MIDDLE_FAR', 'CURVED_JACOBIAN'];

/** Whether the check refuses a mesh for how its triangles are bent. */
export function isBentTooFar({ findings }: MeshReport): boolean {
  return findings.some(({ code, severity }) => severity === 'error' && BENT_TOO_FAR.includes(code));
}

const SIX_NODES = 6;
/** Some milliseconds of work. */
const ELEMENTS_A_TURN = 500;

/** The triangles of second order in a universal file of gmsh, read line by line. */
export class CurvedElements {
  readonly #records = new MeshRecords();
  /** x, y, z of the node with each label */
  readonly #places: number[] = [];
  /** Six labels an element: corner, middle, corner, … */
  readonly #nodes: number[] = [];
  readonly #parts: number[] = [];

  read(line: string): void {
    const record = this.#records.read(line);
    if (record) this.#record(record);
  }

  #record({ dataset, head, line }: MeshRecord): void {
    if (dataset === NODES) {
      const label = integerAt(head, 0);
      for (const axis of axes) this.#places[3 * label + axis] = realAt(line, axis);
    } else if (integerAt(head, 5) === SIX_NODES) {
      this.#parts.push(integerAt(head, 2));
      for (let i = 0; i < SIX_NODES; i++) this.#nodes.push(integerAt(line, i));
    }
  }

  /**
   * Makes sides straight until no triangle is folded and none is bent too far; undefined if none was. A side is straight for both
   * of its triangles, so the surface stays closed. Now and then it yields, for others to have their turn: a large mesh takes
   * seconds.
   */
  *straightened(): Generator<undefined, Straightening | undefined> {
    const moved = new Map<number, Point>();
    const bad = new Set<number>();
    const isTouched = (element: number) => axes.some((side) => moved.has(this.#side(element, side)[1]));
    for (let before = -1; moved.size > before;) {
      const isFirst = before < 0;
      before = moved.size;
      for (let element = 0; element < this.#parts.length; element++) {
        if (element % ELEMENTS_A_TURN === 0) yield;
        if (!isFirst && !isTouched(element)) continue;
        const sides = this.#sidesToStraighten(element, moved);
        if (sides.length > 0) bad.add(element);
        for (const side of sides) {
          const [a, middle, b] = this.#side(element, side);
          moved.set(middle, between(this.#place(a), this.#place(b)));
        }
      }
    }
    if (bad.size === 0) return undefined;
    const parts = [...new Set(Array.from(bad, (element) => this.#parts[element]!))];
    return { moved, triangles: bad.size, parts: parts.sort((a, b) => a - b) };
  }

  #sidesToStraighten(element: number, moved: ReadonlyMap<number, Point>): number[] {
    const corners = axes.map((side) => this.#place(this.#side(element, side)[0]));
    const sagittas = axes.map((side) => {
      const [a, middle, b] = this.#side(element, side);
      return minus(moved.get(middle) ?? this.#place(middle), between(this.#place(a), this.#place(b)));
    });
    const isBent = sagittas.map((sagitta) => Math.hypot(...sagitta) > 0);
    const tooFar = axes.filter((side) => {
      const chord = minus(corners[(side + 1) % 3]!, corners[side]!);
      return Math.hypot(...sagittas[side]!) > MOST_BENT * Math.hypot(...chord);
    });
    if (tooFar.length > 0) return tooFar;
    return scaledJacobian(corners, sagittas) < LEAST_JACOBIAN ? axes.filter((side) => isBent[side]) : [];
  }

  /** Labels of the nodes along a side: a corner, the middle, the next corner. */
  #side(element: number, side: number): Point {
    const at = (i: number) => this.#nodes[SIX_NODES * element + (i % SIX_NODES)]!;
    return [at(2 * side), at(2 * side + 1), at(2 * side + 2)];
  }

  #place(label: number): Point {
    return [this.#places[3 * label]!, this.#places[3 * label + 1]!, this.#places[3 * label + 2]!];
  }
}

/** Puts nodes of a universal file elsewhere, line by line. */
export class MovedNodes {
  readonly #datasets = new Datasets();
  readonly #moved: ReadonlyMap<number, Point>;
  #label: number | undefined;

  constructor(moved: ReadonlyMap<number, Point>) {
    this.#moved = moved;
  }

  /** The line as it shall be. */
  line(line: string): string {
    if (this.#datasets.of(line) !== NODES) {
      this.#label = undefined;
      return line;
    }
    if (this.#label === undefined) {
      this.#label = integerAt(line, 0);
      return line;
    }
    const place = this.#moved.get(this.#label);
    this.#label = undefined;
    return place ? place.map(column).join('') : line;
  }
}

const axes = [0, 1, 2] as const;

/**
 * A lower bound of min J / max J over the triangle, J(b) = n·(∂r/∂b_1 − ∂r/∂b_0) × (∂r/∂b_2 − ∂r/∂b_0) with the normal n of
 * the corners: J is of degree two, so it lies between the smallest and the largest of its six Bézier coefficients.
 * @param sagittas  of the sides that begin at each corner
 */
function scaledJacobian(corners: Point[], sagittas: Point[]): number {
  const [first, second, third] = corners as [Point, Point, Point];
  const normal = cross(minus(second, first), minus(third, first));
  const at = (b: Point) => {
    const slope = corners.map((corner) => [...corner] as Point);
    for (const side of axes) {
      const next = (side + 1) % 3;
      for (const axis of axes) {
        slope[side]![axis] += 4 * b[next]! * sagittas[side]![axis];
        slope[next]![axis] += 4 * b[side] * sagittas[side]![axis];
      }
    }
    const [d0, d1, d2] = slope as [Point, Point, Point];
    return dot(normal, cross(minus(d1, d0), minus(d2, d0)));
  };
  const atCorner = [at([1, 0, 0]), at([0, 1, 0]), at([0, 0, 1])];
  const atSide = [at([0.5, 0.5, 0]), at([0, 0.5, 0.5]), at([0.5, 0, 0.5])].map(
    (value, side) => 2 * value - (atCorner[side]! + atCorner[(side + 1) % 3]!) / 2,
  );
  const most = Math.max(...atCorner, ...atSide);
  return most > 0 ? Math.min(...atCorner, ...atSide) / most : -1;
}

function between(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}

/** 1P,D25.16 */
function column(value: number): string {
  const [mantissa = '0', exponent = '+0'] = value.toExponential(16).split('e');
  const sign = exponent.startsWith('-') ? '-' : '+';
  return `${mantissa}D${sign}${exponent.slice(1).padStart(2, '0')}`.padStart(REAL_COLUMNS);
}
