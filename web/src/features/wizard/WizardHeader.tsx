import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HelpTip } from '../../ui/HelpTip.tsx';
import { useNumbers } from './useNumbers.ts';
import { estimatedSeconds, type Wizard } from './useWizard.ts';

export function WizardHeader({ wizard: { project, draft, model } }: { wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const { duration, whole } = useNumbers();
  const seconds = estimatedSeconds(draft, model);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: { xs: 2, sm: 5 }, mb: 2.5 }}>
      <Fact label={t('header.project')} grow>
        <Typography
          variant="h3"
          component="h1"
          sx={{ overflowWrap: 'anywhere' }}
          data-testid="wizard-project"
        >
          {project.name}
        </Typography>
      </Fact>
      <Fact label={t('header.time')} help={<HelpTip about={t('header.time')} text={t('header.timeHelp')} />}>
        <Typography data-testid="wizard-time">{seconds === undefined ? '–' : duration(seconds)}</Typography>
      </Fact>
      <Fact label={t('header.triangles')}>
        <Typography data-testid="wizard-triangles">
          {model.report ? whole(model.report.triangles) : '–'}
        </Typography>
      </Fact>
    </Box>
  );
}

function Fact({
  label,
  help,
  grow = false,
  children,
}: {
  label: string;
  help?: ReactNode;
  grow?: boolean;
  children: ReactNode;
}) {
  return (
    <Box sx={{ flex: grow ? '1 1 240px' : 'none', minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', height: 26 }}>
        <Typography variant="overline" sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
        {help}
      </Box>
      {children}
    </Box>
  );
}
