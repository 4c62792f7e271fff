// An ellipsoid with semi-axes a, b, c along x, y, z; exact, as a sphere of revolution about x that is stretched. Lengths in
// metres.
SetFactory("OpenCASCADE");
DefineConstant[ a = 1, b = 0.333333, c = 0.166667, edge = 0.1 ];
Point(1) = {0, 1, 0};
Point(2) = {0, 0, 0};
Point(3) = {-1, 0, 0};
Point(4) = {1, 0, 0};
Circle(1) = {3, 2, 1};
Circle(2) = {1, 2, 4};
// Each arc turned about x in four quarters.
For i In {0:3}
  arc() = Rotate { {1, 0, 0}, {0, 0, 0}, i*Pi/2 } { Duplicata { Curve{1, 2}; } };
  Extrude { {1, 0, 0}, {0, 0, 0}, Pi/2 } { Curve{arc(0)}; }
  Extrude { {1, 0, 0}, {0, 0, 0}, Pi/2 } { Curve{arc(1)}; }
EndFor
Dilate { {0, 0, 0}, {a, b, c} } { Surface{:}; }
BooleanFragments{ Surface{:}; Delete; }{ }
Physical Surface("Ellipsoid", 1) = Surface{:};
Mesh.MeshSizeMin = edge;
Mesh.MeshSizeMax = edge;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
Mesh.Algorithm = 6;
