import { writeFileSync } from 'node:fs';

type Point = [number, number, number];

/** A sphere of 20·4^quartered flat triangles as a universal file in metres, one part with the number 1. @returns its path */
export function sphereUnv(
  path: string,
  radius: number,
  quartered: number,
  centre: Point = [0, 0, 0],
): string {
  const g = (1 + Math.sqrt(5)) / 2;
  const corners = [1, -1].flatMap((s) =>
    [g, -g].flatMap((t): Point[] => [
      [0, s, t],
      [s, t, 0],
      [t, 0, s],
    ]),
  );
  const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const size = (a: Point) => Math.hypot(...a);
  const triple = (a: Point, b: Point, c: Point) =>
    a[0] * (b[1] * c[2] - b[2] * c[1]) +
    a[1] * (b[2] * c[0] - b[0] * c[2]) +
    a[2] * (b[0] * c[1] - b[1] * c[0]);
  const isEdge = (a: Point, b: Point) => Math.abs(size(minus(a, b)) - 2) < 1e-9;
  let triangles = corners.flatMap((a, i) =>
    corners.slice(i + 1).flatMap((b, j) =>
      corners
        .slice(i + j + 2)
        .filter((c) => isEdge(a, b) && isEdge(b, c) && isEdge(a, c))
        .map((c): [Point, Point, Point] => (triple(a, b, c) > 0 ? [a, b, c] : [a, c, b])),
    ),
  );
  const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
  for (let round = 0; round < quartered; round++)
    triangles = triangles.flatMap(([a, b, c]): [Point, Point, Point][] => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ];
    });
  const labels = new Map<string, { label: number; place: Point }>();
  const elements = triangles.map((triangle) =>
    triangle.map((p) => {
      const place = p.map((x, i) => (radius * x) / size(p) + centre[i]!) as Point;
      const key = place.map((x) => (x + 0).toFixed(9).replace(/^-(0\.0+)$/, '$1')).join();
      if (!labels.has(key)) labels.set(key, { label: labels.size + 1, place });
      return labels.get(key)!.label;
    }),
  );
  const real = (x: number) =>
    x
      .toExponential(16)
      .replace(/e([+-])(\d)$/, 'D$10$2')
      .replace('e', 'D')
      .padStart(25);
  const columns = (...values: number[]) => values.map((one) => String(one).padStart(10)).join('');
  const units = `${columns(1)}${'SI: Meter (newton)'.padEnd(20)}${columns(2)}`;
  const lines = ['    -1', '   164', units, real(1).repeat(3), real(273.15), '    -1', '    -1', '  2411'];
  for (const { label, place } of labels.values())
    lines.push(columns(label, 1, 1, 11), place.map(real).join(''));
  lines.push('    -1', '    -1', '  2412');
  elements.forEach((element, i) => lines.push(columns(i + 1, 91, 1, 1, 7, 3), columns(...element)));
  lines.push('    -1');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}
