import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeRgbPng } from '../../src/features/results/report/opaquePng.ts';

const [WIDTH, HEIGHT] = [5, 4];
/** No two bytes next to each other alike, and differences of both signs */
const RGBA = Uint8ClampedArray.from({ length: 4 * WIDTH * HEIGHT }, (_, i) => (i * 89 + 17) % 256);

test('a PNG without alpha has the red, green and blue of every pixel', async () => {
  const png = Buffer.from(await encodeRgbPng(WIDTH, HEIGHT, RGBA));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.set(png.subarray(at + 4, at + 8).toString(), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR')!;
  expect([header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]]).toEqual([
    WIDTH,
    HEIGHT,
    8,
    2,
  ]);
  const rows = inflateSync(chunks.get('IDAT')!);
  const pixels: number[] = [];
  for (let y = 0; y < HEIGHT; y++) {
    expect(rows[y * (1 + 3 * WIDTH)]).toBe(2);
    for (let i = 0; i < 3 * WIDTH; i++)
      pixels.push(
        (rows[y * (1 + 3 * WIDTH) + 1 + i]! + (y === 0 ? 0 : pixels[pixels.length - 3 * WIDTH]!)) % 256,
      );
  }
  expect(pixels).toEqual([...RGBA].filter((_, i) => i % 4 !== 3));
});

test('its checksums are those of the format', async () => {
  const png = Buffer.from(await encodeRgbPng(WIDTH, HEIGHT, RGBA));
  // The last chunk is empty and the same in every PNG.
  expect(png.subarray(-12).toString('hex')).toBe('0000000049454e44ae426082');
});
