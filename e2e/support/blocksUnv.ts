import { unvInMetres, type Point, type Triangle } from './plateWithFinUnv.ts';

/** Closed boxes of n cells an edge, one surface each, in metres; wound outward. */
export function blocksUnv(boxes: readonly { name: string; from: Point; size: Point }[], n: number): Buffer {
  const nodes: Point[] = [];
  const labels = new Map<string, number>();
  const triangles: Triangle[] = [];
  boxes.forEach(({ from, size }, box) => {
    const node = (place: Point) => {
      const key = `${box} ${place.join(' ')}`;
      const known = labels.get(key);
      if (known !== undefined) return known;
      labels.set(key, nodes.push(place.map((at, i) => from[i]! + (at * size[i]!) / n) as Point));
      return nodes.length;
    };
    for (const axis of [0, 1, 2])
      for (const side of [0, n])
        for (let i = 0; i < n; i++)
          for (let j = 0; j < n; j++) {
            const corner = (u: number, v: number) => {
              const place: Point = [0, 0, 0];
              place[axis] = side;
              place[(axis + 1) % 3] = i + u;
              place[(axis + 2) % 3] = j + v;
              return node(place);
            };
            const square = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)] as const;
            const [a, b, c, d] = side === n ? square : ([...square].reverse() as unknown as typeof square);
            triangles.push(
              { surface: box + 1, corners: [a, b, c] },
              { surface: box + 1, corners: [a, c, d] },
            );
          }
  });
  return unvInMetres(
    nodes,
    triangles,
    boxes.map(({ name }) => name),
  );
}
