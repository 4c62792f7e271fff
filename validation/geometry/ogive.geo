// An ogive: an arc turned about the x axis, pointed at both ends; lengths in metres.
SetFactory("OpenCASCADE");
DefineConstant[ length = 1.5, radius = 0.25, edge = 0.1, y = 0 ];
half = length / 2;
// The centre of the arc lies so far below the axis.
below = (half*half - radius*radius) / (2*radius);
Point(1) = {-half, y, 0};
Point(2) = {half, y, 0};
Point(3) = {0, y, -below};
Circle(1) = {1, 3, 2};
skin() = {};
For i In {0:3}
  arc() = Rotate { {1, 0, 0}, {0, y, 0}, i*Pi/2 } { Duplicata { Curve{1}; } };
  turned() = Extrude { {1, 0, 0}, {0, y, 0}, Pi/2 } { Curve{arc(0)}; };
  skin() += {turned(1)};
EndFor
Delete { Curve{1}; }
BooleanFragments{ Surface{:}; Delete; }{ }
Physical Surface("Ogive", 1) = Surface{:};
Mesh.Algorithm = 6;
Mesh.MeshSizeMin = edge / 3;
Mesh.MeshSizeMax = edge;
