// A box from its lowest corner (x, y, z) on; lengths in metres.
SetFactory("OpenCASCADE");
DefineConstant[ a = 1, b = 1, c = 1, x = 0, y = 0, z = 0, edge = 0.1 ];
Box(1) = {x, y, z, a, b, c};
Physical Surface("Box", 1) = Surface{:};
Mesh.Algorithm = 6;
Mesh.MeshSizeMin = edge;
Mesh.MeshSizeMax = edge;
