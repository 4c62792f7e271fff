import { LIMITS, message, type ErrorKey, type Message } from '@pace/contract';
import { growingIntegers, growingReals } from './growing.ts';
import { LabelIndex } from './hashing.ts';
import { quadrilateralSplit, serendipityCentre } from './quadrilateral.ts';
import { RefusedFile } from './refused.ts';
import { LABEL_MOST } from './words.ts';

/** Triangles of first and second order, as they are written into a universal file. */
export interface SurfaceMesh {
  /** Coordinates in units of the file, three a node */
  places: Float64Array;
  /** One a node; all differ */
  nodeLabels: Int32Array;
  /** Six indices of nodes a triangle: three corners, then the middles of sides 1-2, 2-3 and 3-1; −1 for a flat triangle */
  triangles: Int32Array;
  /** One a triangle; all differ */
  labels: Int32Array;
  /** Part number of each triangle */
  parts: Int32Array;
  /** Names of parts, as far as the file has any */
  names: ReadonlyMap<number, string>;
  /** FILE_NOTE: what was left out or changed */
  notes: Message[];
}

export interface Element {
  label: number;
  part: number;
  /** Where the file has it, for sentences */
  line: number;
  /** Labels of three nodes, or six; of a quadrilateral four, eight or nine: corners, middles of its sides, centre */
  nodes: readonly number[];
}

type MissingNode = Extract<ErrorKey, `MESH_FILE_MISSING_NODE${string}`>;

const NODES_MOST = 8 * LIMITS.meshTrianglesMax;
/** Of an element without middles */
const NONE = -1;

/**
 * Collects nodes and elements in the order in which a file has them, and makes triangles of them. Elements may come before
 * their nodes. Quadrilaterals are split along the diagonal that makes the better triangles.
 */
export class MeshBuilder {
  readonly #places = growingReals();
  readonly #nodeLabels = growingIntegers();
  readonly #nodes = growingIntegers();
  readonly #counts = growingIntegers();
  readonly #labels = growingIntegers();
  readonly #parts = growingIntegers();
  readonly #lines = growingReals();
  readonly #names = new Map<number, string>();
  readonly #skipped = new Map<string, number>();
  readonly #notes: Message[] = [];
  #triangles = 0;

