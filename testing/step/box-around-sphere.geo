// A cube with a spherical hole, and the ball that fills it.
SetFactory("OpenCASCADE");
Box(1) = {-1500, -1500, -1500, 3000, 3000, 3000};
Sphere(2) = {0, 0, 0, 1000};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
