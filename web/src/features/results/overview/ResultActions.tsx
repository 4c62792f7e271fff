import { CALLS, type Project } from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callBlob } from '../../../api/client.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { saveFile } from '../../../ui/saveFile.ts';
import { useReadOnly } from '../data/readOnly.ts';
import { reportHtml } from '../../../ui/report/reportHtml.ts';
import { useReport } from '../report/useReport.ts';
import { isUnconverged } from '../data/resultSummary.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { ShareDialog } from './ShareDialog.tsx';

type Action = 'html' | 'pdf' | 'archive';

/** What leaves the page: the report, everything in one archive, a link. */
export function ResultActions({ project }: { project: Project }) {
  const { t } = useTranslation('results');
  const readOnly = useReadOnly();
  const report = useReport(project);
  const [busy, setBusy] = useState<Action>();
  const [error, setError] = useState<unknown>();
  const [sharing, setSharing] = useState(false);
  const name = `${project.name}${isUnconverged(project) && project.state.solverResultReady ? '-NOT-CONVERGED' : ''}`;
  /** Each gives a file, or nothing when it was cancelled. */
  const work: Record<Action, () => Promise<[fileName: string, content: Blob] | undefined>> = {
    html: async () => {
      const made = await report.make();
      return made && [`${name}.html`, new Blob([reportHtml(made)], { type: 'text/html;charset=utf-8' })];
    },
    pdf: async () => {
      const { reportPdf } = await import('../../../ui/report/reportPdf.ts');
      const made = await report.make();
      return made && [`${name}.pdf`, await reportPdf(made)];
    },
    archive: async () => [
      `${name}.zip`,
      await callBlob(CALLS.downloadRun, { query: { ProjectID: project.id } }),
    ],
  };
  const start = async (action: Action) => {
    setBusy(action);
    setError(undefined);
    try {
      const file = await work[action]();
      if (file) saveFile(...file);
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(undefined);
    }
  };
  const button = (action: Action, icon: IconName) => (
    <Button
      size="small"
      variant="outlined"
      startIcon={<Icon name={icon} />}
      loading={busy === action}
      loadingPosition="start"
      disabled={busy !== undefined && busy !== action}
      onClick={() => void start(action)}
      data-testid={`action-${action}`}
    >
      {t(`action.${action}`)}
    </Button>
  );
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box role="group" aria-label={t('action.title')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {button('pdf', 'file')}
        {button('html', 'file')}
        {button('archive', 'download')}
        {!readOnly && !project.isDemo && (
          <Button
            size="small"
            variant="outlined"
            startIcon={<Icon name="show" />}
            onClick={() => setSharing(true)}
            data-testid="action-share"
          >
            {t('action.share')}
          </Button>
        )}
      </Box>
      {report.progress && (
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <LoadingLine label={t(`report.${report.progress.stage}`)} received={report.progress.share} />
          </Box>
          <Button size="small" onClick={report.cancel} data-testid="action-cancel">
            {t('cancel', { ns: 'common' })}
          </Button>
        </Box>
      )}
      {error !== undefined && <ErrorAlert error={error} />}
      {sharing && <ShareDialog project={project} onClose={() => setSharing(false)} />}
    </Box>
  );
}
