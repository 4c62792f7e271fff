import { HZ_PER_GHZ, RUN_STATUSES, STAGES, type ProjectRow } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { frequencyRangeHz, type ProjectStatus } from './projectStatus.ts';

const STAGE_KEYS = [
  [STAGES.cluster, 'cluster'],
  [STAGES.near, 'near'],
  [STAGES.fields, 'fields'],
  [STAGES.solution, 'solution'],
  [STAGES.errors, 'errors'],
  [STAGES.finished, 'finished'],
] as const;

/** The sentences of a card. */
export function useProjectTexts() {
  const { t, i18n } = useTranslation('projects');
  const number = new Intl.NumberFormat(i18n.language, { maximumSignificantDigits: 6 });
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });

  function solverText(status: string, detail: string): string {
    const stage = STAGE_KEYS.find(([name]) => detail.startsWith(name));
    if (stage) return t(`stage.${stage[1]}`) + detail.slice(stage[0].length);
    const isPlainStatus = detail === '' || (RUN_STATUSES as readonly string[]).includes(detail);
    return isPlainStatus ? t(`status.${status}`, { defaultValue: status }) : detail;
  }

  return {
    created: (project: ProjectRow) => date.format(new Date(project.createdDate)),
    frequency(project: ProjectRow, status: ProjectStatus): string {
      if (status.kind === 'broken') return t('errorInFrequency');
      const range = frequencyRangeHz(project);
      if (!range) return t('frequencyNotSet');
      const [low, high] = range.map((hz) => number.format(hz / HZ_PER_GHZ));
      return low === high ? t('gigahertz', { value: low }) : t('gigahertzRange', { low, high });
    },
    status(status: ProjectStatus): string {
      if (status.kind === 'broken') return t('errorInProject');
      if (status.kind === 'solver') return solverText(status.status, status.detail);
      if (status.kind === 'mesher')
        return t('mesherStatus', { status: t(`status.${status.status}`, { defaultValue: status.status }) });
      return t('notStarted');
    },
  };
}
