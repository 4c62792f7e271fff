import { useTranslation } from 'react-i18next';
import { PageHeader } from '../ui/PageHeader.tsx';

export function AdminPage() {
  const { t } = useTranslation('shell');
  return <PageHeader title={t('admin.title')} text={t('admin.text')} />;
}
