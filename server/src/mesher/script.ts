import { ROTATION_AXES, type MesherOptions } from '@pace/contract';
import { areaLimitM2, edgeLengths } from './edgeLengths.ts';
import { ALGORITHM } from './longEdges.ts';
import { sizeGridField } from './sizeGrid.ts';
import type { Point } from './unvRecords.ts';

/** Files of one gmsh run, all in its own working folder. */
export const SCRIPT_FILES = { script: 'mesh.geo', topology: 'topology.txt', mesh: 'gmsh.unv' } as const;

/**
 * Second order puts a node in the middle of each side, on the surface of the model; corners and their order stay those of
 * first order. At 2 gmsh untangles what then folds: by elasticity, then by optimization. By optimization alone (1) it never
 * looks at faces that are not plane (4.8.4: "0 bad elements" of a cone with a folded one).
 */
const elementOrder = ({ curvedElements }: MesherOptions) =>
  curvedElements
    ? `  Mesh.ElementOrder = 2;
  Mesh.SecondOrderLinear = 0;
  Mesh.HighOrderOptimize = 2;`
    : '  Mesh.ElementOrder = 1;';

/** What each edge is longer than the one before it, on the way from a sharp point: a third is what gmsh still meshes well. */
const GROWTH = 0.3;

/** Edges of the shortest length at sharp points, which grow with the distance until they are as long as elsewhere. */
function gradingFields(options: MesherOptions, points: readonly Point[]): string {
  if (!options.gradedMesh || points.length === 0) return '';
  const { maxM, minM } = edgeLengths(options);
  const fields = points.map(([x, y, z], i) => {
    const [distance, size] = [2 * i + 1, 2 * i + 2];
    return `
  Field[${distance}] = MathEval;
  Field[${distance}].F = "Sqrt((x-(${x}))^2+(y-(${y}))^2+(z-(${z}))^2)";
  Field[${size}] = Threshold;
  Field[${size}].InField = ${distance};
  Field[${size}].SizeMin = ${minM};
  Field[${size}].SizeMax = ${maxM};
  Field[${size}].DistMin = ${minM};
  Field[${size}].DistMax = ${minM + (maxM - minM) / GROWTH};`;
  });
  const smallest = 2 * points.length + 1;
  return `${fields.join('')}
  Field[${smallest}] = Min;
  Field[${smallest}].FieldsList = {${points.map((_, i) => 2 * i + 2).join(', ')}};
  Background Field = ${smallest};`;
}

/** A field of its own holds what curvature and sharp points asked for already: the mesh that it was made from had it. */
function edgeRules(options: MesherOptions, points: readonly Point[], sizeFile: string | undefined): string {
  const { maxM, minM, elementsPerTurn } = edgeLengths(options);
  if (sizeFile !== undefined)
    return `  Mesh.MeshSizeMin = 0;
  Mesh.MeshSizeFromCurvature = 0;${sizeGridField(sizeFile, maxM)}`;
  return `  Mesh.MeshSizeMin = ${minM};
  Mesh.MeshSizeFromCurvature = ${elementsPerTurn};${gradingFields(options, points)}`;
}

/**
 * Turns solids, which still have the numbers of the file. A face that gmsh turns gets a new number; `turned` keeps the new one by
 * the old, so that the parts have the order that they have without the turn. With a solid that the file does not have nothing is
 * meshed.
 */
function turnedSolids({ rotations = [], modelScale = 1 }: MesherOptions): string {
  if (rotations.length === 0) return '';
  const turns = rotations.map(({ solids, axis, point, degrees }) => {
    const direction = ROTATION_AXES.map((one) => (one === axis ? 1 : 0));
    const through = point.map((one) => one * modelScale);
    return `
one() = {${solids.join(', ')}};
For i In {0:#one()-1}
  If (one(i) <= #solids())
    before() = Abs(Boundary{ Volume{one(i)}; });
    Rotate { {${direction.join(', ')}}, {${through.join(', ')}}, ${degrees} * Pi / 180 } { Volume{one(i)}; }
    after() = Abs(Boundary{ Volume{one(i)}; });
    // gmsh may give a number again that another of these faces had.
    face() = {};
    For j In {0:#before()-1}
      face() += {original(before(j))};
    EndFor
    For j In {0:#before()-1}
      turned(face(j)) = after(j);
      original(after(j)) = face(j);
    EndFor
  Else
    complete = 0;
  EndIf
EndFor
`;
  });
  return `
imported() = faces();
For i In {0:#imported()-1}
  turned(imported(i)) = imported(i);
  original(imported(i)) = imported(i);
EndFor
${turns.join('')}
faces() = Surface{:};
loose() = faces();
If (#solids() > 0)
  walls() = Abs(Boundary{ Volume{solids()}; });
  loose() -= walls();
EndIf
`;
}

/** The faces in the order of the file, also where some were turned; what was cut comes last. */
const inFileOrder = ({ rotations = [] }: MesherOptions) =>
  rotations.length === 0
    ? ''
    : `
rest() = faces();
faces() = {};
For i In {0:#imported()-1}
  count = #rest();
  rest() -= {turned(imported(i))};
  If (#rest() < count)
    faces() += {turned(imported(i))};
  EndIf
EndFor
faces() += rest();
`;

