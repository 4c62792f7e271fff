/** A copy of a PNG or another picture without an alpha channel, as the data: address of a PNG. */
export async function opaquePng(address: string): Promise<string> {
  const [head = '', base64 = ''] = address.split(',', 2);
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? 'image/png';
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type }));
  try {
    const { width, height } = bitmap;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!context) return address;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    return await dataAddress(await encodeRgbPng(width, height, data));
  } finally {
    bitmap.close();
  }
}

/** Of the format: https://www.w3.org/TR/png-3/ */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const BITS_A_CHANNEL = 8;
const TRUE_COLOUR = 2;
/** Each byte as its difference to the one above: equal rows, which plots are full of, become zeros. */
const FILTER_UP = 2;

/** @param rgba  four bytes a pixel, row by row; the fourth is left out */
export async function encodeRgbPng(
  width: number,
  height: number,
  rgba: Uint8ClampedArray,
): Promise<Uint8Array<ArrayBuffer>> {
  const stride = 1 + 3 * width;
  const rows = new Uint8Array(stride * height);
  const above = 4 * width;
  for (let y = 0, to = 0, from = 0; y < height; y++) {
    rows[to++] = FILTER_UP;
    for (let x = 0; x < width; x++, from += 4)
      for (let channel = 0; channel < 3; channel++) {
        const at = from + channel;
        // A typed array keeps the lowest eight bits, as the filter wants it.
        rows[to++] = rgba[at]! - (y === 0 ? 0 : rgba[at - above]!);
      }
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([BITS_A_CHANNEL, TRUE_COLOUR], 8);
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', await deflated(rows)),
    chunk('IEND', new Uint8Array()),
  ];
  return joined([Uint8Array.from(SIGNATURE), ...chunks]);
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Length, name, content and checksum */
function chunk(name: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(
    Array.from(name, (letter) => letter.charCodeAt(0)),
    4,
  );
  bytes.set(content, 8);
  view.setUint32(8 + content.length, crc32(bytes.subarray(4, 8 + content.length)));
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++)
    remainder = remainder & 1 ? 0xedb88320 ^ (remainder >>> 1) : remainder >>> 1;
  return remainder;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function dataAddress(png: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read'));
    reader.readAsDataURL(new Blob([png], { type: 'image/png' }));
  });
}
