// Corners whose faces meet at right angles at the origin; lengths in metres. faces 2: two squares, along z from 0 to `side`, open
// towards +x+y; faces 3: three squares, open towards +x+y+z; triangular 1: three right triangles.
DefineConstant[ side = 1, edge = 0.1, faces = 2, triangular = 0 ];
Point(1) = {0, 0, 0, edge};
Point(2) = {side, 0, 0, edge};
Point(3) = {0, side, 0, edge};
Point(4) = {0, 0, side, edge};
Line(1) = {1, 2};
Line(2) = {1, 3};
Line(3) = {1, 4};
If (triangular)
  Line(4) = {2, 3};
  Line(5) = {3, 4};
  Line(6) = {4, 2};
  Curve Loop(1) = {1, 4, -2};
  Curve Loop(2) = {2, 5, -3};
  Curve Loop(3) = {3, 6, -1};
  Plane Surface(1) = {1};
  Plane Surface(2) = {2};
  Plane Surface(3) = {3};
  Physical Surface("Corner", 1) = {1, 2, 3};
Else
  Point(6) = {0, side, side, edge};
  Point(7) = {side, 0, side, edge};
  Line(5) = {3, 6};
  Line(6) = {6, 4};
  Line(7) = {2, 7};
  Line(8) = {7, 4};
  Curve Loop(2) = {2, 5, 6, -3};
  Curve Loop(3) = {1, 7, 8, -3};
  Plane Surface(2) = {2};
  Plane Surface(3) = {3};
  If (faces == 3)
    Point(5) = {side, side, 0, edge};
    Line(9) = {2, 5};
    Line(10) = {5, 3};
    Curve Loop(1) = {1, 9, 10, -2};
    Plane Surface(1) = {1};
    Physical Surface("Corner", 1) = {1, 2, 3};
  Else
    Physical Surface("Corner", 1) = {2, 3};
  EndIf
EndIf
Mesh.Algorithm = 6;
