/** A surface mesh as the viewer holds it: typed arrays, never one object a vertex. */
export interface MeshGeometry {
  /** x, y, z a vertex, in units of the file */
  vertices: Float32Array;
  /** Three vertex indices (0-based) a triangle, turned outward */
  triangles: Uint32Array;
  /** Part of each triangle, 1-based */
  parts: Uint32Array;
  /** Radius ratio of each triangle, 1 is equilateral */
  quality: Float32Array;
  /** Metres per unit of the file; 1 as long as nobody said otherwise */
  scale: number;
  /** Where triangles are bent: these are those of their corners, and this what to draw in their place */
  bent?: BentTriangles;
  /** Where bent triangles are drawn as several flat ones, which these are */
  pieces?: Pieces;
}

/** Flat pieces that follow the bent triangles of a mesh. A bent triangle has at least one piece, a flat one none. */
export interface BentTriangles {
  /** x, y, z a point; points are numbered behind the vertices of the mesh */
  points: Float32Array;
  /** Three vertices a point */
  between: Uint32Array;
  /** Three a point: a value there is the sum of those at the vertices times these */
  weights: Float32Array;
  /** Five numbers a piece: its triangle, three vertices or points wound as that, and which sides lie on its sides, as `Pieces.sides` */
  pieces: Uint32Array;
  /** Of the surface at the three corners of each piece: unit normals times 32767 */
  normals: Int16Array;
}

export interface Pieces {
  /** How many triangles the mesh has */
  triangles: number;
  /** Triangle of the mesh that each drawn one is or is a piece of */
  triangleOf: Uint32Array;
  /** Which sides of each drawn triangle lie on sides of the mesh's: bit i is the side from corner i to the next */
  sides: Uint8Array;
  /** Of the true surface at the three corners of each drawn triangle, times 32767; drawn triangles look flat when absent */
  normals?: Int16Array;
}

/** Of the mesh, in how many pieces ever they are drawn. */
export function triangleCount({ parts, pieces }: Pick<MeshGeometry, 'parts' | 'pieces'>): number {
  return pieces?.triangles ?? parts.length;
}

/** Vertex colours are shared by triangles of one part only, so a vertex on a border of parts is drawn once a part. */
export interface DisplayMesh {
  positions: Float32Array;
  /** Three a drawn vertex, unit vectors times 32767; triangles look flat when absent */
  normals?: Int16Array;
  indices: Uint32Array;
  /** Vertex of the file that each drawn vertex stands for */
  sourceVertex: Uint32Array;
  /** Part of each drawn vertex, 1-based; 0 for a vertex of no triangle */
  partOfVertex: Uint32Array;
}

export function splitAtPartBorders({ vertices, triangles, parts }: MeshGeometry): DisplayMesh {
  const vertexCount = vertices.length / 3;
  const firstPart = new Uint32Array(vertexCount);
  const indices = new Uint32Array(triangles.length);
  const copies = new Map<string, number>();
  const copiedFrom: number[] = [];
  const copiedPart: number[] = [];
  for (let corner = 0; corner < triangles.length; corner++) {
    const vertex = triangles[corner]!;
    const part = parts[Math.floor(corner / 3)]!;
    if (firstPart[vertex] === 0) firstPart[vertex] = part;
    if (firstPart[vertex] === part) {
      indices[corner] = vertex;
      continue;
    }
    const key = `${vertex}/${part}`;
    let copy = copies.get(key);
    if (copy === undefined) {
      copy = vertexCount + copiedFrom.length;
      copies.set(key, copy);
      copiedFrom.push(vertex);
      copiedPart.push(part);
    }
    indices[corner] = copy;
  }
  const drawn = vertexCount + copiedFrom.length;
  const positions = new Float32Array(drawn * 3);
  const sourceVertex = new Uint32Array(drawn);
  const partOfVertex = new Uint32Array(drawn);
  positions.set(vertices);
  partOfVertex.set(firstPart);
  for (let v = 0; v < vertexCount; v++) sourceVertex[v] = v;
  copiedFrom.forEach((vertex, i) => {
    positions.set(vertices.subarray(3 * vertex, 3 * vertex + 3), 3 * (vertexCount + i));
    sourceVertex[vertexCount + i] = vertex;
    partOfVertex[vertexCount + i] = copiedPart[i]!;
  });
  return { positions, indices, sourceVertex, partOfVertex };
}

