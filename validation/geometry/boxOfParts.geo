// A box, tilted, its upper face part 1, the face at its side part 2, all others part 3; lengths in metres.
SetFactory("OpenCASCADE");
DefineConstant[ a = 1, b = 0.8, c = 0.6, edge = 0.1 ];
Box(1) = {0.2, -0.3, 0.4, a, b, c};
Rotate{ {0.3, -0.8, 0.5}, {0, 0, 0}, 0.6 }{ Volume{1}; }
Physical Surface("Upper face", 1) = {6};
Physical Surface("Side face", 2) = {2};
Physical Surface("Metal", 3) = {1, 3, 4, 5};
Mesh.Algorithm = 6;
Mesh.MeshSizeMin = edge;
Mesh.MeshSizeMax = edge;
