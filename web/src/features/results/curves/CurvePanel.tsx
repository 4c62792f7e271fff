import { PROGRAM_TYPES, isOfOne } from '@pace/contract';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import type { Dispatch, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { ResultRuns } from '../data/resultRuns.ts';
import { type ComponentChoice } from '../fields/farField.ts';
import { DrawingError } from '../parts/DrawingError.tsx';
import { UnconvergedBanner } from '../parts/UnconvergedBanner.tsx';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { ComparisonTable } from './ComparisonTable.tsx';
import type { CurveAction, CurveList } from './curveList.ts';
import { CurveTools } from './CurveTools.tsx';
import { hasNoPoint } from './rcsCurves.ts';
import { ReferenceTools } from './ReferenceTools.tsx';
import { RunSelect } from './RunSelect.tsx';
import { ChartSwitch, ScaleSwitch } from './ScaleSwitch.tsx';
import type { CurvePlot } from './useCurvePlot.ts';

/** Components that need no explanation. */
const PLAIN: ReadonlySet<string> = new Set(['total', 'theta', 'phi']);

/** What is plotted next. */
interface CurveSelection {
  run: string;
  component: ComponentChoice;
  /** Keys of the curve, or family of curves; none while there is nothing to choose */
  keys: readonly string[];
}

interface CurvePanelProps {
  plot: CurvePlot;
  runs: ResultRuns;
  list: CurveList;
  dispatch: Dispatch<CurveAction>;
  nameOf: (key: string) => string;
  selection: CurveSelection;
  onRun: (run: string) => void;
  onComponent: (component: ComponentChoice) => void;
  /** That the chosen run has */
  components: readonly ComponentChoice[];
  /** Between those of the run and of the component */
  selectors: ReactNode;
  /** Of the curves of the list */
  query: { isFetching: boolean; errors: readonly Error[] };
  /** A polar chart can be chosen */
  hasPolar: boolean;
  /** Curves are drawn with the first order of their known errors added; undefined where none has it */
  corrected?: { shown: boolean; onChange: (shown: boolean) => void } | undefined;
  /** Unit of x */
  unit: string;
  /** The run of the page is, which the page says already */
  unconverged: boolean;
  /** The chart */
  children: ReactNode;
}

/** A view of curves: selectors and the list of curves, scale and references, the chart, how far the curves are from each other. */
export function CurvePanel({
  plot,
  runs,
  list,
  dispatch,
  nameOf,
  selection,
  onRun,
  onComponent,
  components,
  selectors,
  query,
  hasPolar,
  corrected,
  unit,
  unconverged,
  children,
}: CurvePanelProps) {
  const { t } = useTranslation('results');
  const { kind, project, curves, compared, stopped } = plot;
  const { scale, setScale, polar, setPolar, exact, setExact, spheres, references } = plot;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <CurveTools
        list={list}
        dispatch={dispatch}
        testId={`${kind}-plot`}
        busy={query.isFetching}
        chosen={selection.keys}
        name={nameOf}
      >
        <RunSelect runs={runs} value={selection.run} onChange={onRun} testId={`${kind}-run`} />
        {selectors}
        <ValueSelect
          label={t('component.label')}
          value={selection.component}
          values={components}
          text={(value) => t(`component.${value}`)}
          onChange={onComponent}
          testId={`${kind}-component`}
        />
      </CurveTools>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <ScaleSwitch scale={scale} onChange={setScale} testId={kind} />
        {hasPolar && <ChartSwitch polar={polar} onChange={setPolar} testId={kind} />}
        {plot.hasBars && (
          <FormControlLabel
            control={
              <Switch
                size="small"
                checked={plot.bars}
                onChange={(_, bars) => plot.setBars(bars)}
                slotProps={{ input: { 'data-testid': `${kind}-bars` } as object }}
              />
            }
            label={t('bars.show')}
          />
        )}
        {corrected && (
          <FormControlLabel
            control={
              <Switch
                size="small"
                checked={corrected.shown}
                onChange={(_, shown) => corrected.onChange(shown)}
                slotProps={{ input: { 'data-testid': `${kind}-corrected` } as object }}
              />
            }
            label={t('corrected.show')}
          />
        )}
        <ReferenceTools
          {...{ references, exact, spheres }}
          coated={project.programType === PROGRAM_TYPES.coating}
          onExact={setExact}
          testId={kind}
        />
      </Box>
      <DrawingError errors={query.errors} empty={curves.filter(hasNoPoint).map(({ name }) => name)} />
      {!unconverged && stopped.length > 0 && <UnconvergedBanner what={stopped.join('; ')} />}
      {list.length === 0 && <EmptyState icon="show" title={t(`${kind}.empty`)} text={t(`${kind}.hint`)} />}
      {children}
      {corrected?.shown && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }} data-testid={`${kind}-corrected-hint`}>
          {t('corrected.meaning')}
        </Typography>
      )}
      <ComparisonTable curves={curves} references={compared} unit={unit} />
      {curves.some(({ component }) => isOfOne(component) && !PLAIN.has(component)) && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('componentHint')}
        </Typography>
      )}
      {curves.some(({ component }) => !isOfOne(component)) && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }} data-testid={`${kind}-matrix-hint`}>
          {t('matrixHint')}
        </Typography>
      )}
    </Box>
  );
}
