// A cube with one rounded edge of 50 mm radius.
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1000, 1000, 1000};
Fillet{1}{1}{50}
