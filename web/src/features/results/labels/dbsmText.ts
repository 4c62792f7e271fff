const DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** With two decimals and a true minus sign; a dash where there is no number. */
export const dbsmText = (value: number, language: string, unit = 'dBsm'): string =>
  Number.isFinite(value) ? `${value.toLocaleString(language, DIGITS).replace('-', '−')} ${unit}` : '–';
