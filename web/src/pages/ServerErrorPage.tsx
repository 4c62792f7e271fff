import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';

export function ServerErrorPage() {
  const { t } = useTranslation('shell');
  return <ErrorNotice number="500" title={t('serverError.title')} text={t('serverError.text')} />;
}
