import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router';
import { useSession } from '../../api/session.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { PolarBackdrop } from '../../ui/PolarBackdrop.tsx';
import { LanguageSwitch, ThemeSwitch } from './ShellControls.tsx';

/** Frame of the pages around an account: logo, language, theme, one column in the middle. `plain`: nothing behind it, for long pages. */
export function VisitorLayout({ plain = false }: { plain?: boolean }) {
  const { t } = useTranslation('shell');
  const { token } = useSession();
  return (
    <Box
      sx={{
        minHeight: '100vh',
        display: 'flex',
        flexDirection: 'column',
        position: 'relative',
        overflow: 'hidden',
      }}
    >
      {!plain && <PolarBackdrop />}
      <Box
        component="header"
        sx={{
          position: 'relative',
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: { xs: 2, sm: 4 },
          py: 2,
        }}
      >
        <Box
          component={Link}
          to={token === null ? '/landing' : '/'}
          aria-label={t('toHome')}
          sx={{ color: 'text.primary' }}
        >
          <Logo />
        </Box>
        <Box sx={{ flex: 1 }} />
        {token !== null && (
          <LinkButton to="/" size="small" color="inherit">
            {t('dashboard')}
          </LinkButton>
        )}
        <LanguageSwitch />
        <ThemeSwitch />
      </Box>
      <Box
        component="main"
        sx={{ position: 'relative', flex: 1, display: 'grid', placeItems: 'center', px: 2, pt: 2, pb: 8 }}
      >
        <Outlet />
      </Box>
    </Box>
  );
}
