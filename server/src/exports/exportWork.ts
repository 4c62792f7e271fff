import type { BistaticData, ScatteringData, SurfaceIllumination } from '@pace/contract/export';

/** A mesh that the thread reads itself. */
export interface MeshWork {
  /** Of the run or the project */
  name: string;
  /** A universal file in metres, as the solver writes it */
  unv: string;
}

/** Currents as the solver writes them. */
export interface CurrentsWork {
  /** `J` or `M` */
  name: string;
  unit: string;
  /** Re x, Im x, Re y, Im y, Re z, Im z a vertex, then a side of a bent triangle */
  values: Float32Array;
  /** Two vertices (0-based) a side of a bent triangle, the smaller first; none on flat meshes */
  sides: Uint32Array;
}

/** What a file is made of. */
export type ExportWork =
  | { format: 'txt' | 'mat'; scattering: ScatteringData }
  | { format: 'h5'; scattering: ScatteringData; cuts?: BistaticData }
  | { format: 'rcs'; scattering: ScatteringData; frequencyHz: number }
  | { format: 'rcs' | 'ffe'; cuts: BistaticData }
  | { format: 'radarexplorer'; scattering: ScatteringData; mesh: MeshWork }
  | { format: 'msh' | 'stl' | 'obj'; mesh: MeshWork }
  | {
      format: 'vtu';
      mesh: MeshWork;
      illumination?: Omit<SurfaceIllumination, 'vectors'>;
      currents?: CurrentsWork;
    };

export interface ExportQuestion {
  work: ExportWork;
  /** The file to write; nothing may be there */
  target: string;
  /** A folder for what is in between */
  folder: string;
}

/** Of the file */
export interface ExportAnswer {
  bytes: number;
}
