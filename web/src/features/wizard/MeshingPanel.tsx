import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { CURVED_EDGES_PER_WAVELENGTH, EDGES_PER_WAVELENGTH, MesherOptionsSchema } from '@pace/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCancelRun, useStartMesher } from '../../api/solver.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { RunErrorText } from '../../ui/ErrorAlert.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { useMessage } from '../../ui/useMessage.ts';
import { frequencyComplaints, hasComplaints } from './complaints.ts';
import { MeshDownload } from './MeshDownload.tsx';
import { isSmoothlyCurved } from './modelFacts.ts';
import { useComplaintText } from './useComplaintText.ts';
import { proposedMeshSizeMm, type Meshing } from './useMeshing.ts';
import { useNumbers } from './useNumbers.ts';
import type { Wizard } from './useWizard.ts';

/** The proposed size may differ from that of the mesh by this factor before meshing again is offered. */
const OUTDATED_FACTOR = 1.25;
/** Edges of curved elements may be longer than those of flat ones by this factor. */
const CURVED_FACTOR = EDGES_PER_WAVELENGTH / CURVED_EDGES_PER_WAVELENGTH;
/** A size of four digits, as it is shown, is not longer than what it rounds. */
const ROUNDING = 1.001;
const CURVED_TEST_ID = { 'data-testid': 'mesh-curved' };

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
  const coarseFactor = curved ? ROUNDING * CURVED_FACTOR : OUTDATED_FACTOR;
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

interface FormProps {
  wizard: Wizard;
  onStarted?: () => void;
  /** Why a start before was refused */
  refusal?: unknown;
}

function MeshSizeForm({ wizard, onStarted, refusal = null }: FormProps) {
  const { t } = useTranslation('wizard');
  const { project, draft } = wizard;
  const start = useStartMesher();
  const complaintText = useComplaintText();
  const { four } = useNumbers();
  const curvedHintId = useId();
  const proposal = String(proposedMeshSizeMm(draft));
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? proposal;
  const valid = text.trim() !== '' && Number(text) > 0;
  const [curved, setCurved] = useState(project.state.mesherInput?.curvedElements ?? true);
  const mesh = async () => {
    const { fileName: _, ...saved } = project.state.mesherInput ?? {
      ...MesherOptionsSchema.parse({}),
      fileName: '',
    };
    // The size is chosen for this frequency, so the frequency is kept with it.
    await wizard.save().catch(() => undefined);
    start.mutate(
      { ...saved, mesh_size: Number(text), curvedElements: curved, projectId: project.id },
      { onSuccess: () => onStarted?.() },
    );
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) void mesh();
      }}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      {start.isError ? (
        <ErrorAlert error={start.error} />
      ) : (
        start.isIdle && refusal !== null && <ErrorAlert error={refusal} data-testid="mesh-refused" />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <Box sx={{ flex: '1 1 220px' }}>
          <NumberField
            label={t('mesher.size')}
            unit="mm"
            min={0}
            value={text}
            onChange={setTyped}
            hint={t(curved ? 'mesher.sizeHintCurved' : 'mesher.sizeHint', {
              value: four(Number(proposal)),
              curved: four(CURVED_FACTOR * Number(proposal)),
            })}
            complaint={valid ? undefined : complaintText({ key: 'meshSize' })}
            testId="mesh-size"
          />
        </Box>
        <Button
          type="submit"
          variant="contained"
          disabled={!valid}
          loading={start.isPending}
          startIcon={<Icon name="play" />}
          data-testid="mesh-start"
          sx={{ flex: 'none' }}
        >
          {t('mesher.start')}
        </Button>
      </Box>
      <Box>
        <FormControlLabel
          control={
            <Checkbox
              checked={curved}
              onChange={(_, checked) => setCurved(checked)}
              slotProps={{ input: { 'aria-describedby': curvedHintId, ...CURVED_TEST_ID } }}
            />
          }
          label={t('mesher.curved')}
        />
        <Typography id={curvedHintId} variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {t('mesher.curvedHint')}
        </Typography>
      </Box>
    </Box>
  );
}
