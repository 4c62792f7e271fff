import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { NoticeDialog } from '../../../ui/NoticeDialog.tsx';

interface DrawingErrorProps {
  errors: readonly (Error | null)[];
  /** Names of curves that came back without a point */
  empty?: readonly string[];
  what?: 'electric' | 'magnetic' | 'result';
}

/** Results that could not be drawn: a dialog says so once, the reasons stay below it. */
export function DrawingError({ errors, empty = [], what = 'result' }: DrawingErrorProps) {
  const { t } = useTranslation('results');
  const [seen, setSeen] = useState<Error | string>();
  const reasons = errors.filter((error) => error !== null);
  const curves = empty.join('; ');
  const first = reasons[0] ?? (curves || undefined);
  if (first === undefined) return null;
  return (
    <>
      <NoticeDialog
        open={seen !== first}
        title={t('drawing.title')}
        text={t(`drawing.${what}`)}
        onClose={() => setSeen(first)}
      />
      {reasons.map((error, i) => (
        <ErrorAlert key={i} error={error} />
      ))}
      {curves !== '' && (
        <Alert severity="error" data-testid="drawing-empty">
          {t('drawing.empty', { curves })}
        </Alert>
      )}
    </>
  );
}
