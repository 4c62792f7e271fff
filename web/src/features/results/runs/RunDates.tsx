import { useTranslation } from 'react-i18next';
import { clockLabel } from '../labels/quantities.ts';
import { elapsedSeconds, type RunTimes } from '../data/runTimes.ts';
import { Facts } from '../parts/Facts.tsx';
import { useNow } from './useNow.ts';

/** When the run was created, began and ended, and the time that it took; `ticking` while it is active. */
export function RunDates({ times, ticking }: { times: RunTimes; ticking: boolean }) {
  const { t, i18n } = useTranslation('results');
  const date = (value: Date | undefined) =>
    value?.toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' }) ?? '–';
  return (
    <Facts
      facts={[
        [t('run.created'), date(times.created)],
        [t('run.started'), date(times.started)],
        [t('run.ended'), date(times.ended)],
        [t('run.elapsed'), <Elapsed key="elapsed" times={times} ticking={ticking} />],
      ]}
    />
  );
}

/** In a component of its own, so that only it is drawn again each second. */
function Elapsed({ times, ticking }: { times: RunTimes; ticking: boolean }) {
  const { t } = useTranslation('results');
  const now = useNow(ticking);
  const seconds = times.ended || ticking ? elapsedSeconds(times, now) : undefined;
  return (
    <span data-testid="run-elapsed">{seconds === undefined ? '–' : clockLabel(seconds, t('run.day'))}</span>
  );
}