/** Sides of drawn triangles that are, or are parts of, sides of triangles of the mesh: as many as there are lines to find. */
export function sideCount({ triangles, pieces }: Pick<MeshGeometry, 'triangles' | 'pieces'>): number {
  if (!pieces) return triangles.length;
  return pieces.sides.reduce((sum, mask) => sum + (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1), 0);
}

/** Every edge once, as pairs of vertex indices. */
export function uniqueEdges({
  triangles,
  vertices,
  pieces,
}: Pick<MeshGeometry, 'triangles' | 'vertices' | 'pieces'>): Uint32Array {
  const base = vertices.length / 3;
  const all = new Float64Array(triangles.length);
  let found = 0;
  for (let t = 0; t < triangles.length; t += 3)
    for (let side = 0; side < 3; side++) {
      if (pieces && !(pieces.sides[t / 3]! & (1 << side))) continue;
      const a = triangles[t + side]!;
      const b = triangles[t + ((side + 1) % 3)]!;
      all[found++] = Math.min(a, b) * base + Math.max(a, b);
    }
  const keys = all.subarray(0, found).sort();
  const edges = new Uint32Array(keys.length * 2);
  let count = 0;
  for (let i = 0; i < keys.length; i++) {
    if (i > 0 && keys[i] === keys[i - 1]) continue;
    edges[count++] = Math.floor(keys[i]! / base);
    edges[count++] = keys[i]! % base;
  }
  return edges.slice(0, count);
}

export interface Bounds {
  min: [number, number, number];
  max: [number, number, number];
  centre: [number, number, number];
  /** Of the smallest sphere about the centre; 1 for a mesh of no extent */
  radius: number;
}

export function boundsOf(vertices: Float32Array): Bounds {
  const min: Bounds['min'] = [Infinity, Infinity, Infinity];
  const max: Bounds['max'] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < vertices.length; i++) {
    const axis = i % 3;
    const value = vertices[i]!;
    if (value < min[axis]!) min[axis] = value;
    if (value > max[axis]!) max[axis] = value;
  }
  if (vertices.length === 0) return { min: [0, 0, 0], max: [0, 0, 0], centre: [0, 0, 0], radius: 1 };
  const centre = min.map((low, axis) => (low + max[axis]!) / 2) as Bounds['centre'];
  let farthest = 0;
  for (let i = 0; i < vertices.length; i += 3)
    farthest = Math.max(
      farthest,
      (vertices[i]! - centre[0]) ** 2 +
        (vertices[i + 1]! - centre[1]) ** 2 +
        (vertices[i + 2]! - centre[2]) ** 2,
    );
  const radius = Math.sqrt(farthest);
  return { min, max, centre, radius: radius > 0 ? radius : 1 };
}

/** Part numbers present, ascending. */
export function partNumbers({ parts }: Pick<MeshGeometry, 'parts'>): number[] {
  const seen = new Set<number>();
  for (const part of parts) seen.add(part);
  return [...seen].sort((a, b) => a - b);
}

/** Edges that are looked at for their mean length. */
const EDGE_SAMPLES = 2000;

/** Mean length of edges given as pairs of vertices [units of the scene]. */
export function meanEdgeLength(positions: ArrayLike<number>, pairs: ArrayLike<number>): number {
  const edges = pairs.length / 2;
  const stride = Math.max(1, Math.floor(edges / EDGE_SAMPLES));
  let sum = 0;
  let count = 0;
  for (let edge = 0; edge < edges; edge += stride) {
    const [a, b] = [3 * pairs[2 * edge]!, 3 * pairs[2 * edge + 1]!];
    sum += Math.hypot(
      positions[a]! - positions[b]!,
      positions[a + 1]! - positions[b + 1]!,
      positions[a + 2]! - positions[b + 2]!,
    );
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

/** From so many pixels on an edge is drawn in full, and at so few hardly. */
const EDGE_FULL_PX = 10;
const EDGE_FAINT_PX = 2;
const EDGE_FAINTEST = 0.06;

/** Share of its opacity with which an edge of so many pixels is drawn over a filled surface. */
export function edgeVisibility(pixels: number): number {
  return Math.min(1, Math.max(EDGE_FAINTEST, (pixels - EDGE_FAINT_PX) / (EDGE_FULL_PX - EDGE_FAINT_PX)));
}
