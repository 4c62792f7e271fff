import type { LibraryMaterialSchema } from '@pace/contract';
import type { z } from 'zod';

type LibraryMaterial = z.infer<typeof LibraryMaterialSchema>;

/**
 * Well-known materials, relative values, e^{+jωt}: ε = ε' − jε''. A beginning; the full library comes with the
 * materials issue. Sources: [P] D. M. Pozar, Microwave Engineering, 4th ed., appendix G (dielectric constants and loss
 * tangents of some materials, at the frequency given; of alumina's range 9.5 to 10 the middle); [C] refractive index of
 * dry air, common to all handbooks; [D] definition.
 */
const ROWS: [
  name: string,
  frequencyHz: number,
  permittivity: number,
  lossTangent: number,
  source: 'P' | 'C' | 'D',
][] = [
  ['Vacuum', 0, 1, 0, 'D'],
  ['Air', 0, 1.0006, 0, 'C'],
  ['Alumina (99.5 %)', 10e9, 9.75, 0.0003, 'P'],
  ['Fused quartz', 10e9, 3.78, 0.0001, 'P'],
  ['Glass (Pyrex)', 3e9, 4.82, 0.0054, 'P'],
  ['Nylon (610)', 3e9, 2.84, 0.012, 'P'],
  ['Plexiglass', 3e9, 2.6, 0.0057, 'P'],
  ['Polyethylene', 10e9, 2.25, 0.0004, 'P'],
  ['Polystyrene', 10e9, 2.54, 0.00033, 'P'],
  ['Silicon', 10e9, 11.9, 0.004, 'P'],
  ['Teflon (PTFE)', 10e9, 2.08, 0.0004, 'P'],
];

export const MATERIAL_LIBRARY: LibraryMaterial[] = ROWS.map(
  ([name, frequency, permittivity, lossTangent], index) => ({
    id: index + 1,
    name,
    params: [
      {
        frequency,
        permitivity: { real: permittivity, imaginary: negated(permittivity * lossTangent) },
        permeability: { real: 1, imaginary: 0 },
      },
    ],
  }),
);

/** Twelve digits, and no negative zero. */
function negated(loss: number): number {
  return loss === 0 ? 0 : -Number(loss.toPrecision(12));
}
