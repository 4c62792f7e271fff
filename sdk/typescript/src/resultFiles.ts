/** Files of results for other programs (docs/formats.md). */
import type { FarZoneField, MonoStaticRcs } from '@pace/contract';
import {
  ffeFile,
  mshFile,
  scatteringMat,
  scatteringTable,
  stlFile,
  vtuFile,
  type SurfaceData,
  type SurfaceIllumination,
} from '@pace/contract/export';
import type { BackscatterAxes, ComplexArray, RealArray } from './arrays.ts';
import { invalid } from './errors.ts';
import type { Term } from './scattering.ts';

/** Formats that results are written in, which also are the endings of their files. */
export const RESULT_FORMATS = ['csv', 'mat', 'ffe', 'txt', 'vtu', 'msh', 'stl'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];
/** Of a mesh, and of the currents on it. */
const SURFACE_FORMATS = ['vtu', 'msh', 'stl'] as const;
export type SurfaceFormat = (typeof SURFACE_FORMATS)[number];
/** Formats that hold bytes, not text. @internal */
export const BINARY_FORMATS: readonly ResultFormat[] = ['mat', 'vtu', 'stl'];

/** What files are made of. @internal */
export interface FileSource {
  name: string;
  polarization: number;
  converged: boolean;
  records: readonly MonoStaticRcs[];
  axes: BackscatterAxes;
  terms: readonly Term[];
  field: (term: Term) => ComplexArray<BackscatterAxes>;
  radius: (term: Term) => RealArray<BackscatterAxes> | undefined;
}

/** The bistatic cuts of one illumination. @internal */
export interface CutSource {
  converged: boolean;
  frequencyHz: number;
  thetaDeg: number;
  phiDeg: number;
  fields: readonly FarZoneField[];
}

/** By the ending of a file's name. @internal @throws InvalidInput for any other */
export function formatOf(path: string): ResultFormat {
  const format = RESULT_FORMATS.find((one) => path.toLowerCase().endsWith(`.${one}`));
  if (!format)
    throw invalid(
      'VALIDATION',
      '/path',
      `${path} should end in ${RESULT_FORMATS.map((one) => `.${one}`).join(', ')}.`,
    );
  return format;
}

/** The content of a file of backscatter. @internal */
export function backscatterFile(
  format: Exclude<ResultFormat, 'ffe' | SurfaceFormat>,
  source: FileSource,
): string | Uint8Array {
  if (format === 'csv') return commaTable(source);
  return written(format, () => (format === 'mat' ? scatteringMat(source) : scatteringTable(source)));
}

/** @throws InvalidInput with what the results lack for this format */
function written<T extends string | Uint8Array>(format: ResultFormat, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw invalid(
      'VALIDATION',
      '/format',
      `${format}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The content of a Feko far-field file. @internal */
export const cutFile = ({ name, polarization }: FileSource, cut: CutSource): string =>
  written('ffe', () => ffeFile({ name, polarization, ...cut }));

export const isSurfaceFormat = (format: ResultFormat): format is SurfaceFormat =>
  (SURFACE_FORMATS as readonly string[]).includes(format);

/** A mesh as the API answers it. @internal */
export interface MeshAnswer {
  meshTri3: readonly (readonly [part: number, a: number, b: number, c: number])[];
  meshVertex3: readonly (readonly [x: number, y: number, z: number])[];
  report?: { parts: readonly { index: number; name: string }[] } | undefined;
}

/** The content of a file of a mesh, with the currents of an illumination where the format has room for them. @internal */
export function surfaceFile(
  format: SurfaceFormat,
  name: string,
  { meshTri3, meshVertex3, report }: MeshAnswer,
  illumination?: SurfaceIllumination,
): string | Uint8Array {
  const data: SurfaceData = {
    name,
    mesh: {
      vertices: Float64Array.from(meshVertex3.flat()),
      triangles: Uint32Array.from(meshTri3.flatMap(([, a, b, c]) => [a, b, c])),
      parts: Uint32Array.from(meshTri3, ([part]) => part),
      partNames: new Map(report?.parts.map((part) => [part.index, part.name])),
    },
  };
  return written(format, () => {
    if (format === 'vtu') return vtuFile(data, illumination);
    return format === 'msh' ? mshFile(data) : stlFile(data);
  });
}

/**
 * A line a frequency and direction: f [Hz], θ, φ [degrees], then real and imaginary part of each term [m] and, where there are, the radii of
 * their bars. Numbers are the shortest decimals that give the same double.
 */
function commaTable({ axes, terms, field, radius }: FileSource): string {
  const columns = terms.flatMap((term) => {
    const { real, imaginary } = field(term);
    return [
      { head: `${term}_re_m`, data: real },
      { head: `${term}_im_m`, data: imaginary },
    ];
  });
  const bars = terms.flatMap((term) => {
    const array = radius(term);
    return array ? [{ head: `${term}_error_m`, data: array.data }] : [];
  });
  const all = [...columns, ...bars];
  const lines = [['frequency_Hz', 'theta_deg', 'phi_deg', ...all.map(({ head }) => head)].join(',')];
  let row = 0;
  for (const frequency of axes.frequency)
    for (const theta of axes.theta)
      for (const phi of axes.phi) {
        lines.push([frequency, theta, phi, ...all.map(({ data }) => data[row])].join(','));
        row++;
      }
  return `${lines.join('\n')}\n`;
}
