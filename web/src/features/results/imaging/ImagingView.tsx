import type { Project } from '@pace/contract';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResultRuns } from '../data/resultRuns.ts';
import type { SweepPoints } from '../data/resultSummary.ts';
import { SurfaceImage } from './SurfaceImage.tsx';
import { SweepImages } from './SweepImages.tsx';

const KINDS = ['profile', 'image', 'model'] as const;

/** Where the echoes come from, by the sweep: in range, in a plane, on the model. */
export function ImagingView({
  project,
  runs,
  sweep,
}: {
  project: Project;
  runs: ResultRuns;
  sweep: SweepPoints;
}) {
  const { t } = useTranslation('results');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('profile');
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <ToggleButtonGroup
        size="small"
        exclusive
        value={kind}
        aria-label={t('imaging.kind')}
        onChange={(_, next: (typeof KINDS)[number] | null) => next && setKind(next)}
        sx={{ justifySelf: 'start' }}
      >
        {KINDS.map((one) => (
          <ToggleButton key={one} value={one} data-testid={`imaging-${one}`}>
            {t(`imaging.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {kind === 'model' ? (
        <SurfaceImage {...{ project, sweep }} />
      ) : (
        <SweepImages {...{ project, runs, kind }} />
      )}
    </Box>
  );
}
