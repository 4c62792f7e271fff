import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { LAYOUT } from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router';
import { Icon } from '../../ui/icons.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Footer } from './Footer.tsx';
import { LogoutButton } from './LogoutButton.tsx';
import { LanguageSwitch, ThemeSwitch } from './ShellControls.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SkipLink } from './SkipLink.tsx';

const WIDTH = LAYOUT.sidebarWidthPx;

/** Frame of every page for members: sidebar (a drawer on small screens), page, footer. */
export function AppShell() {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Box sx={{ display: 'flex', minHeight: '100vh' }}>
      <SkipLink />
      <Box
        component="aside"
        sx={{
          width: WIDTH,
          flex: 'none',
          display: { xs: 'none', md: 'block' },
          borderRight: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <Box sx={{ position: 'sticky', top: 0, height: '100vh' }}>
          <Sidebar />
        </Box>
      </Box>
      <Drawer
        open={open}
        onClose={close}
        sx={{ display: { md: 'none' } }}
        slotProps={{ paper: { sx: { width: WIDTH } } }}
      >
        <Sidebar onNavigate={close} />
      </Drawer>
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Box
          component="header"
          sx={{
            display: { xs: 'flex', md: 'none' },
            alignItems: 'center',
            gap: 1,
            px: 1,
            height: 56,
            borderBottom: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
            position: 'sticky',
            top: 0,
            zIndex: 10,
          }}
        >
          <IconButton aria-label={t('openMenu')} onClick={() => setOpen(true)} data-testid="open-menu">
            <Icon name="menu" />
          </IconButton>
          <Box component={Link} to="/" aria-label={t('toHome')} sx={{ color: 'text.primary' }}>
            <Logo height={24} />
          </Box>
        </Box>
        <Box
          component="main"
          id="main"
          tabIndex={-1}
          sx={{
            flex: 1,
            px: { xs: 2, sm: 4 },
            py: { xs: 3, sm: 4 },
            outline: 'none',
            width: '100%',
            maxWidth: 1680,
            mx: 'auto',
          }}
        >
          <Outlet />
        </Box>
        <Footer>
          <ThemeSwitch testId="footer-theme" />
          <LanguageSwitch testId="footer-language" />
          <LogoutButton testId="footer-logout" />
        </Footer>
      </Box>
    </Box>
  );
}
