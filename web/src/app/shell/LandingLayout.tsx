import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router';
import { useSession } from '../../api/session.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Footer } from './Footer.tsx';
import { LogoutButton } from './LogoutButton.tsx';
import { LanguageSwitch, ThemeSwitch } from './ShellControls.tsx';

/** Frame of the landing page: a bar with the way in, and the footer. */
export function LandingLayout() {
  const { t } = useTranslation('shell');
  const { token } = useSession();
  return (
    <>
      <Box
        component="header"
        sx={{
          display: 'flex',
          alignItems: 'center',
          flexWrap: 'wrap',
          gap: 1,
          px: { xs: 2, sm: 4 },
          py: 1.25,
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
          position: 'sticky',
          top: 0,
          zIndex: 10,
        }}
      >
        <Box component={Link} to="/landing" aria-label={t('toHome')} sx={{ color: 'text.primary' }}>
          <Logo />
        </Box>
        <Box sx={{ flex: 1 }} />
        <LanguageSwitch />
        <ThemeSwitch />
        {token === null ? (
          <Box sx={{ display: { xs: 'none', sm: 'flex' }, gap: 1 }}>
            <LinkButton to="/auth/login" size="small" color="inherit">
              {t('login')}
            </LinkButton>
            <LinkButton to="/auth/sign-up" size="small" variant="contained">
              {t('signUp')}
            </LinkButton>
          </Box>
        ) : (
          <>
            <LinkButton to="/" size="small" variant="contained">
              {t('dashboard')}
            </LinkButton>
            <LogoutButton />
          </>
        )}
      </Box>
      <Outlet />
      <Footer />
    </>
  );
}
