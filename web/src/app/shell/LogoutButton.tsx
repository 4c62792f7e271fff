import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { useLogout } from '../../api/account.ts';
import { Icon } from '../../ui/icons.tsx';

export function LogoutButton() {
  const { t } = useTranslation('shell');
  const logout = useLogout();
  return (
    <Tooltip title={t('logout')}>
      <IconButton
        aria-label={t('logout')}
        onClick={() => logout.mutate()}
        loading={logout.isPending}
        data-testid="logout"
      >
        <Icon name="logout" fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
