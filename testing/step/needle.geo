// A cone of 50 mm to 2 mm over 1 m: at its tip gmsh leaves curved elements folded.
SetFactory("OpenCASCADE");
Cone(1) = {0, 0, 0, 0, 0, 1000, 50, 2};
