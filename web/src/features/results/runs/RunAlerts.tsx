import type { LiveState } from '@pace/contract';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslation } from 'react-i18next';
import { RunErrorText } from '../../../ui/ErrorAlert.tsx';

/** Why the solver or the mesher failed, and what a cancelled run has left. */
export function RunAlerts({ live: { solverState, mesherState } }: { live: LiveState }) {
  const { t } = useTranslation('results');
  const continuable = solverState.continuable === true;
  return (
    <>
      {solverState.status === 'Error' && (
        <Alert severity="error" data-testid="run-error">
          <AlertTitle>{t('run.errorTitle')}</AlertTitle>
          <RunErrorText {...solverState} />
        </Alert>
      )}
      {mesherState.status === 'Error' && (
        <Alert severity="error">
          <AlertTitle>{t('run.mesherErrorTitle')}</AlertTitle>
          <RunErrorText {...mesherState} />
        </Alert>
      )}
      {solverState.status === 'Cancelled' && (
        <Alert severity="info" data-testid="run-cancelled" data-kept={continuable}>
          {t(`cancelled.${continuable ? 'kept' : 'nothing'}`)}
        </Alert>
      )}
    </>
  );
}
