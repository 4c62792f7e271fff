// Two boxes a gap apart, the second lower and turned about z; lengths in metres.
SetFactory("OpenCASCADE");
DefineConstant[ gap = 0.3, edge = 0.1 ];
Box(1) = {0, 0, 0, 0.5, 0.6, 0.4};
Box(2) = {0.5 + gap, 0.1, -0.1, 0.4, 0.5, 0.3};
Rotate {{0, 0, 1}, {0.5 + gap, 0.1, 0}, Pi/9} { Volume{2}; }
Physical Surface("Two boxes", 1) = Surface{:};
Mesh.Algorithm = 6;
Mesh.MeshSizeMin = edge;
Mesh.MeshSizeMax = edge;
