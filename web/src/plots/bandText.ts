import { plotNumber } from './plotNumber.ts';

/** Both ends of a band; one that has no end below begins at −∞. */
export const bandText = ([low, high]: [number, number], language?: string): string =>
  `${low === -Infinity ? '−∞' : plotNumber(low, language)} … ${plotNumber(high, language)}`;
