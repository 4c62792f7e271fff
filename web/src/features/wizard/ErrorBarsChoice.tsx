import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import { hybridParts, PART_METHODS, PROGRAM_TYPES, SOLVER_TYPES } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { CheckboxWithHint } from '../../ui/CheckboxWithHint.tsx';
import { lowestFrequencyHz, partMethodsOf } from './draft.ts';
import type { Wizard } from './useWizard.ts';

type WithoutBars = 'optics' | 'hybrid';

/** Why a run of what is chosen would have no error bars; undefined where it can have them. */
export function whyNoBars({
  project,
  draft,
  model,
}: Pick<Wizard, 'project' | 'draft' | 'model'>): WithoutBars | undefined {
  if (project.programType !== PROGRAM_TYPES.pec) return undefined;
  if (draft.solvertype === SOLVER_TYPES.physicalOptics) return 'optics';
  if (draft.solvertype !== SOLVER_TYPES.hybrid) return undefined;
  const parts = model.report?.parts ?? [];
  const chosen = hybridParts(parts, partMethodsOf(draft, parts.length), lowestFrequencyHz(draft));
  // A hybrid of full wave alone is solved as the full wave.
  return chosen.some(({ method }) => method === PART_METHODS.physicalOptics) ? 'hybrid' : undefined;
}

/** Whether the run estimates the errors of its far fields, or why it does not. */
export function ErrorBarsChoice({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const { draft, change } = wizard;
  const why = whyNoBars(wizard);
  if (why !== undefined)
    return (
      <Box data-testid="solver-no-bars">
        <FormLabel component="span">{t('bars.label')}</FormLabel>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {t(`bars.none.${why}`)}
        </Typography>
      </Box>
    );
  return (
    <CheckboxWithHint
      label={t('bars.label')}
      hint={t('bars.hint')}
      checked={draft.errorBars}
      onChange={(errorBars) => change({ errorBars })}
      testId="solver-errorBars"
    />
  );
}
