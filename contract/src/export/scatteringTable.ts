import { isInterpolated, type MonoStaticRcs } from '../run/monostatic.ts';
import {
  checkRecords,
  componentConventions,
  componentDbsm,
  correctedRecords,
  degrees,
  INTERPOLATED_SENTENCE,
  NOT_CONVERGED_SENTENCE,
  oneLine,
  PHASE_CONVENTIONS,
  scatteringComponents,
  type ScatteringData,
} from './scatteringData.ts';

/** As Python and MATLAB read it; the shortest decimal that gives the same double. */
const numberCell = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? 'NaN' : value === -Infinity ? '-Inf' : String(value);

/**
 * All monostatic results of a run as plain text (docs/formats.md): lines of comments (#), the last of them the titles, then a
 * line an illumination and frequency, columns between tabs.
 * @throws Error without records
 */
export function scatteringTable(data: ScatteringData): string {
  checkRecords(data);
  const { name, polarization, converged, records } = data;
  const columns = scatteringComponents(polarization).map((component) => ({
    ...component,
    hasRadius: records.some((record) => component.radius(record) !== undefined),
  }));
  const corrected = correctedRecords(records);
  const titlesOf = (suffix: string) =>
    columns.flatMap((column) => [
      `Re(${column.name}${suffix})[${column.unit}]`,
      `Im(${column.name}${suffix})[${column.unit}]`,
      `RCS(${column.name}${suffix})[dBsm]`,
      ...(column.hasRadius ? [`radius(${column.name}${suffix})[${column.unit}]`] : []),
    ]);
  const cellsOf = (record: MonoStaticRcs) =>
    columns.flatMap(({ value, radius, hasRadius }) => {
      const { real, imaginary } = value(record);
      return [real, imaginary, componentDbsm({ real, imaginary }), ...(hasRadius ? [radius(record)] : [])];
    });
  const sampled = records.some(isInterpolated);
  const titles = [
    ...(sampled ? ['computed'] : []),
    ...titlesOf(''),
    ...(corrected ? titlesOf('_corrected') : []),
  ];
  const header = [
    ...(converged ? [] : [NOT_CONVERGED_SENTENCE]),
    `Pace, monostatic scattering of: ${oneLine(name)}`,
    ...PHASE_CONVENTIONS,
    ...componentConventions(polarization),
    ...(sampled ? [INTERPOLATED_SENTENCE] : []),
    ['f[Hz]', 'theta[deg]', 'phi[deg]', ...titles].join('\t'),
  ];
  const rows = records.map((record, i) =>
    [
      record.frequency,
      degrees(record.angleTheta),
      degrees(record.anglePhi),
      ...(sampled ? [isInterpolated(record) ? 0 : 1] : []),
      ...cellsOf(record),
      ...(corrected ? cellsOf(corrected[i]!) : []),
    ]
      .map(numberCell)
      .join('\t'),
  );
  return [...header.map((line) => `# ${line}`), ...rows, ''].join('\n');
}
