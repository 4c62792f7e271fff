/** Of the carousel, in its order; `npm run images` makes each in both themes and languages from runs of the product. */
export const PICTURES = [
  'aircraft-currents',
  'aircraft-mesh',
  'aircraft-monostatic',
  'almond-monostatic',
  'sphere-bistatic',
  'coating-reflection',
  'composite-media',
] as const;

/** Of the story of design maps: where the echo is made, and what the coating did. */
export const DESIGN_PICTURES = ['design-map', 'design-curves'] as const;

export const PICTURE_SIZE = { width: 1360, height: 850 } as const;
