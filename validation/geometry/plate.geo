// A flat rectangle of zero thickness centred at the origin, in the xy plane or standing in the yz plane; lengths in metres.
// Edges grow from `rim` at the rim to `edge` inside: the current is singular at the rim.
SetFactory("OpenCASCADE");
DefineConstant[ length = 1, width = 1, edge = 0.1, rim = 0.1, standing = 0 ];
Rectangle(1) = {-length/2, -width/2, 0, length, width};
If (standing)
  // x to y and y to z
  Rotate {{1, 1, 1}, {0, 0, 0}, 2*Pi/3} { Surface{1}; }
EndIf
Physical Surface("Plate", 1) = {1};
Field[1] = Distance;
Field[1].CurvesList = {1:4};
Field[1].NumPointsPerCurve = 400;
Field[2] = Threshold;
Field[2].InField = 1;
Field[2].SizeMin = rim;
Field[2].SizeMax = edge;
Field[2].DistMin = rim;
Field[2].DistMax = 4*edge;
Background Field = 2;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
Mesh.Algorithm = 6;
