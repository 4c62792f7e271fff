import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ScoreComparison, ScoreLine, Scoreboard } from '@pace/contract/scoreboard';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/LinkButton.tsx';
import { ErrorCostPlot } from './ErrorCostPlot.tsx';
import { errorOf, findingsOf } from './findings.ts';
import { useFigures } from './figures.ts';
import { caseAddress } from './links.ts';
import { ScrollTable } from './ScrollTable.tsx';

const SECONDS_PER_HOUR = 3600;

/** One task that several programs solved: what each took and reached, and who is best at what. */
export function Comparison({
  comparison,
  machine,
}: {
  comparison: ScoreComparison;
  machine: Scoreboard['machine'];
}) {
  const { t } = useTranslation('benchmarks');
  const { whole } = useFigures();
  const { id, case: caseId, title, rightHandSides, lines } = comparison;
  return (
    <Box component="article" aria-labelledby={`comparison-${id}`} data-testid={`comparison-${id}`}>
      <Typography id={`comparison-${id}`} variant="h4" component="h3">
        {t(`comparisons.${id}.title`)}
      </Typography>
      <Typography sx={{ maxWidth: '76ch', mt: 0.5 }}>{t(`comparisons.${id}.text`)}</Typography>
      {caseId !== undefined && title !== undefined && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          {t('peers.ourCase')}{' '}
          <TextLink to={caseAddress(caseId)} lang="en">
            {title}
          </TextLink>
          {rightHandSides !== undefined && `. ${t('peers.waves', { count: rightHandSides })}`}
        </Typography>
      )}
      {caseId === undefined && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          {t('peers.machine', {
            processor: machine.processor,
            cores: whole(machine.logicalProcessors),
            memory: whole(machine.memoryGib),
          })}
        </Typography>
      )}
      <FindingList lines={lines} />
      <Box sx={{ display: 'grid', gap: 2.5, mt: 2, '& > *': { minWidth: 0 } }}>
        <LinesTable id={id} lines={lines} />
        <LinesPlot id={id} lines={lines} />
      </Box>
    </Box>
  );
}

/** Who is best at what, and what our own record lacks. */
function FindingList({ lines }: { lines: readonly ScoreLine[] }) {
  const { t } = useTranslation('benchmarks');
  const { short, gigabytes } = useFigures();
  const ours = lines.filter(({ source }) => source === undefined);
  const findings = findingsOf(lines);
  const nameOf = ({ program, setting }: ScoreLine) => `${program} (${setting})`;
  return (
    <Box component="ul" sx={{ pl: 2.5, mt: 1, mb: 0, maxWidth: '76ch' }}>
      {ours.length === 0 && <li>{t('peers.notYet')}</li>}
      {ours.length > 0 && ours.every((line) => errorOf(line) === undefined) && <li>{t('peers.noError')}</li>}
      {findings && (
        <>
          <li>
            {t('peers.cheapest', {
              name: nameOf(findings.cheapest),
              cost: short(findings.cheapest.coreSeconds),
            })}
          </li>
          <li>
            {t('peers.smallest', {
              name: nameOf(findings.smallest),
              memory: gigabytes(findings.smallest.memoryBytes),
            })}
          </li>
          {findings.mostExact && (
            <li>
              {t('peers.mostExact', {
                name: nameOf(findings.mostExact),
                error: short(errorOf(findings.mostExact) ?? Number.NaN),
              })}
            </li>
          )}
        </>
      )}
    </Box>
  );
}

function LinesTable({ id, lines }: { id: ScoreComparison['id']; lines: readonly ScoreLine[] }) {
  const { t } = useTranslation('benchmarks');
  const { whole, short, gigabytes, decibels } = useFigures();
  const errors = [...new Set(lines.flatMap(({ errorsDb }) => errorsDb.map(({ of }) => of)))];
  const absent = ({ source }: ScoreLine) => t(source === undefined ? 'notRecorded' : 'notStated');
  const errorTitle = (of: string) =>
    of === 'RMS' || of === 'max' ? t(`columns.error${of}`) : t('columns.errorOf', { of });
  return (
    <ScrollTable
      caption={t('peers.table', { title: t(`comparisons.${id}.title`) })}
      captionHidden
      minWidth={760}
    >
      <thead>
        <tr>
          <th scope="col" className="text">
            {t('columns.program')}
          </th>
          <th scope="col" className="text">
            {t('columns.setting')}
          </th>
          <th scope="col">{t('columns.unknowns')}</th>
          <th scope="col">{t('columns.cores')}</th>
          <th scope="col">{t('columns.coreSeconds')}</th>
          <th scope="col">{t('columns.coreHours')}</th>
          <th scope="col">{t('columns.memory')}</th>
          {errors.map((of) => (
            <th key={of} scope="col">
              {errorTitle(of)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <Box
            component="tr"
            key={index}
            sx={line.source === undefined ? { bgcolor: 'action.selected', fontWeight: 600 } : undefined}
          >
            <th scope="row" className="text">
              {line.program}
            </th>
            <td className="text" lang="en">
              <span className="figure">{line.setting}</span>
              {line.note !== undefined && (
                <Box component="span" sx={{ display: 'block', color: 'text.secondary', maxWidth: 260 }}>
                  {line.note}
                </Box>
              )}
            </td>
            <td className="figure">
              {line.unknownsInferred ? t('about', { value: whole(line.unknowns) }) : whole(line.unknowns)}
            </td>
            <td>{line.cores === undefined ? t('notStated') : whole(line.cores)}</td>
            <td className="figure">
              {line.upperBound ? t('atMost', { value: short(line.coreSeconds) }) : short(line.coreSeconds)}
            </td>
            <td>{short(line.coreSeconds / SECONDS_PER_HOUR)}</td>
            <td>{gigabytes(line.memoryBytes)}</td>
            {errors.map((of) => {
              const error = line.errorsDb.find((one) => one.of === of);
              return <td key={of}>{error ? decibels(error) : absent(line)}</td>;
            })}
          </Box>
        ))}
      </tbody>
    </ScrollTable>
  );
}

function LinesPlot({ id, lines }: { id: ScoreComparison['id']; lines: readonly ScoreLine[] }) {
  const { t } = useTranslation('benchmarks');
  const { short } = useFigures();
  const programs = [...new Set(lines.map(({ program }) => program))];
  const series = programs
    .map((program) => ({
      name: program,
      points: lines.flatMap((line, index) => {
        const errorDb = errorOf(line);
        if (line.program !== program || errorDb === undefined) return [];
        return {
          key: String(index),
          coreSeconds: line.coreSeconds,
          errorDb,
          bar: line.errorsDb.find(({ value }) => value === errorDb)?.bar,
          ours: line.source === undefined,
          title: t('plot.point', {
            title: `${program}, ${line.setting}`,
            cost: short(line.coreSeconds),
            error: short(errorDb),
          }),
        };
      }),
    }))
    .filter(({ points }) => points.length > 0);
  return (
    <ErrorCostPlot
      series={series}
      label={t('plot.comparison', { title: t(`comparisons.${id}.title`) })}
      xTitle={t('plot.cost')}
      yTitle={t(id === 'unit-spheres' ? 'plot.rmsError' : 'plot.worseError')}
    />
  );
}
