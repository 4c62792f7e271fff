import { HZ_PER_GHZ, type TargetKind } from '@pace/contract';

/** How values of parameters are written: in the units that the wizard has for them. */

const MM = 1e-3;

/** SI units in one of what is shown */
const FACTORS: Partial<Record<TargetKind, { factor: number; unit: string }>> = {
  frequency: { factor: HZ_PER_GHZ, unit: 'GHz' },
  thickness: { factor: MM, unit: 'mm' },
  meshSize: { factor: MM, unit: 'mm' },
  theta: { factor: 1, unit: '°' },
  phi: { factor: 1, unit: '°' },
  rotation: { factor: 1, unit: '°' },
  resistance: { factor: 1, unit: 'Ω' },
  reactance: { factor: 1, unit: 'Ω' },
};

export const unitOf = (kind: TargetKind): string => FACTORS[kind]?.unit ?? '';

/** Twelve digits: without the noise of the conversion */
const rounded = (value: number) => Number(value.toPrecision(12));

export const toShown = (kind: TargetKind, value: number): number =>
  rounded(value / (FACTORS[kind]?.factor ?? 1));
export const fromShown = (kind: TargetKind, value: number): number =>
  rounded(value * (FACTORS[kind]?.factor ?? 1));

const SHOWN_DIGITS = 5;

/** A number in the reader's language, with its unit. */
export function numberText(kind: TargetKind, value: number, language: string): string {
  const text = toShown(kind, value).toLocaleString(language, { maximumSignificantDigits: SHOWN_DIGITS });
  const unit = unitOf(kind);
  return unit === '' || unit === '°' ? `${text}${unit}` : `${text} ${unit}`;
}
