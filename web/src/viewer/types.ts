import type { PaletteName } from './palettes.ts';

/** A plane wave to draw: it arrives FROM (theta, phi). Polarization 0 horizontal, 1 vertical, 2 right, 3 left circular, 4 both. */
export interface IncidenceArrow {
  thetaDeg: number;
  phiDeg: number;
  polarization?: number;
}

/** Numbers at points of the surface, drawn through the palette. */
export interface ScalarColors {
  /** One value a vertex of the geometry, then one in the middle of each side; linear (not dB) */
  values: Float32Array;
  /** Two vertices a side of a bent triangle, the smaller first, ascending; values at vertices alone when absent */
  sides?: Uint32Array | undefined;
  /** Title of the colour bar, e.g. |J| */
  label: string;
  /** Unit of the linear values, e.g. A/m */
  unit: string;
  /** Show 20 log10 of the values */
  decibel?: boolean;
  /** Of numbers that only one palette suits, as those about zero; the user's choice when absent */
  palette?: PaletteName;
  /** Ends of the colour bar in displayed numbers; from the values when absent */
  range?: [number, number];
}

export interface MeshViewerOptions {
  /** Show the toolbar; true when absent */
  toolbar?: boolean;
  /** Smallest height of the picture [px] */
  minHeightPx?: number;
  /** The picture is of something that has no size in metres; false when absent */
  withoutScale?: boolean;
  /** This part keeps its colour, the others fade */
  highlightedPart?: number;
}

/** A part of the mesh as its list shows it. */
export interface ViewerPart {
  /** 1-based, as in the geometry */
  index: number;
  name: string;
  triangles: number;
}

export interface MeshPick {
  /** 0-based index of the triangle */
  triangle: number;
  /** 1-based */
  part: number;
  /** In units of the file */
  point: [number, number, number];
}
