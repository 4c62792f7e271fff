/** Files of results for other programs (docs/formats.md). */
import type { ExportFormat, FarZoneField, MonoStaticRcs } from '@pace/contract';
import { ffeFile, scatteringMat, scatteringTable } from '@pace/contract/export';
import type { BackscatterAxes, ComplexArray, RealArray } from './arrays.ts';
import { invalid } from './errors.ts';
import type { Term } from './scattering.ts';

/** Formats that results are written in; all but radarexplorer, a ZIP file, also are the endings of their files. */
export const RESULT_FORMATS = [
  'csv',
  'mat',
  'h5',
  'ffe',
  'txt',
  'rcs',
  'radarexplorer',
  'vtu',
  'msh',
  'stl',
  'obj',
  'unv',
] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];
/** Those that are written here, the others by the server. @internal */
export const LOCAL_FORMATS = ['csv', 'mat', 'txt', 'ffe'] as const;
type OwnFormat = (typeof LOCAL_FORMATS)[number];
/** Formats that hold bytes, not text. @internal */
export const BINARY_FORMATS: readonly ResultFormat[] = ['mat', 'h5', 'radarexplorer', 'vtu', 'stl'];

/** @internal */
export const isOfServer = (format: ResultFormat): format is Exclude<ResultFormat, OwnFormat> & ExportFormat =>
  !(LOCAL_FORMATS as readonly string[]).includes(format);

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
  /** By frequency: solved, or interpolated */
  computed: readonly boolean[];
}

/** The bistatic cuts of one illumination. @internal */
export interface CutSource {
  converged: boolean;
  computed?: false | undefined;
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
      `${path} should end in ${RESULT_FORMATS.filter((one) => one !== 'radarexplorer')
        .map((one) => `.${one}`)
        .join(', ')}, or a format should be given.`,
    );
  return format;
}

/** The content of a file of backscatter. @internal */
export function backscatterFile(format: Exclude<OwnFormat, 'ffe'>, source: FileSource): string | Uint8Array {
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

/**
 * A line a frequency and direction: f [Hz], θ, φ [degrees], then real and imaginary part of each term [m] and, where there are, the radii of
 * their bars. Of a sweep with interpolated frequencies behind φ also computed: 1 solved, 0 interpolated. Numbers are the shortest decimals that
 * give the same double.
 */
function commaTable({ axes, terms, field, radius, computed }: FileSource): string {
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
  const marks = computedColumn(computed);
  const lines = [
    ['frequency_Hz', 'theta_deg', 'phi_deg', ...marks.head, ...all.map(({ head }) => head)].join(','),
  ];
  let row = 0;
  axes.frequency.forEach((frequency, i) => {
    for (const theta of axes.theta)
      for (const phi of axes.phi) {
        lines.push([frequency, theta, phi, ...marks.of(i), ...all.map(({ data }) => data[row])].join(','));
        row++;
      }
  });
  return `${lines.join('\n')}\n`;
}

/** The column that says which frequencies were solved (1) or interpolated (0); none where all were solved. @internal */
export function computedColumn(computed: readonly boolean[]): {
  head: string[];
  of: (frequencyIndex: number) => number[];
} {
  if (computed.every(Boolean)) return { head: [], of: () => [] };
  return { head: ['computed'], of: (i) => [computed[i] ? 1 : 0] };
}
