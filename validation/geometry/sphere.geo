// A sphere of `parts` groups (1, or 4 lunes) whose vertices lie on the true surface; lengths in metres.
// Eight octants of gmsh's own kernel: the parametrization of a CAD sphere has poles, where slivers grow.
DefineConstant[ radius = 1, edge = 0.1, x = 0, y = 0, z = 0, parts = 1 ];
Point(1) = {x, y, z, edge};
Point(2) = {x + radius, y, z, edge};
Point(3) = {x, y + radius, z, edge};
Point(4) = {x - radius, y, z, edge};
Point(5) = {x, y - radius, z, edge};
Point(6) = {x, y, z + radius, edge};
Point(7) = {x, y, z - radius, edge};
For i In {1:4}
  Circle(i) = {1 + i, 1, 2 + (i % 4)};
  Circle(4 + i) = {1 + i, 1, 6};
  Circle(8 + i) = {1 + i, 1, 7};
EndFor
For i In {1:4}
  next = 1 + (i % 4);
  Curve Loop(i) = {i, 4 + next, -(4 + i)};
  Surface(i) = {i} In Sphere {1};
  Curve Loop(4 + i) = {-i, 8 + i, -(8 + next)};
  Surface(4 + i) = {4 + i} In Sphere {1};
EndFor
If (parts == 1)
  Physical Surface("Sphere", 1) = {1:8};
Else
  For i In {1:4}
    Physical Surface(Sprintf("Lune_%g", i), i) = {i, 4 + i};
  EndFor
EndIf
Mesh.Algorithm = 6;
Mesh.MeshSizeMin = edge;
Mesh.MeshSizeMax = edge;
