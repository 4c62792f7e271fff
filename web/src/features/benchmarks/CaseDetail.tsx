import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ScoreCase, Scoreboard } from '@pace/contract/scoreboard';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { scoreboardAddress } from '../../api/scoreboard.ts';
import { bytesText } from '../../ui/bytes.ts';
import { Icon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/LinkButton.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ChecksTable } from './ChecksTable.tsx';
import { Comparison } from './Comparison.tsx';
import { CurvePanel } from './CurvePanel.tsx';
import { ALL_CASES } from './links.ts';
import { RunsTable } from './RunsTable.tsx';

/** One case: what is asked, what it cost, how far from its reference, the curves, others' figures, and how to repeat it. */
export function CaseDetail({ board, theCase }: { board: Scoreboard; theCase: ScoreCase }) {
  const { t } = useTranslation('benchmarks');
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, title, group, why, reference, tolerance, record, curves } = theCase;
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, []);
  const comparisons = board.comparisons.filter((one) => one.case === id);
  return (
    <Box data-testid="benchmarks-detail">
      <PageTitle page={title} />
      <TextLink to={ALL_CASES}>{t('back')}</TextLink>
      <Typography
        ref={heading}
        tabIndex={-1}
        variant="h2"
        component="h1"
        lang="en"
        sx={{ mt: 1.5, outline: 'none', overflowWrap: 'anywhere' }}
      >
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>
        {t(`groups.${group}`)} · <code>{id}</code>
      </Typography>
      <Box component="dl" sx={{ maxWidth: '76ch', '& dt': { fontWeight: 620, mt: 1.5 }, '& dd': { m: 0 } }}>
        <dt>{t('detail.why')}</dt>
        <dd lang="en">{why}</dd>
        <dt>{t('columns.reference')}</dt>
        <dd lang="en">{reference}</dd>
        <dt>{t('detail.limits')}</dt>
        <dd lang="en">{tolerance}</dd>
      </Box>
      {record === undefined ? (
        <Alert severity="info">{t('notMeasuredLong')}</Alert>
      ) : (
        <>
          <Part title={t('detail.runs')}>
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
              {t(record.machine ? 'detail.measuredOn' : 'detail.measuredOnUnknown', {
                date: record.measuredOn,
                ...record.machine,
              })}
            </Typography>
            <RunsTable runs={record.runs} />
          </Part>
          <Part title={t('detail.checks')}>
            <ChecksTable checks={record.checks} />
          </Part>
        </>
      )}
      <Part title={t('detail.curves')}>
        {curves === undefined ? (
          <Alert severity="info" data-testid="benchmarks-no-curve">
            {theCase.comparesCurves
              ? t('detail.noCurve', { command: theCase.command })
              : t('detail.neverCurve')}
          </Alert>
        ) : (
          <CurvePanel file={curves} id={id} />
        )}
      </Part>
      {comparisons.length > 0 && (
        <Part title={t('detail.others')}>
          {comparisons.map((comparison) => (
            <Comparison key={comparison.id} comparison={comparison} machine={board.machine} />
          ))}
        </Part>
      )}
      <Part title={t('detail.repeat')}>
        <Repeat theCase={theCase} />
      </Part>
    </Box>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ mt: 4, minWidth: 0 }}>
      <Typography variant="h3" component="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** The command in the repository, and the run folder for `pace solve`. */
function Repeat({ theCase: { command, download } }: { theCase: ScoreCase }) {
  const { t, i18n } = useTranslation('benchmarks');
  return (
    <>
      <Typography sx={{ maxWidth: '72ch' }}>{t('detail.command')}</Typography>
      <Box
        component="pre"
        tabIndex={0}
        data-testid="benchmarks-command"
        sx={{
          overflowX: 'auto',
          p: 1.5,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
        }}
      >
        {command}
      </Box>
      {download && (
        <>
          <Typography sx={{ maxWidth: '72ch', mb: 1.5 }}>
            {t(download.mesh === 'included' ? 'detail.folder' : 'detail.folderScript')}
          </Typography>
          <Button
            variant="outlined"
            href={scoreboardAddress(download.file)}
            download
            startIcon={<Icon name="download" />}
            data-testid="benchmarks-download"
          >
            {t('detail.download', { size: bytesText(download.bytes, i18n.language) })}
          </Button>
        </>
      )}
    </>
  );
}
