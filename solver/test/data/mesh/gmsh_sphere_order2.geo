// gmsh gmsh_sphere_order2.geo -2 -order 2 -format unv -o gmsh_sphere_order2.unv     (gmsh 4.8.4)
SetFactory("OpenCASCADE");
Sphere(1) = {0.31, -0.17, 0.42, 0.5};
Mesh.MeshSizeMin = 0.33;
Mesh.MeshSizeMax = 0.33;
Physical Surface("ball", 5) = {1};
