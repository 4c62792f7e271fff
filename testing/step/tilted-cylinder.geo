// Off the origin, along no axis: radius 400 mm, its axis (600, 300, 900) mm from (300, -200, 500) mm.
SetFactory("OpenCASCADE");
Cylinder(1) = {300, -200, 500, 600, 300, 900, 400};
