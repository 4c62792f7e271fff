// Two boxes on opposite sides of one edge that both have; `overlap` pushes the second into the first along x and y until they
// are one body. Lengths in metres.
SetFactory("OpenCASCADE");
DefineConstant[ edge = 0.07, overlap = 0 ];
Box(1) = {0, 0, 0, 0.5, 0.4, 0.45};
Box(2) = {0.5 - overlap, 0.4 - overlap, 0, 0.35, 0.45, 0.45};
If (overlap > 0)
  BooleanUnion{ Volume{1}; Delete; }{ Volume{2}; Delete; }
  Physical Surface("Body", 1) = Surface{:};
Else
  BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
  Physical Surface("First", 1) = Abs(Boundary{ Volume{1}; });
  Physical Surface("Second", 2) = Abs(Boundary{ Volume{2}; });
EndIf
Mesh.Algorithm = 6;
Mesh.MeshSizeMin = Min(edge, overlap > 0 ? overlap : edge);
Mesh.MeshSizeMax = edge;
