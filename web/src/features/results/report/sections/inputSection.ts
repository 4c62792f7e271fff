import { inputSections } from '../../input/inputFacts.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ReportBlock, ReportSection } from '../../../../ui/report/reportModel.ts';
import { factBlocks, tableBlocks } from '../tableBlocks.ts';

/** What was asked of the solver, all of it: facts and tables as on the page. */
export function inputSection({ project, texts: { t, language } }: ReportInput): ReportSection {
  const sections = inputSections(project, t, language);
  if (sections.length === 0)
    return { title: t('input.title'), blocks: [{ kind: 'text', text: t('input.none') }] };
  const { model } = project.state;
  return {
    title: t('input.title'),
    blocks: [
      {
        kind: 'facts',
        facts: [
          [t('report.programType'), t(`programType.${project.programType}`)],
          ...(model ? [[t('report.model'), model.fileName] as const] : []),
        ],
      },
      ...sections.flatMap(({ title, facts, text, warning, table }): ReportBlock[] => [
        { kind: 'heading', text: title },
        ...(facts ? factBlocks(facts, t) : []),
        ...(text === undefined ? [] : [{ kind: 'text' as const, text }]),
        ...(warning === undefined ? [] : [{ kind: 'warning' as const, text: warning }]),
        ...(table ? tableBlocks(table, t) : []),
      ]),
    ],
  };
}
