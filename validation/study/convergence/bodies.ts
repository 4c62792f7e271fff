import type { Job } from '@pace/contract';
import type { CheckOf, RunSpecification } from '../caseFile.ts';

const LIGHT = 299_792_458;

/** A body whose error is followed from coarse to fine meshes. */
export interface Body {
  id: string;
  title: string;
  /** Under `geometry/` */
  script: string;
  /** Of the script, beside the edge; lengths in metres. */
  numbers: Record<string, number>;
  frequencyHz: number;
  /** What is solved; their far fields count together. */
  runs: Omit<RunSpecification, 'mesh' | 'frequencyHz'>[];
  method: Job['method'];
  /** Edges a wavelength of the curved mesh that the others are held against; else the exact series of a sphere of this radius. */
  reference: number | { radiusM: number; sphere?: CheckOf<'mie'>['sphere'] };
  /** Edges a wavelength, where they are not all of DENSITIES. */
  densities?: number[];
  /** RCS of others, VV and HH over phi. */
  published?: string;
}

const BISTATIC = { polarization: 1, alpha: [0.5], cutPoints: 180, sphereThetas: 0 };
const SPHERE = {
  script: 'geometry/sphere.geo',
  numbers: { radius: 0.6 },
  frequencyHz: LIGHT,
  method: 'dense-lu',
} as const;
const almondSweep = (polarization: number): Body['runs'][number] => ({
  thetaDeg: 90,
  phiDeg: [0, 180, 1],
  polarization,
  alpha: [0.5],
  cutPoints: 0,
  sphereThetas: 0,
  residual: 1e-4,
});

/** Edges a wavelength. */
export const DENSITIES = [4, 5, 6, 8, 10, 12, 16, 20];

export const BODIES: Body[] = [
  {
    id: 'sphere',
    title: 'Sphere, radius 0.6 λ',
    ...SPHERE,
    runs: [{ thetaDeg: 180, phiDeg: 0, ...BISTATIC }],
    reference: { radiusM: SPHERE.numbers.radius },
  },
  {
    id: 'ellipsoid',
    title: 'Ellipsoid 3 : 1 : 0.5, 1.4 λ long',
    script: 'geometry/ellipsoid.geo',
    numbers: { a: 0.7, b: 0.7 / 3, c: 0.7 / 6 },
    frequencyHz: LIGHT,
    runs: [{ thetaDeg: 50, phiDeg: 25, ...BISTATIC }],
    method: 'dense-lu',
    reference: 30,
  },
  {
    id: 'almond',
    title: 'NASA almond, 2.9 λ long',
    script: 'geometry/almond.geo',
    numbers: {},
    frequencyHz: 3.5e9,
    runs: [almondSweep(1), almondSweep(0)],
    method: 'auto',
    reference: 30,
    published: 'data/austin/IIIA/IIIA-s1-fx1/reference.csv',
  },
  {
    id: 'impedance-sphere',
    title: 'Sphere of 100 Ω, radius 0.6 λ',
    ...SPHERE,
    runs: [
      {
        thetaDeg: 180,
        phiDeg: 0,
        ...BISTATIC,
        programType: 2,
        materials: { impedances: { '1': [100, 0] } },
      },
    ],
    reference: {
      radiusM: SPHERE.numbers.radius,
      sphere: { core: 'impedance', impedanceOhm: [100, 0] },
    },
    densities: [4, 5, 6, 8, 10, 12],
  },
];

export const wavelengthM = ({ frequencyHz }: Body): number => LIGHT / frequencyHz;
