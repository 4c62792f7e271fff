// Half of a rod of 20 mm radius: coarse meshes take the half circles in one edge.
SetFactory("OpenCASCADE");
Cylinder(1) = {0, 0, 0, 0, 0, 1000, 20, Pi};
