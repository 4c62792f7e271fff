// An open surface, no solid.
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 1000, 500};
