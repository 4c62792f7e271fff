/** A number without grouping, as a language writes it: "2.1e-2" is "2,1e-2" in Turkish. */
export const withDecimalMark = (number: string, language: string): string =>
  language === 'tr' ? number.replace('.', ',') : number;
