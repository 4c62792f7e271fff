import type { LineReader } from './lineReader.ts';
import { MeshBuilder, type SurfaceMesh } from './meshBuilder.ts';
import { RefusedFile } from './refused.ts';
import { badNumber, integerOf, realOf, shown, wordsOf } from './words.ts';

const FORMAT = 'gmsh MSH';
/** Nodes of the surface elements that are read, by gmsh's type: triangles of 3 and 6, quadrilaterals of 4, 8 and 9. */
const SURFACE_NODES: Readonly<Record<number, number>> = { 2: 3, 9: 6, 3: 4, 16: 8, 10: 9 };
/** Surface elements of third and higher order */
const HIGHER_ORDER = new Set([
  20, 21, 22, 23, 24, 25, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
]);
const SURFACE = 2;

/** Version and kind of a file, as its first section says. */
export interface MshHead {
  version: string;
  isBinary: boolean;
}

/**
 * The first bytes decide: gmsh takes a file that begins with anything else for a script, and runs the commands in it.
 * @param head  the beginning of a file as latin1; @returns undefined if it is no MSH file
 */
export function mshHead(head: string): MshHead | undefined {
  const found = /^\$MeshFormat\s{1,9}(\d{1,9}(?:\.\d{1,9})?)\s{1,9}(\d)\s/.exec(head);
  if (found) return { version: found[1]!, isBinary: found[2] !== '0' };
  return /^\$NOD\s/.test(head) ? { version: '1', isBinary: false } : undefined;
}

/** Whether MshReader reads such a file; others are rewritten by gmsh first. */
export function isPlainMsh({ version, isBinary }: MshHead): boolean {
  return !isBinary && (/^2(?:\.|$)/.test(version) || version === '4.1');
}

/**
 * Reads the surface elements of a gmsh mesh, ASCII, versions 2 and 4.1. Parts are the physical groups; where no triangle is
 * in one, the surfaces of the geometry. Triangles outside all groups of a file that has some are a part of their own.
 * Reference: gmsh 4.8 reference manual, "MSH file format".
 */
export class MshReader implements LineReader {
  readonly #mesh = new MeshBuilder();
  #version = 0;
  #section: string | undefined;
  #lineInSection = 0;
  /** Names of sections that were read */
  readonly #read = new Set<string>();
  /** Lines or entries that are still to come of the section */
  #left = 0;
  /** Version 4: lines of each dimension that are still to come of $Entities */
  #entitiesLeft: number[] = [];
  readonly #physicalOf = new Map<number, number>();
  #block: { dimension: number; entity: number; type: number; left: number } | undefined;
  #tags: number[] = [];
  #placesRead = 0;

