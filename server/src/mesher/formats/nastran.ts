import type { LineReader } from './lineReader.ts';
import { MeshBuilder, type SurfaceMesh } from './meshBuilder.ts';
import { RefusedFile } from './refused.ts';
import { badNumber, integerOf } from './words.ts';

const FORMAT = 'NASTRAN';
/** Surface elements with their corners and all their nodes; fields 1 and 2 are label and property. */
const SURFACE: Readonly<Record<string, { corners: number; nodes: number }>> = {
  CTRIA3: { corners: 3, nodes: 3 },
  CTRIAR: { corners: 3, nodes: 3 },
  CTRIA6: { corners: 3, nodes: 6 },
  CQUAD4: { corners: 4, nodes: 4 },
  CQUADR: { corners: 4, nodes: 4 },
  CQUAD8: { corners: 4, nodes: 8 },
};
const SOLIDS = new Set(['CTETRA', 'CHEXA', 'CPENTA', 'CPYRAM', 'CPYRA', 'CBAR', 'CBEAM', 'CROD', 'CBUSH']);
const PROPERTIES = new Set(['PSHELL', 'PCOMP', 'PCOMPG', 'PSHEAR']);
/** Of elements whose property is blank, until all are known */
const NO_PROPERTY = 0;
const FIELD = 8;
const LARGE_FIELD = 16;
const FIELDS_OF_LINE = 8;
/** The longest entry that is read, CQUAD8, has ten. */
const FIELDS_KEPT = 24;
const COMMENT_CHARACTERS = 400;
/** `1.5`, `1.5E+3`, `1.5D3` and without its letter `1.5+3` */
const REAL = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:[EeDd]?([+-]\d+)|[EeDd](\d+))?$/;

interface Card {
  name: string;
  line: number;
  /** Without the name; as many for each line as it has room for */
  fields: string[];
}

/**
 * Reads grid points and shell elements of a NASTRAN bulk data file, in small, large and free fields. A part is what has one
 * property number; its name comes from the comments of ANSA, HyperMesh, Femap and Patran. Grid points have to be in the basic coordinate
 * system. Reference: MSC Nastran Quick Reference Guide, "Bulk Data Entry".
 */
export class NastranReader implements LineReader {
  readonly #mesh = new MeshBuilder();
  #card: Card | undefined;
  #grids = 0;
  #ended = false;
  /** Name that a comment gives to the property that follows it */
  #nextName: string | undefined;

  get isDone(): boolean {
    return this.#ended;
  }

  line(text: string, number: number): void {
    if (text.startsWith('$')) return this.#comment(text.slice(0, COMMENT_CHARACTERS));
    const body = withoutComment(text);
    if (body.trim() === '') return;
    const { name, fields } = lineFields(body);
    if (name === '' || name.startsWith('+') || name.startsWith('*')) {
      if (this.#card && this.#card.fields.length < FIELDS_KEPT) this.#card.fields.push(...fields);
      return;
    }
    this.#finishCard();
    if (name === 'ENDDATA') this.#ended = true;
    if (/^INCLUDE\b/i.test(body)) throw new RefusedFile('MESH_FILE_UNSUPPORTED.include', { line: number });
    if (isWanted(name)) this.#card = { name, line: number, fields };
  }

  finish(): SurfaceMesh {
    this.#finishCard();
    if (this.#grids === 0 && this.#mesh.elements === 0 && !this.#ended)
      throw new RefusedFile('MESH_FILE_FORMAT.nastran');
    // NASTRAN gives such an element a property of its own; nobody means as many parts as elements.
    const highest = [...this.#mesh.partNumbers].reduce((most, part) => Math.max(most, part), 0);
    this.#mesh.renumberParts((part) => (part === NO_PROPERTY ? highest + 1 : part));
    return this.#mesh.finish(FORMAT, 'MESH_FILE_MISSING_NODE.grid');
  }

  #finishCard(): void {
    const card = this.#card;
    this.#card = undefined;
    if (!card) return;
    if (card.name === 'GRID') return this.#grid(card);
    if (PROPERTIES.has(card.name)) return this.#property(card);
    if (card.name === 'GRDSET') return requireBasicSystem(card.fields[1], undefined, card.line);
    const shape = SURFACE[card.name];
    if (shape) this.#element(card, shape);
    else this.#mesh.skip(card.name);
  }

  /** GRID, label, coordinate system, x, y, z */
  #grid({ fields, line }: Card): void {
    const label = integerOf(fields[0], line);
    requireBasicSystem(fields[1], label, line);
    const [x, y, z] = [2, 3, 4].map((i) => real(fields[i], line));
    this.#mesh.addNode(label, x!, y!, z!);
    this.#grids += 1;
  }

  /** CTRIA3, label, property, node … */
  #element({ name, fields, line }: Card, { corners, nodes }: { corners: number; nodes: number }): void {
    const label = integerOf(fields[0], line);
    const part = isBlank(fields[1]) ? NO_PROPERTY : integerOf(fields[1], line);
    const listed = fields.slice(2, 2 + nodes);
    const middles = listed.slice(corners).filter((field) => !isBlank(field) && field !== '0');
    // Middles may be left out, of all sides or of some.
    if (middles.length > 0 && middles.length < nodes - corners)
      throw new RefusedFile('MESH_FILE_UNSUPPORTED.someMiddles', { element: label, name, line });
    const used = middles.length === 0 ? corners : nodes;
    this.#mesh.addElement({
      label,
      part,
      line,
      nodes: Array.from({ length: used }, (_, i) => integerOf(listed[i], line)),
    });
  }

  #property({ fields, line }: Card): void {
    if (this.#nextName === undefined) return;
    this.#mesh.namePart(integerOf(fields[0], line), this.#nextName);
    this.#nextName = undefined;
  }

  #comment(text: string): void {
    const ansa = text.startsWith('$ANSA_NAME_COMMENT;') ? text.split(';') : undefined;
    if (ansa && PROPERTIES.has(ansa[2] ?? '')) return this.#mesh.namePart(Number(ansa[1]), ansa[3] ?? '');
    const hyperMesh = /^\$HMNAME PROP +(\d+) *"([^"]*)"/.exec(text);
    if (hyperMesh) return this.#mesh.namePart(Number(hyperMesh[1]), hyperMesh[2]!);
    const femap = /^\$ *Femap\b[^:]*\bProperty (\d+) ?:(.*)$/.exec(text);
    if (femap) return this.#mesh.namePart(Number(femap[1]), femap[2]!);
    const patran = /^\$ *Elements and Element Properties for region *:(.*)$/.exec(text);
    if (patran) this.#nextName = patran[1]!;
  }
}

