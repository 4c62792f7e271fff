import type { MeshSource } from '../caseFile.ts';

/** A body that is refined uniformly and where it matters. */
export interface RefinedBody {
  id: string;
  title: string;
  frequencyHz: number;
  /** EFIE weight */
  alpha: number;
  /** Meshes of these edges [m]; both ways begin at the first */
  edgesM: [number, ...number[]];
  mesh: (edgeM: number) => MeshSource;
  reference: MeshSource;
  /** Said of it */
  referenceText: string;
}

const LIGHT = 299_792_458;

export const REFINED_BODIES: RefinedBody[] = [
  {
    id: 'duct',
    title: 'Box with an open duct, 0.9 λ × 0.7 λ × 0.5 λ',
    frequencyHz: LIGHT,
    alpha: 1,
    edgesM: [0.125, 0.105, 0.088, 0.074],
    mesh: (edge) => ({ script: 'geometry/ductBox.geo', numbers: { edge }, metresPerUnit: 1, curved: false }),
    reference: {
      script: 'geometry/ductBox.geo',
      numbers: { edge: 0.075, rim: 0.038 },
      metresPerUnit: 1,
      curved: false,
    },
    referenceText: 'with edges of λ/26 along those of the box and λ/13 elsewhere,',
  },
  {
    id: 'almond',
    title: 'NASA almond at 3 GHz, curved triangles',
    frequencyHz: 3e9,
    alpha: 1,
    edgesM: [0.0167, 0.0143, 0.0118, 0.0095],
    mesh: (edge) => ({ script: 'geometry/almond.geo', numbers: { edge }, metresPerUnit: 1, curved: true }),
    reference: { script: 'geometry/almond.geo', numbers: { edge: 0.0052 }, metresPerUnit: 1, curved: true },
    referenceText: 'with edges of λ/19',
  },
];
