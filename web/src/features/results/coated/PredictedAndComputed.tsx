import { isCoatedAsPredicted, TYPED_LAYER_NAME, type Coated, type Project } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useLibraryTexts } from '../../../ui/useLibraryTexts.ts';
import { usePartName } from '../../../ui/usePartName.ts';
import { useMonostatic } from '../data/queries.ts';
import { useReadOnly } from '../data/readOnly.ts';
import { useResultRuns } from '../data/resultRuns.ts';
import { isUnconverged } from '../data/resultSummary.ts';
import { frequencyLabel, plainNumber } from '../labels/quantities.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { compareCoating, HOLDS_DB, type Comparison } from './comparison.ts';
import { ComparisonTable } from './ComparisonTable.tsx';
import { PredictionChart } from './PredictionChart.tsx';

/** Of a project that was made by coating parts: what was predicted beside what its run computed. */
export function PredictedAndComputed({ project }: { project: Project }) {
  const { coated, solverResultReady } = project.state;
  if (!coated || !solverResultReady) return null;
  return <Compared project={project} coated={coated} />;
}

function Compared({ project, coated }: { project: Project; coated: Coated }) {
  const { t, i18n } = useTranslation('results');
  const readOnly = useReadOnly();
  const { nameOf } = useLibraryTexts();
  const partName = usePartName(project.state.meshReport);
  const { materials, meshReport } = project.state;
  const parts = meshReport?.parts ?? [];
  const isSame = useMemo(
    () =>
      materials !== null &&
      isCoatedAsPredicted(
        materials,
        (meshReport?.parts ?? []).map(({ number }) => number),
        coated,
      ),
    [materials, meshReport, coated],
  );
  const names = parts.filter(({ number }) => coated.parts.includes(number)).map(partName);
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={t('coated.title')}
      data-testid="coated"
      sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Typography variant="h4" component="h2">
        {t('coated.title')}
      </Typography>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {t('coated.what', {
          material:
            coated.material === TYPED_LAYER_NAME ? t('coated.typedLayer') : nameOf({ name: coated.material }),
          thickness: `${plainNumber(coated.thicknessMm, i18n.language)} mm`,
          parts: new Intl.ListFormat(i18n.language).format(names),
          component: coated.received + coated.incident,
          frequency: frequencyLabel(coated.frequencyHz, i18n.language),
        })}
      </Typography>
      {isSame ? (
        <ComparedRuns {...{ project, coated }} />
      ) : (
        <Alert severity="info" data-testid="coated-changed">
          {t('coated.changed')}
        </Alert>
      )}
      {!readOnly && (
        <Link
          component={RouterLink}
          to={`/projects/detail?id=${encodeURIComponent(coated.from)}`}
          variant="body2"
          sx={{ justifySelf: 'start' }}
        >
          {t('coated.earlier')}
        </Link>
      )}
    </Paper>
  );
}

function ComparedRuns({ project, coated }: { project: Project; coated: Coated }) {
  const { t } = useTranslation('results');
  const { results, isFetching } = useMonostatic(
    useResultRuns(project),
    useMemo(() => [project.id], [project.id]),
  );
  const records = results.get(project.id)?.monoStaticRcs;
  const comparison = useMemo(() => records && compareCoating(coated, records), [coated, records]);
  if (!comparison) return isFetching ? <LoadingLine label={t('plotLoading')} /> : null;
  return (
    <>
      <ComparisonTable comparison={comparison} />
      <PredictionChart {...{ project, coated, rows: comparison.rows }} />
      <Verdict comparison={comparison} unconverged={isUnconverged(project)} />
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', maxWidth: '80ch' }}>
        {t('coated.explained')}
      </Typography>
    </>
  );
}

function Verdict({
  comparison: { rows, largest },
  unconverged,
}: {
  comparison: Comparison;
  unconverged: boolean;
}) {
  const { t, i18n } = useTranslation('results');
  const isMissing = rows.some(({ computed }) => computed === undefined);
  const holds = largest !== undefined && largest <= HOLDS_DB;
  const difference =
    largest?.toLocaleString(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }) ?? '';
  return (
    <>
      {isMissing && (
        <Alert severity="warning" data-testid="coated-missing">
          {t('coated.missing')}
        </Alert>
      )}
      {unconverged ? (
        <Alert severity="error">{t('coated.unconverged')}</Alert>
      ) : (
        largest !== undefined && (
          <Alert severity={holds ? 'success' : 'warning'} data-testid="coated-verdict" data-holds={holds}>
            {t(holds ? 'coated.holds' : 'coated.beyond', { difference })}
          </Alert>
        )
      )}
    </>
  );
}
