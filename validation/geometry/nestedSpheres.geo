// Up to three spheres in one another, each a group: 1 the outermost; a radius of 0 leaves it out. Vertices lie on the true
// surfaces; lengths in metres. The second may lie off the centre of the first.
DefineConstant[ radius1 = 1, radius2 = 0.6, radius3 = 0, edge1 = 0.1, edge2 = 0.1, edge3 = 0.1, x = 0, y = 0, z = 0,
  dx2 = 0, dy2 = 0, dz2 = 0 ];
r() = {radius1, radius2, radius3};
e() = {edge1, edge2, edge3};
For n In {0:2}
  If (r(n) > 0)
    cx = x; cy = y; cz = z;
    If (n > 0)
      cx += dx2; cy += dy2; cz += dz2;
    EndIf
    p = newp;
    Point(p) = {cx, cy, cz, e(n)};
    Point(p+1) = {cx + r(n), cy, cz, e(n)};
    Point(p+2) = {cx, cy + r(n), cz, e(n)};
    Point(p+3) = {cx - r(n), cy, cz, e(n)};
    Point(p+4) = {cx, cy - r(n), cz, e(n)};
    Point(p+5) = {cx, cy, cz + r(n), e(n)};
    Point(p+6) = {cx, cy, cz - r(n), e(n)};
    c = newl;
    For i In {1:4}
      Circle(c + i) = {p + i, p, p + 1 + (i % 4)};
      Circle(c + 4 + i) = {p + i, p, p + 5};
      Circle(c + 8 + i) = {p + i, p, p + 6};
    EndFor
    s = news;
    For i In {1:4}
      next = 1 + (i % 4);
      Curve Loop(s + i) = {c + i, c + 4 + next, -(c + 4 + i)};
      Surface(s + i) = {s + i} In Sphere {p};
      Curve Loop(s + 4 + i) = {-(c + i), c + 8 + i, -(c + 8 + next)};
      Surface(s + 4 + i) = {s + 4 + i} In Sphere {p};
    EndFor
    Physical Surface(Sprintf("Sphere_%g", n + 1), n + 1) = {s+1, s+2, s+3, s+4, s+5, s+6, s+7, s+8};
  EndIf
EndFor
Mesh.Algorithm = 6;
