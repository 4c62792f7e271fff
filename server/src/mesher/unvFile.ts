/**
 * Dataset 164 of a universal file that says "metres": gmsh writes none, and a file should state its units.
 * Records: unit code (I10), description (20A1), temperature mode (I10); then the factors of length, force and temperature
 * and the temperature offset (D25.17).
 */
export const METRES_DATASET = [
  '    -1',
  '   164',
  `${'1'.padStart(10)}${'Meter (newton)'.padEnd(20)}${'2'.padStart(10)}`,
  ['1.00000000000000000D+00', '1.00000000000000000D+00', '1.00000000000000000D+00'].map(column).join(''),
  column('2.73149999999999977D+02'),
  '    -1',
  '',
].join('\n');

/**
 * gmsh turns the spaces of a group's name into underscores, so its script calls the groups Face_1, Face_2, …; here they
 * get their names. @param text  whole lines of a universal file
 */
export function renamedGroups(text: string, names: readonly string[]): string {
  return text.replace(/^Face_(\d+)[ \r]*$/gm, (line, number: string) => names[Number(number) - 1] ?? line);
}

function column(number: string): string {
  return number.padStart(25);
}
