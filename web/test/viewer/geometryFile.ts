/** Bytes of a `mesh.geo.bin`; triangles are [part, v1, v2, v3]. */
export function geometryFile(
  vertices: readonly (readonly number[])[],
  triangles: readonly (readonly number[])[],
  quality: readonly number[],
): ArrayBuffer {
  const buffer = new ArrayBuffer(16 + 12 * vertices.length + 20 * triangles.length);
  new Uint8Array(buffer).set(new TextEncoder().encode('PACEGEO1'));
  const view = new DataView(buffer);
  view.setUint32(8, vertices.length, true);
  view.setUint32(12, triangles.length, true);
  const trianglesAt = 16 + 12 * vertices.length;
  const qualityAt = trianglesAt + 16 * triangles.length;
  vertices.flat().forEach((value, i) => view.setFloat32(16 + 4 * i, value, true));
  triangles.flat().forEach((value, i) => view.setUint32(trianglesAt + 4 * i, value, true));
  quality.forEach((value, i) => view.setFloat32(qualityAt + 4 * i, value, true));
  return buffer;
}

interface Bent {
  /** Place, the vertices it lies between, their weights */
  points: readonly (readonly [place: number[], between: number[], weights: number[]])[];
  /** Triangle, three vertices or points, mask of sides, and the normals at the three corners */
  pieces: readonly (readonly [record: number[], normals: number[][]])[];
}

/** A `mesh.geo.bin` with a section of bent triangles behind it. */
export function withBent(file: ArrayBuffer, { points, pieces }: Bent): ArrayBuffer {
  const section = new ArrayBuffer(16 + 36 * points.length + 38 * pieces.length);
  new Uint8Array(section).set(new TextEncoder().encode('PACEBEN1'));
  const view = new DataView(section);
  view.setUint32(8, points.length, true);
  view.setUint32(12, pieces.length, true);
  let at = 16;
  const floats = (values: number[]) => values.forEach((value) => view.setFloat32((at += 4) - 4, value, true));
  const words = (values: number[]) => values.forEach((value) => view.setUint32((at += 4) - 4, value, true));
  floats(points.flatMap(([place]) => place));
  words(points.flatMap(([, between]) => between));
  floats(points.flatMap(([, , weights]) => weights));
  words(pieces.flatMap(([record]) => record));
  for (const value of pieces.flatMap(([, normals]) => normals.flat()))
    view.setInt16((at += 2) - 2, Math.round(32767 * value), true);
  const whole = new Uint8Array(file.byteLength + section.byteLength);
  whole.set(new Uint8Array(file));
  whole.set(new Uint8Array(section), file.byteLength);
  return whole.buffer;
}
