// A sphere cut at its equator: 1 upper half, 2 lower half, 3 the disc between them where joint = 1. With cover > radius a
// half-shell of that radius lies on the upper half: 4 its outside, 5 its flat rim. Lengths in metres; triangles conformal.
DefineConstant[ radius = 1, edge = 0.1, joint = 1, cover = 0, coverEdge = 0.1, x = 0, y = 0, z = 0 ];
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
Physical Surface("Upper", 1) = {1:4};
Physical Surface("Lower", 2) = {5:8};
If (joint)
  Curve Loop(20) = {1, 2, 3, 4};
  Plane Surface(20) = {20};
  Physical Surface("Disc", 3) = {20};
EndIf
If (cover > radius)
  Point(12) = {x + cover, y, z, coverEdge};
  Point(13) = {x, y + cover, z, coverEdge};
  Point(14) = {x - cover, y, z, coverEdge};
  Point(15) = {x, y - cover, z, coverEdge};
  Point(16) = {x, y, z + cover, coverEdge};
  For i In {1:4}
    Circle(20 + i) = {11 + i, 1, 12 + (i % 4)};
    Circle(24 + i) = {11 + i, 1, 16};
  EndFor
  For i In {1:4}
    next = 1 + (i % 4);
    Curve Loop(30 + i) = {20 + i, 24 + next, -(24 + i)};
    Surface(30 + i) = {30 + i} In Sphere {1};
  EndFor
  Curve Loop(40) = {21, 22, 23, 24};
  Curve Loop(41) = {1, 2, 3, 4};
  Plane Surface(40) = {40, 41};
  Physical Surface("Cover", 4) = {31:34};
  Physical Surface("Rim", 5) = {40};
EndIf
Mesh.Algorithm = 6;
