import Typography from '@mui/material/Typography';
import { type Project, type MonostaticAxis } from '@pace/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { frequencyLabel, plainNumber } from '../labels/quantities.ts';
import { coarseStep } from './coarseStep.ts';
import type { BackscatterCurve } from './exactBackscatter.ts';

const DIGITS = 2;

/** Between points so far apart a line shows lobes that may not be there, and hides others. */
export function CoarseStepNote({
  project,
  axis,
  curves,
}: {
  project: Project;
  axis: MonostaticAxis;
  /** Of this project */
  curves: readonly BackscatterCurve[];
}) {
  const { t, i18n } = useTranslation('results');
  const size = project.state.meshReport?.boundingBox?.metres.size;
  const coarse = useMemo(() => {
    if (axis === 'frequency' || !size) return undefined;
    const found = curves.flatMap(({ fields }) => coarseStep(fields, axis, size) ?? []);
    return found.sort((a, b) => a.limitDeg - b.limitDeg)[0];
  }, [axis, size, curves]);
  if (!coarse) return null;
  const number = (value: number) => plainNumber(value, i18n.language, DIGITS);
  return (
    <Typography
      variant="caption"
      component="p"
      role="note"
      data-testid="coarse-step"
      sx={{ color: 'text.secondary' }}
    >
      {t('monostatic.coarseStep', {
        step: number(coarse.stepDeg),
        limit: number(coarse.limitDeg),
        size: number(coarse.sizeM),
        frequency: frequencyLabel(coarse.frequencyHz, i18n.language),
      })}
    </Typography>
  );
}
