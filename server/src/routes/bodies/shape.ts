import { LIMITS } from '@pace/contract';
import { problem, type Problem } from '../../problem.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Bounds what parsing and checking a body can cost: how deep it is nested, and how many values it has. Reads each byte
 * once; in UTF-8 no byte of another character looks like one of these.
 */
export function complainOfShape(json: Uint8Array): Problem | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte === QUOTE) {
      at = endOfText(json, at);
      if (at < 0) return undefined; // never closed: the parser says so
    } else if (byte === COMMA) {
      values++;
    } else if (OPENING.has(byte)) {
      values++;
      depth++;
      if (depth > LIMITS.bodyDepth) return problem('VALIDATION.depth', { most: LIMITS.bodyDepth });
    } else if (CLOSING.has(byte)) {
      depth--;
    }
    if (values > LIMITS.bodyValues) return problem('VALIDATION.values', { most: LIMITS.bodyValues });
  }
  return undefined;
}

/** @returns where the quote stands that ends the text, -1 if there is none */
function endOfText(json: Uint8Array, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (json[before] === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return -1;
}
