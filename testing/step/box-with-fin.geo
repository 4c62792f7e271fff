// A solid and a loose surface that stands on its top face.
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1000, 1000, 1000};
Rectangle(10) = {0, 0, 0, 500, 400};
Rotate { {1, 0, 0}, {0, 0, 0}, Pi/2 } { Surface{10}; }
Translate {250, 500, 1000} { Surface{10}; }
