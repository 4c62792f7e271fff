import { english, type Message } from '@pace/contract';
import { expect, test } from 'vitest';
import { sphereMesh, type TriangleMesh } from '../../src/demo/sphereMesh.ts';
import { sphereOf } from '../../src/mesher/index.ts';

const CENTRE: [number, number, number] = [12, -3, 0.5];

const refusal = (found: object | Message) => ('message' in found ? english(found) : undefined);

function surface({ vertices, triangles }: TriangleMesh) {
  return {
    vertices: Float32Array.from(vertices.flat()),
    triangles: Uint32Array.from(triangles.flatMap((corners) => [1, ...corners])),
  };
}

test('a meshed sphere far from the origin is found with its centre, its radius and that of its volume', () => {
  const found = sphereOf(surface(sphereMesh(2, CENTRE, 6)));
  if ('message' in found) throw new Error(english(found));
  found.centre.forEach((x, axis) => expect(x).toBeCloseTo(CENTRE[axis]!, 4));
  expect(found.vertexRadius).toBeCloseTo(2, 5);
  // 720 triangles: the sphere of their volume is about half a percent smaller.
  expect(found.volumeRadius).toBeLessThan(2);
  expect(found.volumeRadius).toBeGreaterThan(1.98);
});

test('a sphere of bent triangles has the volume of the sphere that its corners lie on', () => {
  const found = sphereOf({ ...surface(sphereMesh(2, CENTRE, 6)), isBent: true });
  if ('message' in found) throw new Error(english(found));
  expect(found.volumeRadius).toBe(found.vertexRadius);
  expect(found.volumeRadius).toBeCloseTo(2, 5);
});

test.each<[string, (mesh: TriangleMesh) => TriangleMesh, RegExp]>([
  [
    'an ellipsoid',
    (mesh) => ({ ...mesh, vertices: mesh.vertices.map(([x, y, z]) => [x, y, 1.01 * z] as const) }),
    /do not lie on one sphere/,
  ],
  [
    'a sphere with a dent of half a percent',
    (mesh) =>
      ({
        ...mesh,
        vertices: mesh.vertices.map((v, i) =>
          i === 7 ? v.map((x, axis) => CENTRE[axis]! + 0.995 * (x - CENTRE[axis]!)) : v,
        ),
      }) as TriangleMesh,
    /do not lie on one sphere/,
  ],
  ['a sphere without one triangle', (mesh) => ({ ...mesh, triangles: mesh.triangles.slice(1) }), /open/],
  [
    'a flat triangle twice',
    (mesh) => ({
      vertices: mesh.vertices.slice(0, 3),
      triangles: [
        [0, 1, 2],
        [2, 1, 0],
      ],
    }),
    /too few/,
  ],
])('%s is none, and the sentence says why', (_, spoil, why) => {
  expect(refusal(sphereOf(surface(spoil(sphereMesh(2, CENTRE, 6)))))).toMatch(why);
});

test('half a sphere closed by a lid of the same corners does not go round the sphere', () => {
  const whole = sphereMesh(1, [0, 0, 0], 6);
  // Only the triangles above, and their own shadows turned round: closed, every corner on the sphere, no volume.
  const upper = whole.triangles.filter((corners) => corners.every((v) => whole.vertices[v]![2] > 0.2));
  const both = {
    vertices: whole.vertices,
    triangles: [...upper, ...upper.map(([a, b, c]) => [a, c, b])],
  } as TriangleMesh;
  expect(refusal(sphereOf(surface(both)))).toMatch(/open or has edges of more|do not go round/);
});
