import type { MeshSource } from '../caseFile.ts';

/** A body that is refined uniformly and where it matters. */
export interface RefinedBody {
  id: string;
  title: string;
  frequencyHz: number;
  /** EFIE weight; below 1, corrected fields are compared: what the MFIE leaves belongs to no triangle of the map */
  alpha: number;
  /** Meshes of these edges [m]; both ways begin at the first */
  edgesM: [number, ...number[]];
  mesh: (edgeM: number) => MeshSource;
  reference: MeshSource;
  /** Said of it */
  referenceText: string;
}

const LIGHT = 299_792_458;

const DUCT = {
  title: 'Box with an open duct, 0.9 λ × 0.7 λ × 0.5 λ',
  frequencyHz: LIGHT,
  edgesM: [0.125, 0.105, 0.088, 0.074],
  mesh: (edge: number): MeshSource => ({
    script: 'geometry/ductBox.geo',
    numbers: { edge },
    metresPerUnit: 1,
    curved: false,
  }),
  reference: {
    script: 'geometry/ductBox.geo',
    numbers: { edge: 0.075, rim: 0.038 },
    metresPerUnit: 1,
    curved: false,
  },
  referenceText: 'with edges of λ/26 along those of the box and λ/13 elsewhere,',
} satisfies Partial<RefinedBody>;

const ALMOND = {
  title: 'NASA almond at 3 GHz, curved triangles',
  frequencyHz: 3e9,
  edgesM: [0.0167, 0.0143, 0.0118, 0.0095],
  mesh: (edge: number): MeshSource => ({
    script: 'geometry/almond.geo',
    numbers: { edge },
    metresPerUnit: 1,
    curved: true,
  }),
  reference: { script: 'geometry/almond.geo', numbers: { edge: 0.0052 }, metresPerUnit: 1, curved: true },
  referenceText: 'with edges of λ/19',
} satisfies Partial<RefinedBody>;

export const REFINED_BODIES: RefinedBody[] = [
  { id: 'duct', ...DUCT, alpha: 1 },
  { id: 'almond', ...ALMOND, alpha: 1 },
  { id: 'duct-cfie', ...DUCT, alpha: 0.5 },
  { id: 'almond-cfie', ...ALMOND, alpha: 0.5 },
];
