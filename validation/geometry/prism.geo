// A wedge: a triangular prism along y, centred in x and y, its upper face in the plane z = 0, its sharp edge at x = length/2, its back
// upright at x = -length/2; lengths in metres.
SetFactory("OpenCASCADE");
DefineConstant[ length = 3, width = 2, height = 1, edge = 0.1 ];
Point(1) = {length/2, -width/2, 0};
Point(2) = {-length/2, -width/2, 0};
Point(3) = {-length/2, -width/2, -height};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 1};
Curve Loop(1) = {1, 2, 3};
Plane Surface(1) = {1};
Extrude {0, width, 0} { Surface{1}; }
Physical Surface("Wedge", 1) = Surface{:};
Mesh.Algorithm = 6;
Mesh.MeshSizeMin = edge;
Mesh.MeshSizeMax = edge;
