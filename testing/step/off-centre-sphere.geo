// One solid, one face: radius 1 m about (300, -200, 500) mm.
SetFactory("OpenCASCADE");
Sphere(1) = {300, -200, 500, 1000};
