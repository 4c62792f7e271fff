import { expect, it } from 'vitest';
import { bytesText } from '../src/ui/bytes.ts';

it.each([
  [1536, '1.5 KB', '1,5 KB'],
  [112_000_000, '107 MB', '107 MB'],
  [3_435_973_837, '3.2 GB', '3,2 GB'],
] as const)('%d bytes are written in units of 1024 of the smaller one', (bytes, english, turkish) => {
  expect([bytesText(bytes, 'en'), bytesText(bytes, 'tr')]).toEqual([english, turkish]);
});
