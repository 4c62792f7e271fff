import { userRole } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useUser } from '../api/account.ts';
import { ADMIN_TABS, AdminConsole } from '../features/admin/AdminConsole.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

/** For administrators; to everybody else there is no such page, and the server refuses its calls. */
export function AdminPage() {
  const { t } = useTranslation('admin');
  const [query, setQuery] = useSearchParams();
  const user = useUser();
  if (user.isError) return <ErrorAlert error={user.error} />;
  if (!user.data) return <LoadingScreen />;
  if (userRole(user.data.userType) !== 'admin') return <NotFoundPage />;
  const tab = ADMIN_TABS.find((name) => name === query.get('tab')) ?? 'overview';
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <AdminConsole
        ownId={user.data.id}
        tab={tab}
        onTab={(next) => setQuery({ tab: next }, { replace: true })}
      />
    </>
  );
}
