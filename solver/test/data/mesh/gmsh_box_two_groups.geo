// gmsh gmsh_box_two_groups.geo -2 -format unv -o gmsh_box_two_groups.unv     (gmsh 4.8.4)
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 2, 3};
Mesh.CharacteristicLengthMin = 0.8;
Mesh.CharacteristicLengthMax = 0.8;
Physical Curve("rim", 1) = {1, 2};
Physical Surface("lid", 3) = {6};
Physical Surface("body", 7) = {1, 2, 3, 4, 5};
