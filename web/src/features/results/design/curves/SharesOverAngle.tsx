import type { MapsFile, Project, MapsResponse } from '@pace/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { angleLabel } from '../../labels/quantities.ts';
import { ValueSelect } from '../../parts/ValueSelect.tsx';
import type { AngleCut } from './angleCuts.ts';
import { ChoiceToggle } from './ChoiceToggle.tsx';
import { byLargestShare, drawnAmong, SHARE_MODES } from './shareCurves.ts';
import { SharesChart } from './SharesChart.tsx';
import type { ToleranceBand } from './tolerances.ts';
import type { CurvesChoice } from './useCurvesChoice.ts';

interface SharesOverAngleProps {
  project: Project;
  file: MapsFile;
  choice: CurvesChoice;
  /** Of the parts, each another */
  names: readonly string[];
  cut: AngleCut;
  /** Values of the angle that does not vary along a cut */
  held: readonly number[];
  /** Responses along the cut */
  along: readonly MapsResponse[];
  band: ToleranceBand | undefined;
}

/** The total and the shares of the parts over the angle, alone or added up. */
export function SharesOverAngle({ choice, held, ...drawing }: SharesOverAngleProps) {
  const { t, i18n } = useTranslation('results');
  const { cut, along, names } = drawing;
  const { mode } = choice;
  const order = useMemo(() => byLargestShare(along), [along]);
  const drawn = drawnAmong(order);
  const notDrawn = order.length - drawn.length;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <ChoiceToggle
          label={t('design.curves.shares')}
          value={mode}
          values={SHARE_MODES}
          text={(one) => t(`design.curves.modes.${one}`)}
          onChange={choice.setMode}
          testId="design-shares"
        />
        {held.length > 1 && (
          <ValueSelect
            label={t(`axis.${cut.swept === 'theta' ? 'phi' : 'theta'}`)}
            value={cut.heldDeg}
            values={held}
            text={(one) => angleLabel(one, i18n.language)}
            onChange={choice.setHeld}
            testId="design-held"
          />
        )}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '90ch' }}>
        {t(`design.curves.explained.${mode}`)}
        {mode === 'added' &&
          ` ${t('design.curves.order', { parts: drawn.map((part) => names[part]).join(', ') })}`}
        {notDrawn > 0 && ` ${t('design.curves.notDrawn', { count: notDrawn })}`}
      </Typography>
      <SharesChart {...drawing} mode={mode} />
    </Box>
  );
}
