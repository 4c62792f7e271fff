// A capsule along z: cylinder of a length with half spheres at its ends; and its core, if thickness > 0.
DefineConstant[ radius = 0.15, length = 0.3, thickness = 0, edge = 0.05 ];
SetFactory("OpenCASCADE");
Macro Capsule
  c = newv; Cylinder(c) = {0, 0, -length/2, 0, 0, length, r};
  a = newv; Sphere(a) = {0, 0, -length/2, r};
  b = newv; Sphere(b) = {0, 0, length/2, r};
  whole = BooleanUnion{ Volume{c}; Delete; }{ Volume{a, b}; Delete; };
  faces = Boundary{ Volume{whole(0)}; };
Return
r = radius;
Call Capsule;
Physical Surface("Outer", 1) = {faces()};
If (thickness > 0)
  r = radius - thickness;
  Call Capsule;
  Physical Surface("Core", 2) = {faces()};
EndIf
MeshSize{:} = edge;
Mesh.MeshSizeMin = edge; Mesh.MeshSizeMax = edge;
Mesh.Algorithm = 6;
