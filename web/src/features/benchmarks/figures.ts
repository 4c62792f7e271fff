import { useTranslation } from 'react-i18next';

const GIGA = 1e9;

/** Figures as the page writes them, in the user's way of writing numbers. */
export interface Figures {
  whole: (value: number) => string;
  /** Three significant digits */
  short: (value: number) => string;
  percent: (ratio: number) => string;
  /** As a power of ten */
  power: (value: number) => string;
  /** 10⁹ bytes */
  gigabytes: (bytes: number) => string;
  /** With its error bar where there is one */
  decibels: (error: { value: number; bar?: number | undefined }) => string;
}

const SIGNIFICANT = 3;

export function figuresIn(language: string): Figures {
  const number = (value: number, options: Intl.NumberFormatOptions) =>
    value.toLocaleString(language, options);
  const short = (value: number) =>
    value >= 100
      ? number(value, { maximumFractionDigits: 0 })
      : number(value, { maximumSignificantDigits: SIGNIFICANT });
  return {
    whole: (value) => number(value, { maximumFractionDigits: 0 }),
    short,
    percent: (ratio) => number(ratio, { style: 'percent', maximumSignificantDigits: 2 }),
    power: (value) => number(value, { notation: 'scientific', maximumFractionDigits: 1 }),
    gigabytes: (bytes) => short(bytes / GIGA),
    decibels: ({ value, bar }) => (bar === undefined ? short(value) : `${short(value)} ± ${short(bar)}`),
  };
}

export function useFigures(): Figures {
  return figuresIn(useTranslation().i18n.language);
}
