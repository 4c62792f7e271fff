import type { Project, RunResult } from '@pace/contract';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { exactKey } from '../data/exactSpheres.ts';
import { useReadOnly } from '../data/readOnly.ts';
import { useFarFields, useMonostatic } from '../data/queries.ts';
import { useResultRuns } from '../data/resultRuns.ts';
import { polarizationOfRun, resultSummaryOf, sweepPointsOf } from '../data/resultSummary.ts';
import { enabledViews } from '../data/resultViews.ts';
import { angleLabel, frequencyLabel } from '../labels/quantities.ts';
import { BeforeAndAfter } from './BeforeAndAfter.tsx';
import { partsOf, whyWithout, type Parts } from './certificate.ts';
import { certificateTexts, cutsGroup, monostaticGroups, type CountedGroup } from './certificateTexts.ts';
import { beforeOf, refinementOf } from './refinement.ts';
import { RefineMesh } from './RefineMesh.tsx';

/** How right the far fields of a run are, by their error bars; a sentence why not where they have none. */
export function Certificate({ project }: { project: Project }) {
  const { t } = useTranslation('results');
  const summary = resultSummaryOf(project);
  if (!summary || !project.state.solverResultReady) return null;
  const parts = partsOf(summary);
  if (parts) return <Certified {...{ project, summary, parts }} />;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }} data-testid="no-certificate">
      {t(`certificate.none.${whyWithout(summary)}`)}
    </Typography>
  );
}

/** Cuts have files of megabytes: those of the first wave stand for all. */
function useCountedGroups(project: Project): CountedGroup[] {
  const { t, i18n } = useTranslation('results');
  const runs = useResultRuns(project);
  const sweep = useMemo(() => sweepPointsOf(project), [project]);
  const points = useMemo(() => {
    const [frequencyHz, wave] = [sweep.frequenciesHz[0], sweep.illuminations[0]];
    if (frequencyHz === undefined || !wave || !enabledViews(project).has('bistatic')) return [];
    return [{ run: project.id, frequencyHz, thetaDeg: wave.thetaDeg, phiDeg: wave.phiDeg }];
  }, [project, sweep]);
  const back = useMonostatic(
    runs,
    useMemo(() => [project.id], [project.id]),
  ).results.get(project.id);
  const far = useFarFields(runs, points).fields;
  const [first] = points;
  const cuts = first && far.get(exactKey(first));
  return useMemo(() => {
    const polarization = polarizationOfRun(project);
    const groups: CountedGroup[] = [];
    if (back) groups.push(...monostaticGroups(back.monoStaticRcs, polarization, t));
    if (cuts && first) {
      const name = t('certificate.bistatic', {
        frequency: frequencyLabel(first.frequencyHz, i18n.language),
        theta: angleLabel(first.thetaDeg, i18n.language),
        phi: angleLabel(first.phiDeg, i18n.language),
      });
      groups.push(...cutsGroup(name, cuts.farZoneFields, polarization));
    }
    return groups;
  }, [project, back, cuts, first, t, i18n.language]);
}

function Certified({ project, summary, parts }: { project: Project; summary: RunResult; parts: Parts }) {
  const { t, i18n } = useTranslation('results');
  const groups = useCountedGroups(project);
  const readOnly = useReadOnly();
  const refinement = refinementOf(project, summary);
  const before = beforeOf(project, parts);
  const said = certificateTexts(project, summary, parts, groups, { t, language: i18n.language });
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={t('certificate.title')}
      data-testid="certificate"
      sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Typography variant="h4" component="h2">
        {t('certificate.title')}
      </Typography>
      <Box tabIndex={0} role="group" aria-label={t('certificate.directions')} sx={{ overflowX: 'auto' }}>
        <Box
          component="table"
          sx={{
            borderCollapse: 'collapse',
            fontSize: { xs: '0.75rem', sm: '0.875rem' },
            fontVariantNumeric: 'tabular-nums',
            '& th, & td': { pr: { xs: 1, sm: 3 }, py: 0.5, textAlign: 'right', verticalAlign: 'top' },
            '& th:first-of-type': { textAlign: 'left', fontWeight: 'inherit', minWidth: { sm: 160 } },
            '& thead th': { borderBottom: 1, borderColor: 'divider', color: 'text.secondary' },
          }}
        >
          <thead>
            <tr>
              {said.titles.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {said.rows.map(([name, ...cells]) => (
              <tr key={[name, ...cells].join('/')}>
                <th scope="row">{name}</th>
                {cells.map((cell, i) => (
                  <td key={said.titles[i + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      {said.leftOut.length > 0 && (
        <Typography variant="body2" data-testid="certificate-left-out">
          {said.leftOut.join(' ')}
        </Typography>
      )}
      <Typography variant="body2" data-testid="certificate-largest" data-part={parts.largest}>
        {said.largest} {said.parts}
      </Typography>
      <Typography variant="body2" data-testid="certificate-action">
        <strong>{t('certificate.toHalve')}</strong> {said.action}
      </Typography>
      {before && <BeforeAndAfter {...{ project, before, parts, summary }} />}
      {refinement === 'mesh' && !readOnly && <RefineMesh project={project} />}
      {refinement === 'advice' && (
        <Typography variant="body2" data-testid="refine-advice">
          {t('certificate.refine.advice')}
        </Typography>
      )}
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('certificate.meaning')}
      </Typography>
    </Paper>
  );
}
