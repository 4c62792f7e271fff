import { describe, expect, it } from 'vitest';
import { UnvReader, type UnvPreview } from '../src/features/wizard/preview/unvFile.ts';
import { uniqueEdges } from '../src/viewer/geometry.ts';

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

it('a quadrilateral is drawn as two triangles of its part', () => {
  const quadrilateral = (label: number, part: number, corners: number[]) => [
    integers(label, 94, part, 1, 7, 4),
    integers(...corners.map((corner) => corner + 5)),
  ];
  const text = [
    tetrahedron(FACES.slice(2)),
    ...dataset(2412, [...quadrilateral(7, 9, [0, 2, 1, 3]), ...quadrilateral(8, 9, [3, 1, 0, 2])]),
    ...dataset(2467, [integers(4, 0, 0, 0, 0, 0, 0, 1), 'lid', integers(8, 7, 0, 0)]),
  ].join('\n');
  const { geometry } = read(text)!;
  expect([...geometry.triangles].slice(6, 12)).toEqual([0, 2, 1, 0, 1, 3]);
  expect([...geometry.parts]).toEqual([1, 1, 2, 2, 3, 3]);
});

it('a file without triangles, or with corners that are not there, is not drawn', () => {
  expect(read('hello')).toBeUndefined();
  expect(read(tetrahedron([[0, 1, 9]]))).toBeUndefined();
});

describe('triangles of second order', () => {
  const MIDDLE = 20;
  /** The tetrahedron, every side with a middle node, these of them off their chords, as corner, middle, corner, … */
  function quadratic(
    offOf: (a: number, b: number) => number,
    { type = 92, nodes = 6, flatFaces = 0 }: { type?: number; nodes?: number; flatFaces?: number } = {},
  ) {
    const label = (corner: number) => corner + 5;
    const middleOf = (a: number, b: number) => MIDDLE + 4 * Math.min(a, b) + Math.max(a, b);
    const pairs = [
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
    ] as const;
    const node = (number: number, place: readonly number[]) => [
      integers(number, 1, 1, 11),
      place.map(real).join(''),
    ];
    return [
      ...dataset(2411, [
        ...CORNERS.flatMap((corner, i) => node(label(i), corner)),
        ...pairs.flatMap(([a, b]) =>
          node(
            middleOf(a, b),
            CORNERS[a].map((x, axis) => (x + CORNERS[b][axis]!) / 2 + offOf(a, b)),
          ),
        ),
      ]),
      ...dataset(
        2412,
        FACES.flatMap((face, i) => {
          const [a, b, c] = face as [number, number, number];
          const all = [label(a), middleOf(a, b), label(b), middleOf(b, c), label(c), middleOf(c, a)];
          return i < flatFaces
            ? [integers(i + 1, 91, 1, 1, 7, 3), integers(label(a), label(b), label(c))]
            : [integers(i + 1, type, 1, 1, 7, nodes), integers(...all.slice(0, nodes))];
        }),
      ),
    ].join('\n');
  }
  const cornersOf = (preview: UnvPreview) => {
    const { triangles, pieces } = preview.geometry;
    return pieces ? pieces.triangles : triangles.length / 3;
  };

  it('of types 92 and 42 are four flat ones each, counted as one, with the edges of the mesh', () => {
    for (const type of [92, 42]) {
      const preview = read(
        quadratic(() => 0.1, { type }),
        7,
      )!;
      expect(preview.geometry.triangles).toHaveLength(3 * 16);
      expect(preview.geometry.parts).toHaveLength(16);
      expect(cornersOf(preview)).toBe(4);
      // Each of the six sides in two pieces
      expect(uniqueEdges(preview.geometry)).toHaveLength(2 * 12);
      expect(preview).toMatchObject({ openEdges: 0, junctionEdges: 0, turnedEdges: 0 });
      expect(preview.meanEdge).toBeCloseTo(read(tetrahedron())!.meanEdge, 12);
    }
  });

  it('are turned like their corners', () => {
    const { vertices, triangles } = read(quadratic(() => 0))!.geometry;
    const bent = read(quadratic(() => 1e-3))!.geometry;
    const normalOf = (at: number, of: { vertices: Float32Array; triangles: Uint32Array }) => {
      const [a, b, c] = [0, 1, 2].map((i) =>
        [...of.vertices.subarray(3 * of.triangles[at + i]!, 3 * of.triangles[at + i]! + 3)].map(Number),
      ) as [number[], number[], number[]];
      const [u, v] = [b, c].map((p) => p.map((x, axis) => x - a[axis]!)) as [number[], number[]];
      return [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
    };
    for (let piece = 0; piece < 16; piece++) {
      const whole = normalOf(3 * Math.floor(piece / 4), { vertices, triangles });
      const part = normalOf(3 * piece, bent);
      const along = part.reduce((sum, x, axis) => sum + x * whole[axis]!, 0);
      expect(along / (Math.hypot(...part) * Math.hypot(...whole))).toBeGreaterThan(0.99);
    }
  });

  it('with straight sides are one flat triangle, and bent ones lie beside flat ones in one file', () => {
    expect(read(quadratic(() => 0))!.geometry).toMatchObject({
      triangles: Uint32Array.from(FACES.flat()),
    });
    expect(read(quadratic(() => 0))!.geometry.pieces).toBeUndefined();
    const mixed = read(quadratic(() => 0.1, { flatFaces: 3 }))!;
    expect(mixed.geometry.triangles).toHaveLength(3 * (3 + 4));
    expect(mixed.geometry.pieces).toEqual({
      triangles: 4,
      triangleOf: Uint32Array.from([0, 1, 2, 3, 3, 3, 3]),
      sides: Uint8Array.from([7, 7, 7, 0b101, 0b011, 0b110, 0]),
    });
  });

  it('say by their middle nodes how large the model is', () => {
    const preview = read(quadratic((a, b) => (a === 1 && b === 2 ? 5 : 0)))!;
    expect(preview.size).toEqual([6, 6.5, 5]);
  });

  it('with another number of nodes than six, or without their middle nodes, are not drawn', () => {
    expect(read(quadratic(() => 0.1, { nodes: 5 }))).toBeUndefined();
    expect(read(quadratic(() => 0.1, { nodes: 3 }))).toBeUndefined();
    expect(read(quadratic(() => 0.1, { nodes: 5, flatFaces: 2 }))).toBeUndefined();
    expect(
      read(quadratic(() => 0.1).replace(integers(MIDDLE + 1, 1, 1, 11), integers(99, 1, 1, 11))),
    ).toBeUndefined();
  });
});
