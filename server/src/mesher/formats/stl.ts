import { message } from '@pace/contract';
import { growingReals } from './growing.ts';
import { PointIndex } from './hashing.ts';
import type { LineReader } from './lineReader.ts';
import { MeshBuilder, type SurfaceMesh } from './meshBuilder.ts';
import { RefusedFile } from './refused.ts';
import { realOf } from './words.ts';

const FORMAT = 'STL';
const HEADER_BYTES = 80;
const COUNT_BYTES = 4;
/** Normal and three corners in single precision, and two bytes of attributes */
const FACET_BYTES = 50;

/** Facets name their corners by place: corners at the same place, to the last bit, become one node. */
class Facets {
  readonly mesh = new MeshBuilder();
  readonly #points = growingReals();
  readonly #index = new PointIndex(this.#points);
  #facets = 0;
  #collapsed = 0;

  /** @param corners  nine coordinates */
  add(corners: readonly number[], part: number, line: number): void {
    this.#facets += 1;
    const nodes = [0, 3, 6].map((i) => this.#index.add(corners[i]!, corners[i + 1]!, corners[i + 2]!) + 1);
    // Its two other sides lie on each other: the surface is as closed without it.
    if (new Set(nodes).size < 3) this.#collapsed += 1;
    else this.mesh.addElement({ label: this.#facets, part, line, nodes });
  }

  finish(): SurfaceMesh {
    const points = this.#points.view();
    for (let i = 0; i < points.length; i += 3)
      this.mesh.addNode(i / 3 + 1, points[i]!, points[i + 1]!, points[i + 2]!);
    if (this.#collapsed > 0) this.mesh.note(message('FILE_NOTE.collapsedFacets', { count: this.#collapsed }));
    return this.mesh.finish(FORMAT);
  }
}

/** Whether an STL file is binary: what begins with "solid" may be, and then its length fits its count of facets. */
export function isBinaryStl(head: Uint8Array, fileBytes: number): boolean {
  const text = String.fromCharCode(...head.subarray(0, HEADER_BYTES));
  if (!/^\s*solid\b/i.test(text)) return true;
  return head.length >= HEADER_BYTES + COUNT_BYTES && fileBytes === bytesOf(facetsOf(head));
}

const facetsOf = (head: Uint8Array) =>
  new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(HEADER_BYTES, true);
const bytesOf = (facets: number) => HEADER_BYTES + COUNT_BYTES + FACET_BYTES * facets;

/** Reads a binary STL file piece by piece: a header, the number of facets, the facets; one part. */
export class BinaryStlReader {
  readonly #facets = new Facets();
  readonly #fileBytes: number;
  #rest = new Uint8Array(0);
  #count: number | undefined;
  #read = 0;

  constructor(fileBytes: number) {
    this.#fileBytes = fileBytes;
  }

  /** @throws RefusedFile */
  push(piece: Uint8Array): void {
    const bytes = new Uint8Array(this.#rest.length + piece.length);
    bytes.set(this.#rest);
    bytes.set(piece, this.#rest.length);
    let at = 0;
    if (this.#count === undefined) {
      if (bytes.length < HEADER_BYTES + COUNT_BYTES) {
        this.#rest = bytes;
        return;
      }
      this.#count = this.#countIn(bytes);
      at = HEADER_BYTES + COUNT_BYTES;
    }
    const view = new DataView(bytes.buffer);
    for (; this.#read < this.#count && at + FACET_BYTES <= bytes.length; at += FACET_BYTES) {
      this.#read += 1;
      const corners = Array.from({ length: 9 }, (_, i) => view.getFloat32(at + 12 + 4 * i, true));
      if (!corners.every(Number.isFinite))
        throw new RefusedFile('MESH_FILE_BAD_NUMBER.facet', { facet: this.#read });
      this.#facets.add(corners, 1, this.#read);
    }
    this.#rest = bytes.slice(at);
  }

  finish(): SurfaceMesh {
    if (this.#count === undefined) throw new RefusedFile('MESH_FILE_FORMAT.stl');
    return this.#facets.finish();
  }

  #countIn(bytes: Uint8Array): number {
    const count = facetsOf(bytes);
    if (bytesOf(count) > this.#fileBytes)
      throw new RefusedFile('MESH_FILE_TRUNCATED.stl', {
        facets: count,
        needed: bytesOf(count),
        bytes: this.#fileBytes,
      });
    return count;
  }
}

const WORD = /^\s*(\w+)\s*/;

/** Reads an STL file in ASCII; each `solid` is a part with its name. */
export class AsciiStlReader implements LineReader {
  readonly #facets = new Facets();
  #part = 0;
  #isOpen = false;
  #corners: number[] | undefined;

  line(text: string, number: number): void {
    const found = WORD.exec(text);
    if (!found) return;
    const rest = text.slice(found[0].length);
    switch (found[1]!.toLowerCase()) {
      case 'solid':
        this.#part += 1;
        this.#isOpen = true;
        return this.#facets.mesh.namePart(this.#part, rest);
      case 'facet':
        this.#corners = [];
        return;
      case 'vertex':
        if (!this.#corners) throw new RefusedFile('MESH_FILE_FORMAT.stlFacet', { line: number });
        for (const word of wordsOfVertex(rest)) this.#corners.push(realOf(word, number));
        return;
      case 'endfacet':
        if (this.#corners?.length !== 9) throw new RefusedFile('MESH_FILE_FORMAT.stlFacet', { line: number });
        this.#facets.add(this.#corners, this.#part, number);
        this.#corners = undefined;
        return;
      case 'endsolid':
        this.#isOpen = false;
    }
  }

  finish(): SurfaceMesh {
    if (this.#part === 0) throw new RefusedFile('MESH_FILE_FORMAT.stl');
    if (this.#isOpen || this.#corners)
      throw new RefusedFile('MESH_FILE_TRUNCATED.text', { word: 'endsolid' });
    return this.#facets.finish();
  }
}

/** Three, each of which may be missing. */
function wordsOfVertex(text: string): (string | undefined)[] {
  const words = text.trim().split(/\s+/, 3);
  return [words[0], words[1], words[2]];
}
