import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { CALLS, HZ_PER_GHZ, imagingSweep, LIMITS } from '@pace/contract';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ModeSwitch } from '../../ui/ModeSwitch.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { whyNoBars } from './ErrorBarsChoice.tsx';
import { ghzText, isAdaptive, meshFrequencyHz, type WizardDraft } from './draft.ts';
import { draftOfImage } from './imageDraft.ts';
import { Prediction } from './PredictedCost.tsx';
import { useNumbers } from './useNumbers.ts';
import { payloadOf, type Wizard } from './useWizard.ts';

/** Parts of a tenth of the model are what a picture of it begins with. */
const PARTS = 10;
const DIGITS = 2;

/** Sets up the sweep over frequency and angle that images the model, from its size and the resolution that is wanted. */
export function ImageSetup({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const [open, setOpen] = useState(false);
  const size = wizard.model.report?.boundingBox?.metres.size;
  if (!size) return null;
  const sizeM = Math.hypot(...size);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="show" />}
        onClick={() => setOpen(true)}
        data-testid="image-setup"
      >
        {t('image.button')}
      </Button>
      {open && <ImageDialog wizard={wizard} sizeM={sizeM} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps {
  wizard: Wizard;
  /** Diagonal of the box about the model */
  sizeM: number;
  onClose: () => void;
}

function ImageDialog({ wizard, sizeM, onClose }: DialogProps) {
  const { draft, change } = wizard;
  const { t } = useTranslation('wizard');
  const { length, whole, four, six } = useNumbers();
  const ghz = (hertz: number) => `${six(hertz / HZ_PER_GHZ)}\u00a0GHz`;
  const degrees = (value: number) => `${four(value)}°`;
  const id = useId();
  const [resolution, setResolution] = useState(String(Number((sizeM / PARTS).toPrecision(DIGITS))));
  const [middle, setMiddle] = useState(ghzText(meshFrequencyHz(draft) || HZ_PER_GHZ));
  const [swept, setSwept] = useState<'theta' | 'phi'>('phi');
  const [angle, setAngle] = useState(draft.phi === '' ? '0' : draft.phi);
  const [held, setHeld] = useState('90');
  const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));
  const most = { theta: LIMITS.thetaMaxDeg, phi: LIMITS.phiMaxDeg };
  const other = swept === 'phi' ? 'theta' : 'phi';
  const isFilled =
    [resolution, middle, angle, held].every(isNumber) &&
    Number(resolution) > 0 &&
    Number(middle) > 0 &&
    isWithin(Number(angle), most[swept]) &&
    isWithin(Number(held), most[other]);
  const sweep = isFilled
    ? imagingSweep({
        sizeM,
        resolutionM: Number(resolution),
        middleHz: Number(middle) * HZ_PER_GHZ,
        window: 'hann',
      })
    : undefined;
  const points = sweep ? sweep.frequencies * sweep.angles : 0;
  const fits =
    sweep &&
    points <= LIMITS.sweepPointsMax &&
    sweep.lastHz <= LIMITS.frequencyMaxHz &&
    sweep.spanDeg <= most[swept];
  const changes =
    sweep && fits ? draftOfImage(sweep, { swept, angle: Number(angle), held: Number(held) }) : undefined;
  const field = (name: string, value: string, set: (text: string) => void, unit: string) => (
    <NumberField
      label={t(`image.${name}`)}
      unit={unit}
      min={0}
      value={value}
      onChange={set}
      testId={`image-${name}`}
    />
  );
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}-title`} fullWidth maxWidth="xs">
      <DialogTitle id={`${id}-title`}>{t('image.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="body2">{t('image.explained', { size: length(sizeM) })}</Typography>
        {field('resolution', resolution, setResolution, 'm')}
        {field('middle', middle, setMiddle, 'GHz')}
        <ModeSwitch
          label={t('image.swept')}
          value={swept}
          onChange={setSwept}
          options={[
            { value: 'phi', label: t('labels.phi'), testId: 'image-phi' },
            { value: 'theta', label: t('labels.theta'), testId: 'image-theta' },
          ]}
        />
        {field('angle', angle, setAngle, '°')}
        {field(swept === 'phi' ? 'heldTheta' : 'heldPhi', held, setHeld, '°')}
        <div aria-live="polite">
          {isFilled && !sweep && <Alert severity="error">{t('image.bandTooWide')}</Alert>}
          {sweep && !fits && <Alert severity="error">{t('image.tooMany', { points: whole(points) })}</Alert>}
          {sweep && fits && (
            <Alert severity="info" icon={false} data-testid="image-sweep">
              {t('image.sweep', {
                first: ghz(sweep.firstHz),
                last: ghz(sweep.lastHz),
                step: ghz(sweep.stepHz),
                frequencies: whole(sweep.frequencies),
                span: degrees(sweep.spanDeg),
                angleStep: degrees(sweep.stepDeg),
                angles: whole(sweep.angles),
                points: whole(points),
              })}
            </Alert>
          )}
        </div>
        {changes && <ImageCost wizard={wizard} changes={changes} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('image.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={!changes}
          onClick={() => {
            if (changes) change(changes);
            onClose();
          }}
          data-testid="image-set"
        >
          {t('image.set')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What the solver predicts for the sweep, before anything of it is saved. */
function ImageCost({ wizard, changes }: { wizard: Wizard; changes: Partial<WizardDraft> }) {
  const { project, draft, model } = wizard;
  const { t } = useTranslation('wizard');
  const values = JSON.stringify(changes);
  const prediction = useMutation({
    mutationFn: async () => {
      const payload = payloadOf(project.programType, { ...draft, ...changes }, model);
      const body = { projectId: project.id, solverInput: payload.input, materials: payload.materials };
      return { cost: await callApi(CALLS.estimate, { body }), values };
    },
  });
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        sx={{ justifySelf: 'start' }}
        disabled={prediction.isPending}
        onClick={() => prediction.mutate()}
        data-testid="image-predict"
      >
        {t(prediction.isPending ? 'solver.predicting' : 'solver.predict')}
      </Button>
      <div aria-live="polite">
        {prediction.data?.values === values && (
          <Prediction
            cost={prediction.data.cost}
            triangles={model.report?.triangles ?? 0}
            withBars={draft.errorBars && whyNoBars(wizard) === undefined}
            adaptive={isAdaptive({ ...draft, ...changes })}
          />
        )}
        {prediction.error && <ErrorAlert error={prediction.error} />}
      </div>
    </>
  );
}

const isWithin = (value: number, most: number) => value >= 0 && value <= most;
