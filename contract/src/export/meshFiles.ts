import { oneLine } from './scatteringData.ts';
import {
  checkMesh,
  nodePoints,
  nodesOf,
  partNameOf,
  partsOf,
  triangleCount,
  vertexCount,
  type SurfaceData,
  type SurfaceMesh,
} from './surfaceData.ts';

type Vector = readonly [number, number, number];

const STL_HEADER_BYTES = 80;
const STL_FACET_BYTES = 50;
/** Of gmsh: triangles of three and of six nodes */
const MSH_TRIANGLES: Readonly<Record<number, number>> = { 3: 2, 6: 9 };

/**
 * A mesh as STL, in metres: binary where it has one part, else as text with a `solid` for each part. Binary STL has single
 * precision, triangles share no nodes, and bent ones are flat.
 * @throws Error if the mesh is none
 */
export function stlFile(data: SurfaceData): Uint8Array<ArrayBuffer> {
  checkMesh(data);
  const parts = partsOf(data.mesh);
  return parts.length === 1 ? binaryStl(data) : new TextEncoder().encode(textStl(data.mesh, parts));
}

function binaryStl({ name, mesh }: SurfaceData): Uint8Array<ArrayBuffer> {
  const count = triangleCount(mesh);
  const view = new DataView(new ArrayBuffer(STL_HEADER_BYTES + 4 + STL_FACET_BYTES * count));
  const bytes = new Uint8Array(view.buffer);
  // A header that begins with "solid" would be taken for a text file.
  const header = `Pace, metres: ${oneLine(name)}`.replaceAll(/[^\x20-\x7e]/g, '?');
  bytes.set(new TextEncoder().encode(header).subarray(0, STL_HEADER_BYTES));
  view.setUint32(STL_HEADER_BYTES, count, true);
  for (let t = 0; t < count; t++) {
    const corners = cornersOf(mesh, t);
    [normalOf(corners), ...corners].flat().forEach((value, i) => {
      view.setFloat32(STL_HEADER_BYTES + 4 + STL_FACET_BYTES * t + 4 * i, value, true);
    });
  }
  return bytes;
}

function textStl(mesh: SurfaceMesh, parts: readonly number[]): string {
  const facets = new Map<number, string[]>(parts.map((part) => [part, []]));
  for (let t = 0; t < triangleCount(mesh); t++) {
    const corners = cornersOf(mesh, t);
    facets
      .get(mesh.parts[t]!)!
      .push(
        ` facet normal ${normalOf(corners).join(' ')}\n  outer loop\n${corners
          .map((corner) => `   vertex ${corner.join(' ')}\n`)
          .join('')}  endloop\n endfacet\n`,
      );
  }
  return parts
    .map((part) => {
      const name = partNameOf(mesh, part);
      return `solid ${name}\n${facets.get(part)!.join('')}endsolid ${name}\n`;
    })
    .join('');
}

/**
 * A mesh as gmsh MSH 2.2 text, in metres: each part a physical surface with its name and number. Bent triangles have six nodes.
 * @throws Error if the mesh is none
 */
export function mshFile(data: SurfaceData): string {
  checkMesh(data);
  const { mesh } = data;
  const parts = partsOf(mesh);
  const points = nodePoints(mesh);
  const lines = [
    '$MeshFormat',
    '2.2 0 8',
    '$EndMeshFormat',
    '$PhysicalNames',
    `${parts.length}`,
    ...parts.map((part) => `2 ${part} "${partNameOf(mesh, part).replaceAll('"', "'")}"`),
    '$EndPhysicalNames',
    '$Nodes',
    `${points.length / 3}`,
  ];
  for (let v = 0; v < points.length / 3; v++)
    lines.push(`${v + 1} ${points[3 * v]!} ${points[3 * v + 1]!} ${points[3 * v + 2]!}`);
  lines.push('$EndNodes', '$Elements', `${triangleCount(mesh)}`);
  for (let t = 0; t < triangleCount(mesh); t++) {
    const part = mesh.parts[t]!;
    const nodes = nodesOf(mesh, t).map((node) => node + 1);
    lines.push(`${t + 1} ${MSH_TRIANGLES[nodes.length]!} 2 ${part} ${part} ${nodes.join(' ')}`);
  }
  lines.push('$EndElements', '');
  return lines.join('\n');
}

/**
 * A mesh as Wavefront OBJ, in metres: a group `g` for each part. Bent triangles are flat.
 * @throws Error if the mesh is none
 */
export function objFile(data: SurfaceData): string {
  checkMesh(data);
  const { name, mesh } = data;
  const lines = [`# Pace, metres: ${oneLine(name)}`];
  for (let v = 0; v < vertexCount(mesh); v++) lines.push(`v ${vertexOf(mesh, v).join(' ')}`);
  const ofPart = new Map<number, number[]>(partsOf(mesh).map((part) => [part, []]));
  for (let t = 0; t < triangleCount(mesh); t++) ofPart.get(mesh.parts[t]!)!.push(t);
  for (const [part, triangles] of ofPart) {
    lines.push(`g ${partNameOf(mesh, part)}`);
    for (const t of triangles)
      lines.push(`f ${[0, 1, 2].map((corner) => mesh.triangles[3 * t + corner]! + 1).join(' ')}`);
  }
  return `${lines.join('\n')}\n`;
}

const vertexOf = ({ vertices }: SurfaceMesh, v: number): Vector => [
  vertices[3 * v]!,
  vertices[3 * v + 1]!,
  vertices[3 * v + 2]!,
];

const cornersOf = (mesh: SurfaceMesh, t: number): [Vector, Vector, Vector] => [
  vertexOf(mesh, mesh.triangles[3 * t]!),
  vertexOf(mesh, mesh.triangles[3 * t + 1]!),
  vertexOf(mesh, mesh.triangles[3 * t + 2]!),
];

/** Of length 1; zero where a triangle has no area. */
function normalOf([a, b, c]: readonly [Vector, Vector, Vector]): Vector {
  const [u, v] = [b, c].map((to) => [to[0] - a[0], to[1] - a[1], to[2] - a[2]] as const) as [Vector, Vector];
  const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
  const length = Math.hypot(...cross) || 1;
  return [cross[0] / length, cross[1] / length, cross[2] / length];
}
