import { expect, it } from 'vitest';
import { UnvReader } from '../src/features/wizard/preview/unvFile.ts';

const integers = (...values: number[]) => values.map((value) => String(value).padStart(10)).join('');
const real = (value: number) => value.toExponential(16).replace('e', 'D').padStart(25);
const dataset = (number: number, lines: string[]) => [
  '    -1',
  String(number).padStart(6),
  ...lines,
  '    -1',
];

const CORNERS = [
  [0, 0, 0],
  [2, 0, 0],
  [0, 3, 0],
  [0, 0, 4],
] as const;
/** A closed tetrahedron, outward */
const FACES: readonly (readonly number[])[] = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
];

function tetrahedron(
  faces = FACES,
  { unitsPerMetre, touching = false }: { unitsPerMetre?: number; touching?: boolean } = {},
) {
  const label = (corner: number) => (touching ? 1_000_000_000 + corner : corner + 5);
  return [
    ...(unitsPerMetre === undefined
      ? []
      : dataset(164, [
          `${integers(5)}mm${' '.repeat(18)}${integers(2)}`,
          [unitsPerMetre, 1, 1].map(real).join(''),
          real(273.15),
        ])),
    ...dataset(151, ['anything', 'at all']),
    ...dataset(
      2411,
      CORNERS.flatMap((corner, i) => [integers(label(i), 1, 1, 11), corner.map(real).join('')]),
    ),
    ...dataset(2412, [
      // A beam has a record of its own before its nodes.
      integers(90, 21, 1, 1, 7, 2),
      integers(0, 1, 1),
      integers(label(0), label(1)),
      ...faces.flatMap((face, i) => [
        integers(i + 1, 91, i < 2 ? 1 : 2, 1, 7, 3),
        integers(...face.map(label)),
      ]),
    ]),
  ].join('\n');
}

function read(text: string, piece = text.length) {
  const reader = new UnvReader();
  for (let at = 0; at < text.length; at += piece) reader.push(text.slice(at, at + piece));
  return reader.end();
}

it('reads nodes, triangles, parts and the unit, however the file is cut into pieces', () => {
  for (const piece of [1, 7, 1e6]) {
    const preview = read(tetrahedron(FACES, { unitsPerMetre: 1000 }), piece)!;
    expect([...preview.geometry.vertices]).toEqual(CORNERS.flat());
    expect([...preview.geometry.triangles]).toEqual(FACES.flat());
    expect([...preview.geometry.parts]).toEqual([1, 1, 2, 2]);
    expect(preview).toMatchObject({
      metresPerUnit: 0.001,
      size: [2, 3, 4],
      parts: 2,
      openEdges: 0,
      junctionEdges: 0,
      turnedEdges: 0,
    });
  }
});

it('a file that is silent about its unit says so', () => {
  expect(read(tetrahedron())!.metresPerUnit).toBeNull();
});

it('labels that fill their columns are distinguished', () => {
  expect([...read(tetrahedron(FACES, { touching: true }))!.geometry.triangles]).toEqual(FACES.flat());
});

it('open edges, junctions and triangles turned against each other are counted', () => {
  expect(read(tetrahedron(FACES.slice(1)))).toMatchObject({ openEdges: 3, turnedEdges: 0 });
  expect(read(tetrahedron([...FACES.slice(1), [0, 1, 2]]))).toMatchObject({ openEdges: 0, turnedEdges: 3 });
  expect(read(tetrahedron([...FACES, [0, 1, 2]]))).toMatchObject({ junctionEdges: 3 });
});

it('groups decide about parts where there are any', () => {
  const group = (number: number, name: string, elements: number[]) => [
    integers(number, 0, 0, 0, 0, 0, 0, elements.length),
    name,
    ...Array.from({ length: Math.ceil(elements.length / 2) }, (_, i) =>
      elements
        .slice(2 * i, 2 * i + 2)
        .map((element) => integers(8, element, 0, 0))
        .join(''),
    ),
  ];
  const text = [
    tetrahedron(),
    ...dataset(2467, [...group(1, 'wing', [1, 3, 4]), ...group(2, '7 bolts', [2])]),
  ].join('\n');
  expect([...read(text)!.geometry.parts]).toEqual([1, 2, 1, 1]);
});

it('a file without triangles, or with corners that are not there, is not drawn', () => {
  expect(read('hello')).toBeUndefined();
  expect(read(tetrahedron([[0, 1, 9]]))).toBeUndefined();
});