/** What a meshing does otherwise than the options alone say. */
export interface ScriptChoices {
  /** gmsh's numbers of faces that MeshAdapt meshes instead of the algorithm that the options ask for */
  adaptiveFaces?: readonly number[] | undefined;
  /** Of a graded mesh: where the surface comes to a point [m] */
  sharpPoints?: readonly Point[] | undefined;
  /** A file with the edges to make, which are there in the place of all others (`sizeGridField`) */
  sizeFile?: string | undefined;
  /** Metres per unit in which gmsh reads the file, where it cannot be told to read it in metres: of all but STEP */
  scaling?: number | undefined;
}

/**
 * The gmsh script (4.8.4) that turns a model of CAD into triangles. One group a face: materials are given to faces, and
 * a CFIE weight for a whole solid can still be given to each of its faces, while the reverse is impossible.
 *
 * @param modelPath  path of the model as seen from the script, without quotes or backslashes in it
 */
export function gmshScript(
  modelPath: string,
  options: MesherOptions,
  { adaptiveFaces = [], sharpPoints = [], sizeFile, scaling }: ScriptChoices = {},
): string {
  if (/["\\\n]/.test(modelPath))
    throw new Error(`A path with quotes or backslashes cannot go into a script: ${modelPath}`);
  const edges = edgeLengths(options);
  const scale = (scaling ?? 1) * (options.modelScale ?? 1);
  return `SetFactory("OpenCASCADE");
General.Terminal = 1;
${
  scaling === undefined
    ? '// The file states its unit (checked before); coordinates become metres whatever it is.\nGeometry.OCCTargetUnit = "M";'
    : '// The target unit is one of STEP alone.'
}
Geometry.OCCScaling = ${scale};
// Merge, not ShapeFromFile: that one drops loose faces when the file has a solid as well.
Merge "${modelPath}";

complete = 1;
solids() = Volume{:};
faces() = Surface{:};
Printf("imported %.0f %.0f", #solids(), #faces()) > "${SCRIPT_FILES.topology}";
loose() = faces();
If (#solids() > 0)
  walls() = Abs(Boundary{ Volume{solids()}; });
  loose() -= walls();
EndIf

${turnedSolids(options)}
// Touching solids lose their common faces in STEP: cut everything by everything, so that what touches shares one face.
If (#solids() + #loose() > 1)
  BooleanFragments{ Volume{solids()}; Surface{loose()}; Delete; }{ }
EndIf

// "Surface{:}" sees all faces; a loop over Surface "*" makes one group only.
solids() = Volume{:};
faces() = Surface{:};
${inFileOrder(options)}area = 0;
longest = 0;
For i In {0:#solids()-1}
  Printf("solid %.0f", solids(i)) >> "${SCRIPT_FILES.topology}";
EndFor
For i In {0:#faces()-1}
  one = Mass Surface{faces(i)};
  area += one;
  Printf("face %.0f %.17g", faces(i), one) >> "${SCRIPT_FILES.topology}";
  // Only what is in a group is written.
  Physical Surface(Sprintf("Face_%.0f", i+1), i+1) = {faces(i)};
EndFor
// Volume groups of a surface mesh come out empty: which solid a face bounds is distinguished.
For i In {0:#solids()-1}
  walls() = Abs(Boundary{ Volume{solids(i)}; });
  For j In {0:#walls()-1}
    Printf("side %.0f %.0f", solids(i), walls(j)) >> "${SCRIPT_FILES.topology}";
  EndFor
EndFor
If (#faces() > 0)
  box() = BoundingBox Surface{faces()};
  longest = Max(box(3)-box(0), Max(box(4)-box(1), box(5)-box(2)));
  Printf("box %.17g %.17g %.17g %.17g %.17g %.17g", box(0), box(1), box(2), box(3), box(4), box(5)) >> "${SCRIPT_FILES.topology}";
EndIf

// Refused before it runs away: area/(0.433 h^2) is the number of triangles to come.
If (complete && #faces() > 0 && area <= ${areaLimitM2(options.mesh_size)} && longest >= ${edges.maxM})
  Printf("meshing 1") >> "${SCRIPT_FILES.topology}";
  Mesh.Algorithm = ${options.algorithm};${
    adaptiveFaces.length === 0
      ? ''
      : `
  MeshAlgorithm Surface {${adaptiveFaces.join(', ')}} = ${ALGORITHM.meshAdapt};`
  }
${elementOrder(options)}
  Mesh.MeshSizeFromPoints = 0;
  Mesh.MeshSizeMax = ${edges.maxM};
${edgeRules(options, sharpPoints, sizeFile)}
  Mesh.SaveAll = 0;
  Mesh.SaveGroupsOfElements = 1;
  Mesh.SaveGroupsOfNodes = 0;
  Mesh.UnvStrictFormat = 1;
  Mesh 2;
  Save "${SCRIPT_FILES.mesh}";
Else
  Printf("meshing 0") >> "${SCRIPT_FILES.topology}";
EndIf
`;
}
