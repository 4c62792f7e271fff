import type { SurfaceMesh } from '@pace/contract/export';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Of a universal file: nodes, elements, groups. */
const NODES = 2411;
const ELEMENTS = 2412;
const GROUPS = 2467;
const DATASET_END = '    -1';
/** Nodes of a triangle whose sides are straight, and of a bent one */
const FLAT = 3;
const BENT = 6;

/**
 * A mesh as the solver writes it (`pace check --mend`): vertices numbered from 1, middles of bent sides behind them, thin-shell triangles of three or of
 * six nodes (corner, middle, corner …) with the part number as their property, a group with the name of each part.
 * @param path of the file, whose unit is the metre
 */
export async function readUnvMesh(path: string): Promise<SurfaceMesh> {
  const lines: AsyncIterator<string, undefined> = createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Infinity,
  })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${path} breaks off.`);
    return value;
  };
  const points: number[] = [];
  const corners: number[] = [];
  const parts: number[] = [];
  const middles: number[] = [];
  const partNames = new Map<number, string>();
  const records: Readonly<Record<number, (line: string) => Promise<void>>> = {
    [NODES]: async () => {
      points.push(...numbersOf(await next()));
    },
    [ELEMENTS]: async (line) => {
      const [, , part = 1, , , count = FLAT] = numbersOf(line);
      const nodes = numbersOf(await next()).map((label) => label - 1);
      const step = count === BENT ? 2 : 1;
      corners.push(nodes[0]!, nodes[step]!, nodes[2 * step]!);
      middles.push(...(count === BENT ? [nodes[1]!, nodes[3]!, nodes[5]!] : [-1, -1, -1]));
      parts.push(part);
    },
    [GROUPS]: async (line) => {
      const [part = 0, , , , , , , members = 0] = numbersOf(line);
      partNames.set(part, (await next()).trim());
      for (let read = 0; read < members; read += 2) await next();
    },
  };
  for (;;) {
    const { value: opening, done } = await lines.next();
    if (done) break;
    if (opening !== DATASET_END) continue;
    const record = records[Number(await next())];
    for (let line = await next(); line !== DATASET_END; line = await next()) await record?.(line);
  }
  return meshOf({ points, corners, parts, middles, partNames });
}

const numbersOf = (line: string): number[] => line.trim().split(/\s+/).map(Number);

interface ReadMesh {
  points: readonly number[];
  corners: readonly number[];
  parts: readonly number[];
  /** Node of each side, −1 of flat triangles */
  middles: readonly number[];
  partNames: ReadonlyMap<number, string>;
}

function meshOf({ points, corners, parts, middles, partNames }: ReadMesh): SurfaceMesh {
  const vertices = corners.reduce((most, corner) => Math.max(most, corner), -1) + 1;
  const hasBends = points.length > 3 * vertices;
  return {
    vertices: Float64Array.from(points.slice(0, 3 * vertices)),
    triangles: Uint32Array.from(corners),
    parts: Uint32Array.from(parts),
    partNames,
    ...(hasBends && {
      middles: {
        points: Float64Array.from(points.slice(3 * vertices)),
        ofTriangle: Int32Array.from(middles, (node) => (node < 0 ? -1 : node - vertices)),
      },
    }),
  };
}
