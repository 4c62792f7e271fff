// Nothing to mesh: one line.
SetFactory("OpenCASCADE");
Point(1) = {0, 0, 0};
Point(2) = {1000, 0, 0};
Line(1) = {1, 2};
