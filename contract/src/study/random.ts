/** Random numbers that a seed repeats on every machine. */
export type Random = () => number;

/** Evenly in [0, 1): mulberry32 (T. Ettinger, public domain), a counter of 32 bits mixed by multiplications. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** 0 … count − 1 in random order (Fisher and Yates). */
function permutation(count: number, random: Random): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** One point of [0, 1)^dimensions a stratum of every axis (McKay, Beckman, Conover 1979). */
export function latinHypercube(count: number, dimensions: number, random: Random): number[][] {
  const columns = Array.from({ length: dimensions }, () => {
    const strata = permutation(count, random);
    return strata.map((stratum) => (stratum + random()) / count);
  });
  return Array.from({ length: count }, (_, i) => columns.map((column) => column[i]!));
}

const ratio = (x: number, above: readonly number[], below: readonly number[]) => {
  const polynomial = (of: readonly number[]) =>
    of.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
  return polynomial(above) / polynomial(below);
};

/** Standard normal value that a share lies below: algorithm AS 241, PPND7 (Wichura 1988), seven digits. */
export function normalQuantile(share: number): number {
  const centred = share - 0.5;
  if (Math.abs(centred) <= 0.425)
    return (
      centred *
      ratio(
        0.180625 - centred * centred,
        [3.3871327179, 50.434271938, 159.29113202, 59.10937472],
        [1, 17.895169469, 78.757757664, 67.1875636],
      )
    );
  const tail = Math.sqrt(-Math.log(Math.min(share, 1 - share)));
  const size =
    tail <= 5
      ? ratio(
          tail - 1.6,
          [1.4234372777, 2.75681539, 1.3067284816, 0.17023821103],
          [1, 0.7370016425, 0.12021132975],
        )
      : ratio(
          tail - 5,
          [6.657905115, 3.081226386, 0.42868294337, 0.017337203997],
          [1, 0.24197894225, 0.012258202635],
        );
  return Math.sign(centred) * size;
}

/** Of a normal distribution cut off at three deviations, by a value evenly drawn from [0, 1). */
const THREE_DEVIATIONS = 0.0013498980316301;
export const cutNormal = (even: number): number =>
  normalQuantile(THREE_DEVIATIONS + even * (1 - 2 * THREE_DEVIATIONS));
