import { worstBackwardError, type Project, type RunResult } from '@pace/contract';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { bytesText } from '../../../ui/bytes.ts';
import { useAboutTime } from '../../../ui/useAboutTime.ts';
import { useTranslation } from 'react-i18next';
import { Facts } from '../parts/Facts.tsx';
import { isDirect, useMethodName } from '../labels/method.ts';
import { useMessage, useMessageTitle, type SaidInEnglish } from '../../../ui/useMessage.ts';
import { clockLabel, plainNumber, residualLabel } from '../labels/quantities.ts';
import { reasonOf, resultSummaryOf } from '../data/resultSummary.ts';

/** How the result was computed: method, size, accuracy, cost, and what the solver wants to be known. */
export function ResultSummaryCard({ project }: { project: Project }) {
  const { t, i18n } = useTranslation('results');
  const methodName = useMethodName();
  const summary = resultSummaryOf(project);
  const aboutTime = useAboutTime();
  const titleOf = useMessageTitle();
  if (!summary) return null;
  const { language } = i18n;
  const error = worstBackwardError(summary);
  const duration = (seconds: number) =>
    seconds < 60 ? `${plainNumber(seconds, language, 3)} s` : clockLabel(seconds, t('run.day'));
  const facts: [string, string][] = [];
  const add = (name: string, value: string | undefined) =>
    value !== undefined && facts.push([t(`summary.${name}`), value]);
  // While a run is continued, the result is still that of the run before; then it is of several passes, the prediction of the last.
  const { continues, status } = project.stateLive.solverState;
  const passes = continues === true && status === 'Finished' ? 'predictedLast' : 'predicted';
  const withPrediction = (
    actual: number,
    predicted: number,
    text: (value: number) => string,
    note: string,
    predictedText = text,
  ) => t(`summary.${note}`, { actual: text(actual), predicted: predictedText(predicted) });
  if (summary.finished === false)
    add(
      'frequenciesDone',
      t('summary.doneOf', { done: summary.frequencies.length, all: summary.frequenciesHz.length }),
    );
  add('method', methodName(summary.method));
  add(
    'formulation',
    'formulation' in summary && summary.formulation !== undefined
      ? t(`formulation.${summary.formulation}`)
      : undefined,
  );
  add('unknowns', 'unknowns' in summary ? summary.unknowns.toLocaleString(language) : undefined);
  add(
    isDirect(summary.method) ? 'backwardError' : 'residual',
    error === undefined ? undefined : residualLabel(error, language),
  );
  add('time', withPrediction(summary.seconds, summary.predicted.seconds, duration, passes, aboutTime));
  add(
    'memory',
    withPrediction(
      summary.memoryBytes,
      summary.predicted.memoryBytes,
      (bytes) => bytesText(bytes, language),
      'predicted',
    ),
  );
  add(
    'bytesPerUnknown',
    'bytesPerUnknown' in summary ? bytesText(summary.bytesPerUnknown, language) : undefined,
  );
  // While it runs, the summary is of the frequencies that are done.
  add(
    'converged',
    project.state.solverResultReady ? t(summary.converged ? 'summary.yes' : 'summary.no') : undefined,
  );
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={t('summary.title')}
      data-testid="result-summary"
      sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 2 }}
    >
      <Typography variant="h4" component="h2">
        {t('summary.title')}
      </Typography>
      <Facts facts={facts} />
      {summary.reason !== '' && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <WhyThisMethod summary={summary} />
        </Typography>
      )}
      {summary.notices.length > 0 && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          {summary.notices.map((notice, i) => (
            <Alert
              key={i}
              severity={notice.code === 'NOT_CONVERGED' ? 'error' : 'info'}
              data-code={notice.code}
            >
              {titleOf(notice.code) && <AlertTitle>{titleOf(notice.code)}</AlertTitle>}
              <SaidByTheSolver notice={notice} />
            </Alert>
          ))}
        </Box>
      )}
    </Paper>
  );
}

function WhyThisMethod({ summary }: { summary: RunResult }) {
  const { t } = useTranslation('results');
  const { text, language } = useMessage()(reasonOf(summary));
  return (
    <>
      {t('summary.reason')} <span lang={language}>{text}</span>
    </>
  );
}

function SaidByTheSolver({ notice }: { notice: SaidInEnglish }) {
  const { text, language } = useMessage()(notice);
  return <span lang={language}>{text}</span>;
}
