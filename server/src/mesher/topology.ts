/** What gmsh found in the model after touching solids were joined. Numbers are gmsh's own; positions are ours. */
export interface Topology {
  /** Solids straight after the import, before overlapping ones were cut into pieces. */
  importedSolids: number;
  /** Faces straight after the import; a face that two solids share counts twice there. */
  importedFaces: number;
  /** Numbers of the solids */
  solids: number[];
  /** Faces in the order of their part numbers: the face at position i is part i + 1. */
  faces: { number: number; areaM2: number; solids: number[] }[];
  /** Sides of the bounding box [m]. */
  sizeM: [number, number, number];
  /** False when the script stopped before meshing because the mesh would be too large or the edges too long. */
  meshed: boolean;
}

/**
 * Reads `topology.txt`, which the script writes line by line:
 * `imported SOLIDS FACES`, `solid NUMBER`, `face NUMBER AREA`, `side SOLID FACE`, `box XMIN YMIN ZMIN XMAX YMAX ZMAX`, `meshing 1|0`.
 */
export function readTopology(text: string): Topology {
  const topology: Topology = {
    importedSolids: 0,
    importedFaces: 0,
    solids: [],
    faces: [],
    sizeM: [0, 0, 0],
    meshed: false,
  };
  const byNumber = new Map<number, Topology['faces'][number]>();
  const solidPositions = new Map<number, number>();
  for (const line of text.split('\n')) {
    const [word, ...rest] = line.trim().split(/\s+/);
    const [a = NaN, b = NaN, c = NaN, d = NaN, e = NaN, f = NaN] = rest.map(Number);
    if (word === 'imported') {
      topology.importedSolids = a;
      topology.importedFaces = b;
    } else if (word === 'solid') {
      topology.solids.push(a);
      solidPositions.set(a, topology.solids.length);
    } else if (word === 'face') {
      const face = { number: a, areaM2: b, solids: [] };
      byNumber.set(a, face);
      topology.faces.push(face);
    } else if (word === 'side') {
      const solid = solidPositions.get(a);
      const face = byNumber.get(b);
      if (face && solid !== undefined && !face.solids.includes(solid)) face.solids.push(solid);
    } else if (word === 'box') {
      topology.sizeM = [d - a, e - b, f - c];
    } else if (word === 'meshing') {
      topology.meshed = a === 1;
    }
  }
  return topology;
}

export function totalAreaM2(topology: Topology): number {
  return topology.faces.reduce((sum, face) => sum + face.areaM2, 0);
}

/**
 * A name for each face, in order of the parts: "Face 3" when the model is one solid, "Solid 2 face 3" when it has
 * several, "Solids 1+2 face 3" for a face between two (counted with the first), "Surface 3" for a face of no solid.
 */
export function faceNames(topology: Topology): string[] {
  const counted = new Map<number, number>();
  return topology.faces.map((face) => {
    const home = face.solids[0] ?? 0;
    const position = (counted.get(home) ?? 0) + 1;
    counted.set(home, position);
    if (home === 0) return `Surface ${position}`;
    if (topology.solids.length === 1) return `Face ${position}`;
    return `${face.solids.length > 1 ? 'Solids' : 'Solid'} ${face.solids.join('+')} face ${position}`;
  });
}
