import {
  CIRCULAR_TERMS,
  correctedRecord,
  farZoneFields,
  FarZoneFileSchema,
  isScatteringMatrix,
  LINEAR_TERMS,
  matrixTerm,
  MonoStaticFileSchema,
  phaseDifferenceDeg,
  rcsDbsm,
  phaseDifferenceErrorDeg,
  sizeDbsm,
  termBar,
  termPower,
  termRadius,
  wholeBar,
  type Bar,
  type ScatteredField,
} from '@pace/contract';

const TERMS = [...LINEAR_TERMS, ...CIRCULAR_TERMS];
const FIELD_COLUMNS = ['e_theta_real_V', 'e_theta_imag_V', 'e_phi_real_V', 'e_phi_imag_V', 'rcs_dbsm'];
/** First letter received, second incident. */
const MATRIX_COLUMNS = [
  ...LINEAR_TERMS.flatMap((term) => [`s_${term}_real_m`, `s_${term}_imag_m`]),
  ...TERMS.map((term) => `rcs_${term}_dbsm`),
  'rcs_total_power_dbsm',
  'phase_VV_minus_HH_deg',
];

/** Of runs with error bars: the radius of each complex value, and between what the RCS lies. */
const FIELD_BARS = ['e_theta_error_V', 'e_phi_error_V', 'rcs_low_dbsm', 'rcs_high_dbsm'];
const MATRIX_BARS = [
  ...LINEAR_TERMS.map((term) => `s_${term}_error_m`),
  ...TERMS.flatMap((term) => [`rcs_${term}_low_dbsm`, `rcs_${term}_high_dbsm`]),
  'rcs_total_power_low_dbsm',
  'rcs_total_power_high_dbsm',
  'phase_VV_minus_HH_error_deg',
];

/** Bars stand in all lines or in none: of directions without them (the whole sphere) the cells are empty. */
const haveBars = (fields: readonly ScatteredField[]) => fields.some((field) => wholeBar(field) !== undefined);

function columnsOf(fields: readonly ScatteredField[]): string[] {
  const isMatrix = fields[0] !== undefined && isScatteringMatrix(fields[0]);
  const bars = isMatrix ? MATRIX_BARS : FIELD_BARS;
  return [...(isMatrix ? MATRIX_COLUMNS : FIELD_COLUMNS), ...(haveBars(fields) ? bars : [])];
}

type Cell = number | '';
const rangeCells = (bar: Bar | undefined): Cell[] =>
  bar ? [sizeDbsm(bar.low), sizeDbsm(bar.high)] : ['', ''];

function barCells(field: ScatteredField): Cell[] {
  if (!isScatteringMatrix(field))
    return [field.e_Theta_Error ?? '', field.e_Phi_Error ?? '', ...rangeCells(wholeBar(field))];
  return [
    ...LINEAR_TERMS.map((term) => termRadius(field, term) ?? ''),
    ...TERMS.flatMap((term) => rangeCells(termBar(field, term))),
    ...rangeCells(wholeBar(field)),
    phaseDifferenceErrorDeg(field) ?? '',
  ];
}

const cellsOf = (fields: readonly ScatteredField[]) => {
  const bars = haveBars(fields);
  return (field: ScatteredField) => [...fieldCells(field), ...(bars ? barCells(field) : [])];
};

function fieldCells(field: ScatteredField): number[] {
  if (!isScatteringMatrix(field))
    return [field.e_Theta_Real, field.e_Theta_Imag, field.e_Phi_Real, field.e_Phi_Imag, rcsDbsm(field)];
  return [
    ...LINEAR_TERMS.flatMap((term) => {
      const { real, imaginary } = matrixTerm(field, term);
      return [real, imaginary];
    }),
    ...TERMS.map((term) => 10 * Math.log10(4 * Math.PI * termPower(field, term))),
    rcsDbsm(field),
    phaseDifferenceDeg(field),
  ];
}

const warning = (converged: boolean) => (converged ? [] : ['# NOT CONVERGED']);

/** A `farzone` file as a table, a line a direction. @throws ZodError if it is none */
export function farZoneCsv(content: unknown): string {
  const file = FarZoneFileSchema.parse(content);
  const fields = farZoneFields(file);
  const titles = ['plane', 'theta_deg', 'phi_deg', ...columnsOf(fields)];
  const cells = cellsOf(fields);
  const rows = fields.map((field) =>
    [field.plane, field.angleTheta / 10, field.anglePhi / 10, ...cells(field)].join(','),
  );
  return [...warning(file.converged), titles.join(','), ...rows, ''].join('\n');
}

/** `monostatic.json` as a table, a line an illumination. @throws ZodError if it is none */
export function monostaticCsv(content: unknown): string {
  const { monoStaticRcs, converged } = MonoStaticFileSchema.parse(content);
  const columns = columnsOf(monoStaticRcs);
  const hasCorrected = monoStaticRcs.some(({ corrected }) => corrected !== undefined);
  const corrected = hasCorrected ? columns.map((name) => `corrected_${name}`) : [];
  const titles = ['frequency_hz', 'theta_deg', 'phi_deg', ...columns, ...corrected];
  const cells = cellsOf(monoStaticRcs);
  const rows = monoStaticRcs.map((row) =>
    [
      row.frequency,
      row.angleTheta / 10,
      row.anglePhi / 10,
      ...cells(row),
      ...(row.corrected ? cells(correctedRecord(row)) : corrected.map(() => '')),
    ].join(','),
  );
  return [...warning(converged), titles.join(','), ...rows, ''].join('\n');
}
