import {
  CIRCULAR_TERMS,
  farZoneFields,
  FarZoneFileSchema,
  isScatteringMatrix,
  LINEAR_TERMS,
  matrixTerm,
  MonoStaticFileSchema,
  phaseDifferenceDeg,
  rcsDbsm,
  termPower,
  type ScatteredField,
} from '@pace/contract';

const FIELD_COLUMNS = ['e_theta_real_V', 'e_theta_imag_V', 'e_phi_real_V', 'e_phi_imag_V', 'rcs_dbsm'];
/** First letter received, second incident. */
const MATRIX_COLUMNS = [
  ...LINEAR_TERMS.flatMap((term) => [`s_${term}_real_m`, `s_${term}_imag_m`]),
  ...[...LINEAR_TERMS, ...CIRCULAR_TERMS].map((term) => `rcs_${term}_dbsm`),
  'rcs_total_power_dbsm',
  'phase_VV_minus_HH_deg',
];

const columnsOf = (fields: readonly ScatteredField[]) =>
  fields[0] && isScatteringMatrix(fields[0]) ? MATRIX_COLUMNS : FIELD_COLUMNS;

function cells(field: ScatteredField): number[] {
  if (!isScatteringMatrix(field))
    return [field.e_Theta_Real, field.e_Theta_Imag, field.e_Phi_Real, field.e_Phi_Imag, rcsDbsm(field)];
  return [
    ...LINEAR_TERMS.flatMap((term) => {
      const { real, imaginary } = matrixTerm(field, term);
      return [real, imaginary];
    }),
    ...[...LINEAR_TERMS, ...CIRCULAR_TERMS].map(
      (term) => 10 * Math.log10(4 * Math.PI * termPower(field, term)),
    ),
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
  const rows = fields.map((field) =>
    [field.plane, field.angleTheta / 10, field.anglePhi / 10, ...cells(field)].join(','),
  );
  return [...warning(file.converged), titles.join(','), ...rows, ''].join('\n');
}

/** `monostatic.json` as a table, a line an illumination. @throws ZodError if it is none */
export function monostaticCsv(content: unknown): string {
  const { monoStaticRcs, converged } = MonoStaticFileSchema.parse(content);
  const titles = ['frequency_hz', 'theta_deg', 'phi_deg', ...columnsOf(monoStaticRcs)];
  const rows = monoStaticRcs.map((row) =>
    [row.frequency, row.angleTheta / 10, row.anglePhi / 10, ...cells(row)].join(','),
  );
  return [...warning(converged), titles.join(','), ...rows, ''].join('\n');
}
