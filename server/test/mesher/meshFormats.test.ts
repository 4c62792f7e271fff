/** Mesh files of other formats become the mesh that the same body is as UNV. Files are written by gmsh, where it can. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MeshReport, ModelFormat } from '@pace/contract';
import { importUnv } from '../../src/engines/index.ts';
import { runFolder } from './models.ts';
import { readUnv, type UnvMesh } from './unvMesh.ts';

/** A sphere off the origin and a box of three lengths beside it: no symmetry hides an exchange. */
const BODIES = `SetFactory("OpenCASCADE");
Sphere(1) = {0.3, -0.2, 0.1, 1};
Box(2) = {2, 0.15, -0.3, 1, 0.7, 0.4};
Physical Surface("ball", 7) = {1};
Physical Surface("box", 3) = {2:7};
Mesh.MeshSizeMax = 0.5;
Mesh.SaveElementTagType = 2;
`;
const BOX_AREA = 2 * (1 * 0.7 + 1 * 0.4 + 0.7 * 0.4);

type Folder = ReturnType<typeof runFolder>;

const MODEL_NAMES: Partial<Record<ModelFormat, string>> = {
  UNV: 'model.unv',
  MSH: 'model.msh',
  NASTRAN: 'model.bdf',
  ABAQUS: 'model.inp',
  STL: 'model.stl',
  OBJ: 'model.obj',
};

