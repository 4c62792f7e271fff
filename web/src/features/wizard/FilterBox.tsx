import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Choosing } from './choosing.ts';

/** Of a long list of surfaces: shows those whose name has the words. */
export function FilterBox({
  choosing: { filter, setFilter, hasFilter, shown, count },
}: {
  choosing: Choosing;
}) {
  const { t } = useTranslation('wizard');
  if (!hasFilter) return null;
  return (
    <TextField
      size="small"
      type="search"
      label={t('choosing.filter')}
      value={filter}
      onChange={(event) => setFilter(event.target.value)}
      slotProps={{
        htmlInput: { 'data-testid': 'surface-filter' },
        input: {
          endAdornment: (
            <InputAdornment position="end" disableTypography>
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                {t('choosing.shown', { shown: shown.length, all: count })}
              </Typography>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
