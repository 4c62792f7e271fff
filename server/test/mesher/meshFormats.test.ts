/** Mesh files of finite-element programs become the mesh that the same body is as UNV. Files are written by gmsh, where it can. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BODIES,
  BOX_AREA,
  type Folder,
  byGmsh,
  type Imported,
  imported,
  rounded,
  refusalOf,
  trianglesOf,
  partsOf,
  farthest,
} from './importedMesh.ts';
import { runFolder } from './models.ts';

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
