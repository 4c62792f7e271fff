// A box from the origin on with a duct that is open at x = a and closed at its other end; lengths in metres.
SetFactory("OpenCASCADE");
DefineConstant[ a = 0.9, b = 0.7, c = 0.5, depth = 0.6, wall = 0.12, edge = 0.1 ];
Box(1) = {0, 0, 0, a, b, c};
Box(2) = {a - depth, wall, wall, depth, b - 2*wall, c - 2*wall};
BooleanDifference{ Volume{1}; Delete; }{ Volume{2}; Delete; }
Physical Surface("Box with a duct", 1) = Surface{:};
Mesh.Algorithm = 6;
Mesh.MeshSizeMin = edge;
Mesh.MeshSizeMax = edge;
