// A box with a fin on its top, off all planes of symmetry; lengths in metres.
// The fin is a sheet of zero thickness, or a plate of `thickness` that is one body with the box.
SetFactory("OpenCASCADE");
DefineConstant[ edge = 0.07, thickness = 0 ];
Box(1) = {0, 0, 0, 0.7, 0.5, 0.3};
If (thickness > 0)
  Box(2) = {0.1, 0.2 - thickness/2, 0.3 - thickness, 0.4, thickness, 0.35 + thickness};
  BooleanUnion{ Volume{1}; Delete; }{ Volume{2}; Delete; }
Else
  Point(101) = {0.1, 0.2, 0.3};
  Point(102) = {0.5, 0.2, 0.3};
  Point(103) = {0.5, 0.2, 0.65};
  Point(104) = {0.1, 0.2, 0.65};
  Line(101) = {101, 102};
  Line(102) = {102, 103};
  Line(103) = {103, 104};
  Line(104) = {104, 101};
  Curve Loop(101) = {101:104};
  Plane Surface(101) = {101};
  BooleanFragments{ Volume{1}; Delete; }{ Surface{101}; Delete; }
EndIf
If (thickness > 0)
  Physical Surface("Body", 1) = Surface{:};
Else
  box() = Abs(Boundary{ Volume{1}; });
  fin() = Surface{:};
  fin() -= box();
  Physical Surface("Box", 1) = box();
  Physical Surface("Fin", 2) = fin();
EndIf
Mesh.Algorithm = 6;
Mesh.MeshSizeMin = thickness > 0 ? Min(edge, 2*thickness) : edge;
Mesh.MeshSizeMax = edge;
