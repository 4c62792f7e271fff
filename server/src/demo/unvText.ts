import type { TriangleMesh } from './sphereMesh.ts';

/** Linear thin-shell triangle. */
const TRIANGLE_DESCRIPTOR = 91;
const ELEMENT_IN_GROUP = 8;

/** A mesh as a universal file: units (164, metres), nodes (2411), elements (2412), one group (2467) with all triangles. */
export function unvText(mesh: TriangleMesh, partName: string): string {
  const nodes = mesh.vertices.flatMap((vertex, i) => [integers(i + 1, 1, 1, 11), vertex.map(real).join('')]);
  const elements = mesh.triangles.flatMap((corners, i) => [
    integers(i + 1, TRIANGLE_DESCRIPTOR, 1, 1, 7, 3),
    integers(...corners.map((v) => v + 1)),
  ]);
  const members = mesh.triangles.map((_, i) => integers(ELEMENT_IN_GROUP, i + 1, 0, 0));
  const pairs = members.flatMap((member, i) => (i % 2 === 0 ? [member + (members[i + 1] ?? '')] : []));
  return [
    ...dataset(164, [
      `${integers(1)}${'SI: Meter (newton)'.padEnd(20)}${integers(2)}`,
      [1, 1, 1].map(real).join(''),
      real(273.15),
    ]),
    ...dataset(2411, nodes),
    ...dataset(2412, elements),
    ...dataset(2467, [integers(1, 0, 0, 0, 0, 0, 0, members.length), partName, ...pairs]),
    '',
  ].join('\n');
}

function dataset(number: number, lines: string[]): string[] {
  return ['    -1', String(number).padStart(6), ...lines, '    -1'];
}

function integers(...values: number[]): string {
  return values.map((value) => String(value).padStart(10)).join('');
}

/** 1P,D25.16 */
function real(value: number): string {
  const [mantissa = '0', exponent = '+0'] = value.toExponential(16).split('e');
  const sign = exponent.startsWith('-') ? '-' : '+';
  return `${mantissa}D${sign}${exponent.replace(/^[+-]/, '').padStart(2, '0')}`.padStart(25);
}
