import Breadcrumbs from '@mui/material/Breadcrumbs';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../api/account.ts';
import { AccessKeysPanel } from '../features/account/AccessKeysPanel.tsx';
import { DataPanel } from '../features/account/DataPanel.tsx';
import { PasswordForm } from '../features/account/PasswordForm.tsx';
import { ProfileForm } from '../features/account/ProfileForm.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { TextLink } from '../ui/LinkButton.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

export function ProfileSettingsPage() {
  const { t } = useTranslation('account');
  const user = useUser();
  return (
    <>
      <Breadcrumbs sx={{ mb: 1.5 }} aria-label={t('profile.trail')}>
        <TextLink to="/">{t('profile.dashboard')}</TextLink>
        <TextLink to="/profile">{t('profile.title')}</TextLink>
        <Typography aria-current="page">{t('profile.settings')}</Typography>
      </Breadcrumbs>
      <PageHeader title={t('profile.settings')} />
      {user.isPending ? (
        <LoadingScreen />
      ) : user.isError ? (
        <ErrorAlert error={user.error} />
      ) : (
        <>
          <ProfileForm user={user.data} />
          <Section title={t('password.title')}>
            <PasswordForm />
          </Section>
          <Section title={t('keys.title')}>
            <AccessKeysPanel />
          </Section>
          <Section title={t('data.title')}>
            <DataPanel />
          </Section>
        </>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Divider sx={{ my: 5, maxWidth: 760 }} />
      <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
        {title}
      </Typography>
      {children}
    </section>
  );
}
