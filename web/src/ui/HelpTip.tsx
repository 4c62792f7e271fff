import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { Icon } from './icons.tsx';

/** A question mark that explains what stands before it; works by hover, focus and touch. */
export function HelpTip({ text, about }: { text: string; about: string }) {
  const { t } = useTranslation();
  return (
    <Tooltip title={text} describeChild>
      <IconButton size="small" aria-label={t('helpAbout', { about })} sx={{ color: 'text.secondary' }}>
        <Icon name="help" sx={{ fontSize: 18 }} />
      </IconButton>
    </Tooltip>
  );
}
