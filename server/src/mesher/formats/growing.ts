type Numbers = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

const FIRST = 1024;

/** Numbers in a row that grows: a typed array of twice the length whenever it is full. */
class Growing<T extends Numbers> {
  #values: T;
  #length = 0;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#values = make(FIRST);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const longer = this.#make(2 * this.#length);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** What is there, without a copy; valid until the next push. */
  view(): T {
    return this.#values.subarray(0, this.#length) as T;
  }
}

export const growingIntegers = () => new Growing((length) => new Int32Array(length));
export const growingReals = () => new Growing((length) => new Float64Array(length));
export type GrowingIntegers = ReturnType<typeof growingIntegers>;
export type GrowingReals = ReturnType<typeof growingReals>;
