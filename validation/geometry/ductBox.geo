// A box from the origin on with a duct that is open at x = a and closed at its other end; lengths in metres. Edges of triangles are as
// long as `rim` along those of the box.
SetFactory("OpenCASCADE");
DefineConstant[ a = 0.9, b = 0.7, c = 0.5, depth = 0.6, wall = 0.12, edge = 0.1, rim = edge ];
Box(1) = {0, 0, 0, a, b, c};
Box(2) = {a - depth, wall, wall, depth, b - 2*wall, c - 2*wall};
BooleanDifference{ Volume{1}; Delete; }{ Volume{2}; Delete; }
Physical Surface("Box with a duct", 1) = Surface{:};
Mesh.Algorithm = 6;
Mesh.MeshSizeMin = rim;
Mesh.MeshSizeMax = edge;
If (rim < edge)
  Field[1] = Distance;
  Field[1].CurvesList = {Curve{:}};
  Field[1].NumPointsPerCurve = 200;
  Field[2] = Threshold;
  Field[2].InField = 1;
  Field[2].SizeMin = rim;
  Field[2].SizeMax = edge;
  Field[2].DistMin = rim;
  Field[2].DistMax = rim + 4 * (edge - rim);
  Background Field = 2;
  Mesh.MeshSizeExtendFromBoundary = 0;
  Mesh.MeshSizeFromPoints = 0;
EndIf
