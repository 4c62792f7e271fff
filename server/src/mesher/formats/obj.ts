import { growingReals } from './growing.ts';
import type { LineReader } from './lineReader.ts';
import { MeshBuilder, type SurfaceMesh } from './meshBuilder.ts';
import { CONCAVE_CORNERS_MOST, polygonTriangles } from './polygon.ts';
import { RefusedFile } from './refused.ts';
import { badNumber, integerOf, realOf, wordsOf } from './words.ts';
import type { Point } from '../unvRecords.ts';

const FORMAT = 'OBJ';

/**
 * Reads the faces of a Wavefront OBJ file. What follows a `g` or an `o`, whichever came last, is a part with its name, and the same name is the same
 * part. Polygons are split where the file has them, so their corners have to be there before them, as they are in every OBJ file.
 */
export class ObjReader implements LineReader {
  readonly #mesh = new MeshBuilder();
  readonly #places = growingReals();
  readonly #partOf = new Map<string, number>();
  #part = 0;
  #faces = 0;
  /** A line that goes on in the next one */
  #begun = '';
  #begunAt = 0;

  line(text: string, number: number): void {
    const at = this.#begun === '' ? number : this.#begunAt;
    if (text.endsWith('\\')) {
      if (this.#begun.length + text.length > CONTINUED_CHARACTERS)
        throw new RefusedFile('MESH_FILE_FORMAT.longLine', { line: at });
      this.#begun += `${text.slice(0, -1)} `;
      this.#begunAt = at;
      return;
    }
    const whole = this.#begun + text;
    this.#begun = '';
    this.#statement(whole, at);
  }

  finish(): SurfaceMesh {
    if (this.#begun !== '') this.#statement(this.#begun, this.#begunAt);
    if (this.#places.length === 0) throw new RefusedFile('MESH_FILE_FORMAT.obj');
    return this.#mesh.finish(FORMAT);
  }

  #statement(text: string, line: number): void {
    if (text.startsWith('v ') || text.startsWith('v\t')) return this.#vertex(wordsOf(text), line);
    if (text.startsWith('f ') || text.startsWith('f\t')) return this.#face(wordsOf(text), line);
    if (text.startsWith('g ') || text.startsWith('o ')) this.#begin(text.slice(2).trim());
    if (text.trim() === 'g') this.#begin('');
  }

  #begin(name: string): void {
    this.#part = this.#partOf.get(name) ?? this.#partOf.size + 1;
    this.#partOf.set(name, this.#part);
    this.#mesh.namePart(this.#part, name);
  }

  #vertex(words: string[], line: number): void {
    const place = [1, 2, 3].map((i) => realOf(words[i], line));
    for (const value of place) this.#places.push(value);
    this.#mesh.addNode(this.#places.length / 3, place[0]!, place[1]!, place[2]!);
  }

  #face(words: string[], line: number): void {
    this.#faces += 1;
    if (this.#part === 0) this.#begin('');
    const corners = words.slice(1).map((word) => this.#corner(word, line));
    if (corners.length < 3) throw badNumber(undefined, line);
    const pieces = corners.length === 3 ? [[0, 1, 2]] : this.#pieces(corners, line);
    for (const piece of pieces)
      this.#mesh.addElement({
        label: this.#mesh.elements + 1,
        part: this.#part,
        line,
        nodes: piece.map((i) => corners[i]!),
      });
  }

  /** A quadrilateral is split with all others. */
  #pieces(corners: readonly number[], line: number): number[][] {
    if (corners.length === 4) return [[0, 1, 2, 3]];
    const pieces = polygonTriangles(corners.map((corner) => this.#place(corner)));
    if (!pieces)
      throw new RefusedFile('MESH_FILE_UNSUPPORTED.polygon', {
        element: this.#faces,
        corners: corners.length,
        most: CONCAVE_CORNERS_MOST,
        line,
      });
    return pieces;
  }

  /** `vertex/texture/normal`; a negative vertex counts back from the last one. */
  #corner(word: string, line: number): number {
    const slash = word.indexOf('/');
    const stated = integerOf(slash < 0 ? word : word.slice(0, slash), line);
    const count = this.#places.length / 3;
    const corner = stated < 0 ? count + 1 + stated : stated;
    if (corner < 1 || corner > count)
      throw new RefusedFile('MESH_FILE_MISSING_NODE', { element: this.#faces, node: stated, line });
    return corner;
  }

  #place(corner: number): Point {
    const at = 3 * (corner - 1);
    return [this.#places.at(at), this.#places.at(at + 1), this.#places.at(at + 2)];
  }
}

/** Of all lines that a statement goes over */
const CONTINUED_CHARACTERS = 1 << 20;
