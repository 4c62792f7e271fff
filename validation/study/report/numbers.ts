import type { Measure } from '../checks/measure.ts';

/** A measured number with its unit, as every page writes it. */
export function numberOf(quantity: Measure['quantity'], value: number): string {
  switch (quantity) {
    case 'mean |ΔdB|':
      return value.toFixed(3);
    case 'max |ΔdB|':
      return value.toFixed(2);
    case 'bytes per unknown':
      return `${(value / 1000).toFixed(2)} kB`;
    case 'core-hours':
      return `${value.toFixed(3)} h`;
    case 'relative error':
    case 'share of unknowns':
      return shortPercent(value);
  }
}

/** From a ten-thousandth on in percent, below as a power of ten. */
function shortPercent(value: number): string {
  return value < 1e-4 ? value.toExponential(1) : `${(100 * value).toFixed(2)} %`;
}
