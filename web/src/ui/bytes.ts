const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 1 536 → "1.5 KB", in the user's way of writing numbers; a KB has 1024 bytes. */
export function bytesText(bytes: number, language: string): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  const digits = step === 0 || value >= 100 ? 0 : 1;
  return `${value.toLocaleString(language, { maximumFractionDigits: digits })} ${UNITS[step] ?? ''}`;
}