/** The file as gmsh writes it. */
function byGmsh(folder: string, geometry: string, format: string, options: readonly string[] = []): Buffer {
  const script = join(folder, 'bodies.geo');
  const target = join(folder, `written.${format}`);
  writeFileSync(script, geometry);
  const args = [script, '-2', '-format', format, '-o', target, '-v', '1', '-nt', '1', ...options];
  const { status, stderr } = spawnSync('gmsh', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return readFileSync(target);
}

interface Imported {
  report: MeshReport;
  mesh: UnvMesh;
  /** Part and corners of every triangle, as the viewer has them */
  drawn: string[];
}

async function imported(format: ModelFormat, content: string | Buffer): Promise<Imported> {
  const file = MODEL_NAMES[format]!;
  using run = runFolder({ [file]: content });
  const report = await importUnv({
    folder: run.folder,
    model: { file, format },
    signal: new AbortController().signal,
  });
  const path = join(run.folder, 'mesh.unv');
  return { report, mesh: readUnv(path), drawn: trianglesIn(readFileSync(join(run.folder, 'mesh.geo.bin'))) };
}

/** Of `mesh.geo.bin` (docs/run-folder.md), whatever the order. */
function trianglesIn(geometry: Buffer): string[] {
  const [vertices, triangles] = [geometry.readUInt32LE(8), geometry.readUInt32LE(12)];
  const place = (vertex: number) =>
    [0, 1, 2].map((axis) => (geometry.readFloatLE(16 + 12 * vertex + 4 * axis) + 0).toFixed(5)).join(',');
  return Array.from({ length: triangles }, (_, t) => {
    const [part, ...corners] = [0, 1, 2, 3].map((i) =>
      geometry.readUInt32LE(16 + 12 * vertices + 16 * t + 4 * i),
    );
    return `${part}: ${corners.map(place).join(' ')}`;
  }).sort();
}

/** gmsh writes 16 digits into some formats and 17 into others: what is computed of them may differ in the last ones. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(9)) + 0;
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, rounded(entry)]));
}

const refusalOf = (format: ModelFormat, content: string | Buffer) =>
  imported(format, content).then(
    () => {
      throw new Error('The file was read.');
    },
    (error: unknown) => error as { code: string; detail: string },
  );

/** Every triangle by the places of its corners and middles, whatever the order and the numbers. */
function trianglesOf({ triangles }: UnvMesh, digits: number): string[] {
  return triangles
    .map(({ corners, middles }) => {
      const places = [...corners, ...(middles ?? [])].map((point) =>
        point.map((value) => (value + 0).toFixed(digits).replace(/^-(0\.?0*)$/, '$1')).join(','),
      );
      const first = places.slice(0, 3).indexOf([...places.slice(0, 3)].sort()[0]!);
      const turned = (three: string[]) => three.map((_, i) => three[(i + first) % three.length]!);
      return [...turned(places.slice(0, 3)), ...(middles ? turned(places.slice(3)) : [])].join(' ');
    })
    .sort();
}

const partsOf = ({ report }: Imported) =>
  report.parts.map(({ number, name, triangles }) => ({ number, name, triangles }));

let place: Folder;
let flat: Imported;
let curved: Imported;
beforeAll(async () => {
  place = runFolder({});
  flat = await imported('UNV', byGmsh(place.folder, BODIES, 'unv'));
  curved = await imported('UNV', byGmsh(place.folder, BODIES, 'unv', ['-order', '2']));
});
afterAll(() => place[Symbol.dispose]());

describe('a gmsh mesh', () => {
  test.each([
    ['version 2', 'msh2', []],
    ['version 4.1', 'msh41', []],
    ['version 4.0', 'msh40', []],
    ['version 2, binary', 'msh2', ['-bin']],
    ['version 4.1, binary', 'msh41', ['-bin']],
  ])('of %s is the mesh that the same body is as UNV', async (_, format, options) => {
    const read = await imported('MSH', byGmsh(place.folder, BODIES, format, options));
    expect(trianglesOf(read.mesh, 12)).toEqual(trianglesOf(flat.mesh, 12));
    expect(rounded(read.report)).toEqual(rounded(flat.report));
    expect(read.drawn).toEqual(flat.drawn);
    expect(partsOf(read)).toEqual([
      { number: 3, name: 'box', triangles: expect.any(Number) as number },
      { number: 7, name: 'ball', triangles: expect.any(Number) as number },
    ]);
  });

  test.each(['msh2', 'msh41'])('of second order (%s) has the curved triangles of type 92', async (format) => {
    const read = await imported('MSH', byGmsh(place.folder, BODIES, format, ['-order', '2']));
    expect(trianglesOf(read.mesh, 12)).toEqual(trianglesOf(curved.mesh, 12));
    expect(rounded(read.report)).toEqual(rounded(curved.report));
    expect(read.drawn).toEqual(curved.drawn);
    expect(read.mesh.triangles.every(({ middles }) => middles !== undefined)).toBe(true);
  });

  test.each(['msh2', 'msh41'])('without physical groups (%s) has its surfaces as parts', async (format) => {
    const plain = BODIES.replace(/^Physical.*$/gm, '');
    const read = await imported('MSH', byGmsh(place.folder, plain, format));
    expect(partsOf(read).map(({ number, name }) => `${number} ${name}`)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((n) => `${n} Part ${n}`),
    );
  });

  test.each([
    ['four nodes', []],
    ['eight nodes', ['-order', '2', '-setnumber', 'Mesh.SecondOrderIncomplete', '1']],
    ['nine nodes', ['-order', '2']],
  ])('with quadrilaterals of %s has two triangles for each, and stays closed', async (nodes, options) => {
    const quads = `${BODIES}Mesh.RecombineAll = 1;\n`;
    const read = await imported('MSH', byGmsh(place.folder, quads, 'msh41', options));
    const note = read.report.findings.find(({ message }) => message === 'FILE_NOTE.quadrilateralsSplit');
    expect(note?.values?.['count']).toBeGreaterThan(50);
    expect(read.report.components?.every(({ closed }) => closed)).toBe(true);
    expect(read.report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(read.report.parts[0]!.areaM2 / BOX_AREA).toBeCloseTo(1, 9);
    expect(read.mesh.triangles.some(({ middles }) => middles !== undefined)).toBe(nodes !== 'four nodes');
    if (nodes !== 'four nodes') expect(read.report.parts[1]!.areaM2 / (4 * Math.PI)).toBeCloseTo(1, 2);
  });

  test('with volume elements has its surface, and says what was left out', async () => {
    const read = await imported(
      'MSH',
      byGmsh(place.folder, `${BODIES}Physical Volume("all") = {1, 2};\n`, 'msh41', ['-3']),
    );
    expect(read.report.components?.every(({ closed }) => closed)).toBe(true);
    expect(read.report.findings.some(({ message }) => message === 'FILE_NOTE.skippedElements')).toBe(true);
  });
});

/** The largest distance between corners or middles of two meshes that have the same triangles in the same order. */
function farthest(one: UnvMesh, other: UnvMesh): number {
  expect(one.triangles.length).toBe(other.triangles.length);
  return Math.max(
    ...one.triangles.flatMap(({ corners, middles = [] }, t) => {
      const { corners: others, middles: otherMiddles = [] } = other.triangles[t]!;
      expect(middles.length).toBe(otherMiddles.length);
      return [...corners, ...middles].map((point, i) => {
        const twin = [...others, ...otherMiddles][i]!;
        return Math.hypot(...point.map((value, axis) => value - twin[axis]!));
      });
    }),
  );
}

describe('a NASTRAN file', () => {
  test.each([
    ['free', 0, 2e-5],
    ['small', 1, 2e-5],
    ['large', 2, 1e-8],
  ])('in %s fields is the mesh that the same body is as UNV', async (_, field, digits) => {
    const options = ['-setnumber', 'Mesh.BdfFieldFormat', String(field)];
    const read = await imported('NASTRAN', byGmsh(place.folder, BODIES, 'bdf', options));
    // As far as the digits of the file go.
    expect(farthest(read.mesh, flat.mesh)).toBeLessThan(digits);
    expect(partsOf(read).map(({ number, triangles }) => [number, triangles])).toEqual(
      partsOf(flat).map(({ number, triangles }) => [number, triangles]),
    );
    expect(read.report.components?.every(({ closed }) => closed)).toBe(true);
  });

  test('of CTRIA6 has the curved triangles of type 92', async () => {
    const options = ['-order', '2', '-setnumber', 'Mesh.BdfFieldFormat', '2'];
    const read = await imported('NASTRAN', byGmsh(place.folder, BODIES, 'bdf', options));
    expect(farthest(read.mesh, curved.mesh)).toBeLessThan(1e-8);
  });

  const GRIDS = `GRID,11,,0.,0.,0.
GRID,12,0,1.5,.25,-.1
GRID*   13              0               1.7             1.25
*       3.-1
GRID    14              .2      1.1     -1.+0
GRID,15,,0.75,0.125,-0.05
`;

  test('has fields in every form, names from comments, and quadrilaterals split along the shorter diagonal', async () => {
    const read = await imported(
      'NASTRAN',
      `SOL 101
CEND
$ Elements and Element Properties for region : hull
PSHELL  4       1       .1
$HMNAME PROP                   5"wing"
$ANSA_NAME_COMMENT;6;PSHELL;mast;;NO;NO;
$ Femap with NX Nastran Property 8 : keel
BEGIN BULK
${GRIDS}grid,16,,0.5,0.4,2.
GRID,17,0,1.,1.,-3.
CQUAD4,21,4,11,12,13,14
CTRIA3  22      5       11      12      16
CTRIA3* 23              6               12              13
*       16
ctria6,24,8,11,14,17
CTETRA,30,1,11,12,13,14
ENDDATA
CTRIA3,99,1,1,2,3
`,
    );
    expect(partsOf(read)).toEqual([
      { number: 4, name: 'hull', triangles: 2 },
      { number: 5, name: 'wing', triangles: 1 },
      { number: 6, name: 'mast', triangles: 1 },
      { number: 8, name: 'keel', triangles: 1 },
    ]);
    // 11-13 is 2.1 long, 12-14 is 1.8.
    expect(read.mesh.triangles.slice(0, 2).map(({ nodes }) => nodes)).toEqual([
      [11, 12, 14],
      [12, 13, 14],
    ]);
    expect(read.mesh.triangles[0]!.corners).toEqual([
      [0, 0, 0],
      [1.5, 0.25, -0.1],
      [0.2, 1.1, -1],
    ]);
    expect(read.mesh.triangles[1]!.corners[1]).toEqual([1.7, 1.25, 0.3]);
    expect(read.report.findings.map(({ message }) => message)).toContain('FILE_NOTE.skippedElements');
  });

  test('has elements without a property together in a part of their own', async () => {
    const read = await imported(
      'NASTRAN',
      `${GRIDS}CTRIA3,1,5,11,12,13\nCTRIA3,2,,11,13,14\nCTRIA3,3,,13,12,15\n`,
    );
    expect(partsOf(read)).toEqual([
      { number: 5, name: 'Part 5', triangles: 1 },
      { number: 6, name: 'Part 6', triangles: 2 },
    ]);
  });

  test('a quadrilateral with two corners in one is a triangle', async () => {
    const read = await imported('NASTRAN', `${GRIDS}CQUAD4,1,1,11,12,13,13\nCTRIA3,2,1,11,13,14\n`);
    expect(read.mesh.triangles.map(({ nodes }) => nodes)).toEqual([
      [11, 12, 13],
      [11, 13, 14],
    ]);
  });

  test.each([
    [
      'whose element names a grid point that is not there',
      `${GRIDS}CTRIA3,21,1,11,12,77\n`,
      'Element 21 (line 7) refers to grid point 77, which the file does not have.',
    ],
    [
      'with a coordinate that is no number',
      `${GRIDS}GRID,16,,1.0,nan,0.\n`,
      '"nan" in line 7 is not a number',
    ],
    [
      'with a grid point in another system',
      'GRID,1,3,0.,0.,0.\n',
      'Grid point 1 (line 1) is given in coordinate system 3.',
    ],
    ['with a grid point twice', `${GRIDS}${GRIDS}CTRIA3,1,1,11,12,13\n`, 'The node number 11 occurs twice.'],
    ['without elements', GRIDS, 'The NASTRAN file has no triangles.'],
    ['of volume elements only', `${GRIDS}CTETRA,1,1,11,12,13,14\n`, 'neither triangles nor quadrilaterals'],
    ['that includes another', "INCLUDE 'wing.bdf'\n", 'includes another file in line 1'],
    [
      'with an element in one point',
      `${GRIDS}CTRIA3,1,1,11,12,11\n`,
      'Element 1 (line 7) names the same node twice.',
    ],
    [
      'with some middles',
      `${GRIDS}CTRIA6,1,1,11,12,13,15\n`,
      'Element 1 (CTRIA6, line 7) has nodes in the middle of some sides only.',
    ],
    ['that is none', 'hello\n', 'This is not a NASTRAN bulk data file'],
  ])('%s is refused with what is wrong and where', async (_, text, sentence) => {
    expect((await refusalOf('NASTRAN', text)).detail).toContain(sentence);
  });
});

describe('an Abaqus file', () => {
  test('as gmsh writes it is the mesh that the same body is as UNV, with the names of its sets', async () => {
    const read = await imported('ABAQUS', byGmsh(place.folder, BODIES, 'inp'));
    expect(farthest(read.mesh, flat.mesh)).toBeLessThan(1e-12);
    expect(read.report.components?.every(({ closed }) => closed)).toBe(true);
    // gmsh gives the elements of each surface a set of their own.
    expect(read.report.parts.map(({ name }) => name)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((n) => `Surface${n}`),
    );
  });

  test('of six nodes has the curved triangles of type 92', async () => {
    const read = await imported('ABAQUS', byGmsh(place.folder, BODIES, 'inp', ['-order', '2']));
    expect(farthest(read.mesh, curved.mesh)).toBeLessThan(1e-12);
  });

  const NODES = `*HEADING
 A tetrahedron
** NODES
*Node, NSET=all
11, 0., 0., 0.
12, 1.5E0, .25, -0.125
13, .25, 2., .5
14, .75, .375, 1.75
`;

  test('has its sets as parts, in whatever case, with entries over several lines, and leaves out other elements', async () => {
    const read = await imported(
      'ABAQUS',
      `${NODES}*ELEMENT, type=S3R, elset=hull
1, 11, 13, 12
2, 11,
 12, 14
*Element, TYPE=STRI3, ELSET=Keel
3, 12, 13, 14
*ELEMENT, TYPE=M3D3, ELSET=hull
4, 13, 11, 14
*ELEMENT, TYPE=C3D4, ELSET=solid
5, 11, 12, 13, 14
*SHELL SECTION, ELSET=hull, MATERIAL=m
0.001,
`,
    );
    expect(partsOf(read)).toEqual([
      { number: 1, name: 'hull', triangles: 3 },
      { number: 2, name: 'Keel', triangles: 1 },
    ]);
    expect(read.report.components?.every(({ closed }) => closed)).toBe(true);
    expect(
      read.report.findings.find(({ message }) => message === 'FILE_NOTE.skippedElements')?.sentence,
    ).toContain('C3D4');
  });

  test.each([
    ['without elements', NODES, 'The Abaqus file has no triangles.'],
    ['with a node that is not there', `${NODES}*ELEMENT, TYPE=S3\n1, 11, 12, 99\n`, '99'],
    ['with a number that is none', `${NODES}15, 0., nan, 0.\n`, 'nan'],
    ['with too few nodes', `${NODES}*ELEMENT, TYPE=S4\n1, 11, 12, 13\n`, 'line 10'],
    ['that includes another', '*INCLUDE, INPUT=wing.inp\n', 'includes another file in line 1'],
    [
      'of two parts',
      `*PART, NAME=a\n${NODES}*END PART\n*PART, NAME=b\n`,
      'several parts with numbers of their own',
    ],
    ['that is none', 'hello\n', 'This is not an input file of Abaqus'],
  ])('%s is refused with what is wrong and where', async (_, text, sentence) => {
    expect((await refusalOf('ABAQUS', text)).detail).toContain(sentence);
  });
});

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

describe('a gmsh mesh that cannot be used', () => {
  const head = (version: string) => `$MeshFormat\n${version} 0 8\n$EndMeshFormat\n`;
  const nodes = '$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0 1 0\n$EndNodes\n';
  test.each([
    ['because it is empty', '', 'MESH_FILE_FORMAT', 'This is not a gmsh mesh'],
    ['because it is none', 'hello\n', 'MESH_FILE_FORMAT', 'it does not begin with the section $MeshFormat'],
    [
      'without elements',
      head('2.2') + nodes,
      'MESH_FILE_NO_TRIANGLES',
      'The gmsh MSH file has no triangles.',
    ],
    [
      'that ends in a section',
      `${head('2.2')}$Nodes\n3\n1 0 0 0\n`,
      'MESH_FILE_TRUNCATED',
      'inside the section $Nodes',
    ],
    [
      'with fewer entries than it states',
      `${head('2.2')}${nodes.replace('3\n1', '5\n1')}`,
      'MESH_FILE_TRUNCATED',
      'The section $Nodes closes in line 9 with 2 entries fewer than it states.',
    ],
    [
      'with a node that is not there',
      `${head('2.2')}${nodes}$Elements\n1\n5 2 2 1 1 1 2 4\n$EndElements\n`,
      'MESH_FILE_MISSING_NODE',
      'Element 5 (line 12) refers to node 4',
    ],
    [
      'with NaN',
      `${head('4.1')}$Nodes\n1 1 1 1\n2 1 0 1\n1\n0 nan 0\n$EndNodes\n`,
      'MESH_FILE_BAD_NUMBER',
      '"nan" in line 8',
    ],
    [
      'of third order',
      `${head('2.2')}${nodes}$Elements\n1\n5 21 2 1 1 1 2 3 1 2 3 1 2 3 1\n$EndElements\n`,
      'MESH_FILE_UNSUPPORTED',
      'Element 5 (line 12) is of gmsh type 21',
    ],
  ])('%s is refused with what is wrong and where', async (_, text, code, sentence) => {
    const error = await refusalOf('MSH', text);
    expect(error.code).toBe(code);
    expect(error.detail).toContain(sentence);
  });

  test('of elements of many types says so in few notes', async () => {
    const others = Array.from({ length: 500 }, (_, i) => `${i + 2} ${i + 200} 0 1\n`).join('');
    const elements = `$Elements\n501\n1 2 2 1 1 1 2 3\n${others}$EndElements\n`;
    const { report } = await imported('MSH', head('2.2') + nodes + elements);
    const told = report.findings.filter(({ code }) => code === 'FILE_NOTE');
    expect(told).toHaveLength(41);
    expect(told.at(-1)!.sentence).toContain('460 elements of type …');
  });

  test.each([
    ['before its first section', '', '$MeshFormat\n3 0 8\n$EndMeshFormat\n'],
    ['after a blank', ' $NOD\n', ''],
  ])(
    'because it is a script, with a command %s, is refused, and the command is not run',
    async (_, first, rest) => {
      const trace = join(place.folder, 'trace');
      const error = await refusalOf('MSH', `${first}SystemCall "touch ${trace}";\n${rest}`);
      expect(error.code).toBe('MESH_FILE_FORMAT');
      expect(error.detail).toContain('This is not a gmsh mesh');
      expect(existsSync(trace)).toBe(false);
    },
  );

  test('because its binary content is cut off is refused', async () => {
    const bytes = byGmsh(place.folder, BODIES, 'msh41', ['-bin']);
    const error = await refusalOf('MSH', bytes.subarray(0, bytes.length / 2));
    expect(error.code).toMatch(/^MESH_FILE_|^MESHER_FAILED/);
  });
});
