import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

const WRITTEN_AT_ONCE = 1 << 22;
const NODES = '2411';
const ELEMENTS = '2412';
const TRIANGLE = '91';

interface Surface {
  /** [vertex][x, y, z] in metres. */
  positions: Float64Array;
  /** [triangle][corner], from 0. */
  corners: Uint32Array;
}

/**
 * Cuts each triangle of a sphere about the origin into four, so many times, with the new vertices on the sphere, and
 * writes a universal file: 12 s for three million triangles on one core.
 */
export function writeSubdividedSphere(coarse: string, radiusM: number, times: number, out: string): void {
  let surface = triangleSurface(readFileSync(coarse, 'latin1'));
  for (let i = 0; i < times; i++) surface = quartered(surface, radiusM);
  writeUnv(surface, out);
}

/** Vertices and linear triangles of a universal file. */
function triangleSurface(text: string): Surface {
  const positions: number[] = [];
  const corners: number[] = [];
  const place = new Map<number, number>();
  const lines = text.split('\n');
  const words = (at: number) => (lines[at] ?? '').trim().split(/\s+/);
  const isMark = (at: number) => lines[at]?.trim() === '-1';
  for (let at = 0; at < lines.length; at++) {
    if (!isMark(at)) continue;
    const kind = lines[at + 1]?.trim();
    at += 2;
    for (; at < lines.length && !isMark(at);) {
      if (kind === NODES) {
        place.set(Number(words(at)[0]), positions.length / 3);
        positions.push(...words(at + 1).map((word) => Number(word.replace(/d/i, 'e'))));
        at += 2;
      } else if (kind === ELEMENTS) {
        const [, type] = words(at);
        if (type === TRIANGLE) corners.push(...words(at + 1).map((word) => place.get(Number(word))!));
        // Beams have a line more: they are not of a surface, but gmsh writes them along curves.
        at += type === TRIANGLE ? 2 : 3;
      } else at++;
    }
  }
  return { positions: Float64Array.from(positions), corners: Uint32Array.from(corners) };
}

function quartered({ positions, corners }: Surface, radiusM: number): Surface {
  const vertices = positions.length / 3;
  const triangles = corners.length / 3;
  // A closed surface has three edges for every two triangles.
  const finer = new Float64Array(positions.length + (9 * triangles) / 2);
  finer.set(positions);
  const middleOf = new Map<number, number>();
  const middle = (a: number, b: number): number => {
    const key = a < b ? a * vertices + b : b * vertices + a;
    let vertex = middleOf.get(key);
    if (vertex !== undefined) return vertex;
    vertex = vertices + middleOf.size;
    middleOf.set(key, vertex);
    const sum = [0, 1, 2].map((i) => positions[3 * a + i]! + positions[3 * b + i]!);
    const scale = radiusM / Math.hypot(...sum);
    finer.set(
      sum.map((x) => scale * x),
      3 * vertex,
    );
    return vertex;
  };
  const cut = new Uint32Array(4 * corners.length);
  for (let t = 0; t < triangles; t++) {
    const [a, b, c] = corners.subarray(3 * t, 3 * t + 3) as unknown as [number, number, number];
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    cut.set([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], 12 * t);
  }
  return { positions: finer, corners: cut };
}

function writeUnv({ positions, corners }: Surface, out: string): void {
  const file = openSync(out, 'w');
  let waiting: string[] = [];
  let size = 0;
  const flush = () => {
    writeSync(file, waiting.join(''));
    waiting = [];
    size = 0;
  };
  const write = (line: string) => {
    waiting.push(line, '\n');
    size += line.length;
    if (size > WRITTEN_AT_ONCE) flush();
  };
  const columns = (...values: number[]) => values.map((value) => String(value).padStart(10)).join('');
  const mark = '    -1';
  write(`${mark}\n  ${NODES}`);
  for (let v = 0; v < positions.length / 3; v++) {
    write(columns(v + 1, 1, 1, 11));
    write(
      Array.from(positions.subarray(3 * v, 3 * v + 3), (x) =>
        x.toExponential(16).replace('e', 'D').padStart(25),
      ).join(''),
    );
  }
  write(`${mark}\n${mark}\n  ${ELEMENTS}`);
  for (let t = 0; t < corners.length / 3; t++) {
    write(columns(t + 1, Number(TRIANGLE), 1, 1, 7, 3));
    write(columns(...Array.from(corners.subarray(3 * t, 3 * t + 3), (corner) => corner + 1)));
  }
  write(mark);
  flush();
  closeSync(file);
}
