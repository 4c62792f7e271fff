import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { NoticeDialog } from '../../ui/NoticeDialog.tsx';

/** A result that could not be drawn: the dialog says so, the reason stays below it. */
export function DrawingError({ error, what }: { error: Error; what: 'electric' | 'magnetic' | 'result' }) {
  const { t } = useTranslation('results');
  const [seen, setSeen] = useState<Error>();
  return (
    <>
      <NoticeDialog open={seen !== error} title={t('drawing.title')} text={t(`drawing.${what}`)} onClose={() => setSeen(error)} />
      <ErrorAlert error={error} />
    </>
  );
}
