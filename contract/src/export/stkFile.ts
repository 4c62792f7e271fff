import { isBothPolarizations } from '../excitation.ts';
import { isScatteringMatrix, matrixTerm, type ScatteredField } from '../run/scattering.ts';
import type { BistaticData } from './ffeFile.ts';
import { checkRecords, degrees, oneLine, type ScatteringData } from './scatteringData.ts';

/** S of a direction pair: rho is the angle from +z, theta the one from +x towards +y, both in degrees. */
interface StkLine {
  angles: readonly number[];
  field: ScatteredField;
}

/** |value|² is the RCS [m²] */
const RCS_SCALE = Math.sqrt(4 * Math.PI);

/** Horizontal is the primary channel: H to H, H to V, V to H, V to V. The second letter of a term is incident. */
const STK_ORDER = ['HH', 'VH', 'HV', 'VV'] as const;

const HALF_TURN = 180;
const FULL_TURN = 360;
/** Angles of results are tenths of a degree; a difference has no more digits. */
const ANGLE_DIGITS = 6;
const ANGLE_TOLERANCE = 1e-6;

/**
 * The monostatic results of one frequency as an external RCS file of STK (`.rcs`; Ansys, STK Help, "External Radar Files"). A grid
 * of at least two θ and two φ is a `FullComplexScatterMatrix`, any other sweep a `BiComplexScatterSparse` whose reflected
 * directions are the incident ones. Values are √(4π)·S [m].
 * @throws Error if the run is not of both polarizations, or has no result of this frequency
 */
export function stkMonostaticFile(data: ScatteringData, frequencyHz: number): string {
  checkRecords(data);
  requireMatrix(data);
  const records = data.records.filter(({ frequency }) => frequency === frequencyHz);
  if (records.length === 0)
    throw new Error(`The run "${oneLine(data.name)}" has no monostatic results of ${frequencyHz} Hz.`);
  const lines = records.map((field): StkLine => ({
    angles: [degrees(field.angleTheta), turned(degrees(field.anglePhi))],
    field,
  }));
  const grid = gridOf(lines);
  if (!grid)
    return stkText(
      ['RCSPatternType BiComplexScatterSparse', `NumPoints ${lines.length}`],
      lines.map(({ angles, field }) => ({ angles: [...angles, ...angles], field })),
    );
  return stkText(
    [
      'RCSPatternType FullComplexScatterMatrix',
      'IsSymmetric no',
      `RhoPoints ${grid.rhos}`,
      `ThetaPoints ${grid.thetas}`,
    ],
    grid.lines,
  );
}

/**
 * The bistatic cuts of one illumination as a `BiComplexScatterSparse` of STK: incident rho and theta, reflected rho and theta,
 * then the matrix.
 * @throws Error if the run is not of both polarizations, or has no cuts
 */
export function stkBistaticFile(data: BistaticData): string {
  requireMatrix(data);
  const { name, fields, thetaDeg, phiDeg } = data;
  if (fields.length === 0)
    throw new Error(`The run "${oneLine(name)}" has no bistatic cuts of this illumination to export.`);
  // Cuts meet in lines, whose directions are there once.
  const lines = new Map(
    fields.map((field) => {
      const reflected = [degrees(field.angleTheta), turned(degrees(field.anglePhi))];
      return [reflected.join('/'), { angles: [thetaDeg, turned(phiDeg), ...reflected], field }];
    }),
  );
  return stkText(['RCSPatternType BiComplexScatterSparse', `NumPoints ${lines.size}`], [...lines.values()]);
}

function requireMatrix({ name, polarization }: { name: string; polarization: number }): void {
  if (!isBothPolarizations(polarization))
    throw new Error(
      `The run "${oneLine(name)}" has one polarization. A scattering matrix needs both: choose V and H and run it again.`,
    );
}

/** STK has its theta from −180° to 180°. */
const turned = (phiDeg: number) =>
  phiDeg > HALF_TURN ? Number((phiDeg - FULL_TURN).toFixed(ANGLE_DIGITS)) : phiDeg;

/** Ascending, rho by rho; undefined unless every rho has every theta, and there are two of each. */
function gridOf(lines: readonly StkLine[]): { rhos: number; thetas: number; lines: StkLine[] } | undefined {
  const ascending = (at: number) =>
    [...new Set(lines.map(({ angles }) => angles[at]!))].sort((a, b) => a - b);
  const [rhos, thetas] = [ascending(0), ascending(1)];
  const placed = new Map(lines.map((line) => [line.angles.join('/'), line.field]));
  if (rhos.length < 2 || thetas.length < 2 || placed.size !== rhos.length * thetas.length) return undefined;
  // All around in equal steps, the last direction is there at both ends.
  const gaps = thetas.map((theta, i) => (thetas[i + 1] ?? thetas[0]! + FULL_TURN) - theta);
  const isCircle = Math.max(...gaps) - Math.min(...gaps) < ANGLE_TOLERANCE;
  const closing = isCircle && thetas.at(-1) === HALF_TURN ? [-HALF_TURN] : [];
  const all = [...closing, ...thetas];
  return {
    rhos: rhos.length,
    thetas: all.length,
    lines: rhos.flatMap((rho) =>
      all.map((theta) => ({
        angles: [rho, theta],
        field: placed.get(`${rho}/${closing.includes(theta) ? HALF_TURN : theta}`)!,
      })),
    ),
  };
}

function stkText(header: readonly string[], lines: readonly StkLine[]): string {
  return [
    'stk.v.9.0',
    'BEGIN rcs',
    ...[
      ...header,
      'RhoAxis RhoFromZ',
      'RCSScatterMatrixBasis Horizontal_Vertical_OrthogonalPair',
      'RCSValuesLinearScale',
    ].map((line) => `  ${line}`),
    '  BEGIN rcsdata',
    ...lines.map(({ angles, field }) => `    ${[...angles, ...valuesOf(field)].join(' ')}`),
    '  END rcsdata',
    'END rcs',
    '',
  ].join('\n');
}

function valuesOf(field: ScatteredField): number[] {
  if (!isScatteringMatrix(field))
    throw new Error('A record has the field of one incident wave, but the run is of both polarizations.');
  return STK_ORDER.flatMap((term) => {
    const { real, imaginary } = matrixTerm(field, term);
    return [RCS_SCALE * real, RCS_SCALE * imaginary];
  });
}
