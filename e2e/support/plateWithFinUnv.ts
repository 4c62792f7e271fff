export type Point = [number, number, number];
export interface Triangle {
  surface: number;
  /** Nodes, 1-based */
  corners: number[];
}

/** A square plate of n × n cells across z (surface 1) with a fin on its middle row (surface 2), in metres. */
export function plateWithFinUnv(side: number, n: number): Buffer {
  const cell = side / n;
  const nodes: Point[] = [];
  const labels = new Map<string, number>();
  const node = (i: number, j: number, k: number) => {
    const key = `${i} ${j} ${k}`;
    const known = labels.get(key);
    if (known !== undefined) return known;
    labels.set(key, nodes.push([i * cell - side / 2, j * cell - side / 2, k * cell]));
    return nodes.length;
  };
  const triangles: Triangle[] = [];
  const square = (surface: number, a: number, b: number, c: number, d: number) =>
    triangles.push({ surface, corners: [a, b, c] }, { surface, corners: [a, c, d] });
  for (let i = 0; i < n; ++i)
    for (let j = 0; j < n; ++j)
      square(1, node(i, j, 0), node(i + 1, j, 0), node(i + 1, j + 1, 0), node(i, j + 1, 0));
  const [from, to, row] = [Math.floor(n / 2) - 2, Math.floor(n / 2) + 2, Math.floor(n / 2)];
  for (let i = from; i < to; ++i)
    for (let k = 0; k < 4; ++k)
      square(2, node(i, row, k), node(i + 1, row, k), node(i + 1, row, k + 1), node(i, row, k + 1));
  return unvInMetres(nodes, triangles);
}

/** So many square plates across z (surfaces 1, 2, …, groups of these names), side by side along x with gaps between them, in metres. */
export function plateRowUnv(plates: number, side: number, names: readonly string[] = []): Buffer {
  const nodes: Point[] = [];
  const triangles: Triangle[] = [];
  for (let plate = 0; plate < plates; ++plate) {
    const x = 1.5 * plate * side;
    const first = nodes.length + 1;
    nodes.push([x, 0, 0], [x + side, 0, 0], [x + side, side, 0], [x, side, 0]);
    for (const corners of [
      [first, first + 1, first + 2],
      [first, first + 2, first + 3],
    ])
      triangles.push({ surface: plate + 1, corners });
  }
  return unvInMetres(nodes, triangles, names);
}

export function unvInMetres(
  nodes: readonly Point[],
  triangles: readonly Triangle[],
  names: readonly string[] = [],
): Buffer {
  const number = (value: number) => value.toExponential(16).toUpperCase().padStart(25);
  const columns = (...values: number[]) => values.map((v) => String(v).padStart(10)).join('');
  const group = (surface: number, name: string) => {
    const elements = triangles.flatMap((triangle, i) => (triangle.surface === surface ? [i + 1] : []));
    return [
      columns(surface, 0, 0, 0, 0, 0, 0, elements.length),
      name,
      ...elements.map((element) => columns(8, element, 0, 0)),
    ];
  };
  const dataset = (id: number, lines: string[]) => ['    -1', String(id).padStart(6), ...lines, '    -1'];
  return Buffer.from(
    `${[
      ...dataset(164, [
        `${columns(1)}${'SI: Meter (newton)'.padEnd(20)}${columns(2)}`,
        [1, 1, 1].map(number).join(''),
        number(273.15),
      ]),
      ...dataset(
        2411,
        nodes.flatMap((point, i) => [columns(i + 1, 1, 1, 11), point.map(number).join('')]),
      ),
      ...dataset(
        2412,
        triangles.flatMap(({ surface, corners }, i) => [
          columns(i + 1, 91, surface, 1, 7, 3),
          columns(...corners),
        ]),
      ),
      ...(names.length === 0
        ? []
        : dataset(
            2467,
            names.flatMap((name, i) => group(i + 1, name)),
          )),
    ].join('\n')}\n`,
  );
}
