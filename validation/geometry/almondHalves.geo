// As almond.geo, in three groups: 1 the tail (x < 0), 2 the tip (x > 0), 3 the disc between them. The NASA almond (Woo, Wang, Schuh, Sanders, IEEE AP Magazine 35(1), 1993): half an ellipsoid and a pointed half, both exact
// as surfaces of revolution that are stretched. Tip towards +x, wide axis y; lengths in metres.
SetFactory("OpenCASCADE");
DefineConstant[ length = 0.2523744, edge = 0.0043 ];
bow = 2.08335;    // radius of the tip's arc, its centre 0.96 of it below the axis
tail = 0.416667;  // length of the tail, in lengths of the almond
wide = 4.83345 / bow;
flat = 1.61115 / bow;
rim = 0.04 * bow;
Point(1) = {0, rim, 0};
Point(2) = {0, -0.96 * bow, 0};
Point(3) = {0.28 * bow, 0, 0};
Circle(1) = {1, 2, 3};
Point(11) = {0, rim, 0};
Point(12) = {0, 0, 0};
Point(13) = {-rim, 0, 0};
Circle(11) = {11, 12, 13};
// Each arc turned about x in four quarters.
tails() = {};
For i In {0:3}
  arc() = Rotate { {1, 0, 0}, {0, 0, 0}, i*Pi/2 } { Duplicata { Curve{1, 11}; } };
  Extrude { {1, 0, 0}, {0, 0, 0}, Pi/2 } { Curve{arc(0)}; }
  quarter() = Extrude { {1, 0, 0}, {0, 0, 0}, Pi/2 } { Curve{arc(1)}; };
  tails() += {quarter(1)};
EndFor
Dilate { {0, 0, 0}, {tail / rim, 1, 1} } { Surface{tails()}; }
Dilate { {0, 0, 0}, {length, wide * length, flat * length} } { Surface{:}; }
BooleanFragments{ Surface{:}; Delete; }{ }
t = 1e-5;
tipX = 0.583333 * length;
seam() = Curve In BoundingBox {-t, -length, -length, t, length, length};
Curve Loop(900) = {seam()};
Plane Surface(900) = {900};
Coherence;
disc() = Surface In BoundingBox {-t, -length, -length, t, length, length};
tails() = Surface In BoundingBox {-length, -length, -length, t, length, length};
tips() = Surface In BoundingBox {-t, -length, -length, length, length, length};
tails() -= disc();
tips() -= disc();
Physical Surface("Tail", 1) = {tails()};
Physical Surface("Tip", 2) = {tips()};
Physical Surface("Disc", 3) = {disc()};
// Finer towards both ends, where a circle round the axis becomes shorter than an edge.
ends() = Point In BoundingBox {tipX - 1e-4, -1e-4, -1e-4, tipX + 1e-4, 1e-4, 1e-4};
ends() += Point In BoundingBox {-tail * length - 1e-4, -1e-4, -1e-4, -tail * length + 1e-4, 1e-4, 1e-4};
Field[1] = Distance;
Field[1].PointsList = {ends()};
Field[2] = Threshold;
Field[2].InField = 1;
Field[2].SizeMin = edge / 4;
Field[2].SizeMax = edge;
Field[2].DistMin = 0;
Field[2].DistMax = 4 * edge;
Background Field = 2;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
Mesh.Algorithm = 6;
