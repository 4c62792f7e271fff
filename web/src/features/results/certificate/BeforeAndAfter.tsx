import type { Project, RunResult } from '@pace/contract';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useMonostatic } from '../data/queries.ts';
import { useReadOnly } from '../data/readOnly.ts';
import { useResultRuns } from '../data/resultRuns.ts';
import { polarizationOfRun } from '../data/resultSummary.ts';
import { plainNumber } from '../labels/quantities.ts';
import { countedWithin, namedParts, type Parts } from './certificate.ts';
import { countsBeforeAndAfter, sumOfParts, type Before } from './refinement.ts';

/** How many angles of the monostatic fields lie within the limits, as rows of the table; none before both runs are read. */
function useCountRows(project: Project, before: string): string[][] {
  const { t, i18n } = useTranslation('results');
  const ids = useMemo(() => [before, project.id], [before, project.id]);
  const { results } = useMonostatic(useResultRuns(project), ids);
  const [earlier, now] = ids.map((id) => results.get(id)?.monoStaticRcs);
  return useMemo(() => {
    if (!earlier || !now) return [];
    const polarization = polarizationOfRun(project);
    const counts = countsBeforeAndAfter(
      countedWithin(earlier, polarization),
      countedWithin(now, polarization),
    );
    const number = (value: number) => value.toLocaleString(i18n.language);
    return counts.map(({ component, limit, counts: ofBoth }) => [
      t(limit === 0 ? 'certificate.refine.withinHalf' : 'certificate.refine.withinOne', {
        component: t(`component.${component}Short`),
      }),
      ...ofBoth.map(({ within, angles }) =>
        t('certificate.refine.of', { within: number(within), angles: number(angles) }),
      ),
    ]);
  }, [earlier, now, project, t, i18n.language]);
}

/** Parts of the error bars of the run that a mesh was refined by, and of this one, and how many angles they leave near. */
export function BeforeAndAfter({
  project,
  before,
  parts,
  summary,
}: {
  project: Project;
  before: Before;
  parts: Parts;
  summary: RunResult;
}) {
  const { t, i18n } = useTranslation('results');
  const readOnly = useReadOnly();
  const percent = (value: number) =>
    t('certificate.percent', { value: plainNumber(100 * value, i18n.language, 2) });
  const unknowns = 'unknowns' in summary ? summary.unknowns : 0;
  const rows = [
    [
      t('certificate.refine.unknowns'),
      before.unknowns.toLocaleString(i18n.language),
      unknowns.toLocaleString(i18n.language),
    ],
    ...namedParts(before.values, parts.values).map((part) => [
      t(`certificate.part.${part}`),
      percent(before.values[part]),
      percent(parts.values[part]),
    ]),
    [t('certificate.refine.together'), percent(sumOfParts(before.values)), percent(sumOfParts(parts.values))],
    ...useCountRows(project, before.project),
  ];
  return (
    <Box data-testid="certificate-before-after">
      <Typography variant="body2">{t('certificate.refine.refined')}</Typography>
      <Box
        component="table"
        aria-label={t('certificate.refine.beforeAndAfter')}
        sx={{
          borderCollapse: 'collapse',
          fontSize: '0.875rem',
          fontVariantNumeric: 'tabular-nums',
          '& th, & td': { pr: { xs: 1, sm: 3 }, py: 0.5, textAlign: 'right' },
          '& th:first-of-type': { textAlign: 'left', fontWeight: 'inherit' },
          '& thead th': { borderBottom: 1, borderColor: 'divider', color: 'text.secondary' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('certificate.refine.part')}</th>
            <th scope="col">{t('certificate.refine.before')}</th>
            <th scope="col">{t('certificate.refine.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={i === 0 ? 'before' : 'after'}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
      {!readOnly && (
        <Link
          component={RouterLink}
          to={`/projects/detail?id=${encodeURIComponent(before.project)}`}
          variant="body2"
        >
          {t('certificate.refine.earlier')}
        </Link>
      )}
    </Box>
  );
}
