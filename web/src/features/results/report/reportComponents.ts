import {
  CIRCULAR_TERMS,
  isBothPolarizations,
  LINEAR_TERMS,
  type Component,
  type Polarization,
  type RcsComponent,
} from '@pace/contract';

/** Of what is drawn of every direction, the whole: of both polarizations the total power. */
export const wholeOf = (polarization: Polarization): RcsComponent =>
  isBothPolarizations(polarization) ? 'power' : 'total';

/**
 * What of a run is drawn, a list a picture. Of both polarizations every component when there is one curve of each; of more
 * curves the terms of the matrix, each in pictures of its own.
 */
export function componentSets(polarization: Polarization, curves: number): Component[][] {
  if (!isBothPolarizations(polarization)) return [['total']];
  return curves === 1
    ? [[...LINEAR_TERMS, 'power'], [...CIRCULAR_TERMS], ['phase']]
    : LINEAR_TERMS.map((term) => [term]);
}
