// Two boxes one upon the other along x: metal below (1 its free faces), coat above (2 its free faces), 3 the face between.
// Centred in y and z, the face between at x = 0; lengths in metres.
SetFactory("OpenCASCADE");
DefineConstant[ width = 0.2667, height = 0.1524, metal = 0.0016256, coat = 0.0015, edge = 0.007 ];
Box(1) = {-metal, -width/2, -height/2, metal, width, height};
Box(2) = {0, -width/2, -height/2, coat, width, height};
BooleanFragments{ Volume{1, 2}; Delete; }{ }
t = 1e-6;
between() = Surface In BoundingBox {-t, -width/2 - t, -height/2 - t, t, width/2 + t, height/2 + t};
below() = Surface In BoundingBox {-metal - t, -width/2 - t, -height/2 - t, t, width/2 + t, height/2 + t};
above() = Surface In BoundingBox {-t, -width/2 - t, -height/2 - t, coat + t, width/2 + t, height/2 + t};
below() -= between();
above() -= between();
Physical Surface("Metal", 1) = below();
Physical Surface("Coat", 2) = above();
Physical Surface("Between", 3) = between();
Mesh.Algorithm = 6;
Mesh.MeshSizeMin = edge;
Mesh.MeshSizeMax = edge;