const isWanted = (name: string) =>
  name === 'GRID' || name === 'GRDSET' || name in SURFACE || PROPERTIES.has(name) || SOLIDS.has(name);

const isBlank = (field: string | undefined) => field === undefined || field === '';

/** @param node  undefined for the default of all grid points */
function requireBasicSystem(field: string | undefined, node: number | undefined, line: number): void {
  if (isBlank(field) || field === '0' || field === '-1') return;
  const system = integerOf(field, line);
  throw node === undefined
    ? new RefusedFile('MESH_FILE_UNSUPPORTED.defaultSystem', { system, line })
    : new RefusedFile('MESH_FILE_UNSUPPORTED.coordinateSystem', { node, system, line });
}

/** A coordinate; a blank one is 0. */
function real(field: string | undefined, line: number): number {
  if (field === undefined || field === '') return 0;
  const found = REAL.exec(field);
  const value = found ? Number(`${found[1]!}e${found[2] ?? found[3] ?? '0'}`) : NaN;
  if (!Number.isFinite(value)) throw badNumber(field, line);
  return value;
}

function withoutComment(text: string): string {
  const at = text.indexOf('$');
  return at < 0 ? text : text.slice(0, at);
}

/** The fields of one line, whatever their form; filled up so that those of the next line can follow. */
function lineFields(line: string): Pick<Card, 'name' | 'fields'> {
  const isFree = line.includes(',');
  const text = isFree ? line : withoutTabs(line);
  const first = (isFree ? text.slice(0, text.indexOf(',')) : text.slice(0, FIELD)).trim().toUpperCase();
  const isContinuation = first === '' || first.startsWith('+') || first.startsWith('*');
  const isLarge = isContinuation ? first.startsWith('*') : first.endsWith('*');
  const most = isLarge ? FIELDS_OF_LINE / 2 : FIELDS_OF_LINE;
  const width = isLarge ? LARGE_FIELD : FIELD;
  const fields = isFree
    ? text
        .slice(text.indexOf(',') + 1)
        .split(',', most)
        .map((field) => field.trim())
    : Array.from({ length: most }, (_, i) => text.slice(FIELD + width * i, FIELD + width * (i + 1)).trim());
  while (fields.length < most) fields.push('');
  return { name: isContinuation || !isLarge ? first : first.slice(0, -1).trim(), fields };
}

/** Tabs lead to the next column that is a multiple of eight. */
function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let text = '';
  for (const piece of line.slice(0, 10 * FIELD).split('\t')) {
    text += piece;
    text = text.padEnd(FIELD * (Math.floor(text.length / FIELD) + 1));
  }
  return text;
}
