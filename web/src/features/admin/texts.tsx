import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../ui/bytes.ts';

/** Dates and sizes in the user's way of writing them. */
export function useTexts() {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    when: (date: string | null) => (date === null ? '–' : format.format(new Date(date))),
    bytes: (value: number) => bytesText(value, i18n.language),
    percent: (fraction: number) =>
      fraction.toLocaleString(i18n.language, { style: 'percent', maximumFractionDigits: 0 }),
  };
}

/** Two lines in one cell: what it is, and more about it. */
export function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: 550 }}>
        {first}
      </Typography>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {second}
      </Typography>
    </>
  );
}
