import { CIRCULAR_TERMS, LINEAR_TERMS } from '../run/scattering.ts';

/**
 * Which part of the field of one incident wave a curve shows. co and cross: of the incident polarization; horizontal: φ,
 * vertical: θ, circular: the same and the other hand. right, left: by the IEEE sense along the scattered direction.
 */
export const COMPONENTS_OF_ONE = ['total', 'theta', 'phi', 'co', 'cross', 'right', 'left'] as const;
export type ComponentOfOne = (typeof COMPONENTS_OF_ONE)[number];

/** Of both polarizations: a term of the scattering matrix, the sum of all four, or how far S_VV is ahead of S_HH. */
export const COMPONENTS_OF_BOTH = [...LINEAR_TERMS, 'power', ...CIRCULAR_TERMS, 'phase'] as const;
export type Component = ComponentOfOne | (typeof COMPONENTS_OF_BOTH)[number];
/** What is a radar cross section; `phase` is an angle. */
export type RcsComponent = Exclude<Component, 'phase'>;

/** Components that are a radar cross section. */
export const RCS_COMPONENTS: readonly RcsComponent[] = [
  ...COMPONENTS_OF_ONE,
  ...COMPONENTS_OF_BOTH.filter((component) => component !== 'phase'),
];
