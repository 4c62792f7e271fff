import { PRODUCT } from '../../../../ui/PageTitle.tsx';
import { resultSummaryOf } from '../../data/resultSummary.ts';
import { runTimes } from '../../data/runTimes.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ReportSection } from '../../../../ui/report/reportModel.ts';

/** The version that made the results; without any, the one that would. */
export function solverVersion({ project, data }: Pick<ReportInput, 'project' | 'data'>): string {
  return resultSummaryOf(project)?.version ?? data.health.solver;
}

/** What made the results, when, and how their numbers are to be read. */
export function versionsSection({ project, data, texts: { t, date } }: ReportInput): ReportSection {
  const times = runTimes(project);
  return {
    title: t('report.versions'),
    blocks: [
      {
        kind: 'facts',
        facts: [
          [PRODUCT, data.health.version],
          [t('report.solver'), solverVersion({ project, data })],
          [t('report.project'), project.id],
          [t('run.started'), date(times.started)],
          [t('run.ended'), date(times.ended)],
        ],
      },
      { kind: 'text', text: t('report.conventions') },
    ],
  };
}