  line(text: string, number: number): void {
    if (text.startsWith('$')) return this.#mark(text.trim(), number);
    if (text.trim() === '') return;
    if (this.#section === undefined) {
      if (this.#read.size === 0) throw new RefusedFile('MESH_FILE_FORMAT.msh');
      return;
    }
    this.#lineInSection += 1;
    switch (this.#section) {
      case 'MeshFormat':
        return this.#format(wordsOf(text), number);
      case 'PhysicalNames':
        return this.#physicalName(text);
      case 'Entities':
        return this.#entity(wordsOf(text), number);
      case 'PartitionedEntities':
        throw new RefusedFile('MESH_FILE_UNSUPPORTED.partitioned', { line: number });
      case 'Nodes':
        return this.#version < 4 ? this.#node(text, number) : this.#nodeOfBlock(text, number);
      case 'Elements':
        return this.#version < 4 ? this.#element(text, number) : this.#elementOfBlock(text, number);
    }
  }

  finish(): SurfaceMesh {
    if (!this.#read.has('MeshFormat') && this.#section === undefined)
      throw new RefusedFile('MESH_FILE_FORMAT.msh');
    if (this.#section !== undefined)
      throw new RefusedFile('MESH_FILE_TRUNCATED.section', { section: shown(this.#section) });
    this.#numberParts();
    return this.#mesh.finish(FORMAT);
  }

  /** The line that opens or closes a section. */
  #mark(name: string, number: number): void {
    if (!name.startsWith('$End')) {
      if (this.#section !== undefined)
        throw new RefusedFile('MESH_FILE_TRUNCATED.section', { section: shown(this.#section) });
      this.#section = name.slice(1);
      this.#lineInSection = 0;
      this.#left = 0;
      this.#block = undefined;
      if (this.#section !== 'MeshFormat' && this.#version === 0)
        throw new RefusedFile('MESH_FILE_FORMAT.msh');
      return;
    }
    const isCounted = this.#section === 'Nodes' || this.#section === 'Elements';
    if (isCounted && (this.#left > 0 || this.#lineInSection === 0))
      throw new RefusedFile('MESH_FILE_TRUNCATED.early', {
        section: this.#section!,
        line: number,
        missing: this.#left,
      });
    if (this.#section !== undefined) this.#read.add(this.#section);
    this.#section = undefined;
  }

  #format([version, kind]: string[], number: number): void {
    if (this.#lineInSection > 1) return;
    const head = { version: version ?? '', isBinary: kind !== '0' };
    if (!isPlainMsh(head))
      throw new RefusedFile('MESH_FILE_FORMAT.mshVersion', { version: shown(head.version), line: number });
    this.#version = Number(version);
  }

  /** `dimension number "name"` */
  #physicalName(text: string): void {
    if (this.#lineInSection === 1) return;
    const [dimension, number] = wordsOf(text.slice(0, 64));
    const from = text.indexOf('"');
    const to = text.lastIndexOf('"');
    if (Number(dimension) === SURFACE && to > from)
      this.#mesh.namePart(Number(number), text.slice(from + 1, to));
  }

  /** Version 4.1: `tag box… physicals physical… …`; points have a place in the place of a box. */
  #entity(words: string[], number: number): void {
    if (this.#lineInSection === 1) {
      this.#entitiesLeft = [0, 1, 2, 3].map((dimension) => integerOf(words[dimension], number));
      return;
    }
    const dimension = this.#entitiesLeft.findIndex((left) => left > 0);
    if (dimension < 0) return;
    this.#entitiesLeft[dimension]! -= 1;
    if (dimension !== SURFACE) return;
    const physicals = integerOf(words[7], number);
    if (physicals > 0)
      this.#physicalOf.set(integerOf(words[0], number), Math.abs(integerOf(words[8], number)));
  }

  #node(text: string, number: number): void {
    const words = wordsOf(text);
    if (this.#lineInSection === 1) {
      this.#left = integerOf(words[0], number);
      return;
    }
    const [x, y, z] = [1, 2, 3].map((i) => realOf(words[i], number));
    this.#mesh.addNode(integerOf(words[0], number), x!, y!, z!);
    this.#left -= 1;
  }

  /** Version 2: `label type tags tag… node…`; the first tags are the physical group and the surface. */
  #element(text: string, number: number): void {
    const words = wordsOf(text);
    if (this.#lineInSection === 1) {
      this.#left = integerOf(words[0], number);
      return;
    }
    this.#left -= 1;
    const tags = integerOf(words[2], number);
    if (tags < 0 || tags > words.length) throw badNumber(words[2], number);
    const physical = tags > 0 ? Math.abs(integerOf(words[3], number)) : 0;
    const surface = tags > 1 ? Math.abs(integerOf(words[4], number)) : 0;
    this.#add(integerOf(words[1], number), words, 3 + tags, { physical, surface, number });
  }

  /** A block of version 4.1: `dimension entity parametric count`, then the labels, then the places. */
  #nodeOfBlock(text: string, number: number): void {
    const words = wordsOf(text);
    if (this.#lineInSection === 1) {
      this.#left = integerOf(words[1], number);
      return;
    }
    if (!this.#block) {
      const left = integerOf(words[3], number);
      this.#tags = [];
      this.#placesRead = 0;
      if (left > 0) this.#block = { dimension: 0, entity: 0, type: 0, left };
      return;
    }
    if (this.#tags.length < this.#block.left) {
      this.#tags.push(integerOf(words[0], number));
      return;
    }
    const [x, y, z] = [0, 1, 2].map((i) => realOf(words[i], number));
    this.#mesh.addNode(this.#tags[this.#placesRead]!, x!, y!, z!);
    this.#placesRead += 1;
    this.#left -= 1;
    if (this.#placesRead === this.#block.left) this.#block = undefined;
  }

  /** A block of version 4.1: `dimension entity type count`, then `label node…` */
  #elementOfBlock(text: string, number: number): void {
    const words = wordsOf(text);
    if (this.#lineInSection === 1) {
      this.#left = integerOf(words[1], number);
      return;
    }
    if (!this.#block) {
      const [dimension, entity, type, left] = [0, 1, 2, 3].map((i) => integerOf(words[i], number));
      if (left! > 0) this.#block = { dimension: dimension!, entity: entity!, type: type!, left: left! };
      return;
    }
    const { entity, type } = this.#block;
    const physical = this.#physicalOf.get(entity) ?? 0;
    this.#add(type, words, 1, { physical, surface: Math.abs(entity), number });
    this.#left -= 1;
    this.#block.left -= 1;
    if (this.#block.left === 0) this.#block = undefined;
  }

  #add(
    type: number,
    words: string[],
    firstNode: number,
    { physical, surface, number }: { physical: number; surface: number; number: number },
  ): void {
    const count = SURFACE_NODES[type];
    if (count === undefined) {
      if (HIGHER_ORDER.has(type))
        throw new RefusedFile('MESH_FILE_UNSUPPORTED.order', {
          element: shown(words[0] ?? ''),
          type,
          line: number,
        });
      this.#mesh.skip(String(type));
      return;
    }
    const nodes = Array.from({ length: count }, (_, i) => integerOf(words[firstNode + i], number));
    // Of those in no group the surface is kept as a negative number until all elements are known.
    const part = physical > 0 ? physical : -surface;
    this.#mesh.addElement({ label: integerOf(words[0], number), part, line: number, nodes });
  }

  #numberParts(): void {
    const groups = [...this.#mesh.partNumbers].filter((part) => part > 0);
    const others = groups.reduce((most, part) => Math.max(most, part), 0) + 1;
    this.#mesh.renumberParts((part) => {
      if (part > 0) return part;
      return groups.length > 0 ? others : -part;
    });
    if (groups.length === 0) this.#mesh.forgetNames();
  }
}
