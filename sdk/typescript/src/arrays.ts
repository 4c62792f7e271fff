/** Arrays of numbers over axes, the last axis the fastest. */

/** Values of the axes of backscatter: Hz, degrees. */
export interface BackscatterAxes {
  frequency: Float64Array;
  theta: Float64Array;
  phi: Float64Array;
}

/** Directions of a cut, one entry a direction: degrees. */
export interface CutAxes {
  theta: Float64Array;
  phi: Float64Array;
}

/** Where an entry is. @throws RangeError outside the array */
function offsetOf(shape: readonly number[], index: readonly number[]): number {
  if (index.length !== shape.length || index.some((one, i) => !(one >= 0 && one < shape[i]!)))
    throw new RangeError(`[${index.join(', ')}] is outside the array of shape [${shape.join(', ')}].`);
  return shape.reduce((offset, size, i) => offset * size + index[i]!, 0);
}

function only(length: number): void {
  if (length !== 1) throw new RangeError(`The array has ${length} values, not one: say which with at().`);
}

/** Real values; NaN where there is none. */
export class RealArray<Axes> {
  readonly data: Float64Array;
  readonly shape: readonly number[];
  readonly axes: Axes;

  constructor(data: Float64Array, shape: readonly number[], axes: Axes) {
    this.data = data;
    this.shape = shape;
    this.axes = axes;
  }

  /** The entry at a place, one index an axis of `shape`. @throws RangeError */
  at(...index: number[]): number {
    return this.data[offsetOf(this.shape, index)]!;
  }

  /** The one value of an array of one. @throws RangeError */
  item(): number {
    only(this.data.length);
    return this.data[0]!;
  }

  map(use: (value: number) => number): RealArray<Axes> {
    return new RealArray(this.data.map(use), this.shape, this.axes);
  }
}

/** Complex values, real and imaginary parts apart; NaN where there is none. */
export class ComplexArray<Axes> {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  readonly shape: readonly number[];
  readonly axes: Axes;

  constructor(real: Float64Array, imaginary: Float64Array, shape: readonly number[], axes: Axes) {
    this.real = real;
    this.imaginary = imaginary;
    this.shape = shape;
    this.axes = axes;
  }

  /** The entry at a place, one index an axis of `shape`. @throws RangeError */
  at(...index: number[]): { real: number; imaginary: number } {
    const i = offsetOf(this.shape, index);
    return { real: this.real[i]!, imaginary: this.imaginary[i]! };
  }

  /** The one value of an array of one. @throws RangeError */
  item(): { real: number; imaginary: number } {
    only(this.real.length);
    return { real: this.real[0]!, imaginary: this.imaginary[0]! };
  }

  /** Sizes of the values. */
  abs(): RealArray<Axes> {
    return new RealArray(
      this.real.map((one, i) => Math.hypot(one, this.imaginary[i]!)),
      this.shape,
      this.axes,
    );
  }
}
