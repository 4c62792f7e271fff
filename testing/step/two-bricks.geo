// Two bricks of six different sides each, apart from each other.
SetFactory("OpenCASCADE");
Box(1) = {100, -200, 50, 500, 300, 200};
Box(2) = {-600, 400, -100, 350, 250, 450};
