// gmsh sphere.geo -0 -o sphere.step -format step (4.8.4): one sphere of radius 0.5 m off the origin, in mm.
SetFactory("OpenCASCADE");
Sphere(1) = {100, 200, -50, 500};
