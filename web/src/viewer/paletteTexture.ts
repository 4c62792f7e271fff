import { DataTexture, LinearFilter, RGBAFormat, SRGBColorSpace, UnsignedByteType } from 'three';
import { paletteTexels, type PaletteName } from './palettes.ts';

/** A palette as a texture one pixel high, the smallest value on the left. */
export function paletteTexture(name: PaletteName): DataTexture {
  const texels = paletteTexels(name);
  const texture = new DataTexture(texels, texels.length / 4, 1, RGBAFormat, UnsignedByteType);
  texture.colorSpace = SRGBColorSpace;
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
