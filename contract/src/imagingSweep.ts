import { SPEED_OF_LIGHT } from './constants.ts';

/** Width of the main lobe at −3 dB beside that of no window (0.886 bins); Harris 1978, Carrara 1995 for Taylor (−35 dB, 5). */
export const WINDOW_BROADENING = {
  rectangular: 1,
  hann: 1.63,
  hamming: 1.47,
  blackman: 1.9,
  taylor: 1.34,
} as const;
export type WindowName = keyof typeof WINDOW_BROADENING;
/** Of a point at −3 dB, without a window, in bins */
export const RECTANGULAR_WIDTH = 0.886;

/** More than the model itself fits before it appears again. */
const ROOM = 1.2;
const HALF_TURN_DEG = 180;

export interface ImagingWish {
  /** Diagonal of the box about the model [m] */
  sizeM: number;
  /** Down and across the line of sight [m] */
  resolutionM: number;
  middleHz: number;
  window: WindowName;
}

/** A sweep over frequency and angle that shows a model whole, and parts of it apart that are `resolutionM` from each other. */
export interface ImagingSweep {
  firstHz: number;
  stepHz: number;
  lastHz: number;
  frequencies: number;
  /** Of the line of sight, about the middle angle [deg] */
  spanDeg: number;
  stepDeg: number;
  angles: number;
}

/** Rounded down to two digits, so that a step is not coarser. */
const floorTo = (value: number): number => {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.floor(value / unit + 1e-9) * unit).toPrecision(2));
};

/**
 * Steps by the sampling theorem, widths by the resolution of the window (small angles). Undefined where the band would begin
 * below zero: so fine a resolution needs a higher middle frequency.
 */
export function imagingSweep({
  sizeM,
  resolutionM,
  middleHz,
  window,
}: ImagingWish): ImagingSweep | undefined {
  const width = RECTANGULAR_WIDTH * WINDOW_BROADENING[window];
  const stepHz = floorTo(SPEED_OF_LIGHT / (2 * ROOM * sizeM));
  const frequencies = Math.max(4, Math.ceil((width * SPEED_OF_LIGHT) / (2 * resolutionM) / stepHz));
  const bandHz = (frequencies - 1) * stepHz;
  const firstHz = Math.round((middleHz - bandHz / 2) / 1e3) * 1e3;
  if (firstHz <= 0) return undefined;
  const wavelength = SPEED_OF_LIGHT / middleHz;
  const shortest = SPEED_OF_LIGHT / (firstHz + bandHz);
  const stepDeg = floorTo(((shortest / (2 * ROOM * sizeM)) * HALF_TURN_DEG) / Math.PI);
  const turnDeg = (((width * wavelength) / (2 * resolutionM)) * HALF_TURN_DEG) / Math.PI;
  const angles = Math.max(4, Math.ceil(turnDeg / stepDeg));
  const spanDeg = Number(((angles - 1) * stepDeg).toPrecision(12));
  return { firstHz, stepHz, lastHz: firstHz + bandHz, frequencies, spanDeg, stepDeg, angles };
}
