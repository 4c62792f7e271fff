import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLogout } from '../../api/account.ts';
import { Icon } from '../../ui/icons.tsx';

export function LogoutButton({ testId = 'logout' }: { testId?: string }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const logout = useLogout();
  // Not a callback of the mutation: on some pages this button is gone before the answer comes.
  const leave = async () => {
    await logout.mutateAsync().catch(() => undefined);
    void navigate('/auth/login');
  };
  return (
    <Tooltip title={t('logout')}>
      <IconButton
        aria-label={t('logout')}
        onClick={() => void leave()}
        loading={logout.isPending}
        data-testid={testId}
      >
        <Icon name="logout" fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
