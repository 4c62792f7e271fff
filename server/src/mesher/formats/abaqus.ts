import type { LineReader } from './lineReader.ts';
import { MeshBuilder, type SurfaceMesh } from './meshBuilder.ts';
import { RefusedFile } from './refused.ts';
import { integerOf, realOf } from './words.ts';

const FORMAT = 'Abaqus';

/**
 * Elements of surfaces by their names (shells, membranes, rigid and surface elements, plane and axisymmetric solids): the digit behind the
 * family counts the nodes, as in S4R and STRI65.
 */
const SURFACE = /^(?:STRI|SFM3D|DC2D|CPS|CPE|CAX|M3D|R3D|DS|S)([34689])/;
/** Of all lines that an entry goes over */
const ENTRY_WORDS = 64;

/**
 * Reads the surface elements of an input file of Abaqus (Dassault Systèmes, "Abaqus Keywords Guide": *NODE, *ELEMENT), as HyperMesh, Cubit and gmsh
 * write it too. The set that an *ELEMENT is given is a part with its name; elements without one are one part. The file is flat: labels of
 * several parts or instances would mean different nodes.
 */
export class AbaqusReader implements LineReader {
  readonly #mesh = new MeshBuilder();
  readonly #partOf = new Map<string, number>();
  #keywords = 0;
  #parts = 0;
  /** What lines of data are of */
  #reads: 'nodes' | 'elements' | 'skipped' | undefined;
  #type = '';
  #part = 0;
  /** An entry that goes on in the next line */
  #begun: string[] = [];
  #begunAt = 0;

  line(text: string, number: number): void {
    if (text.startsWith('**') || text.trim() === '') return;
    if (text.startsWith('*')) {
      this.#entry();
      this.#keyword(text.slice(1), number);
      return;
    }
    if (this.#reads === undefined) return;
    if (this.#begun.length === 0) this.#begunAt = number;
    const goesOn = /,\s*$/.test(text);
    const words = text.split(',').map((word) => word.trim());
    if (goesOn) words.pop();
    this.#begun.push(...words);
    if (this.#begun.length > ENTRY_WORDS)
      throw new RefusedFile('MESH_FILE_FORMAT.longLine', { line: this.#begunAt });
    if (!goesOn) this.#entry();
  }

  finish(): SurfaceMesh {
    this.#entry();
    if (this.#keywords === 0) throw new RefusedFile('MESH_FILE_FORMAT.abaqus');
    return this.#mesh.finish(FORMAT);
  }

  #keyword(text: string, line: number): void {
    const [name = '', ...options] = text.split(',').map((word) => word.trim());
    const option = (wanted: string): string | undefined => {
      const found = options.find((one) => (one.split('=')[0] ?? '').trim().toUpperCase() === wanted);
      return found?.slice(found.indexOf('=') + 1).trim();
    };
    this.#reads = undefined;
    const keyword = name.toUpperCase();
    if (keyword === 'INCLUDE') throw new RefusedFile('MESH_FILE_UNSUPPORTED.include', { line });
    if (keyword === 'PART' && ++this.#parts > 1)
      throw new RefusedFile('MESH_FILE_UNSUPPORTED.instances', { line });
    if (keyword === 'NODE') {
      if (option('INPUT') !== undefined) throw new RefusedFile('MESH_FILE_UNSUPPORTED.include', { line });
      this.#keywords += 1;
      this.#reads = 'nodes';
    }
    if (keyword !== 'ELEMENT') return;
    if (option('INPUT') !== undefined) throw new RefusedFile('MESH_FILE_UNSUPPORTED.include', { line });
    this.#keywords += 1;
    this.#type = (option('TYPE') ?? '').toUpperCase();
    this.#reads = SURFACE.test(this.#type) ? 'elements' : 'skipped';
    const set = option('ELSET') ?? '';
    if (this.#reads === 'skipped') return;
    this.#part = this.#partOf.get(set) ?? this.#partOf.size + 1;
    this.#partOf.set(set, this.#part);
    this.#mesh.namePart(this.#part, set);
  }

  #entry(): void {
    const [words, line] = [this.#begun, this.#begunAt];
    if (words.length === 0) return;
    this.#begun = [];
    if (this.#reads === 'skipped') this.#mesh.skip(this.#type || 'ELEMENT');
    if (this.#reads === 'nodes') {
      const [label, x, y, z] = words;
      // A coordinate that is left out is zero.
      const real = (word: string | undefined) => (word === undefined || word === '' ? 0 : realOf(word, line));
      this.#mesh.addNode(integerOf(label, line), real(x), real(y), real(z));
    }
    if (this.#reads !== 'elements') return;
    const count = Number(SURFACE.exec(this.#type)![1]);
    this.#mesh.addElement({
      label: integerOf(words[0], line),
      part: this.#part,
      line,
      nodes: Array.from({ length: count }, (_, i) => integerOf(words[i + 1], line)),
    });
  }
}
