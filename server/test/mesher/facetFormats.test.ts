/** Files of facets become the mesh that the same body is as UNV. Files are written by gmsh, where it can. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BODIES,
  type Folder,
  byGmsh,
  type Imported,
  imported,
  refusalOf,
  partsOf,
  farthest,
} from './importedMesh.ts';
import { runFolder } from './models.ts';

let place: Folder;
let flat: Imported;
beforeAll(async () => {
  place = runFolder({});
  flat = await imported('UNV', byGmsh(place.folder, BODIES, 'unv'));
});
afterAll(() => place[Symbol.dispose]());

/** A body that is closed and has no symmetry, of triangles, as ten times its corners in whole numbers. */
const TETRAHEDRON = {
  places: [
    [0, 0, 0],
    [1.5, 0.25, -0.125],
    [0.25, 2, 0.5],
    [0.75, 0.375, 1.75],
  ],
  faces: [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [2, 0, 3],
  ],
} as const;
const tetrahedronCorners = TETRAHEDRON.faces.map((face) =>
  face.map((corner) => [...TETRAHEDRON.places[corner]]),
);

function binaryStl(facets: readonly (readonly (readonly number[])[])[], header = ''): Buffer {
  const bytes = Buffer.alloc(84 + 50 * facets.length);
  bytes.write(header, 'latin1');
  bytes.writeUInt32LE(facets.length, 80);
  facets.forEach((corners, f) =>
    corners.flat().forEach((value, i) => bytes.writeFloatLE(value, 84 + 50 * f + 12 + 4 * i)),
  );
  return bytes;
}

const asciiStl = (name: string, facets: readonly (readonly (readonly number[])[])[]) =>
  `solid ${name}\n${facets
    .map(
      (corners) =>
        `  facet normal 0 0 0\n    outer loop\n${corners.map((corner) => `      vertex ${corner.join(' ')}\n`).join('')}    endloop\n  endfacet\n`,
    )
    .join('')}endsolid ${name}\n`;

const moved = (facets: typeof tetrahedronCorners, by: number) =>
  facets.map((corners) => corners.map(([x, y, z]) => [x! + by, y!, z!]));

describe('an STL file', () => {
  test.each([
    ['ASCII', [], 12],
    ['binary', ['-bin'], 6],
  ])('that gmsh wrote in %s is the mesh that the same body is as UNV', async (_, options, digits) => {
    const read = await imported('STL', byGmsh(place.folder, BODIES, 'stl', options));
    // gmsh writes facets surface by surface, in its order of elements.
    expect(farthest(read.mesh, flat.mesh)).toBeLessThan(10 ** -digits);
    expect(read.report.vertices).toBe(flat.report.vertices);
    expect(read.report.components?.every(({ closed }) => closed)).toBe(true);
  });

  test('has a part with its name for each solid', async () => {
    const text = asciiStl('nose cone', tetrahedronCorners) + asciiStl('', moved(tetrahedronCorners, 5));
    const read = await imported('STL', text.replaceAll('\n', '\r\n').replace('vertex', 'VERTEX'));
    expect(partsOf(read)).toEqual([
      { number: 1, name: 'nose cone', triangles: 4 },
      { number: 2, name: 'Part 2', triangles: 4 },
    ]);
    expect(read.report.vertices).toBe(8);
    expect(read.mesh.triangles.slice(0, 4).map(({ corners }) => corners)).toEqual(tetrahedronCorners);
  });

  test('in binary may begin with "solid"; facets without area are left out, with a note', async () => {
    const [first] = tetrahedronCorners;
    const collapsed = [first![0]!, first![1]!, first![0]!];
    const read = await imported('STL', binaryStl([...tetrahedronCorners, collapsed], 'solid of CAD'));
    expect(read.mesh.triangles.map(({ corners }) => corners)).toEqual(tetrahedronCorners);
    expect(read.report.vertices).toBe(4);
    expect(read.report.findings).toContainEqual(
      expect.objectContaining({
        message: 'FILE_NOTE.collapsedFacets',
        values: { count: 1 },
        severity: 'info',
      }),
    );
  });

  const withNan = binaryStl(tetrahedronCorners);
  withNan.writeFloatLE(NaN, 84 + 50 + 16);
  const whole = asciiStl('a', tetrahedronCorners);
  test.each([
    ['with NaN in binary', withNan, 'Facet 2 of the STL file has a coordinate that is not a finite number.'],
    ['with NaN in ASCII', whole.replace('1.5', 'nan'), '"nan" in line 6 is not a number'],
    [
      'that lacks bytes',
      binaryStl(tetrahedronCorners).subarray(0, 200),
      'states 4 facets, which take 284 bytes, but the file has 200 bytes',
    ],
    ['that ends before its end', whole.slice(0, 300), 'The file ends before its last "endsolid".'],
    [
      'with a facet of two corners',
      whole.replace(/ *vertex 0 0 0\n/, ''),
      'The facet in line 7 of the STL file does not have three corners',
    ],
    ['without facets', 'solid a\nendsolid a\n', 'The STL file has no triangles.'],
    ['without facets in binary', binaryStl([]), 'The STL file has no triangles.'],
    ['that is empty', '', 'This is not an STL file'],
  ])('%s is refused with what is wrong and where', async (_, content, sentence) => {
    expect((await refusalOf('STL', content)).detail).toContain(sentence);
  });
});

