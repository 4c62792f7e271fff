import { expect, test } from 'vitest';
import { currentsBytes, parseCurrents } from '../src/storage/binaryFiles.ts';
import { FileDamaged } from '../src/storage/checksums.ts';

/** Three vertices, and of a bent mesh one side. */
function fileOf(magic: 'PACECUR1' | 'PACECUR2'): Buffer {
  const isBent = magic === 'PACECUR2';
  const head = isBent ? 16 : 12;
  const bytes = Buffer.alloc(head + 24 * 3 + (isBent ? 24 + 8 : 0));
  bytes.write(magic, 'latin1');
  bytes.writeUInt32LE(3, 8);
  if (isBent) bytes.writeUInt32LE(1, 12);
  for (let i = 0; i < 18; i++) bytes.writeFloatLE(i, head + 4 * i);
  return bytes;
}

test.each(['PACECUR1', 'PACECUR2'] as const)(
  'a file %s says how long it is, and has its vertices first',
  (magic) => {
    const file = fileOf(magic);
    expect(currentsBytes(file.subarray(0, 16), 'currents')).toBe(file.length);
    expect([...parseCurrents(file, 'currents')]).toEqual(Array.from({ length: 18 }, (_, i) => i));
    expect(() => parseCurrents(file.subarray(0, -1), 'currents')).toThrow(FileDamaged);
    expect(() => currentsBytes(file.subarray(0, 10), 'currents')).toThrow(FileDamaged);
  },
);
