import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import { USER_TYPES } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

const KEYS: Record<number, 'admin' | 'student' | 'teacher'> = {
  [USER_TYPES.admin]: 'admin',
  [USER_TYPES.student]: 'student',
  [USER_TYPES.teacher]: 'teacher',
};

export function LicenseBadge({ userType }: { userType: number }) {
  const { t } = useTranslation('shell');
  return (
    <Tooltip title={t('buyLicense')}>
      <Chip
        component={Link}
        to="/auth/contact"
        clickable
        size="small"
        variant="outlined"
        color="primary"
        label={t(`license.${KEYS[userType] ?? 'free'}`)}
        data-testid="license-badge"
      />
    </Tooltip>
  );
}
