import type { ScoreRun } from '@pace/contract/scoreboard';
import { useTranslation } from 'react-i18next';
import { useFigures, type Figures } from './figures.ts';
import { ScrollTable } from './ScrollTable.tsx';

const MEGA = 1e6;
const POLARIZATIONS = ['horizontal', 'vertical', 'right', 'left'] as const;

/** What was solved, by what, and what it took: a line a run. */
export function RunsTable({ runs }: { runs: readonly ScoreRun[] }) {
  const { t } = useTranslation('benchmarks');
  const figures = useFigures();
  const { whole, short, gigabytes, power } = figures;
  return (
    <ScrollTable caption={t('detail.runs')} captionHidden minWidth={1020} testId="benchmarks-runs">
      <thead>
        <tr>
          {(['run', 'wave', 'method'] as const).map((key) => (
            <th key={key} scope="col" className="text">
              {t(`columns.${key}`)}
            </th>
          ))}
          {(['unknowns', 'coreSeconds', 'wall', 'cores', 'memory', 'residual'] as const).map((key) => (
            <th key={key} scope="col">
              {t(`columns.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.name}>
            <th scope="row" className="text" lang="en">
              {run.name}
            </th>
            <td className="text">
              {t('wave', {
                frequency: sweep(run.frequencyHz, (hertz) => short(hertz / MEGA)),
                theta: sweep(run.thetaDeg, short),
                phi: sweep(run.phiDeg, short),
                polarization: t(`polarization.${POLARIZATIONS[run.polarization] ?? 'vertical'}`),
              })}
            </td>
            <td className="text">{methodText(run, t, figures)}</td>
            <td>
              {run.facets === undefined ? whole(run.unknowns) : t('facets', { value: whole(run.facets) })}
            </td>
            <td>
              {run.threads === undefined
                ? t('atMost', { value: short(run.coreSeconds) })
                : short(run.coreSeconds)}
            </td>
            <td>{short(run.seconds)}</td>
            <td>{run.threads === undefined ? t('notRecorded') : whole(run.threads)}</td>
            <td>{gigabytes(run.memoryBytes)}</td>
            <td>{run.backwardError > 0 ? power(run.backwardError) : t('none')}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

function sweep(value: ScoreRun['thetaDeg'], text: (value: number) => string): string {
  if (typeof value === 'number') return text(value);
  const [first, last, step] = value;
  return `${text(first)}…${text(last)} (${text(step)})`;
}

/** "MLFMA, CFIE 0.5": how it was solved, and by which equation. */
function methodText(
  { method, formulation, facets, alpha }: ScoreRun,
  t: (key: string) => string,
  { short }: Figures,
): string {
  const name = t(`methods.${method}`);
  if (facets !== undefined) return name;
  const equation = (weight: number) =>
    weight === 1 ? 'EFIE' : weight === 0 ? 'MFIE' : `CFIE ${short(weight)}`;
  return [name, ...new Set(alpha.map(equation)), ...(formulation ? [formulation.toUpperCase()] : [])].join(
    ', ',
  );
}
