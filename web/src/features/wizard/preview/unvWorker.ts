import { LIMITS } from '@pace/contract';
import { UnvReader, type UnvPreview } from './unvFile.ts';

/** Reads a UNV file piece by piece, however large it is, for the eye. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  const answer = await read(file).catch((error: unknown) => {
    console.warn('The UNV file could not be read here', error);
    return undefined;
  });
  const geometry = answer?.geometry;
  const buffers = geometry
    ? [
        geometry.vertices.buffer,
        geometry.triangles.buffer,
        geometry.parts.buffer,
        ...(geometry.pieces ? [geometry.pieces.sides.buffer, geometry.pieces.triangleOf.buffer] : []),
      ]
    : [];
  self.postMessage(answer ?? { kind: 'UNV', ok: false }, { transfer: buffers as ArrayBuffer[] });
};

async function read(file: File): Promise<UnvPreview | undefined> {
  const reader = new UnvReader();
  const decoder = new TextDecoder();
  for (let at = 0; at < file.size; at += LIMITS.localUnvReadChunkBytes) {
    const piece = await file.slice(at, at + LIMITS.localUnvReadChunkBytes).arrayBuffer();
    reader.push(decoder.decode(piece, { stream: true }));
  }
  reader.push(decoder.decode());
  return reader.end();
}
