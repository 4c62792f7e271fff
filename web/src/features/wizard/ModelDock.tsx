import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';

/** Of the bar that stays at the top on phones (app/shell/AppShell.tsx) */
const BAR_PX = 56;
/** What the model takes at most while it stays in sight, with the buttons above it */
export const DOCKED_PX = 310;

interface Props {
  /** Draws the model small, or with its tools. */
  children: (compact: boolean) => ReactNode;
}

/** On small screens the model stands above the step and stays in sight while one scrolls; it can be enlarged and folded. */
export function ModelDock({ children }: Props) {
  const { t } = useTranslation('wizard');
  const [size, setSize] = useState<'compact' | 'large' | 'folded'>('compact');
  const bodyId = useId();
  const folded = size === 'folded';
  const large = size === 'large';
  return (
    <Box
      component="section"
      aria-label={t('dock.title')}
      data-testid="model-dock"
      data-size={size}
      sx={{
        position: large ? 'static' : 'sticky',
        // A phone on its side has no room for it.
        '@media (max-height: 560px)': { position: 'static' },
        top: { xs: BAR_PX, md: 0 },
        zIndex: 3,
        mx: { xs: -2, sm: -4 },
        px: { xs: 2, sm: 4 },
        pb: 0.75,
        bgcolor: 'background.default',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
        <Typography variant="body2" noWrap sx={{ fontWeight: 600, flex: 1 }}>
          {t('dock.title')}
        </Typography>
        {!folded && (
          <Button
            size="small"
            color="inherit"
            aria-pressed={large}
            onClick={() => setSize(large ? 'compact' : 'large')}
            data-testid="model-dock-large"
          >
            {t('dock.tools')}
          </Button>
        )}
        <Button
          size="small"
          color="inherit"
          aria-expanded={!folded}
          aria-controls={folded ? undefined : bodyId}
          onClick={() => setSize(folded ? 'compact' : 'folded')}
          endIcon={<Icon name="up" sx={{ transform: folded ? 'rotate(180deg)' : 'none' }} />}
          data-testid="model-dock-fold"
        >
          {t(folded ? 'dock.unfold' : 'dock.fold')}
        </Button>
      </Box>
      {!folded && <div id={bodyId}>{children(!large)}</div>}
    </Box>
  );
}
