import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslation } from 'react-i18next';

/** Stands over every number of a run that stopped before its tolerance. */
export function UnconvergedBanner({ what }: { what?: string | undefined }) {
  const { t } = useTranslation('results');
  return (
    <Alert severity="error" variant="filled" data-testid="not-converged">
      <AlertTitle sx={{ fontWeight: 700 }}>{t('notConverged.title')}</AlertTitle>
      {what === undefined ? t('notConverged.text') : t('notConverged.curves', { what })}
    </Alert>
  );
}
