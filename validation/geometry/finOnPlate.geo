// A square plate across z with a fin standing on it, off its middle and turned about z; both sheets, joined along the foot. Metres.
SetFactory("OpenCASCADE");
DefineConstant[ side = 10, edge = 0.1 ];
Rectangle(1) = {-side/2, -side/2, 0, side, side};
Point(101) = {-0.5, -0.2, 0};
Point(102) = {0.8, 0.6, 0};
Point(103) = {0.8, 0.6, 1.3};
Point(104) = {-0.5, -0.2, 1.3};
Line(101) = {101, 102};
Line(102) = {102, 103};
Line(103) = {103, 104};
Line(104) = {104, 101};
Curve Loop(101) = {101:104};
Plane Surface(2) = {101};
BooleanFragments{ Surface{1}; Delete; }{ Surface{2}; Delete; }
Physical Surface("Plate", 1) = {1};
Physical Surface("Fin", 2) = {2};
Mesh.Algorithm = 6;
Mesh.MeshSizeMin = edge;
Mesh.MeshSizeMax = edge;
