import { useTranslation } from 'react-i18next';
import type { ResultRuns } from '../data/resultRuns.ts';
import { isUnconverged } from '../data/resultSummary.ts';
import { ValueSelect } from '../parts/ValueSelect.tsx';

/** Whose results are plotted next; nothing to choose where there is one run only. */
export function RunSelect({
  runs,
  value,
  onChange,
  testId,
}: {
  runs: ResultRuns;
  value: string;
  onChange: (id: string) => void;
  testId: string;
}) {
  const { t } = useTranslation('results');
  if (runs.all.length < 2) return null;
  return (
    <ValueSelect
      label={t('runChoice')}
      value={value}
      values={runs.all.map(({ id }) => id)}
      onChange={onChange}
      testId={testId}
      text={(id) => {
        const name = runs.nameOf(id) ?? t('thisRun');
        const run = runs.byId.get(id);
        return run && isUnconverged(run) ? t('runUnconverged', { name }) : name;
      }}
    />
  );
}
