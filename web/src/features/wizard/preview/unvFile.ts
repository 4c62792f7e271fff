import type { MeshGeometry } from '../../../viewer/index.ts';
import { drawingOf, type Drawing, type NoDrawing } from './drawing.ts';

/** A UNV file as it can be looked at before it is uploaded; the mesh of the run is read by the server. */
export interface UnvPreview {
  kind: 'UNV';
  ok: true;
  /** In units of the file; `scale` says how long they are, 1 where the file is silent */
  geometry: MeshGeometry;
  /** What dataset 164 says; null if it is silent */
  metresPerUnit: number | null;
  /** Size of the box in units of the file */
  size: [number, number, number];
  parts: number;
  /** Edges of one triangle only, of more than two, and of two that run along them the same way */
  openEdges: number;
  junctionEdges: number;
  turnedEdges: number;
  /** Mean length of the edges in units of the file */
  meanEdge: number;
  drawing: Drawing | NoDrawing;
}

const DELIMITER = /^ {0,4}-1\s*$/;
const NODE_DATASETS = new Set([781, 2411]);
const GROUP_DATASETS = new Set([2435, 2452, 2467, 2477]);
/** Integers of an element's first record, and which of them is the physical property */
const ELEMENT_DATASETS: Readonly<Record<number, { fields: number; property: number }>> = {
  780: { fields: 8, property: 3 },
  2412: { fields: 6, property: 2 },
};
/** Triangles of second order, by their descriptors: corner, middle, corner, middle, corner, middle */
const QUADRATIC = new Set([42, 92]);
const QUADRATIC_NODES = 6;
const QUADRILATERAL_NODES = 4;
/** Middles are of straight sides that are off their chord by less than these parts of it and of the coordinates, as `pace check` takes them. */
const STRAIGHT = { ofChord: 1e-6, ofPlace: 2e-7 };
const INTEGER_COLUMNS = 10;
const REAL_COLUMNS = 25;
const FINITE_ELEMENT = 8;

/** Reads a universal file line by line: units (164), nodes (15, 781, 2411), elements (780, 2412) and groups. */
export class UnvReader {
  #rest = '';
  /** Undefined between datasets, null where the number of one is expected */
  #dataset: number | null | undefined;
  #record: string[] = [];
  /** Of the element that is being read */
  #nodes = 0;
  #skip = 0;
  #unitRecords = 0;
  #metresPerUnit: number | null = null;
  readonly #vertexOf = new Map<number, number>();
  readonly #vertices: number[] = [];
  readonly #corners: number[] = [];
  /** Of each triangle of second order: which it is, and the labels of its middle nodes */
  readonly #middles: number[] = [];
  #isDamaged = false;
  readonly #labels: number[] = [];
  readonly #properties: number[] = [];
  readonly #groupOf = new Map<number, number>();
  #groups = 0;
  #entities = 0;

  /** The next piece of the file, cut anywhere. */
  push(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
  }

