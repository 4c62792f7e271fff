// A small generic aircraft, 6 m long: fuselage of revolution, swept wings, tailplane and fin, joined to one closed solid.
// Written for Pace; not the shape of any real aircraft. Lengths in millimetres, as gmsh writes them.
// aircraft.step is made of it by: gmsh aircraft.geo -0 -o aircraft.step
SetFactory("OpenCASCADE");

// Fuselage: half a profile in the xz plane, turned about the x axis.
Point(1) = {0, 0, 0};
Point(2) = {500, 0, 220};
Point(3) = {1500, 0, 360};
Point(4) = {3400, 0, 360};
Point(5) = {5000, 0, 240};
Point(6) = {6000, 0, 100};
Point(7) = {6000, 0, 0};
Spline(1) = {1, 2, 3, 4, 5, 6};
Line(2) = {6, 7};
Line(3) = {7, 1};
Curve Loop(1) = {1, 2, 3};
Plane Surface(1) = {1};
fuselage[] = Extrude {{1, 0, 0}, {0, 0, 0}, 2*Pi} { Surface{1}; };

// Wings, tailplane and fin: root and tip are diamonds of a chord, 8 % thick, at (x, y, z); the fin's are upright.
x[] = {1900, 3600, 1900, 3600, 4900, 5500, 4900, 5500, 4700, 5600};
y[] = {0, 2400, 0, -2400, 0, 1100, 0, -1100, 0, 0};
z[] = {-50, 50, -50, 50, 50, 80, 50, 80, 0, 1100};
chord[] = {2200, 700, 2200, 700, 950, 450, 950, 450, 1200, 500};
For i In {0:9}
  dy = (i > 7) ? 0.04*chord[i] : 0;
  dz = (i > 7) ? 0 : 0.04*chord[i];
  p = 100 + 10*i;
  Point(p) = {x[i], y[i], z[i]};
  Point(p+1) = {x[i] + 0.4*chord[i], y[i] + dy, z[i] + dz};
  Point(p+2) = {x[i] + chord[i], y[i], z[i]};
  Point(p+3) = {x[i] + 0.4*chord[i], y[i] - dy, z[i] - dz};
  Line(p) = {p, p+1};
  Line(p+1) = {p+1, p+2};
  Line(p+2) = {p+2, p+3};
  Line(p+3) = {p+3, p};
  Curve Loop(p) = {p, p+1, p+2, p+3};
EndFor
For i In {0:4}
  Ruled ThruSections(10 + i) = {100 + 20*i, 110 + 20*i};
EndFor
BooleanUnion { Volume{fuselage[1]}; Delete; }{ Volume{10:14}; Delete; }
Recursive Delete { Surface{1}; }
