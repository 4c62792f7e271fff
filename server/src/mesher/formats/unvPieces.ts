import { INTEGER_COLUMNS, REAL_COLUMNS } from '../unvRecords.ts';
import type { SurfaceMesh } from './meshBuilder.ts';

const THIN_SHELL = { flat: 91, curved: 92 } as const;
const ELEMENT = 8;
const PIECE_CHARACTERS = 1 << 16;

/**
 * The text of a universal file with this mesh, piece by piece: nodes (2411), triangles (2412) and, if parts have names,
 * groups (2467). It has no dataset of units: the file that it was read from is silent about them.
 */
export function* unvPieces(mesh: SurfaceMesh): Generator<string> {
  let piece = '';
  for (const line of unvLines(mesh)) {
    piece += line;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function* unvLines(mesh: SurfaceMesh): Generator<string> {
  yield opened(2411);
  for (let node = 0; node < mesh.nodeLabels.length; node += 1)
    yield `${integers(mesh.nodeLabels[node]!, 1, 1, 11)}\n${reals(mesh.places.subarray(3 * node, 3 * node + 3))}\n`;
  yield CLOSED;
  yield opened(2412);
  for (let triangle = 0; triangle < mesh.labels.length; triangle += 1) yield element(mesh, triangle);
  yield CLOSED;
  if (mesh.names.size > 0) yield* groups(mesh);
}

function element({ nodeLabels, triangles, labels, parts }: SurfaceMesh, triangle: number): string {
  const label = (i: number) => nodeLabels[triangles[6 * triangle + i]!]!;
  const isCurved = triangles[6 * triangle + 3]! >= 0;
  const [type, count] = isCurved ? [THIN_SHELL.curved, 6] : [THIN_SHELL.flat, 3];
  // Corner, middle, corner, middle, corner, middle.
  const nodes = isCurved ? [0, 3, 1, 4, 2, 5] : [0, 1, 2];
  return `${integers(labels[triangle]!, type, parts[triangle]!, 0, 7, count)}\n${integers(...nodes.map(label))}\n`;
}

function* groups({ labels, parts, names }: SurfaceMesh): Generator<string> {
  const sizes = new Map<number, number>();
  for (const part of parts) sizes.set(part, (sizes.get(part) ?? 0) + 1);
  const numbers = [...sizes.keys()].sort((a, b) => a - b);
  // Positions of triangles by part, each in the order of the file.
  const next = new Map<number, number>();
  let begin = 0;
  for (const part of numbers) {
    next.set(part, begin);
    begin += sizes.get(part)!;
  }
  const sorted = new Int32Array(parts.length);
  for (let i = 0; i < parts.length; i += 1) {
    const at = next.get(parts[i]!)!;
    sorted[at] = labels[i]!;
    next.set(parts[i]!, at + 1);
  }
  yield opened(2467);
  let at = 0;
  for (const part of numbers) {
    const size = sizes.get(part)!;
    yield `${integers(part, 0, 0, 0, 0, 0, 0, size)}\n${groupName(names.get(part) ?? `Part ${part}`)}\n`;
    for (let i = 0; i < size; i += 1, at += 1)
      yield `${integers(ELEMENT, sorted[at]!, 0, 0)}${i % 2 === 1 || i + 1 === size ? '\n' : ''}`;
  }
  yield CLOSED;
}

const CLOSED = '    -1\n';
const opened = (dataset: number) => `    -1\n${String(dataset).padStart(6)}\n`;

/** A name "-1" must not end the dataset. */
const groupName = (name: string) => (name === '-1' ? name.padStart(INTEGER_COLUMNS) : name);

function integers(...values: number[]): string {
  let text = '';
  for (const value of values) text += String(value).padStart(INTEGER_COLUMNS);
  return text;
}

/** 1P3D25.16: all digits of a double */
function reals(values: Float64Array): string {
  let text = '';
  for (const value of values) {
    const [digits, exponent] = value.toExponential(16).split('e') as [string, string];
    const power = exponent.slice(1).padStart(2, '0');
    text += `${digits}D${exponent[0]!}${power}`.padStart(REAL_COLUMNS);
  }
  return text;
}
