// A tilted cone that comes to a point, and beside it a box with one rounded edge.
SetFactory("OpenCASCADE");
Cone(1) = {100, 200, -300, 400, 0, 2000, 500, 0, 2*Pi};
Box(2) = {2000, 0, 0, 1000, 1000, 1000};
Fillet{2}{4}{100}
