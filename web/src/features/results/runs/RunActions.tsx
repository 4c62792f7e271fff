import type { LiveState } from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { useReadOnly } from '../data/readOnly.ts';
import { isActive } from './isActive.ts';

interface RunActionsProps {
  projectId: string;
  live: LiveState;
  cancelling: boolean;
  onCancel: () => void;
  continuing: boolean;
  onContinue: () => void;
}

/** Cancel while the run is active; afterwards continue it, or the way to a new try. */
export function RunActions({
  projectId,
  live: { solverState, mesherState },
  cancelling,
  onCancel,
  continuing,
  onContinue,
}: RunActionsProps) {
  const readOnly = useReadOnly();
  const { t } = useTranslation('results');
  const { status } = solverState;
  const continuable = solverState.continuable === true;
  const mayTryAgain =
    status === 'Error' || status === 'Cancelled' || (status === '' && !isActive(mesherState.status));
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {isActive(status) && !readOnly && (
        <Button
          color="error"
          variant="outlined"
          loading={cancelling}
          onClick={onCancel}
          data-testid="run-cancel"
        >
          {t('run.cancel')}
        </Button>
      )}
      {continuable && !readOnly && (
        <Button variant="contained" loading={continuing} onClick={onContinue} data-testid="run-continue">
          {t('continue.button')}
        </Button>
      )}
      {mayTryAgain && !readOnly && (
        <LinkButton
          to={`/app/simulation?id=${encodeURIComponent(projectId)}${status === '' ? '' : '&again=1'}`}
          variant={continuable ? 'outlined' : 'contained'}
          data-testid="run-again"
        >
          {t(status === '' ? 'run.open' : 'run.again')}
        </LinkButton>
      )}
    </Box>
  );
}
