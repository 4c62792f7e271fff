import { worstBackwardError } from '@pace/contract';
import { bytesText } from '../../../../ui/bytes.ts';
import { reasonOf, resultSummaryOf } from '../../data/resultSummary.ts';
import { isDirect } from '../../labels/method.ts';
import { residualLabel } from '../../labels/quantities.ts';
import { samplingText } from '../../data/samplingText.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ReportBlock, ReportSection } from '../../../../ui/report/reportModel.ts';

/** How the run was solved, how well, and what the solver has to say about it. */
export function solutionSection({ project, texts }: ReportInput): ReportSection {
  const { t, language, methodName, duration, said } = texts;
  const summary = resultSummaryOf(project);
  if (!summary) return { title: t('summary.title'), blocks: [{ kind: 'text', text: t('nothingYet') }] };
  const facts: [string, string][] = [];
  const add = (name: string, value: string | undefined) => value !== undefined && facts.push([name, value]);
  const error = worstBackwardError(summary);
  add(t('summary.method'), methodName(summary.method));
  add(t('summary.unknowns'), 'unknowns' in summary ? summary.unknowns.toLocaleString(language) : undefined);
  add(
    t(isDirect(summary.method) ? 'summary.backwardError' : 'summary.residual'),
    error === undefined ? undefined : residualLabel(error, language),
  );
  add(t('summary.converged'), t(summary.converged ? 'summary.yes' : 'summary.no'));
  add(t('summary.time'), duration(summary.seconds));
  add(t('summary.memory'), bytesText(summary.memoryBytes, language));
  const sampling = samplingText(project, t, language);
  return {
    title: t('summary.title'),
    blocks: [
      { kind: 'facts', facts },
      ...(sampling === undefined ? [] : [{ kind: 'text' as const, text: sampling }]),
      ...(summary.reason
        ? [{ kind: 'text' as const, text: `${t('summary.reason')} ${said(reasonOf(summary)).text}` }]
        : []),
      ...summary.notices.map((notice): ReportBlock => ({
        kind: notice.code === 'NOT_CONVERGED' ? 'warning' : 'text',
        text: said(notice).text,
      })),
    ],
  };
}
