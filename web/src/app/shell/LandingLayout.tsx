import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router';
import { useSession } from '../../api/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Footer } from './Footer.tsx';
import { LanguageSwitch, ThemeSwitch } from './ShellControls.tsx';
import { SkipLink } from './SkipLink.tsx';

const LandingLogout = lazy(() => import('./LandingLogout.tsx'));
const ANCHORS = ['whypace', 'solvers', 'benchmarks', 'faq'] as const;
const MENU = 'landing-menu';

/** Frame of the landing page: a bar with its sections and the way in, and the footer. */
export function LandingLayout() {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <SkipLink />
      <Box
        component="header"
        sx={{
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
          position: 'sticky',
          top: 0,
          zIndex: 10,
        }}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: { xs: 0.5, sm: 1 },
            px: { xs: 2, sm: 4 },
            height: 60,
          }}
        >
          <Box component={Link} to="/landing" aria-label={t('toHome')} sx={{ color: 'text.primary' }}>
            <Logo />
          </Box>
          <Box
            component="nav"
            aria-label={t('sections')}
            sx={{ display: { xs: 'none', md: 'flex' }, ml: 3, gap: 3 }}
          >
            <Anchors />
          </Box>
          <Box sx={{ flex: 1 }} />
          <LanguageSwitch />
          <ThemeSwitch />
          <Box sx={{ display: { xs: 'none', md: 'flex' }, gap: 1, ml: 1 }}>
            <WayIn />
          </Box>
          <IconButton
            onClick={() => setOpen(!open)}
            aria-expanded={open}
            aria-controls={MENU}
            aria-label={t(open ? 'closeMenu' : 'openMenu')}
            data-testid="landing-menu"
            sx={{ display: { md: 'none' } }}
          >
            <Icon name={open ? 'close' : 'menu'} />
          </IconButton>
        </Box>
        <Box
          id={MENU}
          hidden={!open}
          sx={{
            display: { xs: open ? 'grid' : 'none', md: 'none' },
            gap: 2,
            px: { xs: 2, sm: 4 },
            pt: 1,
            pb: 2.5,
          }}
        >
          <Box component="nav" aria-label={t('sections')} sx={{ display: 'grid' }} onClick={close}>
            <Anchors large />
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <WayIn />
          </Box>
        </Box>
      </Box>
      <Outlet />
      <Footer />
    </>
  );
}

function Anchors({ large = false }: { large?: boolean }) {
  const { t } = useTranslation('shell');
  return ANCHORS.map((id) => (
    <Box
      key={id}
      component="a"
      href={`#${id}`}
      sx={{
        color: 'text.secondary',
        textDecoration: 'none',
        fontWeight: 550,
        fontSize: large ? 17 : 15,
        py: large ? 1.25 : 0.5,
        borderBottom: large ? 1 : 0,
        borderColor: 'divider',
        '&:hover': { color: 'text.primary' },
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      {t(`anchors.${id}`)}
    </Box>
  ));
}

function WayIn() {
  const { t } = useTranslation('shell');
  const { token } = useSession();
  if (token === null)
    return (
      <>
        <LinkButton to="/auth/login" size="small" color="inherit">
          {t('login')}
        </LinkButton>
        <LinkButton to="/auth/sign-up" size="small" variant="contained">
          {t('signUp')}
        </LinkButton>
      </>
    );
  return (
    <>
      <LinkButton to="/" size="small" variant="contained">
        {t('dashboard')}
      </LinkButton>
      <Suspense fallback={<Box aria-busy sx={{ width: 40, height: 40 }} />}>
        <LandingLogout />
      </Suspense>
    </>
  );
}
