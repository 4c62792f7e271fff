import type { GrowingReals } from './growing.ts';

/** Another one each time: no file can be made whose keys all meet in one place. */
const seed = () => Math.floor(Math.random() * 0x1_0000_0000);

/** Mixes another 32 bits into a hash (the rounds of MurmurHash3). */
function mixed(hash: number, bits: number): number {
  let k = Math.imul(bits, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  const h = hash ^ k;
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

/** Spreads what is in the upper bits (the end of MurmurHash3). */
function spread(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Places in a table of twice as many slots as entries at least; a power of two. */
function slotsFor(entries: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(16, 2 * entries)));
}

/** Finds the position of a label among labels that do not change any more. */
export class LabelIndex {
  readonly #labels: Int32Array;
  /** Position + 1 of a label, 0 where a slot is free */
  readonly #slots: Int32Array;
  readonly #seed = seed();
  /** Position of the first label that was there before, −1 if all differ */
  readonly duplicate: number = -1;

  constructor(labels: Int32Array) {
    this.#labels = labels;
    this.#slots = new Int32Array(slotsFor(labels.length));
    for (let i = 0; i < labels.length; i += 1) {
      const slot = this.#slotOf(labels[i]!);
      if (this.#slots[slot] === 0) this.#slots[slot] = i + 1;
      else if (this.duplicate < 0) this.duplicate = i;
    }
  }

  /** @returns its position, −1 if there is no such label */
  find(label: number): number {
    return this.#slots[this.#slotOf(label)]! - 1;
  }

  #slotOf(label: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = spread(mixed(this.#seed, label)) & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot]!;
      if (entry === 0 || this.#labels[entry - 1] === label) return slot;
    }
  }
}

/** Finds points that are the same to the last bit among those that were added. */
export class PointIndex {
  readonly #points: GrowingReals;
  readonly #seed = seed();
  readonly #place = new Float64Array(3);
  readonly #bits = new Uint32Array(this.#place.buffer);
  #slots = new Int32Array(slotsFor(512));

  /** @param points  coordinates, three a point; grows by `add` */
  constructor(points: GrowingReals) {
    this.#points = points;
  }

  /** @returns the index of the point, which is new if none is the same */
  add(x: number, y: number, z: number): number {
    const count = this.#points.length / 3;
    if (2 * (count + 1) > this.#slots.length) this.#grow(count);
    const slot = this.#slotOf(x, y, z);
    const entry = this.#slots[slot]!;
    if (entry > 0) return entry - 1;
    this.#slots[slot] = count + 1;
    // −0 is 0.
    for (const value of [x, y, z]) this.#points.push(value + 0);
    return count;
  }

  #grow(count: number): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let i = 0; i < count; i += 1) {
      const [x, y, z] = [this.#points.at(3 * i), this.#points.at(3 * i + 1), this.#points.at(3 * i + 2)];
      this.#slots[this.#slotOf(x, y, z)] = i + 1;
    }
  }

  #slotOf(x: number, y: number, z: number): number {
    this.#place[0] = x + 0;
    this.#place[1] = y + 0;
    this.#place[2] = z + 0;
    let hash = this.#seed;
    for (const bits of this.#bits) hash = mixed(hash, bits);
    const mask = this.#slots.length - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const at = 3 * (this.#slots[slot]! - 1);
      if (
        at < 0 ||
        (this.#points.at(at) === x && this.#points.at(at + 1) === y && this.#points.at(at + 2) === z)
      )
        return slot;
    }
  }
}
