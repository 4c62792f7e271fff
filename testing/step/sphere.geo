// One solid, one face: radius 1 m.
SetFactory("OpenCASCADE");
Sphere(1) = {0, 0, 0, 1000};
