// Two unit cubes that share a face.
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1000, 1000, 1000};
Box(2) = {1000, 0, 0, 1000, 1000, 1000};
