import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { SCORE_GROUPS, type Scoreboard } from '@pace/contract/scoreboard';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CaseTable } from './CaseTable.tsx';
import { Comparison } from './Comparison.tsx';
import { ErrorCostPlot } from './ErrorCostPlot.tsx';
import { useFigures } from './figures.ts';
import { Sources } from './Sources.tsx';

const CONDITIONS = ['cost', 'memory', 'error', 'hardware'] as const;

/** All cases, and the tasks that others solved too. `unknown`: a case that was asked for and is not there. */
export function Overview({ board, unknown }: { board: Scoreboard; unknown: string | null }) {
  const { t } = useTranslation('benchmarks');
  const { whole } = useFigures();
  const measured = board.cases.filter(({ record }) => record !== undefined);
  const kept = measured.filter(({ record }) => record?.summary.verdict !== 'missed');
  return (
    <>
      <PageHeader title={t('title')} text={t('intro')} />
      {unknown !== null && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          {t('unknownCase', { id: unknown })}
        </Alert>
      )}
      <Typography sx={{ maxWidth: '72ch', mb: 2 }}>
        {t('count', {
          cases: whole(board.cases.length),
          measured: whole(measured.length),
          kept: whole(kept.length),
          curves: whole(board.cases.filter(({ curves }) => curves !== undefined).length),
        })}
      </Typography>
      <Section id="peers" title={t('peers.title')} text={t('peers.text')}>
        {board.comparisons.map((comparison) => (
          <Comparison key={comparison.id} comparison={comparison} machine={board.machine} />
        ))}
      </Section>
      <Section id="cases" title={t('cases.title')} text={t('cases.text')}>
        <GroupsPlot board={board} />
        <CaseTable cases={board.cases} />
      </Section>
      <Section id="reading" title={t('reading.title')}>
        <Box component="ul" sx={{ pl: 2.5, m: 0, maxWidth: '76ch', '& li': { mb: 1 } }}>
          {CONDITIONS.map((key) => (
            <li key={key}>{t(`reading.${key}`)}</li>
          ))}
        </Box>
      </Section>
      <Section id="sources" title={t('sources.title')} text={t('sources.text')}>
        <Sources sources={board.sources} />
      </Section>
    </>
  );
}

function Section({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text?: string;
  children: ReactNode;
}) {
  return (
    <Box component="section" id={id} aria-labelledby={`${id}-title`} sx={{ mt: 5, minWidth: 0 }}>
      <Typography id={`${id}-title`} variant="h3" component="h2">
        {title}
      </Typography>
      {text !== undefined && (
        <Typography sx={{ color: 'text.secondary', mt: 0.75, maxWidth: '72ch' }}>{text}</Typography>
      )}
      <Box sx={{ display: 'grid', gap: 3, mt: 2.5, '& > *': { minWidth: 0 } }}>{children}</Box>
    </Box>
  );
}

/** Mean level error of every case against its core-seconds, a colour and mark a group. */
function GroupsPlot({ board }: { board: Scoreboard }) {
  const { t } = useTranslation('benchmarks');
  const { short, decibels } = useFigures();
  const series = useMemo(
    () =>
      SCORE_GROUPS.map((group) => ({
        name: t(`groups.${group}`),
        points: board.cases.flatMap(({ id, title, group: of, record }) => {
          const { meanDb, coreSeconds } = record?.summary ?? {};
          if (of !== group || !meanDb || coreSeconds === undefined) return [];
          return {
            key: id,
            coreSeconds,
            errorDb: meanDb.value,
            bar: meanDb.bar,
            ours: true,
            title: t('plot.point', { title, cost: short(coreSeconds), error: decibels(meanDb) }),
          };
        }),
      })).filter(({ points }) => points.length > 0),
    [board, t, short, decibels],
  );
  return (
    <ErrorCostPlot
      series={series}
      label={t('plot.allCases')}
      xTitle={t('plot.cost')}
      yTitle={t('plot.meanError')}
    />
  );
}
