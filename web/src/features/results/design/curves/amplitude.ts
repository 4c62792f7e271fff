import type { Amplitude } from '@pace/contract';

/** σ = 4π|F|² [m²] */
export const rcsM2 = ([real, imaginary]: Amplitude): number =>
  4 * Math.PI * (real * real + imaginary * imaginary);

export const dbsmOf = (squareMetres: number): number => 10 * Math.log10(squareMetres);

export const plus = (a: Amplitude, b: Amplitude): Amplitude => [a[0] + b[0], a[1] + b[1]];
