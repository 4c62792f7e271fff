/** Far field in one direction, lim r·e^{jkr}·E for 1 V/m incident [V], of one component each. */
export interface Complex {
  re: number;
  im: number;
}
export interface FarField {
  thetaDeg: number;
  phiDeg: number;
  eTheta: Complex;
  ePhi: Complex;
}

export type Plane = 'xy' | 'xz' | 'yz' | '3d';
/** Directions in the order of docs/conventions.md, the same for the solver and for Mie. */
export type Cuts = Map<Plane, FarField[]>;

export function rcsDbsm(...components: Complex[]): number {
  const power = components.reduce((sum, { re, im }) => sum + re * re + im * im, 0);
  return 10 * Math.log10(4 * Math.PI * power);
}

export function cutOf(cuts: Cuts, plane: Plane): FarField[] {
  const cut = cuts.get(plane);
  if (!cut) throw new Error(`There is no ${plane} cut in the result`);
  return cut;
}
