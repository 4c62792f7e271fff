import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';

export function NotFoundPage() {
  const { t } = useTranslation('shell');
  return <ErrorNotice number="404" title={t('notFound.title')} text={t('notFound.text')} />;
}
