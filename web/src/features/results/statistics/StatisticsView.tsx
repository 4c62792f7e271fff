import {
  correctedRecord,
  type Project,
  rcsComponentsOf,
  type RcsComponent,
  samplesOf,
  sweptRanges,
} from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useMonostatic } from '../data/queries.ts';
import type { ResultRuns } from '../data/resultRuns.ts';
import { polarizationOfRun } from '../data/resultSummary.ts';
import { hasCorrected } from '../fields/corrected.ts';
import { fitting } from '../fields/farField.ts';
import { DrawingError } from '../parts/DrawingError.tsx';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { Fluctuation } from './Fluctuation.tsx';
import { DetectionRange } from './DetectionRange.tsx';
import { SectorFields } from './SectorFields.tsx';
import { SectorMap } from './SectorMap.tsx';
import { SectorTable } from './SectorTable.tsx';
import { useSectors } from './useSectors.ts';

/** How σ is distributed over the swept angles and frequencies, and how far a radar sees it. */
export function StatisticsView({ project, runs }: { project: Project; runs: ResultRuns }) {
  const { t } = useTranslation('results');
  const monostatic = useMonostatic(
    runs,
    useMemo(() => [project.id], [project.id]),
  );
  const result = monostatic.results.get(project.id);
  const records = useMemo(() => result?.monoStaticRcs.map(correctedRecord) ?? [], [result]);
  const swept = useMemo(() => sweptRanges(records), [records]);
  const [wanted, setComponent] = useState<RcsComponent>('total');
  const polarization = polarizationOfRun(project);
  const offered = rcsComponentsOf(polarization);
  const component = fitting(wanted, offered);
  const choice = useSectors(swept);
  const { sectors } = choice;
  const sampled = useMemo(
    () =>
      sectors.map((sector) => ({
        ...sector,
        samples: samplesOf(records, component, polarization, sector.ranges),
      })),
    [sectors, records, component, polarization],
  );
  const isSwept = swept.size > 0;
  return (
    <Box
      data-testid="statistics"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5, minWidth: 0 }}
    >
      <DrawingError errors={monostatic.errors} />
      {monostatic.isFetching && <LoadingLine label={t('plotLoading')} />}
      {result && !isSwept && (
        <EmptyState icon="info" title={t('statistics.none')} text={t('statistics.noneText')} />
      )}
      {isSwept && (
        <>
          <Box>
            <ValueSelect
              label={t('component.label')}
              value={component}
              values={offered}
              text={(one) => t(`component.${one}`)}
              onChange={setComponent}
              testId="statistics-component"
            />
          </Box>
          {result?.converged === false && <Alert severity="warning">{t('statistics.unconverged')}</Alert>}
          <SectorFields choice={choice} swept={swept} />
          {swept.has('theta') && swept.has('phi') && (
            <SectorMap
              {...{ records, sectors, component, polarization }}
              name={project.name}
              unconverged={result?.converged === false}
            />
          )}
          <SectorTable sectors={sampled} swept={swept} />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {[
              t('statistics.means'),
              swept.has('theta') && swept.has('phi') ? t('statistics.byArea') : t('statistics.alike'),
              hasCorrected(result?.monoStaticRcs ?? []) ? t('statistics.corrected') : '',
            ]
              .filter((sentence) => sentence !== '')
              .join(' ')}
          </Typography>
          <Fluctuation sectors={sampled} name={project.name} />
          <DetectionRange {...{ project, records, sectors: sampled, component, polarization }} />
        </>
      )}
    </Box>
  );
}
