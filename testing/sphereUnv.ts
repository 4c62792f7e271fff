type Point = [number, number, number];

const TRIANGLE = 91;

/**
 * A sphere of 320 triangles round the origin as a universal file. Dataset 164 says what it is told to say, whatever
 * the numbers mean; a name of the model stands in dataset 151, every other triangle may be turned inward, and the lower half
 * may have nodes of its own where it meets the upper one.
 */
export function sphereUnv(
  radius: number,
  units: { name: string; code: number; unitsPerMetre: number },
  { modelName, turned = false, torn = false }: { modelName?: string; turned?: boolean; torn?: boolean } = {},
): Buffer {
  const corners: Point[] = [];
  const labels = new Map<string, number>();
  const label = (direction: Point, half: string): number => {
    const length = Math.hypot(...direction);
    const point = direction.map((x) => (radius * x) / length) as Point;
    const key = half + point.map((x) => (x + 0).toFixed(6).replace('-0.000000', '0.000000')).join(' ');
    if (!labels.has(key)) labels.set(key, corners.push(point));
    return labels.get(key)!;
  };
  const triangles = quartered(quartered(icosahedron()))
    .map((triangle) => {
      const isLower = triangle.reduce((sum, [, , z]) => sum + z, 0) < 0;
      return triangle.map((corner) => label(corner, torn && isLower ? 'lower ' : ''));
    })
    .map((corners, i) => (turned && i % 2 === 0 ? corners.toReversed() : corners));
  const lines = [
    ...(modelName === undefined ? [] : dataset(151, [modelName])),
    ...dataset(164, [
      `${columns(units.code)}${units.name.padEnd(20)}${columns(2)}`,
      [units.unitsPerMetre, 1, units.unitsPerMetre].map(real).join(''),
      real(273.15),
    ]),
    ...dataset(
      2411,
      corners.flatMap((corner, i) => [columns(i + 1, 1, 1, 11), corner.map(real).join('')]),
    ),
    ...dataset(
      2412,
      triangles.flatMap((triangle, i) => [columns(i + 1, TRIANGLE, 1, 1, 7, 3), columns(...triangle)]),
    ),
  ];
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** All triples of the 12 corners that are one edge apart, turned outward. */
function icosahedron(): Point[][] {
  const golden = (1 + Math.sqrt(5)) / 2;
  const corners = [1, -1].flatMap((s) =>
    [golden, -golden].flatMap((t): Point[] => [
      [0, s, t],
      [s, t, 0],
      [t, 0, s],
    ]),
  );
  const isEdge = (a: Point, b: Point) => Math.abs(Math.hypot(...minus(a, b)) - 2) < 1e-9;
  return corners.flatMap((a, i) =>
    corners.slice(i + 1).flatMap((b, j) =>
      corners
        .slice(i + j + 2)
        .filter((c) => isEdge(a, b) && isEdge(b, c) && isEdge(a, c))
        .map((c) => (volume(a, b, c) > 0 ? [a, b, c] : [a, c, b])),
    ),
  );
}

function quartered(triangles: Point[][]): Point[][] {
  return triangles.flatMap(([a, b, c]) => {
    const [ab, bc, ca] = [middle(a!, b!), middle(b!, c!), middle(c!, a!)];
    return [
      [a!, ab, ca],
      [ab, b!, bc],
      [ca, bc, c!],
      [ab, bc, ca],
    ];
  });
}

const minus = (a: Point, b: Point) => a.map((x, i) => x - b[i]!) as Point;

/** Between two directions, as long as the first. */
function middle(a: Point, b: Point): Point {
  const sum = a.map((x, i) => x + b[i]!);
  return sum.map((x) => (x * Math.hypot(...a)) / Math.hypot(...sum)) as Point;
}

function volume([ax, ay, az]: Point, [bx, by, bz]: Point, [cx, cy, cz]: Point): number {
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}

function dataset(number: number, lines: string[]): string[] {
  return ['    -1', String(number).padStart(6), ...lines, '    -1'];
}

const columns = (...values: number[]) => values.map((value) => String(value).padStart(10)).join('');
const real = (value: number) =>
  value
    .toExponential(16)
    .replace(/e([+-])(\d)$/, 'e$10$2')
    .replace('e', 'D')
    .padStart(25);
