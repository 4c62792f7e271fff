// A small box standing on a large one, away from its rims; lengths in metres.
//   joint = 0: two parts that share the face between them, which is in the file (imprinted)
//   joint = 1: the same triangles without the face between them
//   joint = 2: one body of one part, meshed on its own
SetFactory("OpenCASCADE");
DefineConstant[ edge = 0.07, joint = 0 ];
Box(1) = {0, 0, 0, 0.8, 0.6, 0.4};
Box(2) = {0.2, 0.15, 0.4, 0.35, 0.3, 0.3};
If (joint == 2)
  BooleanUnion{ Volume{1}; Delete; }{ Volume{2}; Delete; }
  Physical Surface("Body", 1) = Surface{:};
Else
  BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
  between() = Surface In BoundingBox {0.199, 0.149, 0.399, 0.551, 0.451, 0.401};
  lower() = Abs(Boundary{ Volume{1}; });
  upper() = Abs(Boundary{ Volume{2}; });
  lower() -= between();
  upper() -= between();
  If (joint == 0)
    lower() += between();
  EndIf
  Physical Surface("Lower", 1) = lower();
  Physical Surface("Upper", 2) = upper();
EndIf
Mesh.Algorithm = 6;
Mesh.MeshSizeMin = edge;
Mesh.MeshSizeMax = edge;
