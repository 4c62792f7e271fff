import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { HZ_PER_GHZ, SPEED_OF_LIGHT } from '@pace/contract';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { LinePlot, type PlotSeries } from '../../plots/index.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { ModeSwitch } from '../../ui/ModeSwitch.tsx';
import { sweptAxis, type CutAxis } from './opticsCut.ts';
import { useNumbers } from './useNumbers.ts';
import { useOpticsPreview, type OpticsCurve } from './useOpticsPreview.ts';
import type { Wizard } from './useWizard.ts';

const PLOT_HEIGHT_PX = 340;
/** Deeper than this, two ways through make an eighth of a turn [wavelengths]: curved faces then shine like the flat triangles. */
const SMOOTH_WAVELENGTHS = 1 / 16;
const POLARIZATIONS = [
  'horizontal',
  'vertical',
  'rightCircular',
  'leftCircular',
  'verticalAndHorizontal',
] as const;

/** Monostatic RCS by Physical Optics beside the wizard, following angles, polarization and frequency as they are typed. */
export function OpticsPreview({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const { six, three, whole } = useNumbers();
  const [chosenAxis, setChosenAxis] = useState<CutAxis | undefined>();
  const axis = chosenAxis ?? sweptAxis(wizard.draft);
  const { shown, lacking, updating, curve, error } = useOpticsPreview(wizard, axis);
  const held = useMemo(
    () =>
      curve &&
      t(curve.cut.axis === 'theta' ? 'optics.heldPhi' : 'optics.heldTheta', { value: six(curve.cut.held) }),
    [curve, t, six],
  );
  const series = useMemo(
    (): PlotSeries[] =>
      (curve?.curves ?? []).map(({ term, dbsm }) => {
        const name = t('optics.curve', { held });
        return {
          id: `po-${term ?? ''}`,
          name: term ? `${name}, ${term}` : name,
          x: curve!.angle,
          y: dbsm,
        };
      }),
    [curve, held, t],
  );
  const chosen = useMemo(() => (curve ? valuesAt(curve) : []), [curve]);
  const deflection = curve ? (curve.deflectionM * curve.frequency) / SPEED_OF_LIGHT : 0;
  if (!shown) return null;
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby="optics-title"
      sx={{ p: 2, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
      data-testid="optics-preview"
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography id="optics-title" variant="h3" component="h2">
          {t('optics.title')}
        </Typography>
        <Chip size="small" color="primary" variant="outlined" label={t('optics.badge')} />
        {curve && curve.surface !== 'mesh' && lacking === undefined && (
          <Chip
            size="small"
            variant="outlined"
            label={t(`optics.drawn.${curve.surface}`)}
            data-testid="optics-drawn"
          />
        )}
        <Box sx={{ flexGrow: 1 }} />
        <Box sx={{ width: { xs: '100%', sm: 260 } }}>
          <ModeSwitch
            label={t('optics.axis')}
            value={axis}
            onChange={setChosenAxis}
            options={[
              { value: 'theta', label: t('optics.overTheta'), testId: 'optics-theta' },
              { value: 'phi', label: t('optics.overPhi'), testId: 'optics-phi' },
            ]}
          />
        </Box>
      </Box>
      {curve && lacking === undefined && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`optics.explain.${curve.surface}`, { frequency: six(curve.frequency / HZ_PER_GHZ), held })}{' '}
          {t('optics.took', { triangles: whole(curve.triangles), seconds: three(curve.seconds) })}
          {chosen.length > 0 && (
            <Typography
              component="span"
              variant="body2"
              sx={{ display: 'block', color: 'text.primary' }}
              data-testid="optics-chosen"
            >
              {t('optics.chosen', {
                value: chosen
                  .map(({ term, dbsm }) =>
                    [term, Number.isFinite(dbsm) ? three(dbsm) : '−∞'].filter(Boolean).join(' '),
                  )
                  .join('; '),
              })}
            </Typography>
          )}
        </Typography>
      )}
      {curve && lacking === undefined && deflection > SMOOTH_WAVELENGTHS && (
        <Alert severity="warning" data-testid="optics-coarse">
          {t('optics.coarse', {
            millimetres: three(1e3 * curve.deflectionM),
            wavelengths: three(deflection),
          })}
        </Alert>
      )}
      <Box sx={{ height: 4 }} role="status" aria-label={updating ? t('optics.updating') : undefined}>
        {updating && <LinearProgress aria-label={t('optics.updating')} />}
      </Box>
      {lacking !== undefined && <Alert severity="info">{t(`optics.${lacking}`)}</Alert>}
      {error && lacking === undefined && (
        <ErrorAlert
          error={error}
          severity={isTooLarge(error) ? 'info' : 'error'}
          data-testid="optics-error"
        />
      )}
      {curve && lacking === undefined && !error && (
        <Suspense fallback={<LoadingScreen />}>
          <LinePlot
            key={curve.cut.axis}
            series={series}
            x={{ label: t(`optics.${curve.cut.axis}`), unit: '°' }}
            y={{ label: t('optics.rcs'), unit: 'dBsm' }}
            label={t('optics.label', {
              held,
              polarization: t(`polarizations.${POLARIZATIONS[curve.cut.excitation[4]]}`),
            })}
            fileName={`po-preview-${curve.cut.axis}`}
            height={PLOT_HEIGHT_PX}
            testId="optics-chart"
          />
        </Suspense>
      )}
    </Paper>
  );
}

/** The curves at the direction of the single angle [dBsm], by the nearest point; none for a sweep. */
function valuesAt({ angle, curves, cut }: OpticsCurve): { term: string | undefined; dbsm: number }[] {
  if (cut.chosen === undefined || angle.length === 0) return [];
  const distance = (i: number) => Math.abs(angle[i]! - cut.chosen!);
  const nearest = angle.reduce((best, _, i) => (distance(i) < distance(best) ? i : best), 0);
  return curves.map(({ term, dbsm }) => ({ term, dbsm: dbsm[nearest]! }));
}

const isTooLarge = (error: unknown) =>
  error instanceof ApiError && (error.code === 'PREVIEW_TOO_LARGE' || error.code === 'PREVIEW_TIMEOUT');
