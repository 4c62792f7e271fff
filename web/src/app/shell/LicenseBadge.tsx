import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import { userRole } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

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
        label={t(`license.${userRole(userType)}`)}
        data-testid="license-badge"
      />
    </Tooltip>
  );
}