  /** @throws RefusedFile if there are more nodes than any mesh that can be solved has */
  addNode(label: number, x: number, y: number, z: number): void {
    if (this.#nodeLabels.length >= NODES_MOST)
      throw new RefusedFile('MESH_TOO_LARGE.meshFileNodes', { limit: NODES_MOST });
    this.#nodeLabels.push(label);
    this.#places.push(x);
    this.#places.push(y);
    this.#places.push(z);
  }

  /** @throws RefusedFile if there are more triangles than a mesh may have */
  addElement({ label, part, line, nodes }: Element): void {
    this.#triangles += isTriangle(nodes.length) ? 1 : 2;
    if (this.#triangles > LIMITS.meshTrianglesMax)
      throw new RefusedFile('MESH_TOO_LARGE.meshFile', { limit: LIMITS.meshTrianglesMax });
    for (const node of nodes) this.#nodes.push(node);
    this.#counts.push(nodes.length);
    this.#labels.push(label);
    this.#parts.push(part);
    this.#lines.push(line);
  }

  /** An element that is no surface element. */
  skip(name: string): void {
    const type = this.#skipped.has(name) || this.#skipped.size < SKIPPED_TYPES ? name : OTHER_TYPES;
    this.#skipped.set(type, (this.#skipped.get(type) ?? 0) + 1);
  }

  namePart(part: number, name: string): void {
    const plain = name
      // eslint-disable-next-line no-control-regex -- these are what is taken out
      .replace(/[\u0000-\u001F\u007F]/g, ' ')
      .slice(0, NAME_CHARACTERS)
      .trim();
    if (plain !== '') this.#names.set(part, plain);
  }

  /** Names that turned out to be those of other things. */
  forgetNames(): void {
    this.#names.clear();
  }

  note(note: Message): void {
    this.#notes.push(note);
  }

  get elements(): number {
    return this.#counts.length;
  }

  /** Other numbers for parts. @param renumbered  called once for each number that elements have */
  renumberParts(renumbered: (part: number) => number): void {
    const known = new Map<number, number>();
    for (let i = 0; i < this.#parts.length; i += 1) {
      const part = this.#parts.at(i);
      const other = known.get(part) ?? renumbered(part);
      known.set(part, other);
      this.#parts.set(i, other);
    }
  }

  get partNumbers(): ReadonlySet<number> {
    return new Set(this.#parts.view());
  }

  /**
   * @param format       of the file, for the sentence where nothing is in it
   * @param missingNode  the sentence where an element names a node that is not there
   * @throws RefusedFile  MESH_FILE_NO_TRIANGLES, MESH_FILE_MISSING_NODE, MESH_FILE_DUPLICATE_LABEL, MESH_FILE_DEGENERATE
   */
  finish(format: string, missingNode: MissingNode = 'MESH_FILE_MISSING_NODE'): SurfaceMesh {
    if (this.elements === 0)
      throw new RefusedFile(
        this.#skipped.size > 0 ? 'MESH_FILE_NO_TRIANGLES.otherElements' : 'MESH_FILE_NO_TRIANGLES',
        { format },
      );
    this.#resolveNodes(missingNode);
    const triangles = this.#split();
    const notes = [...this.#notes, ...this.#skippedNotes()];
    return { ...this.#usedNodes(triangles.nodes), ...triangles.rest, names: this.#names, notes };
  }

  /** Node labels of elements become indices of nodes. */
  #resolveNodes(missingNode: MissingNode): void {
    const index = new LabelIndex(this.#nodeLabels.view());
    if (index.duplicate >= 0)
      throw new RefusedFile('MESH_FILE_DUPLICATE_LABEL.node', {
        label: this.#nodeLabels.at(index.duplicate),
      });
    let at = 0;
    for (let e = 0; e < this.elements; e += 1) {
      for (let i = 0; i < this.#counts.at(e); i += 1, at += 1) {
        const node = this.#nodes.at(at);
        const found = index.find(node);
        if (found < 0)
          throw new RefusedFile(missingNode, {
            element: this.#labels.at(e),
            node,
            line: this.#lines.at(e),
          });
        this.#nodes.set(at, found);
      }
    }
  }

  #split(): { nodes: Int32Array; rest: Pick<SurfaceMesh, 'labels' | 'parts'> } {
    const labels = this.#usableLabels();
    const nodes = new Int32Array(6 * this.#triangles);
    const triangleLabels = new Int32Array(this.#triangles);
    const parts = new Int32Array(this.#triangles);
    let nextLabel = labels.reduce((most, label) => Math.max(most, label), 0) + 1;
    let made = 0;
    let at = 0;
    let quadrilaterals = 0;
    for (let e = 0; e < this.elements; e += 1) {
      const count = this.#counts.at(e);
      const own = this.#nodes.view().subarray(at, at + count);
      at += count;
      const pieces = this.#triangleNodes(own);
      if (pieces.length === 0 || pieces.some(isCollapsed))
        throw new RefusedFile('MESH_FILE_DEGENERATE', {
          element: this.#labels.at(e),
          line: this.#lines.at(e),
        });
      if (!isTriangle(count)) quadrilaterals += 1;
      pieces.forEach((piece, i) => {
        nodes.set(piece, 6 * made);
        triangleLabels[made] = i === 0 ? labels[e]! : nextLabel++;
        parts[made] = this.#parts.at(e);
        made += 1;
      });
    }
    if (quadrilaterals > 0) this.note(message('FILE_NOTE.quadrilateralsSplit', { count: quadrilaterals }));
    return {
      nodes: nodes.subarray(0, 6 * made),
      rest: { labels: triangleLabels.subarray(0, made), parts: parts.subarray(0, made) },
    };
  }

  /** Those of the file if all differ and there is room for more; else 1, 2, 3 … in its order. */
  #usableLabels(): Int32Array {
    const labels = this.#labels.view();
    const highest = labels.reduce((most, label) => Math.max(most, label), 0);
    const fit = labels.every((label) => label > 0) && highest + labels.length <= LABEL_MOST;
    if (fit && new LabelIndex(labels).duplicate < 0) return labels;
    return Int32Array.from(labels, (_, i) => i + 1);
  }

  /** The triangles of one element, each of six nodes. @param own  indices of its nodes */
  #triangleNodes(own: Int32Array): number[][] {
    if (own.length === 3) return [[...own, NONE, NONE, NONE]];
    if (own.length === 6) return [[...own]];
    const corners = [own[0]!, own[1]!, own[2]!, own[3]!];
    const same = corners.findIndex((node, i) => node === corners[(i + 1) % 4]);
    // A quadrilateral with two corners in one is a triangle that a program has written so.
    if (same >= 0) {
      const kept = [0, 1, 2, 3].filter((i) => i !== same).map((i) => corners[i]!);
      if (own.length === 4) return [[...kept, NONE, NONE, NONE]];
      const middles = [0, 1, 2, 3].filter((i) => i !== same).map((i) => own[4 + i]!);
      return [[...kept, ...middles]];
    }
    const split = quadrilateralSplit(corners.map((node) => this.#place(node)));
    if (own.length === 4)
      return split.map((triangle) => [...triangle.map((i) => corners[i]!), NONE, NONE, NONE]);
    const centre = own.length === 9 ? own[8]! : this.#addCentre(own);
    return split.map((triangle) => [
      ...triangle.map((i) => corners[i]!),
      ...triangle.map((from, i) => {
        const to = triangle[(i + 1) % 3]!;
        return (from + 1) % 4 === to ? own[4 + from]! : centre;
      }),
    ]);
  }

  /** The centre of a quadrilateral of eight nodes, which the middle of both its diagonals is. */
  #addCentre(own: Int32Array): number {
    const place = serendipityCentre([...own].map((node) => this.#place(node)));
    const index = this.#nodeLabels.length;
    this.addNode(NEW_NODE, place[0], place[1], place[2]);
    return index;
  }

  #place(node: number): [number, number, number] {
    return [this.#places.at(3 * node), this.#places.at(3 * node + 1), this.#places.at(3 * node + 2)];
  }

  /** Nodes of triangles only, in the order of the file. */
  #usedNodes(triangles: Int32Array): Pick<SurfaceMesh, 'places' | 'nodeLabels' | 'triangles'> {
    const position = new Int32Array(this.#nodeLabels.length).fill(NONE);
    for (const node of triangles) if (node >= 0) position[node] = 0;
    const used = position.reduce((count, value) => count + (value === 0 ? 1 : 0), 0);
    const places = new Float64Array(3 * used);
    const nodeLabels = new Int32Array(used);
    let next = 0;
    for (let node = 0; node < position.length; node += 1) {
      if (position[node] === NONE) continue;
      position[node] = next;
      nodeLabels[next] = this.#nodeLabels.at(node);
      places.set(this.#place(node), 3 * next);
      next += 1;
    }
    for (let i = 0; i < triangles.length; i += 1)
      if (triangles[i]! >= 0) triangles[i] = position[triangles[i]!]!;
    return { places, nodeLabels: withNewLabels(nodeLabels), triangles };
  }

  #skippedNotes(): Message[] {
    return [...this.#skipped].map(([type, count]) => message('FILE_NOTE.skippedElements', { count, type }));
  }
}

/** Of elements that are left out, told one by one; more than any of the formats has of solids and lines together */
const SKIPPED_TYPES = 40;
const OTHER_TYPES = '…';
/** Of a name of a part */
const NAME_CHARACTERS = 200;
/** The label of a node that the file does not have, until it gets one */
const NEW_NODE = 0;

const isTriangle = (nodes: number) => nodes === 3 || nodes === 6;

/** Does it name a node twice? */
function isCollapsed(nodes: readonly number[]): boolean {
  for (let i = 1; i < nodes.length; i += 1)
    if (nodes[i] !== NONE && nodes.indexOf(nodes[i]!) < i) return true;
  return false;
}

/** New nodes are numbered after those of the file; all from 1 where labels of the file cannot be kept. */
function withNewLabels(labels: Int32Array): Int32Array {
  const highest = labels.reduce((most, label) => Math.max(most, label), 0);
  const isUsable = labels.every((label) => label >= 0) && highest + labels.length <= LABEL_MOST;
  let next = isUsable ? highest : 0;
  return Int32Array.from(labels, (label) => (isUsable && label !== NEW_NODE ? label : (next += 1)));
}
