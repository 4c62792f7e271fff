import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useUser } from '../api/account.ts';
import { UsagePanel } from '../features/account/UsagePanel.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

export function ProfilePage() {
  const { t } = useTranslation('account');
  const user = useUser();
  const rows =
    user.data &&
    ([
      ['fields.fullName', `${user.data.name} ${user.data.surname}`],
      ['fields.email', user.data.email],
      ['fields.company', user.data.company],
      ['fields.country', user.data.country],
      ['fields.phone', user.data.phoneNumber],
      ['fields.address', user.data.address],
    ] as const);
  return (
    <>
      <PageHeader
        title={t('profile.title')}
        action={
          <LinkButton to="/profile/settings" variant="outlined" data-testid="profile-settings">
            {t('profile.settings')}
          </LinkButton>
        }
      />
      {user.isPending && <LoadingScreen />}
      {user.isError && <ErrorAlert error={user.error} />}
      {rows && (
        <Box
          component="dl"
          sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '1fr 1fr' }, maxWidth: 760, m: 0 }}
        >
          {rows.map(([label, value]) => (
            <div key={label}>
              <Typography component="dt" variant="overline" sx={{ color: 'text.secondary' }}>
                {t(label)}
              </Typography>
              <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {value === '' ? '–' : value}
              </Typography>
            </div>
          ))}
        </Box>
      )}
      {rows && (
        <Box component="section" sx={{ mt: 5, maxWidth: 760 }}>
          <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
            {t('usage.title')}
          </Typography>
          <UsagePanel />
        </Box>
      )}
    </>
  );
}
