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
