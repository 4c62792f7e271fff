import { MODEL_PICTURE } from '@pace/contract';
import { encode } from 'fast-png';
import type { Geometry } from '../storage/binaryFiles.ts';

/** Pixels drawn for each of the picture's, in both directions. */
const SAMPLES = 2;
const WIDTH = SAMPLES * MODEL_PICTURE.width;
const HEIGHT = SAMPLES * MODEL_PICTURE.height;
const MARGIN = 4 * SAMPLES;
/** Seen from the front (+x), the right and above: rows are right, up and towards the viewer. */
const VIEW = viewFrom([0.72, -0.54, 0.44]);
/** Towards the light: above the viewer's left shoulder. */
const LIGHT = unit([-0.35, 0.55, 0.76]);
/** In the shade and in full light; both are seen on dark and on light ground. */
const DARK = [46, 84, 82] as const;
const BRIGHT = [148, 204, 194] as const;

type Vector = readonly [number, number, number];

/** The mesh as a PNG of `MODEL_PICTURE`, the ground transparent. Undefined without a triangle that has a place. */
export function modelPicture({ vertices, triangles }: Geometry): Buffer | undefined {
  const seen = new Float32Array(vertices.length);
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (let v = 0; v < vertices.length; v += 3)
    for (let axis = 0; axis < 3; ++axis) {
      const [x, y, z] = VIEW[axis]!;
      const at = x * vertices[v]! + y * vertices[v + 1]! + z * vertices[v + 2]!;
      seen[v + axis] = at;
      if (axis === 2) continue;
      low[axis] = Math.min(low[axis]!, at);
      high[axis] = Math.max(high[axis]!, at);
    }
  const [wide, tall] = [high[0]! - low[0]!, high[1]! - low[1]!];
  const scale = Math.min((WIDTH - 2 * MARGIN) / wide, (HEIGHT - 2 * MARGIN) / tall);
  if (!Number.isFinite(scale)) return undefined;
  for (let v = 0; v < seen.length; v += 3) {
    seen[v] = WIDTH / 2 + scale * (seen[v]! - (low[0]! + high[0]!) / 2);
    seen[v + 1] = HEIGHT / 2 - scale * (seen[v + 1]! - (low[1]! + high[1]!) / 2);
    seen[v + 2] = scale * seen[v + 2]!;
  }
  const depth = new Float32Array(WIDTH * HEIGHT).fill(-Infinity);
  const light = new Float32Array(WIDTH * HEIGHT);
  for (let t = 0; t < triangles.length; t += 4)
    drawTriangle(seen, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!, 3 * triangles[t + 3]!, depth, light);
  return Buffer.from(
    encode({
      width: MODEL_PICTURE.width,
      height: MODEL_PICTURE.height,
      data: blend(depth, light),
      channels: 4,
    }),
  );
}

/** Keeps what is nearest to the viewer. @param a  first index of its corner in `seen`, as b and c */
function drawTriangle(
  seen: Float32Array,
  a: number,
  b: number,
  c: number,
  depth: Float32Array,
  light: Float32Array,
): void {
  const [ax, ay, az] = [seen[a]!, seen[a + 1]!, seen[a + 2]!];
  const [bx, by, bz] = [seen[b]! - ax, seen[b + 1]! - ay, seen[b + 2]! - az];
  const [cx, cy, cz] = [seen[c]! - ax, seen[c + 1]! - ay, seen[c + 2]! - az];
  const area = bx * cy - by * cx;
  // The picture's y goes down, that of the light up.
  const normal = [bz * cy - by * cz, bz * cx - bx * cz, -area] as const;
  if (!(Math.abs(area) > 0)) return;
  const toViewer = -Math.sign(area) / Math.hypot(...normal);
  const lit = toViewer * (LIGHT[0] * normal[0] + LIGHT[1] * normal[1] + LIGHT[2] * normal[2]);
  const shade = 0.25 + 0.75 * Math.max(0, lit);
  const [first, last] = [Math.min(0, by, cy) + ay, Math.max(0, by, cy) + ay];
  const [left, right] = [Math.min(0, bx, cx) + ax, Math.max(0, bx, cx) + ax];
  for (let y = Math.max(0, Math.floor(first)); y <= Math.min(HEIGHT - 1, Math.ceil(last)); ++y)
    for (let x = Math.max(0, Math.floor(left)); x <= Math.min(WIDTH - 1, Math.ceil(right)); ++x) {
      const [px, py] = [x + 0.5 - ax, y + 0.5 - ay];
      const ofB = (px * cy - py * cx) / area;
      const ofC = (bx * py - by * px) / area;
      if (ofB < 0 || ofC < 0 || ofB + ofC > 1) continue;
      const z = az + ofB * bz + ofC * cz;
      const pixel = y * WIDTH + x;
      if (z <= depth[pixel]!) continue;
      depth[pixel] = z;
      light[pixel] = shade;
    }
}

/** The mean of the samples of a pixel; of its ground as much is seen as none of them covers. */
function blend(depth: Float32Array, light: Float32Array): Uint8Array {
  const { width, height } = MODEL_PICTURE;
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) {
      let covered = 0;
      let sum = 0;
      for (let sample = 0; sample < SAMPLES * SAMPLES; ++sample) {
        const row = SAMPLES * y + Math.floor(sample / SAMPLES);
        const from = row * WIDTH + SAMPLES * x + (sample % SAMPLES);
        if (depth[from] === -Infinity) continue;
        covered += 1;
        sum += light[from]!;
      }
      if (covered === 0) continue;
      const to = 4 * (y * width + x);
      DARK.forEach((dark, i) => {
        data[to + i] = Math.round(dark + (BRIGHT[i]! - dark) * (sum / covered));
      });
      data[to + 3] = Math.round((255 * covered) / (SAMPLES * SAMPLES));
    }
  return data;
}

function viewFrom(direction: Vector): readonly [Vector, Vector, Vector] {
  const towards = unit(direction);
  const right = unit([-towards[1], towards[0], 0]);
  const up: Vector = [
    towards[1] * right[2] - towards[2] * right[1],
    towards[2] * right[0] - towards[0] * right[2],
    towards[0] * right[1] - towards[1] * right[0],
  ];
  return [right, up, towards];
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
