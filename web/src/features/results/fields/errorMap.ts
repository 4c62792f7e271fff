import { floatsAt } from '../../../viewer/index.ts';

const MAGIC = 'PACEERR1';
const HEADER_BYTES = 12;
const INDICES_A_TRIANGLE = 3;

/** What each triangle adds to the error bars, over the field. @throws Error if it is no such file */
export function parseErrorMap(buffer: ArrayBuffer): Float32Array {
  const magic = String.fromCharCode(...new Uint8Array(buffer, 0, Math.min(MAGIC.length, buffer.byteLength)));
  if (buffer.byteLength < HEADER_BYTES || magic !== MAGIC) throw new Error(`Not a ${MAGIC} file`);
  const count = new DataView(buffer).getUint32(MAGIC.length, true);
  if (buffer.byteLength < HEADER_BYTES + 4 * count) throw new Error(`The ${MAGIC} file is cut off`);
  return floatsAt(buffer, HEADER_BYTES, count);
}

/**
 * At each vertex the mean of the triangles around it, in percent.
 * @param triangles  three vertices each
 */
export function errorAtVertices(
  errors: ArrayLike<number>,
  triangles: ArrayLike<number>,
  vertices: number,
): Float32Array {
  const [sum, count] = [new Float32Array(vertices), new Uint32Array(vertices)];
  for (let i = 0; i < triangles.length; ++i) {
    sum[triangles[i]!]! += 100 * errors[Math.floor(i / INDICES_A_TRIANGLE)]!;
    count[triangles[i]!]! += 1;
  }
  return sum.map((value, v) => (count[v]! > 0 ? value / count[v]! : 0));
}
