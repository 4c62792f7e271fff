import type { Geometry } from '../storage/binaryFiles.ts';

/** Enough digits for a float32. */
const DIGITS = 8;
const ROWS_A_PIECE = 4096;

/**
 * The answer of `mesher-result` piece by piece: a mesh may have millions of triangles, more than one string can hold
 * comfortably. Vertices in metres.
 */
export function* meshResultJson(
  geometry: Geometry,
  metresPerUnit: number,
  report: unknown,
): Generator<string> {
  yield '{"result":{"meshTri3":[';
  yield* rows(geometry.triangles, 4, (value) => value);
  yield '],"meshVertex3":[';
  yield* rows(geometry.vertices, 3, (value) => shorten(value * metresPerUnit));
  yield `],"currents":[],"currentJ":[],"currentM":[],"report":${JSON.stringify(report ?? null)}}}`;
}

/** The answer of `fusion-result` for an electric current. */
export function* currentsJson(values: Float32Array, density: 'J' | 'M'): Generator<string> {
  const own = density === 'J' ? 'currentJ' : 'currentM';
  const other = density === 'J' ? 'currentM' : 'currentJ';
  yield `{"result":{"density":"${density}","unit":"${density === 'J' ? 'A/m' : 'V/m'}","${other}":[],"${own}":[`;
  yield* rows(values, 6, shorten);
  yield '],"currents":[';
  yield* rows(magnitudes(values), 1, shorten);
  yield ']}}';
}

function magnitudes(values: Float32Array): Float64Array {
  return Float64Array.from({ length: values.length / 6 }, (_, vertex) =>
    Math.hypot(...values.subarray(6 * vertex, 6 * vertex + 6)),
  );
}

function shorten(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

function* rows(
  values: Float32Array | Float64Array | Uint32Array,
  width: number,
  present: (value: number) => number,
): Generator<string> {
  const count = values.length / width;
  for (let first = 0; first < count; first += ROWS_A_PIECE) {
    const piece: string[] = [];
    for (let row = first; row < Math.min(count, first + ROWS_A_PIECE); row++) {
      const cells = Array.from(values.subarray(row * width, (row + 1) * width), present).join(',');
      piece.push(width === 1 ? cells : `[${cells}]`);
    }
    yield (first === 0 ? '' : ',') + piece.join(',');
  }
}