  /** After the last piece; undefined if there is nothing to draw. */
  end(): UnvPreview | undefined {
    if (this.#rest !== '') this.#line(this.#rest);
    return this.#preview();
  }

  #line(line: string): void {
    if (DELIMITER.test(line)) {
      this.#dataset = this.#dataset === undefined ? null : undefined;
      this.#record = [];
      this.#skip = this.#entities = this.#unitRecords = 0;
      return;
    }
    if (this.#dataset === null) this.#dataset = Number.parseInt(line, 10);
    else if (this.#dataset !== undefined && line.trim() !== '') this.#data(this.#dataset, line);
  }

  #data(dataset: number, line: string): void {
    const element = ELEMENT_DATASETS[dataset];
    if (dataset === 15) {
      const words = line.trim().split(/\s+/);
      this.#node(Number(words[0]), words.slice(4).map(real));
    } else if (NODE_DATASETS.has(dataset)) {
      this.#record.push(line);
      if (this.#record.length < 2) return;
      const [head = '', place = ''] = this.#record;
      this.#record = [];
      this.#node(integers(head, 4)[0] ?? NaN, fields(place, 3, REAL_COLUMNS).map(real));
    } else if (element) this.#element(line, element);
    else if (GROUP_DATASETS.has(dataset)) this.#group(line);
    else if (dataset === 164 && ++this.#unitRecords === 2) {
      const factor = real(fields(line, 3, REAL_COLUMNS)[0] ?? '');
      // A value of the file is divided by the factor to give metres.
      if (factor > 0 && Number.isFinite(factor)) this.#metresPerUnit = 1 / factor;
    }
  }

  #node(label: number, place: number[]): void {
    if (place.length < 3 || !place.every(Number.isFinite)) return;
    this.#vertexOf.set(label, this.#vertices.length / 3);
    this.#vertices.push(place[0]!, place[1]!, place[2]!);
  }

  #element(line: string, { fields: count, property }: { fields: number; property: number }): void {
    if (this.#record.length === 0) {
      const head = integers(line, count);
      const [descriptor = 0, nodes = 0] = [head[1], head.at(-1)];
      this.#record = [line];
      const isLine = descriptor >= 11 && descriptor <= 39;
      const isSurface =
        descriptor >= 41 && descriptor <= 99 && [3, QUADRILATERAL_NODES, QUADRATIC_NODES].includes(nodes);
      // The server refuses such a file with the place: without these triangles it would look as if it had holes.
      if (QUADRATIC.has(descriptor) && nodes !== QUADRATIC_NODES) this.#isDamaged = true;
      this.#nodes = nodes;
      // Rods and beams have a record of their orientation before their nodes.
      this.#skip = isSurface ? 0 : nodes + (isLine ? 3 : 0);
      if (isSurface) {
        // Both halves of a quadrilateral have its label, by which groups name it.
        for (let half = nodes === QUADRILATERAL_NODES ? 2 : 1; half > 0; half--) {
          this.#labels.push(head[0]!);
          this.#properties.push(head[property]!);
        }
      } else if (this.#skip <= 0) this.#record = [];
      return;
    }
    if (this.#skip > 0) {
      this.#skip -= integersIn(line);
      if (this.#skip <= 0) this.#record = [];
      return;
    }
    if (this.#nodes === QUADRATIC_NODES) {
      const [a = NaN, ab = NaN, b = NaN, bc = NaN, c = NaN, ca = NaN] = integers(line, QUADRATIC_NODES);
      this.#middles.push(this.#corners.length / 3, ab, bc, ca);
      this.#corners.push(a, b, c);
    } else if (this.#nodes === QUADRILATERAL_NODES) {
      // The server takes the shorter diagonal; here, nodes may still be to come.
      const [a = NaN, b = NaN, c = NaN, d = NaN] = integers(line, QUADRILATERAL_NODES);
      this.#corners.push(a, b, c, a, c, d);
    } else this.#corners.push(...integers(line, 3));
    this.#record = [];
  }

  #group(line: string): void {
    if (this.#entities > 0) {
      const words = integers(line, Math.min(8, 4 * this.#entities));
      for (let i = 0; i + 1 < words.length; i += 4) {
        if (words[i] === FINITE_ELEMENT) this.#groupOf.set(words[i + 1]!, this.#groups);
        this.#entities--;
      }
      return;
    }
    this.#record.push(line);
    if (this.#record.length < 2) return;
    this.#entities = integers(this.#record[0]!, 8)[7] ?? 0;
    this.#groups++;
    this.#record = [];
  }

  #preview(): UnvPreview | undefined {
    const triangles = Uint32Array.from(this.#corners, (label) => this.#vertexOf.get(label) ?? -1);
    if (triangles.length === 0 || triangles.length % 3 !== 0) return undefined;
    const isMissing = (label: number) => !this.#vertexOf.has(label);
    if (this.#isDamaged || this.#corners.some(isMissing)) return undefined;
    if (this.#middles.some((label, i) => i % 4 > 0 && isMissing(label))) return undefined;
    const numbers = new Map<number | string, number>();
    const parts = Uint32Array.from(this.#labels, (label, t) => {
      const group = this.#groupOf.get(label);
      const key = group === undefined ? `property ${this.#properties[t]}` : group;
      if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
      return numbers.get(key)!;
    });
    const vertices = Float32Array.from(this.#vertices);
    const drawn = this.#drawn(triangles, parts);
    const quality = new Float32Array(drawn.parts.length).fill(1);
    const { low, high } = boxOf(vertices, drawn.triangles);
    return {
      kind: 'UNV',
      ok: true,
      geometry: { vertices, ...drawn, quality, scale: this.#metresPerUnit ?? 1 },
      metresPerUnit: this.#metresPerUnit,
      size: high.map((value, axis) => value - low[axis]!) as [number, number, number],
      parts: numbers.size,
      drawing: this.#drawing(vertices, drawn.triangles, triangles),
      ...edgesOf(vertices, triangles),
    };
  }

  /** Of the true surface, as long as that is not too large. */
  #drawing(vertices: Float32Array, pieces: Uint32Array, corners: Uint32Array): Drawing | NoDrawing {
    const ofPieces = drawingOf({ vertices, triangles: pieces }, this.#metresPerUnit);
    return ofPieces === 'drawingTooLarge'
      ? drawingOf({ vertices, triangles: corners }, this.#metresPerUnit)
      : ofPieces;
  }

  /** Bent triangles as four flat ones through the middles of their sides. */
  #drawn(triangles: Uint32Array, parts: Uint32Array): Pick<MeshGeometry, 'triangles' | 'parts' | 'pieces'> {
    const bent = new Map<number, [number, number, number]>();
    for (let i = 0; i < this.#middles.length; i += 4) {
      const triangle = this.#middles[i]!;
      const middles = [1, 2, 3].map((at) => this.#vertexOf.get(this.#middles[i + at]!)!) as [
        number,
        number,
        number,
      ];
      const isBent = middles.some((middle, side) => {
        const [a, b] = [triangles[3 * triangle + side]!, triangles[3 * triangle + ((side + 1) % 3)]!];
        return this.#isBent(a, middle, b);
      });
      if (isBent) bent.set(triangle, middles);
    }
    if (bent.size === 0) return { triangles, parts };
    const count = parts.length + 3 * bent.size;
    const drawn = new Uint32Array(3 * count);
    const partOf = new Uint32Array(count);
    const triangleOf = new Uint32Array(count);
    const sides = new Uint8Array(count);
    let at = 0;
    parts.forEach((part, t) => {
      const add = (corners: ArrayLike<number>, ofMesh: number) => {
        drawn.set(corners, 3 * at);
        partOf[at] = part;
        triangleOf[at] = t;
        sides[at++] = ofMesh;
      };
      const corners = triangles.subarray(3 * t, 3 * t + 3);
      const middles = bent.get(t);
      if (!middles) return add(corners, 0b111);
      const [a, b, c] = corners as unknown as [number, number, number];
      const [ab, bc, ca] = middles;
      add([a, ab, ca], 0b101);
      add([ab, b, bc], 0b011);
      add([ca, bc, c], 0b110);
      add([ab, bc, ca], 0);
    });
    return { triangles: drawn, parts: partOf, pieces: { triangles: parts.length, triangleOf, sides } };
  }

  #isBent(a: number, middle: number, b: number): boolean {
    const at = (vertex: number) => this.#vertices.slice(3 * vertex, 3 * vertex + 3);
    const [from, off, to] = [at(a), at(middle), at(b)];
    const sagitta = Math.hypot(...off.map((x, axis) => x - (from[axis]! + to[axis]!) / 2));
    const chord = Math.hypot(...from.map((x, axis) => x - to[axis]!));
    const farthest = Math.max(...[...from, ...off, ...to].map(Math.abs));
    return sagitta > STRAIGHT.ofChord * chord + STRAIGHT.ofPlace * farthest;
  }
}

/** Words of a line, or its columns where they touch. */
function fields(line: string, count: number, width: number): string[] {
  const words = line.trim().split(/\s+/);
  if (words.length >= count) return words.slice(0, count);
  return Array.from({ length: count }, (_, i) => line.slice(i * width, (i + 1) * width).trim()).filter(
    Boolean,
  );
}

const integers = (line: string, count: number) => fields(line, count, INTEGER_COLUMNS).map(Number);
/** How many stand in a line; labels of ten digits touch. */
function integersIn(line: string): number {
  const words = line.trim().split(/\s+/);
  return words.some((word) => word.length > INTEGER_COLUMNS)
    ? Math.ceil(line.trimEnd().length / INTEGER_COLUMNS)
    : words.length;
}

/** Fortran writes 1.0D+00. */
const real = (text: string) => (text === '' ? NaN : Number(text.replace(/d/i, 'e')));

function boxOf(vertices: Float32Array, triangles: Uint32Array) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const vertex of triangles)
    for (let axis = 0; axis < 3; axis++) {
      const value = vertices[3 * vertex + axis]!;
      if (value < low[axis]!) low[axis] = value;
      if (value > high[axis]!) high[axis] = value;
    }
  return { low, high };
}

/** Every edge as lower·n + upper, twice that with the direction in the last bit: exact below 2^52. */
function edgesOf(vertices: Float32Array, triangles: Uint32Array) {
  const base = vertices.length / 3;
  const keys = new Float64Array(triangles.length);
  let length = 0;
  for (let t = 0; t < triangles.length; t += 3)
    for (let side = 0; side < 3; side++) {
      const [a, b] = [triangles[t + side]!, triangles[t + ((side + 1) % 3)]!];
      keys[t + side] = 2 * (Math.min(a, b) * base + Math.max(a, b)) + (a < b ? 1 : 0);
      length += Math.hypot(...[0, 1, 2].map((axis) => vertices[3 * a + axis]! - vertices[3 * b + axis]!));
    }
  keys.sort();
  let [openEdges, junctionEdges, turnedEdges] = [0, 0, 0];
  for (let i = 0; i < keys.length;) {
    const edge = Math.floor(keys[i]! / 2);
    let [count, forward] = [0, 0];
    for (; i < keys.length && Math.floor(keys[i]! / 2) === edge; i++, count++) forward += keys[i]! % 2;
    if (count === 1) openEdges++;
    else if (count > 2) junctionEdges++;
    else if (forward !== 1) turnedEdges++;
  }
  return { openEdges, junctionEdges, turnedEdges, meanEdge: length / triangles.length };
}