describe('an OBJ file', () => {
  const vertices = TETRAHEDRON.places.map((corner) => `v ${corner.join(' ')}\n`).join('');
  const faces = TETRAHEDRON.faces
    .map((face) => `f ${face.map((corner) => `${corner + 1}`).join(' ')}\n`)
    .join('');
  const cube = [0, 1].flatMap((z) => [`0 0 ${z}`, `1 0 ${z}`, `1 1 ${z}`, `0 1 ${z}`]);

  test('that has the triangles of gmsh is the mesh that the same body is as UNV', async () => {
    const corners = new Map<string, number>();
    const lines = flat.mesh.triangles.map(({ corners: places }) => {
      const labels = places.map((point) => {
        const text = point.join(' ');
        if (!corners.has(text)) corners.set(text, corners.size + 1);
        return corners.get(text)!;
      });
      return `f ${labels.map((label) => `${label}//1`).join(' ')}`;
    });
    const text = `vn 0 0 1\n${[...corners.keys()].map((place) => `v ${place}`).join('\n')}\n${lines.join('\n')}\n`;
    const read = await imported('OBJ', text);
    expect(farthest(read.mesh, flat.mesh)).toBe(0);
  });

  test('has a part for each name of o and g, corners from the end, and lines that go on', async () => {
    const second = TETRAHEDRON.places.map(([x, y, z]) => `v ${x + 5} ${y} ${z} 1.0\n`).join('');
    const read = await imported(
      'OBJ',
      `# comment\nmtllib a.mtl\no hull\n${vertices}vt 0 0\nusemtl steel\n${faces.replace('f 1 3 2', 'f 1/1/1 \\\n3/1/1 2/1/1')}` +
        `g left mast\n${second}f -4 -2 -3\nf -4 -3 -1\no hull\nf -3 -2 -1\ng left mast\nf -2 -4 -1\ns off\n`,
    );
    expect(partsOf(read)).toEqual([
      { number: 1, name: 'hull', triangles: 5 },
      { number: 2, name: 'left mast', triangles: 3 },
    ]);
    expect(read.report.components?.map(({ closed }) => closed)).toEqual([true, true]);
    expect(read.mesh.triangles.slice(0, 4).map(({ corners }) => corners)).toEqual(tetrahedronCorners);
  });

  test('has quadrilaterals and polygons split into triangles that lie inside', async () => {
    // A prism over an L and over a regular polygon of 40 corners.
    const l = ['0 0', '3 0', '3 1', '1 1', '1 2', '0 2'];
    const round = Array.from({ length: 40 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 40;
      return `${6 + Math.cos(angle)} ${Math.sin(angle)}`;
    });
    const prism = (outline: string[], first: number) => {
      const n = outline.length;
      const sides = outline.map((_, i) => {
        const next = (i + 1) % n;
        return `f ${first + i} ${first + next} ${first + n + next} ${first + n + i}`;
      });
      const lid = outline.map((_, i) => first + n + i);
      const bottom = outline.map((_, i) => first + i).reverse();
      return [
        ...[0, 1].flatMap((z) => outline.map((place) => `v ${place} ${z}`)),
        ...sides,
        `f ${lid.join(' ')}`,
        `f ${bottom.join(' ')}`,
      ].join('\n');
    };
    const read = await imported('OBJ', `o l\n${prism(l, 1)}\no round\n${prism(round, 13)}\n`);
    expect(partsOf(read).map(({ triangles }) => triangles)).toEqual([12 + 2 * 4, 80 + 2 * 38]);
    expect(read.report.components?.map(({ closed }) => closed)).toEqual([true, true]);
    // Area of the L: twice 4, and its outline of 10 times a height of 1.
    expect(read.report.parts[0]!.areaM2).toBeCloseTo(2 * 4 + 10, 9);
    expect(read.report.components![0]!.volume_m3).toBeCloseTo(4, 9);
    expect(read.report.components![1]!.volume_m3).toBeCloseTo(20 * Math.sin(Math.PI / 20), 9);
  });

  test('is silent about its unit', async () => {
    expect((await imported('OBJ', vertices + faces)).report.metresPerUnit).toBeNull();
  });

  const star = cube.map((place) => `v ${place}\n`).join('');
  test.each([
    [
      'with a vertex that is not there',
      `${vertices}f 1 2 9\n`,
      'Element 1 (line 5) refers to node 9, which the file does not have.',
    ],
    ['with a coordinate that is no number', `v 0 0 1e999\n${faces}`, '"1e999" in line 1 is not a number'],
    ['with a coordinate that is missing', `v 0 0\n${faces}`, 'A number is missing in line 1.'],
    ['without faces', vertices, 'The OBJ file has no triangles.'],
    [
      'with a polygon that crosses itself',
      `${star}f 1 7 2 8 3\n`,
      'Face 1 (line 9) has 5 corners and cannot be split',
    ],
    ['that is none', 'hello\n', 'This is not an OBJ file'],
  ])('%s is refused with what is wrong and where', async (_, text, sentence) => {
    expect((await refusalOf('OBJ', text)).detail).toContain(sentence);
  });
});
