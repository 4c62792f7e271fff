/** Design maps and hot spots of a finished run, a value a triangle. */
import type { BackProjectionFile, MapsFile } from './contractTypes.ts';
import { ServerError } from './errors.ts';

const MAGIC = 'PACEMAP1';
const HEAD_BYTES = 16;

/** The maps of `maps.bin` and `backprojection.bin` (docs/run-folder.md), one value a triangle. @internal */
export function mapsIn(content: Buffer): Float32Array[] {
  if (content.length < HEAD_BYTES || content.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new ServerError('ANSWER', 'The server answered maps that are none.');
  const [triangles, count] = [content.readUInt32LE(8), content.readUInt32LE(12)];
  if (content.length !== HEAD_BYTES + 4 * triangles * count)
    throw new ServerError('ANSWER', 'The maps of the server break off.');
  return Array.from({ length: count }, (_, map) =>
    Float32Array.from({ length: triangles }, (__, t) =>
      content.readFloatLE(HEAD_BYTES + 4 * (map * triangles + t)),
    ),
  );
}

type MapName = MapsFile['maps'][number]['name'];

/**
 * What a change of the surface changes, to first order (docs/theory/design-maps.md). Maps have a value a triangle, in the order of the mesh; NaN where a
 * triangle has none.
 */
export interface DesignMaps {
  /** `maps.json`: parts with their shares and derivatives, responses of single illuminations (docs/run-folder.md) */
  file: MapsFile;
  /** contribution [m²], displacement [dB/mm], resistance and reactance [dB/Ω], layer [dB/mm], as far as there are */
  maps: Partial<Record<MapName, Float32Array>>;
}

/** @internal */
export const designMapsOf = (file: MapsFile, content: Buffer): DesignMaps => {
  const maps = mapsIn(content);
  return { file, maps: Object.fromEntries(file.maps.map(({ name }, i) => [name, maps[i]!])) };
};

/** Where the echoes of a sweep add up on the surface (docs/theory/hot-spots.md). */
export interface HotSpots {
  /** `backprojection.json` (docs/run-folder.md): `spots`, strongest first, and `resolution_m` */
  file: BackProjectionFile;
  /** 4π|I|² [m²] a triangle; NaN on interfaces inside the model */
  map: Float32Array;
}

/** @internal */
export const hotSpotsOf = (file: BackProjectionFile, content: Buffer): HotSpots => ({
  file,
  map: mapsIn(content)[0] ?? new Float32Array(),
});
