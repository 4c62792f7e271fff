/** Nodes and elements of a universal file of gmsh, line by line. */

export type Point = [number, number, number];

const DELIMITER = /^ {4}-1\s*$/;
export const NODES = 2411;
export const ELEMENTS = 2412;
export const INTEGER_COLUMNS = 10;
export const REAL_COLUMNS = 25;

/** Which dataset a line is data of. */
export class Datasets {
  /** Undefined between datasets, null where the number of one is expected */
  #dataset: number | null | undefined;

  of(line: string): number | undefined {
    if (DELIMITER.test(line)) {
      this.#dataset = this.#dataset === undefined ? null : undefined;
      return undefined;
    }
    if (this.#dataset === null) {
      this.#dataset = Number(line);
      return undefined;
    }
    return this.#dataset;
  }
}

/** Two lines: a node is its label and then its place, an element its label, type, part … and then its nodes. */
export interface MeshRecord {
  dataset: typeof NODES | typeof ELEMENTS;
  head: string;
  line: string;
}

export class MeshRecords {
  readonly #datasets = new Datasets();
  #head: string | undefined;

  /** A record, when this line is the last one of it. */
  read(line: string): MeshRecord | undefined {
    const dataset = this.#datasets.of(line);
    const head = this.#head;
    this.#head = undefined;
    if (dataset !== NODES && dataset !== ELEMENTS) return undefined;
    if (head !== undefined) return { dataset, head, line };
    this.#head = line;
    return undefined;
  }
}

export const integerAt = (line: string, position: number) =>
  Number(line.slice(INTEGER_COLUMNS * position, INTEGER_COLUMNS * (position + 1)));

export const realAt = (line: string, position: number) =>
  Number(line.slice(REAL_COLUMNS * position, REAL_COLUMNS * (position + 1)).replace('D', 'E'));

export function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
