import { LIMITS, message, type MesherOptions } from '@pace/contract';
import { refusal, type Refusal } from './refusal.ts';
import { totalAreaM2, type Topology } from './topology.ts';

/**
 * How the product's three numbers become gmsh's (4.8.4 names):
 *
 *   mesh_size h [mm]             → Mesh.MeshSizeMax = h, the edge length everywhere that curvature does not ask for less
 *   refinement_step n            → Mesh.MeshSizeFromCurvature = n elements per 2π of a curve's or face's osculating circle
 *   tolerans_Percentage t [%]    → Mesh.MeshSizeMin = h·(1 − t/100), the shortest edge that curvature may ask for
 *
 * A graded mesh has its own two instead, n = gradedElementsPerTurn and Mesh.MeshSizeMin = h / gradedFactor. The latter is
 * also the edge length at sharp points, from where it grows to h (gradingFields).
 *
 * t = 0 or n = 0 switches curvature refinement off. With t = 100 the floor is h/100, not 0: a fillet of vanishing
 * radius would otherwise ask for vanishing edges. gmsh keeps to the numbers on average: mean edges come out at
 * 0.93–0.98 h and 95 % of them below 1.1 h; single ones of several thousand are longer, and those far longer are mended
 * (longEdges.ts). The edges of CAD faces that are shorter than h stay as short as they are.
 */
export interface EdgeLengths {
  maxM: number;
  minM: number;
  /** 0: no refinement by curvature */
  elementsPerTurn: number;
}

/** Below this share of mesh_size curvature refinement never goes. */
const FLOOR = 0.01;
/** Area of an equilateral triangle of unit edge. */
const EQUILATERAL = Math.sqrt(3) / 4;

export function edgeLengths(options: MesherOptions): EdgeLengths {
  const maxM = options.mesh_size / 1000;
  if (options.gradedMesh)
    return { maxM, minM: maxM / options.gradedFactor, elementsPerTurn: options.gradedElementsPerTurn };
  const refines = options.tolerans_Percentage > 0 && options.refinement_step > 0;
  return {
    maxM,
    minM: refines ? maxM * Math.max(FLOOR, 1 - options.tolerans_Percentage / 100) : 0,
    elementsPerTurn: refines ? options.refinement_step : 0,
  };
}

/** Triangles of edge h on a surface: area / (√3/4 h²). gmsh makes 5 to 15 % more. */
export function predictedTriangles(areaM2: number, meshSizeMm: number): number {
  return Math.ceil(areaM2 / (EQUILATERAL * (meshSizeMm / 1000) ** 2));
}

/** The most triangles to reckon with: every face refined to the shortest edge that curvature may ask for, up to the limit. */
export function mostTriangles(topology: Topology, options: MesherOptions): number {
  const { maxM, minM } = edgeLengths(options);
  const shortestMm = 1000 * (minM > 0 ? minM : maxM);
  return Math.min(LIMITS.meshTrianglesMax, predictedTriangles(totalAreaM2(topology), shortestMm));
}

/** The largest area [m²] that may be meshed with these edges. */
export function areaLimitM2(meshSizeMm: number): number {
  return LIMITS.meshTrianglesMax * EQUILATERAL * (meshSizeMm / 1000) ** 2;
}

/** The smallest mesh_size [mm] that this area allows, rounded up to three digits. */
export function smallestMeshSizeMm(areaM2: number): number {
  const exact = 1000 * Math.sqrt(areaM2 / (EQUILATERAL * LIMITS.meshTrianglesMax));
  const step = 10 ** (Math.floor(Math.log10(exact)) - 2);
  return Number((Math.ceil(exact / step) * step).toPrecision(3));
}

/** Why these edges do not fit this model; undefined when they do. The script of gmsh stops by the same two rules. */
export function sizeRefusal(topology: Topology, meshSizeMm: number): Refusal | undefined {
  const longestM = Math.max(...topology.sizeM);
  if (meshSizeMm / 1000 > longestM) {
    const [x, y, z] = topology.sizeM.map((side) => plain(1000 * side));
    return refusal('MESH_SIZE_INVALID.larger', {
      size: plain(meshSizeMm),
      model: message('threeSides', { x: x!, y: y!, z: z! }),
      most: plain(500 * longestM),
    });
  }
  const areaM2 = totalAreaM2(topology);
  const predicted = predictedTriangles(areaM2, meshSizeMm);
  if (predicted > LIMITS.meshTrianglesMax) return tooLarge('predicted', predicted, areaM2, meshSizeMm);
  return undefined;
}

/** Of a mesh that would be, or has become, larger than the limit. */
export function tooLarge(
  how: 'predicted' | 'made',
  triangles: number,
  areaM2: number,
  meshSizeMm: number,
): Refusal {
  return refusal(`MESH_TOO_LARGE.${how}`, {
    size: plain(meshSizeMm),
    area: plain(areaM2),
    triangles: how === 'predicted' ? Number(triangles.toPrecision(3)) : triangles,
    limit: LIMITS.meshTrianglesMax,
    smallest: plain(smallestMeshSizeMm(areaM2)),
  });
}

const plain = (value: number): number => Number(value.toPrecision(4));
