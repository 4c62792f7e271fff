import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCancelRun } from '../../api/solver.ts';
import { RunErrorText } from '../../ui/ErrorAlert.tsx';
import { useMessage } from '../../ui/useMessage.ts';
import { frequencyComplaints, hasComplaints } from './complaints.ts';
import { MeshDownload } from './MeshDownload.tsx';
import { curvedFactor, MeshSizeForm } from './MeshSizeForm.tsx';
import { isSmoothlyCurved } from './modelFacts.ts';
import { proposedMeshSizeMm, type Meshing } from './useMeshing.ts';
import { useNumbers } from './useNumbers.ts';
import type { Wizard } from './useWizard.ts';

/** The proposed size may differ from that of the mesh by this factor before meshing again is offered. */
const OUTDATED_FACTOR = 1.25;
/** A size of four digits, as it is shown, is not longer than what it rounds. */
const ROUNDING = 1.001;

interface Props {
  wizard: Wizard;
  meshing: Meshing;
  onReplace: () => void;
}

/** Starts the mesher of a STEP model and shows how a mesher run stands; a UNV model is read without being asked. */
export function MeshingPanel({ wizard, meshing, onReplace }: Props) {
  const { t } = useTranslation('wizard');
  const { model, live, project } = wizard;
  const { four } = useNumbers();
  const [again, setAgain] = useState(false);
  const { status, detail } = live.mesherState;
  const say = useMessage();
  const refused = model.failedReport?.findings.find(({ sentence }) => sentence === detail);
  const said = say(refused ?? { sentence: detail });
  if (model.phase === 'meshing') return <Running wizard={wizard} />;
  if (model.phase === 'failed')
    return (
      <>
        <Alert severity={status === 'Cancelled' ? 'warning' : 'error'} data-testid="mesher-error">
          {detail === '' ? (
            t('mesher.status', { status: t(`mesher.statuses.${status}`) })
          ) : refused ? (
            <span lang={said.language}>{said.text}</span>
          ) : (
            <RunErrorText {...live.mesherState} />
          )}
        </Alert>
        {model.type === 'STEP' && <MeshSizeForm wizard={wizard} />}
        <Button
          variant="outlined"
          onClick={onReplace}
          sx={{ justifySelf: 'start' }}
          data-testid="file-replace"
        >
          {t('file.replace')}
        </Button>
      </>
    );
  if (model.type === 'UNV') return null;
  if (meshing.starting) return <Starting />;
  if (model.phase === 'uploaded') return <MeshSizeForm wizard={wizard} refusal={meshing.error} />;
  const meshed = project.state.mesherInput?.mesh_size;
  const proposed = proposedMeshSizeMm(wizard.draft);
  const curved = model.report !== null && isSmoothlyCurved(model.report);
  const coarseFactor = curved ? ROUNDING * curvedFactor(project.programType) : OUTDATED_FACTOR;
  const outdated =
    meshed !== undefined &&
    !hasComplaints(frequencyComplaints(wizard.draft)) &&
    (proposed < meshed / coarseFactor || proposed > meshed * OUTDATED_FACTOR);
  return (
    <>
      {outdated && !again && (
        <Alert severity={proposed < meshed ? 'warning' : 'info'} data-testid="mesh-outdated">
          {t(proposed < meshed ? 'mesher.tooCoarse' : 'mesher.tooFine', {
            meshed: four(meshed),
            proposed: four(proposed),
          })}
          <Box sx={{ mt: 1 }}>
            <Button
              size="small"
              variant="contained"
              onClick={() => setAgain(true)}
              data-testid="mesh-again-offer"
            >
              {t('mesher.again')}
            </Button>
          </Box>
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
        <MeshDownload project={project} />
        {(!outdated || again) && (
          <Button
            variant="outlined"
            size="small"
            color="inherit"
            onClick={() => setAgain(!again)}
            aria-expanded={again}
            data-testid="mesh-again"
          >
            {t('mesher.again')}
          </Button>
        )}
      </Box>
      {again && <MeshSizeForm wizard={wizard} onStarted={() => setAgain(false)} />}
    </>
  );
}

/** Asked for, before the mesher has a status. */
function Starting() {
  const { t } = useTranslation('wizard');
  return (
    <Box role="status" aria-live="polite" data-testid="mesher-starting">
      <Typography variant="body2" sx={{ color: 'warning.main', fontWeight: 600 }}>
        {t('mesher.starting')}
      </Typography>
      <LinearProgress sx={{ my: 1 }} aria-label={t('mesher.starting')} />
    </Box>
  );
}

function Running({ wizard: { live, project, model } }: { wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const cancel = useCancelRun();
  const { status, fraction, detail, queuePosition } = live.mesherState;
  const text =
    model.type === 'UNV'
      ? t('mesher.reading')
      : status === ''
        ? t('mesher.starting')
        : t('mesher.status', { status: t(`mesher.statuses.${status}`) });
  return (
    <Box role="status" aria-live="polite" data-testid="mesher-status">
      <Typography variant="body2" sx={{ color: 'warning.main', fontWeight: 600 }}>
        {text}
      </Typography>
      {queuePosition !== undefined && queuePosition > 0 && (
        <Typography variant="caption">{t('mesher.queue', { count: queuePosition })}</Typography>
      )}
      <LinearProgress
        sx={{ my: 1 }}
        aria-label={text}
        {...(fraction ? { variant: 'determinate' as const, value: 100 * fraction } : {})}
      />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Typography lang="en" variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {detail}
        </Typography>
        <Button
          size="small"
          color="inherit"
          onClick={() => cancel.mutate(project.id)}
          loading={cancel.isPending}
          data-testid="mesh-cancel"
        >
          {t('mesher.cancel')}
        </Button>
      </Box>
    </Box>
  );
}
