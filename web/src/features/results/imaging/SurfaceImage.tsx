import {
  resolvesPlaces,
  surfaceComponentsOf,
  surfaceQuestion,
  surfaceRanges,
  SWEPT,
  sweptValues,
  type Project,
  type SurfaceRange,
  type Swept,
} from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { useBackProjection, type BackProjectionQuestion } from '../data/queries.ts';
import { polarizationOfRun, type SweepPoints } from '../data/resultSummary.ts';
import { angleLabel, frequencyLabel } from '../labels/quantities.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { HotSpots } from './HotSpots.tsx';

/** The sweep projected back onto the model: its hot spots. */
export function SurfaceImage({ project, sweep }: { project: Project; sweep: SweepPoints }) {
  const { t, i18n } = useTranslation('results');
  const values = useMemo(() => sweptValues(sweep), [sweep]);
  const [wanted, setWanted] = useState<Partial<Record<Swept, SurfaceRange>>>({});
  const components = surfaceComponentsOf(polarizationOfRun(project));
  const [chosen, setComponent] = useState(components[0]!);
  const component = components.includes(chosen) ? chosen : components[0]!;
  const ranges = surfaceRanges(values, wanted);
  const question = surfaceQuestion(ranges, component);
  const [asked, setAsked] = useState<BackProjectionQuestion>();
  const answer = useBackProjection(project, asked);
  const enough = resolvesPlaces(values, ranges);
  const isShown = asked !== undefined && JSON.stringify(asked) === JSON.stringify(question);
  const text = (swept: Swept) => (value: number) =>
    (swept === 'frequency' ? frequencyLabel : angleLabel)(value, i18n.language);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        {SWEPT.filter((swept) => values[swept].length > 1).flatMap((swept) =>
          [0, 1].map((end) => (
            <ValueSelect
              key={`${swept}/${end}`}
              label={t(`imaging.${end === 0 ? 'from' : 'to'}.${swept}`)}
              value={ranges[swept][end]}
              values={values[swept]}
              text={text(swept)}
              onChange={(value) =>
                setWanted((old) => ({
                  ...old,
                  [swept]: end === 0 ? [value, ranges[swept][1]] : [ranges[swept][0], value],
                }))
              }
              testId={`surface-${swept}${end === 0 ? '' : '-to'}`}
            />
          )),
        )}
        <ValueSelect
          label={t('component.label')}
          value={component}
          values={components}
          text={(one) => (one.length === 1 ? t(`imaging.received.${one}`) : t(`component.${one}`))}
          onChange={setComponent}
          testId="surface-component"
        />
        <Button
          variant="contained"
          disabled={!enough || isShown}
          loading={answer.isFetching}
          onClick={() => setAsked(question)}
          data-testid="surface-plot"
        >
          {t(isShown ? 'loaded' : 'plot')}
        </Button>
      </Box>
      {!enough && (
        <Typography sx={{ color: 'text.secondary', maxWidth: '80ch' }} data-testid="surface-few">
          {t('imaging.few')}
        </Typography>
      )}
      {enough && !asked && (
        <Typography sx={{ color: 'text.secondary', maxWidth: '80ch' }}>{t('imaging.modelHint')}</Typography>
      )}
      {answer.isFetching && <LoadingLine label={t('imaging.modelLoading')} />}
      {answer.error && <ErrorAlert error={answer.error} />}
      {answer.data && <HotSpots project={project} answer={answer.data} />}
    </>
  );
}
