import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { userRole } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useUser } from '../../api/account.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { LicenseBadge } from './LicenseBadge.tsx';
import { LogoutButton } from './LogoutButton.tsx';
import { LanguageSwitch, ThemeSwitch } from './ShellControls.tsx';

interface Entry {
  to: string;
  icon: IconName;
  label: string;
}

const MAIN: Entry[] = [
  { to: '/', icon: 'home', label: 'nav.home' },
  { to: '/projects', icon: 'folder', label: 'nav.projects' },
  { to: '/studies', icon: 'angles', label: 'nav.studies' },
];
const DEMO: Entry[] = [
  { to: '/demo/projects', icon: 'folder', label: 'nav.demoProjects' },
  { to: '/demo/models', icon: 'cube', label: 'nav.demoModels' },
];
const USER: Entry[] = [
  { to: '/profile', icon: 'person', label: 'nav.profile' },
  { to: '/auth/contact', icon: 'mail', label: 'nav.contact' },
  { to: '/guides', icon: 'book', label: 'nav.guides' },
];
/** Of administrators only. */
const ADMIN: Entry = { to: '/admin', icon: 'shield', label: 'nav.admin' };

export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation('shell');
  const user = useUser().data;
  const isAdmin = user !== undefined && userRole(user.userType) === 'admin';
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', overflowY: 'auto' }}>
      <Box sx={{ px: 2.5, pt: 2.5, pb: 2, display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Box
          component={Link}
          to="/"
          aria-label={t('toHome')}
          onClick={onNavigate}
          sx={{ color: 'text.primary' }}
        >
          <Logo />
        </Box>
        {user && <LicenseBadge userType={user.userType} />}
      </Box>
      <Box component="nav" aria-label={t('navigation')} sx={{ flex: 1 }} onClick={onNavigate}>
        <Group entries={MAIN} />
        <Group title={t('nav.demo')} entries={DEMO} />
        <Group title={t('nav.user')} entries={isAdmin ? [...USER, ADMIN] : USER} />
      </Box>
      <Box sx={{ borderTop: 1, borderColor: 'divider', p: 1.5, display: 'grid', gap: 1 }}>
        {user && (
          <Typography variant="caption" noWrap sx={{ color: 'text.secondary', px: 0.5 }} title={user.email}>
            {user.name} {user.surname}
          </Typography>
        )}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <ThemeSwitch />
          <LanguageSwitch />
          <Box sx={{ flex: 1 }} />
          <LogoutButton />
        </Box>
      </Box>
    </Box>
  );
}

function Group({ title, entries }: { title?: string; entries: Entry[] }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  return (
    <List dense disablePadding sx={{ px: 1, pb: 1.5 }} aria-label={title}>
      {title !== undefined && (
        <Typography
          component="li"
          aria-hidden
          variant="overline"
          sx={{ color: 'text.secondary', px: 1.5, display: 'block' }}
        >
          {title}
        </Typography>
      )}
      {entries.map(({ to, icon, label }) => {
        const current = to === '/' ? pathname === '/' : pathname.startsWith(to);
        return (
          <ListItem key={to} disablePadding>
            <ListItemButton
              component={Link}
              to={to}
              selected={current}
              aria-current={current ? 'page' : undefined}
              sx={{ borderRadius: 1, py: 0.75, '&.Mui-selected': { color: 'primary.main' } }}
            >
              <ListItemIcon sx={{ minWidth: 32, color: 'inherit' }}>
                <Icon name={icon} fontSize="small" />
              </ListItemIcon>
              <ListItemText primary={t(label)} slotProps={{ primary: { sx: { fontWeight: 550 } } }} />
            </ListItemButton>
          </ListItem>
        );
      })}
    </List>
  );
}
